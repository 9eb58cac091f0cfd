/* SPDX-License-Identifier: MIT */
/* Throughput against the size of what is worked on: where caches end, and how much they gain.
 */
#include "suite.h"

#include <errno.h>
#include <string.h>

#include "cpu.h"
#include "kernel.h"
#include "table.h"

enum { SET_LEAST = 1024, STEPS = 4 };

struct sweep {
    struct plan *plan;
    const struct machine *machine;
    const struct layout *layout;
    const struct choice *choice;
};

/* Whether a kernel is the first of its method and operation, in the order of the table. */
static bool is_first(size_t i)
{
    const struct kernel *k = &kernel_table[i];
    const struct kernel *before = i ? &kernel_table[i - 1] : NULL;

    return !before || before->op != k->op || strcmp(before->method, k->method) != 0;
}

/*
 * The method with the widest registers that this processor has, the most of them at a time,
 * whose stores go to the caches: what is fastest while a cache holds the set.
 */
static const struct kernel *widest(const struct sweep *s, enum op op)
{
    const struct kernel *best = NULL;

    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *k = &kernel_table[i];

        if (!is_first(i) || k->op != op || !k->temporal || k->zeros || k->libc ||
            k->registers == 0 || k->touch || (k->needs & ~s->machine->features))
            continue;
        if (!best || k->width * k->registers > best->width * best->registers)
            best = k;
    }
    return best;
}

/* Why a set of this size can't be measured with the kernel, or NULL. */
static const char *obstacle(const struct sweep *s, const struct kernel *kernel, size_t bytes)
{
    const size_t part = kernel->op == OP_COPY ? bytes / 2 : bytes;
    const uint32_t missing = kernel->needs & ~s->machine->features;

    if (missing)
        return plan_reason(s->plan, "this CPU has no %s",
                           cpu_feature_name(missing & (~missing + 1)));
    if (part % kernel->block)
        return plan_reason(s->plan, "the kernel takes multiples of %u bytes", kernel->block);
    return NULL;
}

/* Sets of every step, from 1 KiB to 4 x the last-level cache. */
static int add_method(const struct sweep *s, const struct kernel *first)
{
    const struct kernel *k = kernel_find(first->method, first->op, first->touch, PREFETCH_NONE,
                                         s->layout->line_bytes);

    for (size_t octave = SET_LEAST; k && octave <= s->layout->buffer_bytes; octave *= 2) {
        for (size_t step = STEPS; step < 2 * STEPS; step++) {
            const size_t bytes = octave / STEPS * step;
            struct place place = {.measure = MEASURE_MBPS};
            struct cell cell = {.kernel = k, .set_bytes = bytes};
            char row[32];
            char column[32];

            if (bytes > s->layout->buffer_bytes ||
                (bytes > LAYOUT_COLD_OP && bytes % (2 * LAYOUT_COLD_OP)))
                continue;
            snprintf(column, sizeof column, "%s %s", kernel_op_name(k->op), k->method);
            place_name(&place, SWEEP_TABLE, table_size(bytes, row, sizeof row), column);
            cell.absent = obstacle(s, k, bytes);
            cell.place = plan_place(s->plan, &place);
            if (!cell.place || plan_add(s->plan, &cell) < 0)
                return -1;
        }
    }
    return 0;
}

int suite_sweep(struct plan *plan, const struct machine *machine, const struct layout *layout,
                const struct choice *choice)
{
    const struct sweep s = {plan, machine, layout, choice};

    for (int op = 0; op < OPS && choice->only_count == 0; op++) {
        const struct kernel *k = widest(&s, (enum op)op);

        if (k && add_method(&s, k) < 0)
            return -1;
    }
    for (size_t i = 0; i < kernel_count && choice->only_count > 0; i++)
        if (is_first(i) && suite_chosen(choice, kernel_table[i].method) &&
            add_method(&s, &kernel_table[i]) < 0)
            return -1;
    return 0;
}
