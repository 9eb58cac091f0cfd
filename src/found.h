/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FOUND_H
#define MEMSPEED_FOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "curve.h"
#include "results.h"

/* What the latency suite of a run has found out about the machine. */
struct found_level {
    uint64_t bytes; /* 0 if not found */
    double ns;      /* a load that hits it, NAN if not found */
};

struct found {
    struct found_level levels[CURVE_LEVELS]; /* of caches, the nearest first */
    size_t count;
    uint64_t sets_bytes; /* the largest set that was measured; 0 if none was */
    bool whole;          /* sets went far enough beyond the last cache that is said to be */
    double stride_ns; /* a load from memory, in the order of addresses; NAN if not measured */
    double random_ns; /* and in none */
    double line;      /* bytes; these three are 0 if not found */
    double tlb_pages;
    double parallel; /* loads under way at once */
};

/*
 * Whether a size that was found is another than the one that is said: not if it is the next of
 * those that caches can have (4, 6, 8 ...), which curves can't always tell apart.
 */
bool found_differs(uint64_t found_bytes, uint64_t said_bytes);

/* Reads it off the results; nothing is found in those of other suites. */
void found_read(struct found *found, const struct results *results);

/*
 * How many bytes of the last-level cache can be used, if that is clearly less than what the
 * system says it has; else 0, as where it is not known. `*how` is a constant: what tells so.
 */
uint64_t found_usable(const struct results *results, const char **how);

#endif
