/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PLAN_H
#define MEMSPEED_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "format.h"
#include "kernel.h"
#include "place.h"

struct layout;
struct memories;
struct probe; /* probe.h */
struct stage;

/*
 * One number that is wanted. `absent` is why it can't be measured, or NULL. It comes from
 *
 *   a kernel   over hot or cold memory, or over a set of `set_bytes` if that is not 0 (source
 *              and destination of a copy together), prefetching `pld` lines ahead (0 for the
 *              kernels that don't)
 *   a probe    whatever its suite measures otherwise; its kernel is NULL
 *
 * Cells of the classic tables have no place: kernel, state and distance are where they stand.
 */
struct cell {
    const struct kernel *kernel;
    size_t from; /* the memories that it reads and writes, in the plan's: the same, or one of */
    size_t to;   /* them is ordinary memory, the first */
    bool hot;
    size_t pld;
    size_t set_bytes;
    const struct probe *probe;
    const struct place *place;
    const char *absent;
};

enum { PLAN_REASONS = 16, PLAN_REASON = 160, PLAN_STAGES = 8 };

struct plan {
    const struct memories *memories; /* NULL: ordinary memory alone */
    struct cell *cells;
    size_t count;
    size_t capacity;
    void **kept; /* by plan_alloc() */
    size_t kept_count;
    const struct stage *stages[PLAN_STAGES]; /* of the suites whose cells are probes */
    size_t stage_count;
    char reasons[PLAN_REASONS][PLAN_REASON];
};

/* The memory whose tables the cell stands in: the one that is not ordinary, if it has one. */
size_t plan_memory(const struct cell *cell);

/* What a set takes of each buffer that its kernel uses: copies have half of it in each. */
size_t plan_part(const struct kernel *kernel, size_t set_bytes);

/* Appends a cell; -1 with errno. A plan starts zeroed. */
int plan_add(struct plan *plan, const struct cell *cell);
void plan_free(struct plan *plan);

/* Zeroed memory that is freed with the plan; NULL with errno. */
void *plan_alloc(struct plan *plan, size_t bytes);

/* Keeps a copy of a place as long as the plan; NULL with errno. */
const struct place *plan_place(struct plan *plan, const struct place *place);

/* Adds a stage, which stays the suite's; PLAN_STAGES are enough for all suites. */
void plan_stage(struct plan *plan, const struct stage *stage);

/*
 * Keeps a reason for `absent` as long as the plan; equal ones are kept once. Where there is no
 * more room, a general reason is returned.
 */
const char *plan_reason(struct plan *plan, const char *format, ...) FORMAT(2, 3);

/* Cells that can be measured; and whether any of them comes from a kernel. */
size_t plan_live(const struct plan *plan);
bool plan_has_kernels(const struct plan *plan);

/*
 * The memory that is taken at the same time, of what is available: by each of `threads` for
 * kernels, and by all stages. Pools are no part of what is available.
 */
double plan_bytes(const struct plan *plan, const struct layout *layout, size_t threads);

#endif
