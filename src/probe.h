/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PROBE_H
#define MEMSPEED_PROBE_H

#include <stddef.h>
#include <stdint.h>

struct results;
struct sample;
struct timer;

/*
 * What a suite measures other than by the kernels of the classic tables: latencies, costs of
 * the operating system, random updates. Probes run on the first CPU of the run, in its thread,
 * while other threads wait; whatever they need they keep in `arg`, which they share with their
 * stage.
 */
struct probe {
    /*
     * Measures once, for `least_ns` or as long as it takes, whatever must be made ready before
     * included. Fills in operations and nanoseconds, or leaves ns 0 where the clock failed or a
     * signal came. Returns NULL, or why this cell can't be measured at all, which stays valid
     * as long as the stage is open.
     */
    const char *(*sample)(void *arg, const struct probe *probe, uint64_t least_ns,
                          struct sample *sample);
    void *arg;
    size_t index;   /* the suite's own */
    unsigned group; /* probes of one number are visited in the order of the plan, one after the
                       other; different suites use different ones */
};

/* Numbers of groups. */
enum probe_group {
    PROBE_CHASE = 0, /* and one more for each curve */
    PROBE_VM = 32,
    PROBE_GUPS = 48,
    PROBE_GROUPS = 64,
};

/*
 * What goes with the probes of a suite, called in the thread that runs them. Any may be NULL.
 *
 *   open     before the first sample; what fails is told by the probes
 *   finish   after the last one, however few there were: what follows from all (a curve's
 *            steps, a check of contents) is appended to the results
 *   close    at the end, also if it was not opened
 *   bytes    of memory that it takes between the two, of what is available: not of pools
 */
struct stage {
    void (*open)(void *arg, const struct results *results);
    void (*finish)(void *arg, struct results *results);
    void (*close)(void *arg);
    void *arg;
    uint64_t bytes;
};

#endif
