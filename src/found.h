/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FOUND_H
#define MEMSPEED_FOUND_H

#include <stddef.h>
#include <stdint.h>

#include "results.h"

/* What the latency suite of a run has found out about the machine. */
enum { FOUND_LEVELS = 6 };

struct found_level {
    uint64_t bytes; /* 0 if not found */
    double ns;      /* a load that hits it, NAN if not found */
};

struct found {
    struct found_level levels[FOUND_LEVELS]; /* of caches, the nearest first */
    size_t count;
    double stride_ns; /* a load from memory, in the order of addresses; NAN if not measured */
    double random_ns; /* and in none */
    double line;      /* bytes; these three are 0 if not found */
    double tlb_pages;
    double parallel; /* loads under way at once */
};

/* Reads it off the results; nothing is found in those of other suites. */
void found_read(struct found *found, const struct results *results);

/*
 * How much of the last-level cache this machine can use, in bytes, if the latencies show that
 * it is three quarters or less of what the system says: a virtual machine may own a part. 0 if
 * it is not known to differ, as in runs without latencies; throughput steps less, and later.
 */
uint64_t found_usable(const struct results *results);

#endif
