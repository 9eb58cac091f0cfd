/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LANE_H
#define MEMSPEED_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "layout.h"
#include "plan.h"
#include "random.h"
#include "timer.h"

/*
 * What one thread measures in: its buffers and its way through them. Cold operations walk both
 * buffers in step, round and round: whatever the kind of traffic, a line comes up again only
 * after a whole buffer of other lines.
 */
struct lane {
    const struct layout *layout;
    const struct timer *timer;
    struct buffer src;
    struct buffer dst;
    unsigned char *dst_base; /* dst.base + LAYOUT_SKEW */
    struct random random;
    size_t cursor;      /* of the cold walk, in bytes */
    unsigned char *hot; /* the span drawn last */
};

/* One timed batch: `ops` operations in `ns` nanoseconds, beginning at `start_ns`. */
struct batch {
    uint64_t start_ns;
    uint64_t ns;
    uint64_t ops;
};

/* Maps the buffers; -1 with errno. */
int lane_open(struct lane *lane, const struct layout *layout, const struct timer *timer,
              uint64_t seed);
void lane_close(struct lane *lane);

/* Bytes of one operation of a cell: one pass over the hot block, or LAYOUT_COLD_OP. */
size_t lane_op_bytes(const struct layout *layout, const struct cell *cell);

/*
 * Makes ready for a batch of the cell. Hot: draws a span and loads its every line. Cold: skips a
 * random, small part of the way.
 */
void lane_prepare(struct lane *lane, const struct cell *cell);

/* Runs operations of the cell, untimed. */
void lane_run(struct lane *lane, const struct cell *cell, uint64_t ops);

/*
 * Times `ops` operations, and as many more as it takes to see a tick edge of the clock at the
 * end; the batch starts on one. -1 if the clock stalls or steps back.
 */
int lane_time(struct lane *lane, const struct cell *cell, uint64_t ops, struct batch *batch);

/*
 * Finds how many operations of the cell last about `ns`, at least the clock's least time.
 * Returns operations per nanosecond, or 0 if the clock failed. To be called when prepared.
 */
double lane_calibrate(struct lane *lane, const struct cell *cell, uint64_t ns);

#endif
