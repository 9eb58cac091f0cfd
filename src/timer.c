/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include <math.h>
#include <stdbool.h>

#include "kernel.h"
#include "os.h"

enum {
    LEARN_UNCOUNTED = 256,
    LEARN_STEPS = 64,
    LEARN_READINGS = 1 << 23, /* half a second at 60 ns: far more than any clock's step */
    LEARN_NS = 100000000,
    CALIBRATE_NS = 50000,
    CALIBRATE_TRIES = 4,
    CALIBRATE_FEW = 8,    /* steps */
    END_STEPS = 256,      /* a batch is prolonged in steps of a 256th of it */
    END_STEPS_MAX = 4096, /* and given up after so many, */
    END_OPS_MAX = 1024,   /* or at so many times its operations */
    TRIES = 8,
    READY_TIMES = 8, /* caches replace at random */
    WARM_UP_NS = 10000000,
    WARM_UP_MOST_NS = 500000000,
};

int timer_learn(struct timer *timer)
{
    uint64_t first = os_clock_ns();
    uint64_t last;
    uint64_t longest = 0;
    uint64_t since = 0;
    uint64_t readings = 0;
    unsigned steps = 0;

    /* The first readings find neither code nor data in the cache. */
    for (unsigned n = 0; n < LEARN_UNCOUNTED; n++)
        first = os_clock_ns();
    last = first;
    timer->step_ns = UINT64_MAX;
    while (steps < LEARN_STEPS && readings < LEARN_READINGS &&
           (steps < 3 || last < first || last - first < LEARN_NS)) {
        const uint64_t now = os_clock_ns();

        readings++;
        since++;
        if (now > last) {
            timer->step_ns = now - last < timer->step_ns ? now - last : timer->step_ns;
            longest = since > longest ? since : longest;
            since = 0;
            steps++;
        }
        last = now;
    }
    if (steps < 3 || last <= first)
        return -1;
    /* On a fine clock each reading is a step, and the shortest was not interrupted. */
    timer->cost_ns = (last - first) / readings;
    if (timer->cost_ns > timer->step_ns)
        timer->cost_ns = timer->step_ns;
    timer->patience = 16 * longest + 4096;
    return 0;
}

uint64_t timer_least_ns(const struct timer *timer)
{
    return 256 * timer->step_ns;
}

bool timer_ticks(const struct timer *timer)
{
    return timer->step_ns >= TIMER_TICKS_NS && timer->step_ns >= 16 * timer->cost_ns;
}

/* Waits for the next tick edge; returns its reading, or 0 if the clock stalls or steps back. */
static uint64_t edge(const struct timer *timer, const struct work *work)
{
    const uint64_t first = os_clock_ns();

    for (uint64_t n = timer->patience; n != 0; n--) {
        uint64_t now;

        if (work->idle && timer->step_ns >= TIMER_YIELDS_NS)
            work->idle(work->arg);
        now = os_clock_ns();
        if (now != first)
            return now > first ? now : 0;
    }
    return 0;
}

/* What is left of `ns` without the time of `n` readings. */
static uint64_t without(const struct timer *timer, uint64_t ns, uint64_t n)
{
    const uint64_t read = n * timer->cost_ns;

    return ns > read ? ns - read : 0;
}

/*
 * How many operations to go on by: a quarter of what is missing, as far as is known; where the
 * tick of a coarse clock is near, small ones.
 */
static uint64_t next_step(const struct timer *timer, const struct batch *batch, uint64_t net,
                          uint64_t least_ns)
{
    const uint64_t small = batch->ops / END_STEPS ? batch->ops / END_STEPS : 1;
    uint64_t missing;

    if (timer_ticks(timer) || net >= least_ns)
        return small;
    missing = (uint64_t)((double)batch->ops * (double)(least_ns - net) / (double)(net + 1) / 4);
    /* No more than doubles it: the first nanoseconds tell little. */
    missing = missing < batch->ops ? missing : batch->ops;
    return missing > small ? missing : small;
}

/*
 * Goes on in small steps until the batch is long enough and, if the clock is coarse, it ticks:
 * of the step in which the tick fell half counts.
 */
static int prolong(const struct timer *timer, const struct work *work, uint64_t least_ns,
                   struct batch *batch)
{
    const uint64_t most = END_OPS_MAX * batch->ops;
    uint64_t last = batch->start_ns + batch->ns;
    uint64_t net = without(timer, batch->ns, 1);

    for (uint64_t n = 2; n <= END_STEPS_MAX && batch->ops <= most; n++) {
        const uint64_t step = next_step(timer, batch, net, least_ns);
        uint64_t now;

        work->run(work->arg, step);
        batch->ops += step;
        now = os_clock_ns();
        if (now < last)
            return -1;
        net = without(timer, now - batch->start_ns, n);
        if (timer_ticks(timer) ? now != last && now - batch->start_ns >= least_ns
                               : net >= least_ns) {
            batch->ns = net;
            batch->ops -= timer_ticks(timer) ? step / 2 : 0;
            return net ? 0 : -1;
        }
        last = now;
    }
    return -1;
}

int timer_time(const struct timer *timer, const struct work *work, uint64_t ops,
               uint64_t least_ns, struct batch *batch)
{
    uint64_t start;
    uint64_t now;
    uint64_t net;

    /* What this code itself accesses comes to lie in the cache beside what idle() loads. */
    for (unsigned n = 0; work->idle && n < READY_TIMES; n++) {
        work->run(work->arg, 1);
        os_clock_ns();
        work->idle(work->arg);
    }
    start = edge(timer, work);
    if (start == 0)
        return -1;
    work->run(work->arg, ops);
    now = os_clock_ns();
    if (now < start)
        return -1;
    *batch = (struct batch){.start_ns = start, .ns = now - start, .ops = ops};
    net = without(timer, batch->ns, 1);
    if (timer_ticks(timer) || net < least_ns)
        return prolong(timer, work, least_ns, batch);
    batch->ns = net;
    return 0;
}

/*
 * Operations per nanosecond, counted for at least `least` ns; 0 if the clock failed. The steps
 * are small: where there are few, or the last one ends late, something may have delayed them.
 */
static double count(const struct timer *timer, const struct work *work, uint64_t least,
                    bool *delayed)
{
    const uint64_t start = edge(timer, work);
    uint64_t ops = 0;

    for (uint64_t n = 1; start && ops < work->most; n++) {
        const uint64_t step = 1 + ops / 8;
        uint64_t took_ns;
        uint64_t now;

        work->run(work->arg, step);
        ops += step;
        now = os_clock_ns();
        if (now < start)
            return 0;
        took_ns = without(timer, now - start, n);
        *delayed = n <= CALIBRATE_FEW || took_ns > 2 * least;
        if (took_ns >= least)
            return (double)ops / (double)took_ns;
    }
    return 0;
}

/*
 * The first calls may have to load their code, and be interrupted as all others: a batch of as
 * few operations as were counted then would be given up.
 */
double timer_calibrate(const struct timer *timer, const struct work *work, uint64_t ns)
{
    const uint64_t least = ns > 4 * timer->cost_ns ? ns : 4 * timer->cost_ns;
    double best = 0;

    for (unsigned n = 0; n < CALIBRATE_TRIES; n++) {
        bool delayed = false;
        const double rate = count(timer, work, least, &delayed);

        best = rate > best ? rate : best;
        if (!delayed || timer_ticks(timer))
            break;
    }
    return best;
}

/* Operations of 1024 additions; 64 Mi of them take 10 ms at 6.7 GHz. */
static void add(void *arg, uint64_t ops)
{
    (void)arg;
    ms_adds((size_t)ops);
}

int timer_again(const struct timer *timer, const struct work *work, uint64_t least_ns,
                double *rate, struct batch *batch)
{
    if (*rate <= 0)
        *rate = timer_calibrate(timer, work, CALIBRATE_NS);
    /* A little more, so that few batches fall short and must be prolonged. */
    if (*rate <= 0 || timer_time(timer, work, 1 + (uint64_t)(1.05 * *rate * (double)least_ns),
                                 least_ns, batch) < 0) {
        *rate = 0;
        return -1;
    }
    *rate = (double)batch->ops / (double)batch->ns;
    return 0;
}

double timer_mhz(const struct timer *timer, uint64_t ns)
{
    const struct work work = {.run = add, .most = 1 << 16};
    const unsigned tries = timer_ticks(timer) ? 1 : TRIES;
    const uint64_t least =
        ns / tries > timer_least_ns(timer) || tries == 1 ? ns / tries : timer_least_ns(timer);
    const double rate = timer_calibrate(timer, &work, CALIBRATE_NS);
    double best = 0;

    for (unsigned n = 0; rate > 0 && n < tries; n++) {
        struct batch batch;
        double mhz;

        if (timer_time(timer, &work, 1 + (uint64_t)(rate * (double)least), least, &batch) < 0)
            continue;
        mhz = (double)batch.ops * 1024e3 / (double)batch.ns;
        best = mhz > best ? mhz : best;
    }
    return best;
}

void timer_warm_up(const struct timer *timer)
{
    const uint64_t start = os_clock_ns();
    double before = timer_mhz(timer, WARM_UP_NS);

    for (unsigned n = 0; n < WARM_UP_MOST_NS / WARM_UP_NS; n++) {
        const double now = timer_mhz(timer, WARM_UP_NS);
        const uint64_t end = os_clock_ns();

        if (fabs(now - before) < 0.01 * before || end < start || end - start > WARM_UP_MOST_NS)
            return;
        before = now;
    }
}
