/* SPDX-License-Identifier: MIT */
#include "suite.h"

#include "kernel.h"

struct classic {
    struct plan *plan;
    const struct machine *machine;
    const struct layout *layout;
    const struct choice *choice;
};

/* Why the cell can't be measured here, or NULL. */
static const char *obstacle(const struct classic *c, const struct kernel *kernel, bool hot,
                            size_t pld)
{
    const struct kernel *plain = kernel_find(kernel->method, kernel->op, kernel->touch,
                                             PREFETCH_NONE, c->layout->line_bytes);

    if (plain && suite_lacking(c->machine, plain))
        return plan_reason(c->plan, "this CPU has no %s", suite_lacking(c->machine, plain));
    if (suite_lacking(c->machine, kernel))
        return plan_reason(c->plan, "this CPU has no prefetch (%s)",
                           suite_lacking(c->machine, kernel));
    if (hot && c->layout->hot[kernel->op].block_bytes % kernel->block)
        return plan_reason(c->plan, "the hot block is no multiple of %u bytes", kernel->block);
    if (hot && pld * c->layout->line_bytes > c->layout->overrun_bytes)
        return plan_reason(c->plan, "PLD=%zu reaches beyond half of the L1 cache", pld);
    return NULL;
}

static int add(const struct classic *c, const struct kernel *kernel, bool hot, size_t pld)
{
    const struct cell cell = {
        .kernel = kernel, .hot = hot, .pld = pld, .absent = obstacle(c, kernel, hot, pld)};

    return plan_add(c->plan, &cell);
}

/* A row of the write table: plain and touching, cold and hot. */
static int add_write(const struct classic *c, const struct kernel *first)
{
    for (int hot = 0; hot < 2; hot++) {
        for (int touch = 0; touch < 2; touch++) {
            const struct kernel *kernel = kernel_find(first->method, OP_WRITE, touch,
                                                      first->prefetch, c->layout->line_bytes);

            if (kernel && add(c, kernel, hot, 0) < 0)
                return -1;
        }
    }
    return 0;
}

/* A row of both read/copy tables: every distance, cold and hot. */
static int add_read_copy(const struct classic *c, const struct kernel *first)
{
    for (int hot = 0; hot < 2; hot++) {
        for (size_t i = 0; i < c->choice->pld_count; i++) {
            const size_t pld = c->choice->pld[i];
            const struct kernel *kernel =
                kernel_find(first->method, first->op, first->touch,
                            pld ? c->choice->prefetch : PREFETCH_NONE, c->layout->line_bytes);

            if (kernel && add(c, kernel, hot, pld) < 0)
                return -1;
        }
    }
    return 0;
}

int suite_classic(struct plan *plan, const struct machine *machine, const struct layout *layout,
                  const struct choice *choice)
{
    const struct classic c = {plan, machine, layout, choice};

    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *k = &kernel_table[i];
        int status;

        if (!kernel_is_first(i) || !suite_chosen(choice, k->method))
            continue;
        status = k->op == OP_WRITE ? add_write(&c, k) : add_read_copy(&c, k);
        if (status < 0)
            return -1;
    }
    return 0;
}
