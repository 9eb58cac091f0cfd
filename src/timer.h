/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TIMER_H
#define MEMSPEED_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What was learnt of the clock. The smallest step seen is its resolution, or the time that one
 * reading takes where that is longer.
 */
struct timer {
    uint64_t step_ns;
    uint64_t cost_ns;     /* of one reading */
    uint64_t patience;    /* readings after which a clock that did not move has stalled */
};

enum {
    TIMER_COARSE_NS = 100000, /* from this step on, samples may exceed the run's time */
};

/* Learns the clock; -1 if it does not advance. */
int timer_learn(struct timer *timer);

/*
 * Waits for the next tick edge and returns its reading, or 0 if the clock stalls or steps back.
 * While it waits it calls `idle(arg)` between readings, unless that is NULL.
 */
uint64_t timer_edge(const struct timer *timer, void (*idle)(void *), void *arg);

/* The shortest time in which the clock's steps are noise: 256 of them. */
uint64_t timer_least_ns(const struct timer *timer);

/*
 * The processor's clock in MHz, by dependent additions for about `ns` nanoseconds, at least what
 * the timer needs; 0 if the clock failed. It is the fastest of several tries (one where the
 * clock is coarse): whatever else the processor does can only slow them.
 */
double timer_mhz(const struct timer *timer, uint64_t ns);

/* Runs until two successive clocks differ by less than 1 %, at most for half a second. */
void timer_warm_up(const struct timer *timer);

#endif
