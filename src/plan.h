/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PLAN_H
#define MEMSPEED_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "format.h"
#include "kernel.h"

/*
 * One number that is wanted: a kernel over hot or cold memory, prefetching `pld` lines ahead (0
 * for the kernels that don't). `absent` is why it can't be measured, or NULL.
 */
struct cell {
    const struct kernel *kernel;
    bool hot;
    size_t pld;
    const char *absent;
};

enum { PLAN_REASONS = 16, PLAN_REASON = 80 };

struct plan {
    struct cell *cells;
    size_t count;
    size_t capacity;
    char reasons[PLAN_REASONS][PLAN_REASON];
};

/* Appends a cell; -1 with errno. A plan starts zeroed. */
int plan_add(struct plan *plan, const struct cell *cell);
void plan_free(struct plan *plan);

/*
 * Keeps a reason for `absent` as long as the plan; equal ones are kept once. Where there is no
 * more room, a general reason is returned.
 */
const char *plan_reason(struct plan *plan, const char *format, ...) FORMAT(2, 3);

/* Cells that can be measured. */
size_t plan_live(const struct plan *plan);

#endif
