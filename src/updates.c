/* SPDX-License-Identifier: MIT */
#include "updates.h"

#include <stdio.h>

#include "os.h"
#include "timer.h"

enum {
    SLICE = 1 << 20,       /* after so many updates it is looked for signals */
    QUICK_NS = 1000000000, /* what is done all the same */
    CALIBRATE_LEAST_NS = 1000000,
    CALIBRATE_NS = 20000000,
    CALIBRATE_SHARE = 100, /* of the time, for all calibrations at most */
    MOST = 1 << 26,        /* updates: more than 10 ms of them at any rate */
    SPARE = 10,            /* this part of the time is for what is done in between */
    ROUNDS_SEEN = 2,       /* from so many rounds on their time says how many there will be */
};

/* Where in the sequence updates are that no run comes to. */
#define FAR (UINT64_C(1) << 59)

/* Where the clock failed: as slow as any machine. */
#define RATE_SLOW 1e-3

typedef void run_fn(struct gups *gups, uint64_t updates);
static run_fn *const runs[UPDATES_LOOPS] = {
    [UPDATES_PLAIN] = gups_run, [UPDATES_AHEAD] = gups_run_ahead};

/* The updates of a loop as the timer's work; cut if a signal came before they were made. */
struct turn {
    run_fn *run;
    struct gups *gups;
    bool cut;
};

static void turn_run(void *arg, uint64_t ops)
{
    struct turn *turn = arg;

    while (ops && !turn->cut) {
        const uint64_t slice = ops < SLICE ? ops : SLICE;

        turn->run(turn->gups, slice);
        ops -= slice;
        turn->cut = ops && os_signal();
    }
}

static struct work work_of(struct turn *turn)
{
    return (struct work){.run = turn_run, .arg = turn, .most = MOST};
}

/*
 * Makes the updates since `from`, which took some time, once more, by the other loop than the
 * one that made them.
 */
static void undo(struct updates_kind *kind, size_t loop, struct gups from, uint64_t took_ns)
{
    uint64_t left = kind->loops[loop].gups.done - from.done;

    while (left) {
        const uint64_t slice = left < SLICE ? left : SLICE;

        runs[!loop](&from, slice);
        left -= slice;
        if (left && took_ns > QUICK_NS && os_signal()) {
            kind->torn = true;
            return;
        }
    }
}

/* What is left of a time after some was spent. */
static uint64_t without(uint64_t ns, uint64_t spent_ns)
{
    return ns > spent_ns ? ns - spent_ns : 0;
}

static void fill(struct updates *u, struct updates_kind *kind)
{
    struct gups *first = &kind->loops[0].gups;
    const size_t bytes = sizeof(uint64_t) << u->log2;
    const uint64_t start = os_clock_ns();

    if (pages_map(&kind->mapping, bytes, kind->kind, u->root, kind->why) < 0)
        return;
    if (gups_open(first, kind->mapping.base, kind->mapping.bytes, u->log2) < 0)
        snprintf(kind->why, sizeof kind->why, "interrupted");
    for (size_t loop = 1; loop < UPDATES_LOOPS; loop++)
        kind->loops[loop].gups = *first;
    kind->fill_ns = without(os_clock_ns(), start);
}

/* Learns how fast a loop is; the table is afterwards as it was. */
static void calibrate(const struct updates *u, struct updates_kind *kind, size_t loop,
                      uint64_t ns)
{
    struct updates_loop *l = &kind->loops[loop];
    const struct gups from = l->gups;
    const uint64_t start = os_clock_ns();
    struct turn turn = {runs[loop], &l->gups, false};
    const struct work work = work_of(&turn);

    l->rate = timer_calibrate(&u->results->timer, &work, ns);
    if (!(l->rate > 0))
        l->rate = RATE_SLOW;
    undo(kind, loop, from, without(os_clock_ns(), start));
    l->gups = from;
}

static uint64_t calibrate_ns(const struct updates *u)
{
    const uint64_t share = u->time_ns / CALIBRATE_SHARE / (u->count * UPDATES_LOOPS);

    if (share < CALIBRATE_LEAST_NS)
        return CALIBRATE_LEAST_NS;
    return share < CALIBRATE_NS ? share : CALIBRATE_NS;
}

static void open_tables(void *arg, const struct results *results)
{
    struct updates *u = arg;
    const uint64_t start = os_clock_ns();
    uint64_t look_ns = 0; /* at all words, in the end: no longer than to fill them */

    u->results = results;
    for (size_t i = 0; i < u->count; i++) {
        struct updates_kind *kind = &u->kinds[i];

        fill(u, kind);
        look_ns += kind->fill_ns;
        for (size_t loop = 0; loop < UPDATES_LOOPS && !kind->why[0]; loop++)
            calibrate(u, kind, loop, calibrate_ns(u));
    }
    u->budget_ns =
        without(u->time_ns - u->time_ns / SPARE, without(os_clock_ns(), start) + look_ns);
    u->began_ns = os_clock_ns();
}

/*
 * What one more update of each loop in each kind of pages takes, in nanoseconds: as calibrated,
 * or, once there were some, as it was so far, whatever else the machine does meanwhile.
 */
static double cost_ns(const struct updates *u)
{
    double sum = 0;

    if (u->chunks)
        return (double)u->spent_ns / (double)u->chunks;
    for (size_t i = 0; i < u->count; i++)
        for (size_t loop = 0; loop < UPDATES_LOOPS && !u->kinds[i].why[0]; loop++)
            sum += 2 / u->kinds[i].loops[loop].rate;
    return sum;
}

/* The rounds that are still to come, this one included, as far as the others' time tells. */
static size_t rounds_left(const struct updates *u)
{
    const size_t done = u->results->rounds;
    const uint64_t now = os_clock_ns();
    const uint64_t left = without(u->end_ns, now);
    const size_t most = u->rounds > done ? u->rounds - done : 1;
    uint64_t fit;

    if (done < ROUNDS_SEEN || now <= u->began_ns)
        return most;
    fit = left / ((now - u->began_ns) / done + 1);
    if (fit < 1)
        return 1;
    return fit < most ? (size_t)fit : most;
}

/* How many updates each loop makes in this round. */
static void plan_round(struct updates *u)
{
    const size_t rounds = rounds_left(u);
    const double left_ns = (double)without(u->budget_ns, u->spent_ns);
    const double affordable = left_ns / (double)rounds / cost_ns(u);

    u->planned = u->results->rounds + 1;
    u->chunk = without(u->wanted, u->chunks) / rounds;
    if (rounds > 1 && u->chunk == 0)
        u->chunk = 1;
    if ((double)u->chunk > affordable)
        u->chunk = (uint64_t)affordable;
    u->chunks += u->chunk;
}

/* How many updates are timed at least. */
static uint64_t shortest(const struct updates_loop *l, uint64_t least_ns)
{
    return 1 + (uint64_t)(l->rate * (double)least_ns);
}

/*
 * Some updates, others than those that are timed next, that are undone at once: caches and TLB
 * then hold of the table what they hold in the middle of a run, whatever was done since the
 * last chunk.
 */
static void warm_up(const struct updates_kind *kind, size_t loop, uint64_t updates)
{
    struct gups once = kind->loops[loop].gups;
    struct gups again;

    once.ran = gups_starts(FAR + once.done);
    again = once;
    runs[!loop](&once, updates);
    runs[loop](&again, updates);
}

/*
 * Times a chunk. What the processor's time has beyond the sample went into waiting for the
 * clock.
 */
static void time_chunk(const struct updates *u, struct updates_loop *l, struct turn *turn,
                       struct batch *batch, uint64_t least_ns)
{
    const struct work work = work_of(turn);
    const uint64_t least = shortest(l, least_ns);
    const uint64_t ops = u->chunk > least ? u->chunk : least;
    const uint64_t cpu = os_cpu_ns();
    const uint64_t start = os_clock_ns();
    uint64_t beyond;

    if (timer_time(&u->results->timer, &work, ops, least_ns, batch) < 0 || turn->cut) {
        *batch = (struct batch){0};
        return;
    }
    beyond = without(without(os_clock_ns(), start), batch->ns);
    l->timed += batch->ops;
    l->ns += batch->ns;
    l->cpu_ns += without(without(os_cpu_ns(), cpu), beyond);
}

static const char *sample(void *arg, const struct probe *probe, uint64_t least_ns,
                          struct sample *sample)
{
    struct updates *u = arg;
    struct updates_kind *kind = &u->kinds[probe->index / UPDATES_LOOPS];
    const size_t loop = probe->index % UPDATES_LOOPS;
    struct updates_loop *l = &kind->loops[loop];
    const struct gups from = l->gups;
    struct turn turn = {runs[loop], &l->gups, false};
    const uint64_t start = os_clock_ns();
    struct batch batch;

    if (kind->why[0])
        return kind->why;
    if (u->planned != u->results->rounds + 1)
        plan_round(u);
    warm_up(kind, loop, shortest(l, least_ns));
    time_chunk(u, l, &turn, &batch, least_ns);
    *sample = (struct sample){batch.ops, (double)batch.ns};
    undo(kind, loop, from, without(os_clock_ns(), start));
    u->spent_ns += without(os_clock_ns(), start);
    return NULL;
}

/* Looks at all words, if that is quick or nobody waits. */
static void verify(struct updates_kind *kind, struct gups_pages *gups)
{
    if (kind->torn || (os_signal() && kind->fill_ns > QUICK_NS))
        return;
    gups->errors = gups_errors(&kind->loops[UPDATES_PLAIN].gups);
    gups->verified = true;
}

static void tell(const struct updates *u, struct updates_kind *kind, struct gups_pages *gups)
{
    const struct updates_loop *plain = &kind->loops[UPDATES_PLAIN];
    /* The other threads, which wait, take processor's time, too. */
    const bool alone = u->results->threads == 1 && os_cpu_ns();

    *gups = (struct gups_pages){.kind = kind->kind,
                                .measured = !kind->why[0] && plain->timed > 0,
                                .log2 = u->log2,
                                .wanted = u->wanted,
                                .updates = plain->timed,
                                .real_ns = plain->ns,
                                .cpu_ns = alone ? plain->cpu_ns : GUPS_CPU_UNKNOWN};
    if (!gups->measured)
        return;
    (void)pages_backing(&kind->mapping, u->root, &gups->backing);
    verify(kind, gups);
}

static void finish(void *arg, struct results *results)
{
    struct updates *u = arg;

    for (size_t i = 0; i < u->count; i++)
        tell(u, &u->kinds[i], &results->gups[i]);
    results->gups_count = u->count;
}

static void close_tables(void *arg)
{
    struct updates *u = arg;

    for (size_t i = 0; i < u->count; i++)
        pages_unmap(&u->kinds[i].mapping);
}

void updates_prepare(struct updates *updates)
{
    updates->stage = (struct stage){
        .open = open_tables, .finish = finish, .close = close_tables, .arg = updates};
    for (size_t i = 0; i < updates->count * UPDATES_LOOPS; i++)
        updates->probes[i] = (struct probe){
            .sample = sample,
            .arg = updates,
            .index = i,
            .group = PROBE_GUPS + (unsigned)(i / UPDATES_LOOPS),
        };
}
