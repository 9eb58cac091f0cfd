/* SPDX-License-Identifier: MIT */
/* The plain loop of the random updates, by itself: tests put another in its place. */
#include "gups.h"

enum { SLICE = 1 << 20 }; /* a 32-bit machine counts it in one register */

/* Makes some updates after `ran`; returns the last one's number. */
static uint64_t update(uint64_t *table, size_t mask, uint64_t ran, size_t updates)
{
    for (; updates; updates--) {
        ran = gups_next(ran);
        table[(size_t)ran & mask] ^= ran;
    }
    return ran;
}

void gups_run(struct gups *gups, uint64_t updates)
{
    const size_t mask = ((size_t)1 << gups->log2) - 1;

    gups->done += updates;
    while (updates) {
        const size_t slice = updates < SLICE ? (size_t)updates : SLICE;

        gups->ran = update(gups->table, mask, gups->ran, slice);
        updates -= slice;
    }
}
