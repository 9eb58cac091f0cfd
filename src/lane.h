/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LANE_H
#define MEMSPEED_LANE_H

#include <stdbool.h>
#include <stdint.h>

#include "bank.h"
#include "layout.h"
#include "plan.h"
#include "random.h"
#include "timer.h"

/*
 * What one thread measures in: its memories and its ways through them, of which cells name two,
 * one to read and one to write. Cold operations walk the whole: a line comes up again only
 * after a whole buffer of others. Operations of a set walk that much of ordinary memory; copies
 * have half of it in each buffer.
 */
struct lane {
    const struct layout *layout;
    const struct timer *timer;
    struct bank banks[KINDS]; /* ordinary memory first */
    size_t bank_count;
    char why[WHY]; /* there is no ordinary memory */
    struct random random;
    struct ring set;        /* of the cell that was prepared last */
    unsigned char *hot_src; /* the spans drawn last */
    unsigned char *hot_dst;
};

/* A lane that is wanted, for thread `index`. */
struct lane_want {
    const struct layout *layout;
    const struct timer *timer;
    const struct memories *memories; /* NULL: ordinary memory alone */
    size_t index;
    uint64_t seed;
    bool reader; /* needs no destination */
};

/*
 * Maps the memories; -1 with errno and `why` if there is no ordinary one. Of others that can't
 * be had the bank has 0 bytes.
 */
int lane_open(struct lane *lane, const struct lane_want *want);
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

/*
 * Runs one operation of the cell over cold memory, and looks whether the destination then holds
 * what it should, which it did not before; true for reads.
 */
bool lane_verify(struct lane *lane, const struct cell *cell);

/* Runs operations of the cell, untimed. */
void lane_run(struct lane *lane, const struct cell *cell, uint64_t ops);

/* timer_time() and timer_calibrate() of operations of the cell; to be called when prepared. */
int lane_time(struct lane *lane, const struct cell *cell, uint64_t ops, uint64_t least_ns,
              struct batch *batch);
double lane_calibrate(struct lane *lane, const struct cell *cell, uint64_t ns);

#endif
