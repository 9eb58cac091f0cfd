/* SPDX-License-Identifier: MIT */
#include "suite.h"

#include "kernel.h"

/* The tables of one memory; and the memories between which cells move data. */
struct classic {
    struct plan *plan;
    const struct machine *machine;
    const struct layout *layout;
    const struct choice *choice;
    size_t memory;
    size_t from;
    size_t to;
};

/* Why the memory can't be used so, or NULL. */
static const char *forbidden(const struct classic *c, const struct kernel *kernel)
{
    const struct memory *m;

    if (c->memory == 0)
        return NULL;
    m = &c->choice->memories->list[c->memory];
    if (kind_is_ordinary(&m->kind))
        return NULL;
    if (kernel->normal && m->device.ordered)
        return "(device) not in memory that may be a device's";
    if (!m->writable && kernel->op != OP_READ && c->to == c->memory)
        return "nothing is written to it without --overwrite";
    return NULL;
}

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
    return forbidden(c, kernel);
}

static int add(const struct classic *c, const struct kernel *kernel, bool hot, size_t pld)
{
    const struct cell cell = {.kernel = kernel,
                              .from = c->from,
                              .to = c->to,
                              .hot = hot,
                              .pld = pld,
                              .absent = obstacle(c, kernel, hot, pld)};

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

/* A method's row; copies' also into the memory, and out of it, if it is not ordinary. */
static int add_method(struct classic *c, const struct kernel *first)
{
    c->from = c->to = c->memory;
    if (first->op == OP_WRITE)
        return add_write(c, first);
    if (add_read_copy(c, first) < 0)
        return -1;
    if (first->op != OP_COPY || c->memory == 0)
        return 0;
    c->from = 0;
    if (add_read_copy(c, first) < 0)
        return -1;
    c->from = c->memory;
    c->to = 0;
    return add_read_copy(c, first);
}

int suite_classic(struct plan *plan, const struct machine *machine, const struct layout *layout,
                  const struct choice *choice)
{
    const size_t count = choice->memories ? choice->memories->count : 1;

    for (size_t memory = 0; memory < count; memory++) {
        struct classic c = {plan, machine, layout, choice, memory, memory, memory};

        /* What can't be had was told. */
        if (choice->memories &&
            (!choice->memories->list[memory].asked || choice->memories->list[memory].why[0]))
            continue;
        for (size_t i = 0; i < kernel_count; i++)
            if (kernel_is_first(i) && suite_chosen(choice, kernel_table[i].method) &&
                add_method(&c, &kernel_table[i]) < 0)
                return -1;
    }
    return 0;
}
