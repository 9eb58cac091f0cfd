/* SPDX-License-Identifier: MIT */
/*
 * Random updates with prefetch: here, since C has none. A second sequence of numbers runs some
 * updates before the first and names the words that will be wanted, so no list of them is kept
 * and the order of the updates stays that of the plain loop. Where the instruction set that the
 * compiler was told of has no prefetch, the compiler drops the second sequence.
 */
#include "gups.h"

enum { SLICE = 1 << 20 }; /* a 32-bit machine counts it in one register */

static uint64_t update_ahead(uint64_t *table, size_t mask, uint64_t ran, size_t updates)
{
    uint64_t ahead = ran;

    for (unsigned i = 0; i < GUPS_AHEAD; i++)
        ahead = gups_next(ahead);
    for (; updates; updates--) {
        ran = gups_next(ran);
        ahead = gups_next(ahead);
        __builtin_prefetch(&table[(size_t)ahead & mask], 1);
        table[(size_t)ran & mask] ^= ran;
    }
    return ran;
}

void gups_run_ahead(struct gups *gups, uint64_t updates)
{
    const size_t mask = ((size_t)1 << gups->log2) - 1;

    gups->done += updates;
    while (updates) {
        const size_t slice = updates < SLICE ? (size_t)updates : SLICE;

        gups->ran = update_ahead(gups->table, mask, gups->ran, slice);
        updates -= slice;
    }
}
