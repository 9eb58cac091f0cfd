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

/* A way through both buffers in step, round and round, all in bytes. */
struct ring {
    size_t from;
    size_t bytes;
    size_t cursor;
};

/*
 * What one thread measures in: its buffers and its ways through them. Cold operations walk the
 * whole: a line comes up again only after a whole buffer of others. Operations of a set walk
 * that much of them; copies have half of it in each.
 */
struct lane {
    const struct layout *layout;
    const struct timer *timer;
    struct buffer src;
    struct buffer dst;
    char why[PAGES_WHY];     /* the buffers could not be had */
    unsigned char *dst_base; /* dst.base + LAYOUT_SKEW: aligned to KERNEL_ALIGN_MOST */
    struct random random;
    struct ring cold;
    struct ring set;    /* of the cell that was prepared last */
    unsigned char *hot; /* the span drawn last */
};

/* Maps the buffers; -1 with errno and `why`. A lane for reads only needs no destination. */
enum lane_use { LANE_READS, LANE_ALL };
int lane_open(struct lane *lane, const struct layout *layout, const struct timer *timer,
              uint64_t seed, enum lane_use use);
void lane_close(struct lane *lane);

/*
 * Bytes of one operation of a cell: one pass over the hot block, or over a set that is no more
 * than LAYOUT_COLD_OP; else LAYOUT_COLD_OP.
 */
size_t lane_op_bytes(const struct layout *layout, const struct cell *cell);

/*
 * Makes ready for a batch of the cell. Hot: draws a span and loads its every line. Cold: skips
 * a random, small part of the way. Of a set: draws its place, loads its every line if a cache
 * can hold them, and goes over it until caches hold what they do in the long run.
 */
void lane_prepare(struct lane *lane, const struct cell *cell);

/*
 * Walks on through the source, loading every line of so many bytes: whatever stores left in the
 * cache, which on some machines other stores would neither evict nor miss, is gone then.
 */
void lane_evict(struct lane *lane, size_t bytes);

/* Runs operations of the cell, untimed. */
void lane_run(struct lane *lane, const struct cell *cell, uint64_t ops);

/* timer_time() and timer_calibrate() of operations of the cell; to be called when prepared. */
int lane_time(struct lane *lane, const struct cell *cell, uint64_t ops, uint64_t least_ns,
              struct batch *batch);
double lane_calibrate(struct lane *lane, const struct cell *cell, uint64_t ns);

#endif
