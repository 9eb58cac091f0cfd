/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_COST_H
#define MEMSPEED_TRACE_COST_H

#include "access.h"

/* The calls of one kernel that tell what its loops cost. */
struct cost {
    struct {
        struct tally tally;
        uint64_t bytes;
    } shortest, longest; /* of one pass */
    struct tally repeated;
    uint64_t repeated_bytes, repeated_passes;
};

/* What a loop costs per byte, and a pass beside its bytes. */
struct loop {
    double insns, cycles; /* per byte */
    double control;       /* share of the cycles */
    double pass_insns;
};

void cost_add(struct cost *cost, const struct call *call, const struct tally *tally);

/* False if the calls don't tell. */
bool cost_loop(const struct cost *cost, struct loop *loop);

#endif
