/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "layout.h"
#include "memories.h"
#include "probe.h"

size_t plan_memory(const struct cell *cell)
{
    return cell->from > cell->to ? cell->from : cell->to;
}

size_t plan_part(const struct kernel *kernel, size_t set_bytes)
{
    return kernel->op == OP_COPY ? set_bytes / 2 : set_bytes;
}

int plan_add(struct plan *plan, const struct cell *cell)
{
    if (plan->count == plan->capacity) {
        const size_t capacity = plan->capacity ? 2 * plan->capacity : 64;
        struct cell *cells = realloc(plan->cells, capacity * sizeof *cells);

        if (!cells)
            return -1;
        plan->cells = cells;
        plan->capacity = capacity;
    }
    plan->cells[plan->count++] = *cell;
    return 0;
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->kept_count; i++)
        free(plan->kept[i]);
    free(plan->kept);
    free(plan->cells);
    *plan = (struct plan){0};
}

void *plan_alloc(struct plan *plan, size_t bytes)
{
    void **kept = array_grow(plan->kept, plan->kept_count, sizeof *kept);

    if (!kept)
        return NULL;
    plan->kept = kept;
    kept += plan->kept_count;
    *kept = calloc(1, bytes);
    plan->kept_count += *kept != NULL;
    return *kept;
}

const struct place *plan_place(struct plan *plan, const struct place *place)
{
    struct place *kept = plan_alloc(plan, sizeof *kept);

    if (kept)
        *kept = *place;
    return kept;
}

void plan_stage(struct plan *plan, const struct stage *stage)
{
    plan->stages[plan->stage_count++] = stage;
}

size_t plan_live(const struct plan *plan)
{
    size_t live = 0;

    for (size_t i = 0; i < plan->count; i++)
        live += !plan->cells[i].absent;
    return live;
}

bool plan_has_kernels(const struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (!plan->cells[i].absent && !plan->cells[i].probe)
            return true;
    return false;
}

/* How many memories are mapped in pages that are not a pool's; devices' are there already. */
static size_t ordinary(const struct plan *plan, const struct layout *layout)
{
    size_t count = layout->pages.how != PAGES_HUGETLB;

    for (size_t i = 1; plan->memories && i < plan->memories->count; i++)
        count += plan->memories->list[i].kind.how == KIND_THP;
    return count;
}

double plan_bytes(const struct plan *plan, const struct layout *layout, size_t threads)
{
    double bytes = 0;

    if (plan_has_kernels(plan))
        bytes = layout_bytes(layout, threads) * (double)ordinary(plan, layout);
    for (size_t i = 0; i < plan->stage_count; i++)
        bytes += (double)plan->stages[i]->bytes;
    return bytes;
}

const char *plan_reason(struct plan *plan, const char *format, ...)
{
    char reason[PLAN_REASON];
    va_list args;

    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    for (size_t i = 0; i < PLAN_REASONS; i++) {
        if (plan->reasons[i][0] == '\0')
            memcpy(plan->reasons[i], reason, sizeof reason);
        if (strcmp(plan->reasons[i], reason) == 0)
            return plan->reasons[i];
    }
    return "this machine lacks something";
}
