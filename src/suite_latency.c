/* SPDX-License-Identifier: MIT */
/* What the latency suite measures. */
#include <string.h>

#include "latency.h"
#include "measure.h"
#include "os.h"
#include "suite.h"
#include "table.h"

enum {
    SET_LEAST = 1024,
    /* LATENCY_STEPS sizes an octave: 4, 5, 6, 7 times powers of two */
    WINDOW_PAGES = 16,  /* no TLB that matters has fewer entries */
    STRIDE_MOST = 1024, /* no line is longer than half of it */
    STRIDE_CACHES = 4,  /* the strides' set, in L1 caches */
    PAGES_LEAST = 4,
    PAGES_MOST = 4096,
    ROUNDS = MEASURE_ROUNDS_LEAST, /* that the time should be enough for */
    POINT_NS = 1300000,
    SMALL_POINTS = 50,   /* of strides in the L2 cache, and of pages and lines */
    SETTLE_NS = 10000000 /* to follow a chain after the reading that evicts */
};

#define EVICT_BYTE_NS 0.1 /* that reading, at 10 GB/s */

/* A curve of sets has four points an octave, from 2^10 to 2^48 bytes at most. */
_Static_assert(3 * LATENCY_KINDS * 4 * 38 + CHASE_MOST + 256 <= LATENCY_POINTS,
               "there is not room for all points");
_Static_assert(PROBE_CHASE + 3 * LATENCY_KINDS + 4 < PROBE_VM,
               "there are not enough groups for the chases");

static const char *const order_names[] = {
    [CHASE_STRIDE] = "stride", [CHASE_WINDOW] = "window", [CHASE_RANDOM] = "random"};

/*
 * What laying a chain and visiting all of it costs, in nanoseconds per node: less than a miss,
 * since several are under way at once. From a machine with 130 ns of memory latency.
 */
static const double lay_ns[] = {[CHASE_STRIDE] = 5, [CHASE_WINDOW] = 20, [CHASE_RANDOM] = 100};
static const double visit_ns[] = {[CHASE_STRIDE] = 5, [CHASE_WINDOW] = 40, [CHASE_RANDOM] = 45};

struct planner {
    struct plan *plan;
    struct latency *latency;
    size_t line;
    size_t page;
    unsigned group;
};

/* What a point takes, beside laying its chain: the set is visited, or evicted. */
static double point_ns(const struct latency *l, size_t set, enum chase_order order, size_t line)
{
    if (set <= 2 * l->evict_bytes)
        return (double)POINT_NS + (double)set / (double)line * visit_ns[order];
    return (double)POINT_NS + (double)l->evict_bytes * EVICT_BYTE_NS +
           (order == CHASE_STRIDE ? 0 : SETTLE_NS);
}

/* What a round takes, in nanoseconds. */
static double round_ns(const struct latency *l, size_t line)
{
    const size_t most = l->most_bytes;
    double ns = 0;

    for (enum chase_order order = CHASE_STRIDE; order <= CHASE_RANDOM; order++) {
        ns += (double)most / (double)line * lay_ns[order];
        for (size_t set = SET_LEAST; set <= most; set += suite_step(set, l->steps))
            ns += point_ns(l, set, order, line);
    }
    ns *= (double)l->memory_count;
    ns += (double)CHASE_MOST * point_ns(l, most, CHASE_RANDOM, line);
    for (size_t stride = line; stride <= STRIDE_MOST; stride *= 2)
        ns += (double)most / (double)stride * lay_ns[CHASE_STRIDE] +
              point_ns(l, most, CHASE_STRIDE, stride);
    return ns + (double)SMALL_POINTS * (double)POINT_NS;
}

/*
 * Fewer points where the time does not suffice for 7 rounds of all, and smaller sets where that
 * is not enough.
 */
static void fit(struct planner *p, const struct choice *choice)
{
    struct latency *l = p->latency;
    const size_t most = l->most_bytes;

    l->steps = LATENCY_STEPS;
    while ((double)ROUNDS * round_ns(l, p->line) > (double)choice->time_ns) {
        if (l->steps > 1)
            l->steps /= 2;
        else if (l->most_bytes > 4 * SET_LEAST)
            l->most_bytes /= 2;
        else
            break;
    }
    l->cut_bytes = most - l->most_bytes;
}

static int add(struct planner *p, const struct latency_point *point, struct place *place)
{
    struct latency *l = p->latency;
    struct latency_point *kept = &l->points[l->count];
    struct probe *probe = &l->probes[l->count];
    struct cell cell = {.probe = probe};

    *kept = *point;
    kept->cell = p->plan->count;
    *probe = (struct probe){latency_sample, l, l->count, PROBE_CHASE + p->group};
    place->measure = MEASURE_NS;
    cell.place = plan_place(p->plan, place);
    if (!cell.place || plan_add(p->plan, &cell) < 0)
        return -1;
    l->count++;
    return 0;
}

/* A curve over sets. */
static int add_sets(struct planner *p, enum chase_order order, size_t memory)
{
    const struct latency *l = p->latency;
    bool first = true;

    for (size_t set = SET_LEAST; set <= l->most_bytes; set += suite_step(set, l->steps)) {
        const struct latency_point point = {
            .curve = LATENCY_SETS,
            .x = set,
            .memory = memory,
            .chain = {.bytes = set,
                      .stride = p->line,
                      .window = WINDOW_PAGES * p->page,
                      .order = order},
            .chains = 1,
            .first = first,
        };
        struct place place = {0};
        char row[PLACE_NAME];
        char column[PLACE_NAME];

        snprintf(column, sizeof column, "%s %s", order_names[order], l->memories[memory].name);
        place_name(&place, LATENCY_TABLE, table_size(set, row, sizeof row), column);
        if (add(p, &point, &place) < 0)
            return -1;
        first = false;
    }
    return 0;
}

/* "stride base", of the ordinary memory; and the set, if it is not in the row. */
static void name_column(const struct planner *p, enum chase_order order, size_t set,
                        char column[PLACE_NAME])
{
    char size[PLACE_NAME / 2];

    snprintf(column, PLACE_NAME, "%s %s%s%s", order_names[order],
             p->latency->memories[p->latency->ordinary].name, set ? ", " : "",
             set ? table_size(set, size, sizeof size) : "");
}

/* Chains at once, over the largest set that was just laid. */
static int add_chains(struct planner *p)
{
    for (size_t n = 1; n <= CHASE_MOST; n++) {
        const struct latency_point point = {
            .curve = LATENCY_CHAINS,
            .x = n,
            .memory = p->latency->ordinary,
            .chain = {.bytes = p->latency->most_bytes,
                      .stride = p->line,
                      .order = CHASE_RANDOM},
            .chains = n,
        };
        struct place place = {0};
        char row[PLACE_NAME];
        char column[PLACE_NAME];

        snprintf(row, sizeof row, "%zu", n);
        name_column(p, CHASE_RANDOM, 0, column);
        place_name(&place, LATENCY_CHAINS_TABLE, row, column);
        if (chase_find(n) && add(p, &point, &place) < 0)
            return -1;
    }
    return 0;
}

/* One set that misses the L1 cache, by the stride. */
static int add_strides(struct planner *p)
{
    const size_t bytes = STRIDE_CACHES * (size_t)p->latency->machine->l1d.bytes;

    p->group++;
    for (size_t stride = sizeof(void *); stride <= STRIDE_MOST; stride *= 2) {
        const struct latency_point point = {
            .curve = LATENCY_LINE,
            .x = stride,
            .memory = p->latency->ordinary,
            .chain = {.bytes = bytes < p->latency->most_bytes ? bytes : p->latency->most_bytes,
                      .stride = stride,
                      .window = STRIDE_MOST,
                      .order = CHASE_WINDOW},
            .chains = 1,
            .first = true,
        };
        struct place place = {0};
        char row[PLACE_NAME];
        char column[PLACE_NAME];

        name_column(p, CHASE_WINDOW, point.chain.bytes, column);
        place_name(&place, LATENCY_LINE_TABLE, table_size(stride, row, sizeof row), column);
        if (add(p, &point, &place) < 0)
            return -1;
    }
    return 0;
}

/* As many nodes in pages of their own, and in lines of few pages. */
static int add_pages(struct planner *p, enum latency_curve curve)
{
    const size_t stride = curve == LATENCY_PAGES ? p->page : p->line;
    const size_t most = p->latency->most_bytes / p->page;

    p->group++;
    for (size_t n = PAGES_LEAST; n <= most && n <= PAGES_MOST; n += suite_step(n, 2)) {
        const struct latency_point point = {
            .curve = curve,
            .x = n,
            .memory = p->latency->ordinary,
            .chain = {.bytes = n * stride,
                      .stride = stride,
                      .shift = curve == LATENCY_PAGES ? p->line : 0,
                      .order = CHASE_RANDOM},
            .chains = 1,
            .first = n == PAGES_LEAST,
        };
        struct place place = {0};
        char row[PLACE_NAME];

        snprintf(row, sizeof row, "%zu", n);
        place_name(&place, LATENCY_PAGES_TABLE, row,
                   curve == LATENCY_PAGES ? "one a page" : "one a line");
        if (add(p, &point, &place) < 0)
            return -1;
    }
    return 0;
}

/* The largest set in the order of addresses: lmbench's strides, and what prefetchers reach. */
static int add_long_strides(struct planner *p)
{
    p->group++;
    for (size_t stride = p->line; stride <= STRIDE_MOST; stride *= 2) {
        const struct latency_point point = {
            .curve = LATENCY_MAIN,
            .x = stride,
            .memory = p->latency->ordinary,
            .chain = {.bytes = p->latency->most_bytes, .stride = stride, .order = CHASE_STRIDE},
            .chains = 1,
            .first = true,
        };
        struct place place = {0};
        char row[PLACE_NAME];
        char column[PLACE_NAME];

        name_column(p, CHASE_STRIDE, point.chain.bytes, column);
        place_name(&place, LATENCY_LINE_TABLE, table_size(stride, row, sizeof row), column);
        if (add(p, &point, &place) < 0)
            return -1;
    }
    return 0;
}

static int add_all(struct planner *p)
{
    for (size_t memory = 0; memory < p->latency->memory_count; memory++)
        for (enum chase_order order = CHASE_STRIDE; order <= CHASE_RANDOM; order++) {
            p->group++;
            if (add_sets(p, order, memory) < 0 ||
                (memory == p->latency->ordinary && order == CHASE_RANDOM && add_chains(p) < 0))
                return -1;
        }
    return add_strides(p) < 0 || add_long_strides(p) < 0 || add_pages(p, LATENCY_PAGES) < 0 ||
                   add_pages(p, LATENCY_LINES) < 0
               ? -1
               : 0;
}

static void add_memory(struct latency *l, struct page_kind kind)
{
    struct latency_memory *m = &l->memories[l->memory_count++];

    m->kind = kind;
    pages_name(kind, m->name, sizeof m->name);
    if (kind.how == PAGES_BASE)
        l->ordinary = l->memory_count - 1;
}

/* The kinds asked for; or base pages, and the huge ones that this system can give. */
static void choose_memory(struct latency *l, const struct choice *choice)
{
    struct page_offer offers[PAGES_KINDS];
    size_t count;

    for (size_t i = 0; i < choice->page_count && i < LATENCY_KINDS; i++)
        add_memory(l, choice->pages[i]);
    if (l->memory_count > 0)
        return;
    add_memory(l, (struct page_kind){PAGES_BASE, os_page_bytes()});
    count = pages_list(choice->root, offers, PAGES_KINDS);
    for (size_t i = 0; i < count; i++)
        if (offers[i].kind.how != PAGES_BASE && offers[i].usable) {
            add_memory(l, offers[i].kind);
            return;
        }
}

/* What is mapped, but for what is of pools. */
static uint64_t mapped_bytes(const struct latency *l)
{
    uint64_t bytes = l->evict_bytes;

    for (size_t i = 0; i < l->memory_count; i++)
        bytes += l->memories[i].kind.how == PAGES_HUGETLB ? 0 : l->most_bytes;
    return bytes;
}

static struct latency *make(struct plan *plan, const struct machine *machine,
                            const struct layout *layout, const struct choice *choice)
{
    const size_t cache = machine->llc.bytes < SIZE_MAX ? (size_t)machine->llc.bytes : SIZE_MAX;
    struct latency *l = plan_alloc(plan, sizeof *l);

    if (!l)
        return NULL;
    l->points = plan_alloc(plan, LATENCY_POINTS * sizeof *l->points);
    l->probes = plan_alloc(plan, LATENCY_POINTS * sizeof *l->probes);
    if (!l->points || !l->probes)
        return NULL;
    l->machine = machine;
    l->root = choice->root;
    l->most_bytes = layout->buffer_bytes;
    l->evict_bytes = l->most_bytes / 2 < cache ? l->most_bytes / 2 : cache;
    l->stage = (struct stage){latency_open, latency_finish, latency_close, l, 0};
    choose_memory(l, choice);
    return l;
}

int suite_latency(struct plan *plan, const struct machine *machine, const struct layout *layout,
                  const struct choice *choice)
{
    struct planner p = {
        .plan = plan, .line = layout->line_bytes, .page = os_page_bytes(), .group = 0};

    p.latency = make(plan, machine, layout, choice);
    if (!p.latency)
        return -1;
    fit(&p, choice);
    p.latency->stage.bytes = mapped_bytes(p.latency);
    plan_stage(plan, &p.latency->stage);
    return add_all(&p);
}
