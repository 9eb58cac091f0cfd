/* SPDX-License-Identifier: MIT */
#include "team.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "os.h"

enum { SPINS = 20000, CALIBRATE_NS = 50000, VERIFY_TRIES = 3 };

int team_init(struct team *team)
{
    team->bell = os_bell_open();
    team->members = calloc(team->count, sizeof *team->members);
    if (!team->members || !team->bell)
        return -1;
    for (size_t i = 0; i < team->count; i++) {
        team->members[i].rates = calloc(team->plan->count, sizeof(double));
        if (!team->members[i].rates)
            return -1;
    }
    atomic_init(&team->arrived, 0);
    atomic_init(&team->phase, 0);
    atomic_init(&team->running, 0);
    return 0;
}

void team_free(struct team *team)
{
    for (size_t i = 0; team->members && i < team->count; i++) {
        lane_close(&team->members[i].lane);
        free(team->members[i].rates);
    }
    free(team->members);
    team->members = NULL;
    os_bell_close(team->bell);
    team->bell = NULL;
}

/* Waits for all members. Spins, so that all leave it at once; sleeps or yields in the long run.
 */
static void barrier(struct team *team, bool sleep)
{
    const size_t phase = atomic_load(&team->phase);

    if (atomic_fetch_add(&team->arrived, 1) + 1 == team->count) {
        atomic_store(&team->arrived, 0);
        atomic_fetch_add(&team->phase, 1);
        if (sleep)
            os_bell_ring(team->bell);
        return;
    }
    for (unsigned n = 0; atomic_load(&team->phase) == phase; n++) {
        if (n < SPINS)
            continue;
        if (sleep)
            os_bell_wait(team->bell, &team->phase, phase);
        else
            os_yield();
    }
}

/*
 * One sample: all begin together, and who has finished goes on until the last one has, so that
 * every batch is measured under the same load.
 */
static int sample(struct team *team, struct member_state *m, const struct cell *cell)
{
    /* A little more, so that few batches fall short and must be prolonged. */
    const double wanted = 1.05 * m->rates[team->cell] * (double)team->amount;
    const uint64_t ops = wanted > 1 ? (uint64_t)wanted : 1;
    int status = -1;
    double rate;

    lane_prepare(&m->lane, cell);
    atomic_store(&team->running, team->count);
    barrier(team, false);
    if (wanted > 0)
        status = lane_time(&m->lane, cell, ops, team->amount, &m->batch);
    atomic_fetch_sub(&team->running, 1);
    while (atomic_load(&team->running) != 0)
        lane_run(&m->lane, cell, 1 + ops / 64);
    if (status == 0)
        rate = (double)m->batch.ops / (double)m->batch.ns;
    else
        rate = lane_calibrate(&m->lane, cell, CALIBRATE_NS);
    /* The fastest so far is the estimate: interruptions only delay. */
    if (rate > m->rates[team->cell] || status != 0)
        m->rates[team->cell] = rate;
    return status;
}

/* A cursor that is drawn into a frame buffer meanwhile is not found at the next place, too. */
static bool verify(struct lane *lane, const struct cell *cell)
{
    for (int tries = 0; tries < VERIFY_TRIES; tries++)
        if (lane_verify(lane, cell))
            return true;
    return false;
}

static int calibrate(struct team *team, struct member_state *m, const struct cell *cell)
{
    if ((cell->from || cell->to) && !verify(&m->lane, cell))
        return EIO;
    lane_prepare(&m->lane, cell);
    m->rates[team->cell] = lane_calibrate(&m->lane, cell, CALIBRATE_NS);
    return m->rates[team->cell] > 0 ? 0 : -1;
}

static int open_lane(struct team *team, size_t index)
{
    const struct lane_want want = {
        .layout = team->layout,
        .timer = team->timer,
        .memories = team->plan->memories,
        .index = index,
        .seed = team->seed + 1 + index,
    };

    return lane_open(&team->members[index].lane, &want);
}

static int carry_out(struct team *team, size_t index)
{
    struct member_state *m = &team->members[index];
    const struct cell *cell = &team->plan->cells[team->cell];

    switch (team->order) {
    case ORDER_OPEN:
        /* Each fills its own buffers: on machines with several nodes they are then near. */
        return open_lane(team, index) < 0 ? errno : 0;
    case ORDER_LEAD_IN:
        if (cell->kernel->op == OP_WRITE && !cell->kernel->touch)
            lane_evict(&m->lane, 2 * (size_t)team->amount);
        lane_run(&m->lane, cell, team->amount / LAYOUT_COLD_OP);
        return 0;
    case ORDER_CALIBRATE:
        return calibrate(team, m, cell);
    case ORDER_SAMPLE:
        return sample(team, m, cell);
    case ORDER_QUIT:
        break;
    }
    return 0;
}

void team_follow(struct team *team, size_t index)
{
    enum order order;

    do {
        barrier(team, true);
        order = team->order;
        team->members[index].status = carry_out(team, index);
        barrier(team, false);
    } while (order != ORDER_QUIT);
}

/* A wrong output counts more than a clock that another member lost. */
static int worst_status(const struct team *team)
{
    int status = 0;

    for (size_t i = 0; i < team->count; i++)
        if (status == 0 || team->members[i].status == EIO)
            status = team->members[i].status;
    return status;
}

int team_order(struct team *team, enum order order, size_t cell, uint64_t amount)
{
    team->order = order;
    team->cell = cell;
    team->amount = amount;
    barrier(team, true);
    team->members[0].status = carry_out(team, 0);
    barrier(team, false);
    return worst_status(team);
}

void team_total(const struct team *team, uint64_t *ops, double *ns, double *overlap)
{
    uint64_t first_start = UINT64_MAX;
    uint64_t last_start = 0;
    uint64_t shortest = UINT64_MAX;
    double rate = 0;

    *ops = 0;
    for (size_t i = 0; i < team->count; i++) {
        const struct batch *b = &team->members[i].batch;

        *ops += b->ops;
        rate += (double)b->ops / (double)b->ns;
        first_start = b->start_ns < first_start ? b->start_ns : first_start;
        last_start = b->start_ns > last_start ? b->start_ns : last_start;
        shortest = b->ns < shortest ? b->ns : shortest;
    }
    *ns = (double)*ops / rate;
    /* Nobody stops before the last is done: only who began late was missing. */
    *overlap = 1 - (double)(last_start - first_start) / (double)shortest;
    if (*overlap < 0)
        *overlap = 0;
}
