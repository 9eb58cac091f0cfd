/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TIMER_H
#define MEMSPEED_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was learnt of the clock. */
struct timer {
    uint64_t
        step_ns; /* smallest step seen: the resolution, or the time of a reading if longer */
    uint64_t cost_ns;  /* of one reading */
    uint64_t patience; /* readings after which a clock that did not move has stalled */
};

enum {
    TIMER_TICKS_NS = 5000,    /* from this step on, ticks are waited for */
    TIMER_YIELDS_NS = 100000, /* from this step on, samples may exceed the run's time */
};

/* Learns the clock; -1 if it does not advance. */
int timer_learn(struct timer *timer);

/* Whether the clock ticks so slowly, and is read so fast, that its ticks can be waited for. */
bool timer_ticks(const struct timer *timer);

/* The shortest time in which the clock's steps are noise: 256 of them. */
uint64_t timer_least_ns(const struct timer *timer);

/*
 * What is timed: run(arg, ops) makes `ops` operations, of which `most` last longer than a
 * step of any clock. idle(arg), if not NULL, is called between readings where the wait for a
 * tick is long.
 */
struct work {
    void (*run)(void *arg, uint64_t ops);
    void (*idle)(void *arg);
    void *arg;
    uint64_t most;
};

/* One timed batch: `ops` operations in `ns` nanoseconds, beginning at `start_ns`. */
struct batch {
    uint64_t start_ns;
    uint64_t ns;
    uint64_t ops;
};

/*
 * Times `ops` operations, and as many more as it takes to last `least_ns` and, on a coarse
 * clock, to see a tick edge at the end; the batch starts on one. The time of the readings in
 * between is taken off. -1 if the clock stalls or steps back, or if `ops` were far too few.
 */
int timer_time(const struct timer *timer, const struct work *work, uint64_t ops,
               uint64_t least_ns, struct batch *batch);

/*
 * Finds out how many operations are made per nanosecond, in about `ns`, or a step of the clock
 * if that is longer; within a quarter. Where something may have delayed it, the fastest of
 * some tries. 0 if the clock failed.
 */
double timer_calibrate(const struct timer *timer, const struct work *work, uint64_t ns);

/*
 * timer_time() of work that is timed again and again, for about `least_ns`: `*rate`, its
 * operations per nanosecond, is found out where it is 0, and kept for the next time. -1 as
 * above; the rate is then 0 again.
 */
int timer_again(const struct timer *timer, const struct work *work, uint64_t least_ns,
                double *rate, struct batch *batch);

/*
 * The processor's clock in MHz, by dependent additions for about `ns` nanoseconds, at least
 * what the timer needs; 0 if the clock failed. It is the fastest of several tries (one where
 * the clock is coarse): whatever else the processor does can only slow them.
 */
double timer_mhz(const struct timer *timer, uint64_t ns);

/* Runs until two successive clocks differ by less than 1 %, at most for half a second. */
void timer_warm_up(const struct timer *timer);

#endif
