/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure_cold.h"
#include "memory.h"
#include "os.h"
#include "probe.h"
#include "team.h"
#include "tour.h"

enum {
    MHZ_NS = 2000000,
    LEAD_IN_NS = 20000000, /* that lead-ins of memory take which a cache may not hold */
};

/* The share of a sample that all threads must run together, or it is counted. */
#define OVERLAP_LEAST 0.95

struct job {
    const struct plan *plan;
    struct results *results;
    const struct effort *effort;
    measure_progress_fn *progress;
    void *arg;
    struct team team;
    struct tour tour;
    uint64_t measuring_ns;        /* when the first round began */
    enum measure_failure failure; /* with its errno */
    int error;
};

/* As saved: what is printed now and what is printed of the file must not differ. */
static double to_thousandths(double value)
{
    return round(value * 1e3) / 1e3;
}

static uint64_t left_ns(const struct job *job)
{
    const uint64_t spent = os_clock_ns() - job->effort->start_ns;

    return spent < job->effort->time_ns ? job->effort->time_ns - spent : 0;
}

/* Whether all that a cell accesses is ordinary memory. */
static bool is_ordinary(const struct job *job, const struct cell *cell)
{
    const struct memories *m = job->plan->memories;

    return (cell->from == 0 || kind_is_ordinary(&m->list[cell->from].kind)) &&
           (cell->to == 0 || kind_is_ordinary(&m->list[cell->to].kind));
}

/*
 * As much as the last-level cache holds; where the memory may be in no cache, and slow, what a
 * short time is enough for.
 */
static size_t lead_bytes(const struct job *job, size_t index)
{
    const struct cell *cell = &job->plan->cells[index];
    const size_t most = job->results->layout.lead_bytes;
    const size_t most_ops = most / LAYOUT_COLD_OP;
    const double rate = job->team.members[0].rates[index];
    const double ops = rate * (double)LEAD_IN_NS;

    if (is_ordinary(job, cell) || ops >= (double)most_ops)
        return most;
    return (1 + (size_t)ops) * LAYOUT_COLD_OP;
}

/* Before the first cell of a cold group: a cache full of its own kind of traffic. */
static void lead_in(struct job *job, size_t i)
{
    const size_t cell = job->tour.order[i];

    if (tour_turns(&job->tour, i))
        team_order(&job->team, ORDER_LEAD_IN, cell, lead_bytes(job, cell));
}

/*
 * A probe that can't be measured says so at its first sample, or, if something went away
 * meanwhile, later: then its samples are not of one thing.
 */
static void sample_probe(struct job *job, size_t cell)
{
    const struct probe *probe = job->plan->cells[cell].probe;
    struct results *r = job->results;
    struct series *series = &r->series[cell];
    struct sample *sample = &series->samples[r->rounds];

    *sample = (struct sample){0};
    if (series->absent)
        return;
    series->absent = probe->sample(probe->arg, probe, r->sample_ns, sample);
    sample->ns = round(sample->ns);
    r->lost += !series->absent && sample->ns <= 0;
}

static void sample_cell(struct job *job, size_t cell)
{
    struct results *r = job->results;
    struct series *series = &r->series[cell];
    struct sample *sample = &series->samples[r->rounds];
    double overlap;

    *sample = (struct sample){0};
    if (series->absent)
        return;
    if (team_order(&job->team, ORDER_SAMPLE, cell, r->sample_ns) != 0) {
        r->lost++;
        return;
    }
    team_total(&job->team, &sample->ops, &sample->ns, &overlap);
    sample->ns = round(sample->ns);
    overlap = to_thousandths(overlap);
    r->apart += overlap < OVERLAP_LEAST;
    if (overlap < r->overlap)
        r->overlap = overlap;
}

/* What the run still takes, as far as the rounds so far tell. */
static uint64_t estimate(const struct job *job, size_t done)
{
    const double rounds = (double)job->results->rounds + (double)done / (double)job->tour.count;
    const uint64_t spent = os_clock_ns() - job->measuring_ns;
    const double each = rounds > 0 ? (double)spent / rounds : 0;
    const double most = each * ((double)job->effort->rounds_most - rounds);
    const double least = each * ((double)job->effort->rounds_least - rounds);
    const double time = (double)left_ns(job);

    return (uint64_t)(most < time ? most : least > time ? least : time);
}

/*
 * One visit to every cell; false if a signal ended it. What was measured until then counts: the
 * cells that were not reached have no sample in this round.
 */
static bool one_round(struct job *job)
{
    struct results *r = job->results;

    tour_draw(&job->tour);
    r->mhz[r->rounds] = to_thousandths(timer_mhz(&r->timer, MHZ_NS));
    for (size_t i = 0; i < job->tour.count; i++) {
        if (os_signal()) {
            r->rounds += i > 0;
            return false;
        }
        lead_in(job, i);
        if (job->plan->cells[job->tour.order[i]].probe)
            sample_probe(job, job->tour.order[i]);
        else
            sample_cell(job, job->tour.order[i]);
        if (job->progress)
            job->progress(job->arg, r->rounds, i + 1, job->tour.count, estimate(job, i + 1));
    }
    if (r->machine.pinned && os_cpu_now() >= 0 && (unsigned)os_cpu_now() != r->machine.cpus[0])
        r->moved++;
    r->rounds++;
    return true;
}

/* Every cell once, to learn how many operations a sample takes; false if a signal came. */
static bool calibrate(struct job *job)
{
    tour_draw(&job->tour);
    for (size_t i = 0; i < job->tour.count; i++) {
        if (os_signal())
            return false;
        lead_in(job, i);
        /* A lost calibration is repeated in place of the first sample. */
        if (!job->plan->cells[job->tour.order[i]].probe &&
            team_order(&job->team, ORDER_CALIBRATE, job->tour.order[i], 0) == EIO)
            job->results->series[job->tour.order[i]].absent =
                "the destination does not hold what was written";
        if (job->progress)
            job->progress(job->arg, 0, i + 1, job->tour.count, UINT64_MAX);
    }
    return true;
}

/*
 * Makes samples shorter if the least number of rounds does not fit in the time that is left,
 * `each` being what a round took. What is around the samples stays as it is; where that alone
 * takes longer, shorter samples would not help. Where the clock is coarse the time yields
 * instead.
 */
static void fit(struct job *job, uint64_t each)
{
    struct results *r = job->results;
    const uint64_t least = measure_sample_ns(&r->timer);
    const uint64_t floor_ns = least > MEASURE_SAMPLE_NS ? least : MEASURE_SAMPLE_LEAST_NS;
    const size_t to_go =
        job->effort->rounds_least > r->rounds ? job->effort->rounds_least - r->rounds : 0;
    const double has = 0.95 * (double)left_ns(job) / (double)(to_go ? to_go : 1);
    const double samples = (double)r->sample_ns * (double)job->tour.count;
    const double around = (double)each > samples ? (double)each - samples : 0;

    if (to_go == 0 || has >= (double)each || has <= around ||
        r->timer.step_ns >= TIMER_YIELDS_NS || r->sample_ns <= floor_ns)
        return;
    r->sample_ns = (uint64_t)((has - around) / (double)job->tour.count);
    if (r->sample_ns < floor_ns)
        r->sample_ns = floor_ns;
}

static void rounds(struct job *job)
{
    struct results *r = job->results;
    const struct effort *e = job->effort;

    job->measuring_ns = os_clock_ns();
    /* A first guess at a round: the samples, and a quarter more for what is around them. */
    fit(job, r->sample_ns * job->tour.count * 5 / 4);
    while (r->rounds < e->rounds_most) {
        const uint64_t start = os_clock_ns();
        uint64_t each;

        if (!one_round(job))
            return;
        each = os_clock_ns() - start;
        if (r->rounds >= e->rounds_least && left_ns(job) < each)
            return;
        fit(job, each);
    }
}

static void open_stages(struct job *job)
{
    for (size_t i = 0; i < job->plan->stage_count; i++) {
        const struct stage *stage = job->plan->stages[i];

        if (stage->open && !os_signal())
            stage->open(stage->arg, job->results);
    }
}

static void finish_stages(struct job *job)
{
    for (size_t i = 0; i < job->plan->stage_count; i++) {
        const struct stage *stage = job->plan->stages[i];

        if (stage->finish && job->results->rounds > 0)
            stage->finish(stage->arg, job->results);
    }
}

/* Why a member does not have a memory, or NULL. */
static const char *lacking(const struct job *job, size_t memory)
{
    for (size_t i = 0; i < job->team.count; i++)
        if (job->team.members[i].lane.banks[memory].bytes == 0)
            return job->team.members[i].lane.banks[memory].why;
    return NULL;
}

/* Takes the cells out of which the memory can't be had; -1 if none is left, or with ENOMEM. */
static int leave_out(struct job *job)
{
    struct results *r = job->results;
    size_t live = 0;

    for (size_t i = 0; i < job->tour.count; i++) {
        const struct cell *cell = &job->plan->cells[job->tour.cells[i]];
        const size_t memory = plan_memory(cell);
        const char *why = memory ? lacking(job, memory) : NULL;

        if (!why) {
            job->tour.cells[live++] = job->tour.cells[i];
            continue;
        }
        snprintf(r->no_buffers, sizeof r->no_buffers, "%s: %s", r->memories[memory].name, why);
        r->series[job->tour.cells[i]].absent = results_keep(r, why);
        if (!r->series[job->tour.cells[i]].absent)
            return -1;
    }
    job->tour.count = live;
    errno = ENOTSUP;
    return live ? 0 : -1;
}

/* Keeps why a member has no buffers. */
static void note_buffers(struct job *job)
{
    for (size_t i = 0; i < job->team.count; i++)
        if (job->team.members[i].status)
            snprintf(job->results->no_buffers, WHY, "%s", job->team.members[i].lane.why);
}

static void fail(struct job *job, enum measure_failure failure, int error)
{
    job->failure = failure;
    job->error = error;
}

static void lead(struct job *job)
{
    /* Probes have memory of their own. */
    const int status =
        plan_has_kernels(job->plan) ? team_order(&job->team, ORDER_OPEN, 0, 0) : 0;

    if (status) {
        fail(job, MEASURE_NO_BUFFERS, status);
        note_buffers(job);
        return;
    }
    if (leave_out(job) < 0) {
        fail(job, errno == ENOMEM ? MEASURE_NO_MEMORY : MEASURE_NO_KIND, errno);
        return;
    }
    if (memory_describe(job->results, &job->team) < 0) {
        fail(job, MEASURE_NO_MEMORY, errno);
        return;
    }
    timer_warm_up(&job->results->timer);
    if (calibrate(job)) {
        measure_cold(job->plan, &job->team.members[0], job->results);
        open_stages(job);
        rounds(job);
        finish_stages(job);
    }
}

static void member(size_t index, void *arg)
{
    struct job *job = arg;

    if (index != 0) {
        team_follow(&job->team, index);
        return;
    }
    lead(job);
    team_order(&job->team, ORDER_QUIT, 0, 0);
}

uint64_t measure_sample_ns(const struct timer *timer)
{
    const uint64_t least = timer_ticks(timer) ? timer->step_ns : timer_least_ns(timer);

    return least > MEASURE_SAMPLE_NS ? least : MEASURE_SAMPLE_NS;
}

static int prepare(struct job *job)
{
    const struct plan *plan = job->plan;

    if (tour_init(&job->tour, plan, job->results->seed) < 0 || team_init(&job->team) < 0)
        return -1;
    for (size_t i = 0; i < plan->count; i++)
        if (plan->cells[i].kernel)
            job->results->series[i].op_bytes =
                lane_op_bytes(&job->results->layout, &plan->cells[i]);
    return 0;
}

enum measure_failure measure(const struct plan *plan, struct results *results,
                             const struct effort *effort, measure_progress_fn *progress,
                             void *arg)
{
    struct job job = {
        .plan = plan,
        .results = results,
        .effort = effort,
        .progress = progress,
        .arg = arg,
        .team = {.plan = plan,
                 .layout = &results->layout,
                 .timer = &results->timer,
                 .seed = results->seed,
                 .count = results->threads},
    };

    results->sample_ns = measure_sample_ns(&results->timer);
    if (prepare(&job) < 0)
        fail(&job, MEASURE_NO_MEMORY, ENOMEM);
    else if (os_team(results->machine.cpus, results->threads, member, &job) < 0)
        fail(&job, MEASURE_NO_THREADS, errno);
    results->signal = os_signal();
    for (size_t i = 0; i < plan->stage_count; i++)
        if (plan->stages[i]->close)
            plan->stages[i]->close(plan->stages[i]->arg);
    team_free(&job.team);
    tour_free(&job.tour);
    errno = job.error;
    return job.failure;
}
