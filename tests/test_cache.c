/* SPDX-License-Identifier: MIT */
/*
 * Cold cells are cold, and hot cells are hot on the caches that are hardest to warm: one that
 * allocates on read misses only and replaces at random (ARM9, XScale), and one with few ways
 * (two). The driver's loads and the accesses of kernels are run through a model of such a
 * cache, with pages placed at random.
 */
#include <stdlib.h>

#include "check.h"
#include "fake_os.h"
#include "measure.h"
#include "os.h"
#include "random.h"
#include "warm.h"

enum { PAGE = 4096, WAYS_MAX = 8, SETS_MAX = 1024 };

/* The kernels below, which are counted apart. */
enum counted { WRITES, READS, COPIES, TOUCHES, COUNTED };

/* A set-associative cache of physical lines. */
struct cache {
    size_t bytes;
    size_t line;
    size_t ways;
    uint64_t tags[SETS_MAX][WAYS_MAX]; /* line number + 1; 0 is empty */
    struct random random;
    uint64_t placement; /* seeds the frames of pages */
    uint64_t hits[COUNTED];
    uint64_t accesses[COUNTED];
};

static struct cache cache;
static enum counted kind; /* of the kernel that runs */
static bool timed;        /* the accesses count */

/* The physical address: each virtual page has a frame of its own, drawn at random. */
static uint64_t frame_address(uintptr_t address)
{
    struct random random;

    random_seed(&random, cache.placement + address / PAGE);
    return (random_next(&random) >> 20) * PAGE + address % PAGE;
}

static void access(uintptr_t address, bool load)
{
    const uint64_t line = frame_address(address) / cache.line;
    uint64_t *set = cache.tags[line % (cache.bytes / cache.line / cache.ways)];
    bool hit = false;

    for (size_t way = 0; way < cache.ways; way++)
        hit = hit || set[way] == line + 1;
    if (!hit && load)
        set[random_below(&cache.random, cache.ways)] = line + 1;
    cache.accesses[kind] += timed;
    cache.hits[kind] += timed && hit;
}

/* A pass of a kernel: a load or a store of each line, and a prefetch ahead if there is one. */
static void walk(const struct pass *pass, bool loads, bool stores)
{
    timed = true;
    for (size_t n = 0; n < pass->passes && n < 4; n++) {
        for (size_t i = 0; i < pass->bytes; i += cache.line) {
            if (loads && pass->dist)
                access((uintptr_t)pass->src + i + (size_t)pass->dist, true);
            if (loads)
                access((uintptr_t)pass->src + i, true);
            if (stores)
                access((uintptr_t)pass->dst + i, false);
        }
    }
    timed = false;
    fake_spend((uint64_t)pass->bytes * pass->passes * 100);
}

static void write_kernel(const struct pass *pass)
{
    kind = WRITES;
    walk(pass, false, true);
}

static void read_kernel(const struct pass *pass)
{
    kind = READS;
    walk(pass, true, false);
}

static void copy_kernel(const struct pass *pass)
{
    kind = COPIES;
    walk(pass, true, true);
}

/* The driver's own loads, in its order. */
void warm(const void *memory, size_t bytes, unsigned times)
{
    for (; times; times--)
        for (size_t i = 0; i < bytes; i += WARM_STRIDE)
            access((uintptr_t)memory + i, true);
}

uint64_t ms_adds(size_t n)
{
    fake_spend((uint64_t)n * 1024 * 1000);
    return (uint64_t)n * 1024;
}

/* A write with allocation: each line is loaded before it is stored to. */
static void touch_kernel(const struct pass *pass)
{
    kind = TOUCHES;
    timed = true;
    for (size_t i = 0; i < pass->bytes * (pass->passes < 4 ? pass->passes : 4);
         i += cache.line) {
        access((uintptr_t)pass->dst + i % pass->bytes, true);
        timed = false; /* the store that follows would hit by design */
        access((uintptr_t)pass->dst + i % pass->bytes, false);
        timed = true;
    }
    timed = false;
    fake_spend((uint64_t)pass->bytes * pass->passes * 100);
}

static const struct kernel kernels[] = {
    {.method = "WRITE", .run = write_kernel, .op = OP_WRITE, .block = 512},
    {.method = "READ",
     .run = read_kernel,
     .op = OP_READ,
     .block = 512,
     .prefetch = PREFETCH_L1},
    {.method = "COPY",
     .run = copy_kernel,
     .op = OP_COPY,
     .block = 512,
     .prefetch = PREFETCH_L1},
    {.method = "WRITE", .run = touch_kernel, .op = OP_WRITE, .block = 512, .touch = true},
};

/* A run over a modelled cache: the cells of the first `kinds` kernels, hot, cold, or of sets.
 */
struct arrangement {
    bool hot;
    size_t kinds;
    size_t bytes; /* of the cache, with lines and ways */
    size_t line;
    size_t ways;
    uint64_t step_ns;
    size_t pld;
    size_t told_line; /* what the driver takes for the line */
};

static void add_cell(struct plan *plan, const struct arrangement *set, size_t i,
                     size_t set_bytes)
{
    static const struct place places[COUNTED] = {
        {.table = "sets", .column = "write"},
        {.table = "sets", .column = "read"},
        {.table = "sets", .column = "copy"},
        {.table = "sets", .column = "touch"},
    };
    const struct cell cell = {.kernel = &kernels[i],
                              .hot = set->hot,
                              .pld = kernels[i].prefetch ? set->pld : 0,
                              .set_bytes = set_bytes,
                              .place = set_bytes ? &places[i] : NULL};

    CHECK(plan_add(plan, &cell) == 0);
}

/* Runs, of sets if set_bytes is not 0; the cache has counted accesses and hits then. */
static void run(const struct arrangement *set, size_t set_bytes)
{
    struct plan plan = {0};
    unsigned cpu = 0;
    struct results r = {.threads = 1,
                        .seed = set->bytes + set->ways,
                        .machine = {.cpus = &cpu,
                                    .cpu_count = 1,
                                    .l1d = {.bytes = set->bytes},
                                    .l1d_ways = (unsigned)set->ways,
                                    .page_bytes = PAGE},
                        .layout = {.buffer_bytes = set->hot ? 1 << 18 : 4 * set->bytes,
                                   .lead_bytes = set->hot ? 1 << 16 : set->bytes,
                                   .line_bytes = set->told_line}};
    const size_t rounds = set_bytes ? 2 : 6; /* emulators take their time */
    const struct effort effort = {0, UINT64_MAX / 2, rounds, rounds};

    fake_clock(set->step_ns, set->step_ns > 1000 ? set->step_ns * 1000 / 16 : 25000);
    cache = (struct cache){
        .bytes = set->bytes, .line = set->line, .ways = set->ways, .placement = set->bytes};
    random_seed(&cache.random, 42);
    for (size_t i = 0; i < set->kinds; i++)
        add_cell(&plan, set, i, set_bytes);
    CHECK(layout_hot(&r.layout, &r.machine, 64 * set->line, 0) == 0);
    CHECK(layout_span(&r.layout) <= set->bytes / 2);
    CHECK(results_open(&r, &plan, rounds) == 0);
    CHECK(timer_learn(&r.timer) == 0);
    CHECK(measure(&plan, &r, &effort, NULL, NULL) == MEASURE_DONE);
    CHECK_EQ_U64(r.lost, 0);
    results_close(&r);
    plan_free(&plan);
}

/* The share of hits in what the kernels of a kind accessed. */
static double rate_of(enum counted wanted)
{
    CHECK(cache.accesses[wanted] > 1000);
    return (double)cache.hits[wanted] / (double)cache.accesses[wanted];
}

/* The share of hits in what all kernels accessed. */
static double hit_rate(void)
{
    uint64_t accesses = 0;
    uint64_t hits = 0;

    for (size_t i = 0; i < COUNTED; i++) {
        accesses += cache.accesses[i];
        hits += cache.hits[i];
    }
    CHECK(accesses > 10000);
    return (double)hits / (double)accesses;
}

static void test_hot(void)
{
    static const struct arrangement settings[] = {
        {true, 3, 16384, 32, 4, 1, 64, 32}, /* ARM926 */
        {true, 3, 16384, 32, 4, 1, 8, 32},        {true, 3, 32768, 32, 4, 1, 64, 32},
        {true, 3, 32768, 64, 8, 1, 64, 64},       {true, 3, 32768, 64, 4, 1, 64, 64},
        {true, 3, 16384, 32, 4, 1000000, 64, 32}, /* loaded on while a slow tick is awaited */
        {true, 3, 32768, 32, 4, 1, 16, 64},       /* the line is not what it is taken for */
    };

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        run(&settings[i], 0);
        CHECK(hit_rate() >= 0.99);
    }
}

/*
 * Buffers of four times the cache: with random replacement e^-4, 1.8 %, of the lines survive a
 * round. Stores that neither allocate nor evict must not find what other kernels left.
 */
static void test_cold(void)
{
    static const struct arrangement settings[] = {
        {false, 4, 16384, 32, 4, 1, 0, 32},
        {false, 4, 32768, 32, 4, 1, 0, 32},
        {false, 4, 32768, 64, 8, 1, 0, 64},
    };

    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        run(&settings[i], 0);
        CHECK(hit_rate() <= 0.03);
    }
}

/*
 * A set of half the cache hits, whatever allocates, since it was loaded. One of four times the
 * cache misses: stores as they find nothing that others left, loads as by random replacement
 * 2 % of the lines outlive a lap. Of a copy whose stores don't allocate, only the half that it
 * reads, twice the cache, competes for it: there 20 % of the loads hit, 10 % of the accesses.
 */
static void test_sets(void)
{
    static const struct arrangement setting = {false, COUNTED, 16384, 32, 4, 1, 0, 32};

    run(&setting, setting.bytes / 2);
    CHECK(hit_rate() >= 0.99);
    run(&setting, 4 * setting.bytes);
    CHECK(rate_of(WRITES) <= 0.03);
    CHECK(rate_of(READS) <= 0.03);
    CHECK(rate_of(TOUCHES) <= 0.03);
    CHECK_NEAR(rate_of(COPIES), 0.10, 0.02);
}

int main(void)
{
    test_hot();
    test_cold();
    test_sets();
    return check_done("cache");
}
