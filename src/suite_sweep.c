/* SPDX-License-Identifier: MIT */
/* Throughput against the size of what is worked on: where caches end, and how much they gain.
 */
#include "suite.h"

#include "kernel.h"
#include "table.h"

enum {
    SET_LEAST = 1024,
    STEPS = 4,  /* sets an octave: 4, 5, 6, 7 times powers of two */
    ROUNDS = 8, /* that the time should be enough for, calibration included */
    POINT_NS = 1300000,
    TRIPS = 4, /* times that a set, or the cache, is gone over to make ready */
};

/* What that takes at 10 GB/s: a guess, for the number of sets only. */
#define BYTE_NS 0.1

struct sweep {
    struct plan *plan;
    const struct machine *machine;
    const struct layout *layout;
    const struct choice *choice;
    const struct kernel **kernels; /* a column each */
    size_t count;
    unsigned steps; /* sets an octave: 4, 2 or 1 */
};

/*
 * The method with the widest registers that this processor has, the most of them at a time,
 * whose stores go to the caches: as a rule the fastest while a cache holds the set. A plan says
 * what to measure and measures nothing, so exceptions are for the user to choose.
 */
static const struct kernel *widest(const struct sweep *s, enum op op)
{
    const struct kernel *best = NULL;

    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *k = &kernel_table[i];

        if (!kernel_is_first(i) || k->op != op || !k->temporal || k->zeros || k->libc ||
            k->registers == 0 || k->touch || suite_lacking(s->machine, k))
            continue;
        if (!best || k->width * k->registers > best->width * best->registers)
            best = k;
    }
    return best;
}

/* Without prefetches of what is read; some writes are there with prefetches only. */
static void choose(struct sweep *s, const struct kernel *first)
{
    const struct kernel *k = NULL;

    if (first)
        k = kernel_find(first->method, first->op, first->touch,
                        first->op == OP_WRITE ? first->prefetch : PREFETCH_NONE,
                        s->layout->line_bytes);
    if (k)
        s->kernels[s->count++] = k;
}

/* Those asked for; or the fastest of each operation. */
static void choose_kernels(struct sweep *s)
{
    for (int op = 0; op < OPS && s->choice->only_count == 0; op++)
        choose(s, widest(s, (enum op)op));
    for (size_t i = 0; i < kernel_count && s->choice->only_count > 0; i++)
        if (kernel_is_first(i) && suite_chosen(s->choice, kernel_table[i].method))
            choose(s, &kernel_table[i]);
}

/* Whether a set of this size consists of whole blocks of the kernel. */
static bool fits(const struct kernel *kernel, size_t bytes)
{
    return plan_part(kernel, bytes) % kernel->block == 0;
}

/* Why a set of this size can't be measured with the kernel, or NULL; the plan keeps it. */
static const char *obstacle(const struct sweep *s, const struct kernel *kernel, size_t bytes)
{
    if (suite_lacking(s->machine, kernel))
        return plan_reason(s->plan, "this CPU has no %s", suite_lacking(s->machine, kernel));
    if (!fits(kernel, bytes))
        return plan_reason(s->plan, "the kernel takes multiples of %u bytes%s", kernel->block,
                           kernel->op == OP_COPY ? ", and a copy half of the set" : "");
    return NULL;
}

/* Whether any of the columns can have this set. */
static bool is_possible(const struct sweep *s, size_t bytes)
{
    for (size_t i = 0; i < s->count; i++)
        if (fits(s->kernels[i], bytes) && !suite_lacking(s->machine, s->kernels[i]))
            return true;
    return false;
}

/*
 * The set after one of `bytes`. Larger ones consist of whole operations, copies' halves too.
 * Octaves are there even if no kernel can have them, which then says why.
 */
static size_t next_set(const struct sweep *s, size_t bytes)
{
    do
        bytes += suite_step(bytes, s->steps);
    while ((bytes & (bytes - 1)) != 0 &&
           ((bytes > LAYOUT_COLD_OP && bytes % ((size_t)2 * LAYOUT_COLD_OP) != 0) ||
            !is_possible(s, bytes)));
    return bytes;
}

/* What a round takes, in nanoseconds. */
static double round_ns(const struct sweep *s)
{
    double ns = 0;

    for (size_t bytes = SET_LEAST; bytes <= s->layout->buffer_bytes;
         bytes = next_set(s, bytes)) {
        const size_t most = s->layout->lead_bytes;

        for (size_t i = 0; i < s->count; i++) {
            const size_t part = plan_part(s->kernels[i], bytes);

            ns += (double)POINT_NS +
                  (double)TRIPS * BYTE_NS * (double)(part < most ? part : most);
        }
    }
    return ns;
}

/* Fewer sets where the suite's share of the time does not suffice for 7 rounds of all. */
static void fit(struct sweep *s)
{
    const double time = (double)s->choice->time_ns;

    s->steps = STEPS;
    while (s->steps > 1 && (double)ROUNDS * round_ns(s) > time)
        s->steps /= 2;
}

/* A column: the sets of a method. */
static int add_method(const struct sweep *s, const struct kernel *k)
{
    for (size_t bytes = SET_LEAST; bytes <= s->layout->buffer_bytes;
         bytes = next_set(s, bytes)) {
        struct place place = {.measure = MEASURE_MBPS};
        struct cell cell = {.kernel = k, .set_bytes = bytes, .absent = obstacle(s, k, bytes)};
        char row[PLACE_NAME];
        char column[PLACE_NAME];

        snprintf(column, sizeof column, "%s %s", kernel_op_name(k->op), k->method);
        place_name(&place, SWEEP_TABLE, table_size(bytes, row, sizeof row), column);
        cell.place = plan_place(s->plan, &place);
        if (!cell.place || plan_add(s->plan, &cell) < 0)
            return -1;
    }
    return 0;
}

int suite_sweep(struct plan *plan, const struct machine *machine, const struct layout *layout,
                const struct choice *choice)
{
    struct sweep s = {.plan = plan, .machine = machine, .layout = layout, .choice = choice};

    s.kernels = plan_alloc(plan, kernel_count * sizeof(const struct kernel *));
    if (!s.kernels)
        return -1;
    choose_kernels(&s);
    fit(&s);
    for (size_t i = 0; i < s.count; i++)
        if (add_method(&s, s.kernels[i]) < 0)
            return -1;
    return 0;
}
