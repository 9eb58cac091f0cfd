/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_MEASURE_H
#define MEMSPEED_MEASURE_H

#include <stddef.h>
#include <stdint.h>

#include "plan.h"
#include "results.h"

enum {
    MEASURE_SAMPLE_NS = 1000000,      /* a sample lasts at least so long ... */
    MEASURE_SAMPLE_LEAST_NS = 100000, /* ... or this, where the time is short */
    MEASURE_ROUNDS_LEAST = 7,         /* that a run takes whatever its time */
    MEASURE_ROUNDS = 24,              /* that a run takes by default */
    MEASURE_ROUNDS_MAX = 120,
};

/* How long to measure. The run began at start_ns and is to end time_ns later. */
struct effort {
    uint64_t start_ns;
    uint64_t time_ns;
    size_t rounds_least;
    size_t rounds_most;
};

/*
 * Called between samples: `done` of `total` in this round, and `left_ns`, an estimate of the
 * time that the run still takes (UINT64_MAX while calibrating).
 */
typedef void measure_progress_fn(void *arg, size_t round, size_t done, size_t total,
                                 uint64_t left_ns);

/*
 * Measures the plan into `results`, which was opened for it and holds machine, layout, timer,
 * seed and threads; fills in sample_ns, rounds, mhz, and what went wrong. Stops after the round
 * at hand when its time is over, and at once when a signal was noted.
 *
 * Returns what failed, with errno. Buffers that a signal interrupted fail with EINTR; why there
 * are none is in the results.
 */
enum measure_failure {
    MEASURE_DONE,
    MEASURE_NO_MEMORY,
    MEASURE_NO_THREADS,
    MEASURE_NO_BUFFERS, /* of ordinary memory */
    MEASURE_NO_KIND     /* none of the kinds of memory that the plan is over can be had */
};
enum measure_failure measure(const struct plan *plan, struct results *results,
                             const struct effort *effort, measure_progress_fn *progress,
                             void *arg);

/* How long a sample lasts at least, as the clock asks for. */
uint64_t measure_sample_ns(const struct timer *timer);

#endif
