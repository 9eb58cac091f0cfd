/* SPDX-License-Identifier: MIT */
/*
 * Hot cells are hot on the caches that are hardest to warm: one that allocates on read misses
 * only and replaces at random (ARM9, XScale), and one with few ways (two). The driver's loads
 * and the accesses of kernels are run through a model of such a cache, with pages placed at
 * random.
 */
#include <stdlib.h>

#include "check.h"
#include "fake_os.h"
#include "measure.h"
#include "os.h"
#include "random.h"
#include "warm.h"

enum { PAGE = 4096, WAYS_MAX = 8, SETS_MAX = 1024 };

/* A set-associative cache of physical lines. */
struct cache {
    size_t bytes;
    size_t line;
    size_t ways;
    uint64_t tags[SETS_MAX][WAYS_MAX]; /* line number + 1; 0 is empty */
    struct random random;
    uint64_t placement; /* seeds the frames of pages */
    uint64_t hits;
    uint64_t accesses;
};

static struct cache cache;
static bool timed; /* the accesses count */

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
    cache.accesses += timed;
    cache.hits += timed && hit;
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
    walk(pass, false, true);
}

static void read_kernel(const struct pass *pass)
{
    walk(pass, true, false);
}

static void copy_kernel(const struct pass *pass)
{
    walk(pass, true, true);
}

/* The driver's own loads, in its order. */
void warm(const void *memory, size_t bytes, size_t line, unsigned times)
{
    for (; times; times--)
        for (size_t i = 0; i < bytes; i += line)
            access((uintptr_t)memory + i, true);
}

uint64_t ms_adds(size_t n)
{
    fake_spend((uint64_t)n * 64 * 1000);
    return (uint64_t)n * 64;
}

static const struct kernel kernels[] = {
    {.method = "WRITE", .run = write_kernel, .op = OP_WRITE, .block = 512},
    {.method = "READ", .run = read_kernel, .op = OP_READ, .block = 512, .prefetch = true},
    {.method = "COPY", .run = copy_kernel, .op = OP_COPY, .block = 512, .prefetch = true},
};

/* A whole run of hot cells over one cache; returns the share of hits in the timed parts. */
static double hit_rate(size_t bytes, size_t line, size_t ways, uint64_t step_ns, size_t pld)
{
    struct plan plan = {0};
    unsigned cpu = 0;
    const char *why = NULL;
    struct results r = {
        .threads = 1,
        .seed = bytes + ways,
        .machine = {.cpus = &cpu,
                    .cpu_count = 1,
                    .l1d = {.bytes = bytes},
                    .l1d_ways = (unsigned)ways,
                    .page_bytes = PAGE},
        .layout = {.buffer_bytes = 1 << 18, .lead_bytes = 1 << 16, .line_bytes = line}};
    const struct effort effort = {0, UINT64_MAX / 2, 6, 6};

    fake_clock(step_ns, step_ns > 1000 ? step_ns * 1000 / 16 : 25000);
    cache = (struct cache){.bytes = bytes, .line = line, .ways = ways, .placement = bytes};
    random_seed(&cache.random, 42);
    for (size_t i = 0; i < 3; i++) {
        const struct cell cell = {&kernels[i], true, i ? pld : 0, NULL};

        plan_add(&plan, &cell);
    }
    CHECK(layout_hot(&r.layout, &r.machine, 64 * line, 0) == 0);
    CHECK(layout_span(&r.layout) <= bytes / 2);
    CHECK(results_open(&r, &plan, 6) == 0);
    CHECK(timer_learn(&r.timer) == 0);
    CHECK(measure(&plan, &r, &effort, NULL, NULL, &why) == 0);
    CHECK_EQ_U64(r.lost, 0);
    CHECK(cache.accesses > 10000);
    results_close(&r);
    plan_free(&plan);
    return (double)cache.hits / (double)cache.accesses;
}

int main(void)
{
    /* 16 KiB in 4 ways of 32 bytes (ARM926), 32 KiB in 32 lines' sets (4 ways), 8 ways of 64.
     */
    CHECK(hit_rate(16384, 32, 4, 1, 64) >= 0.99);
    CHECK(hit_rate(16384, 32, 4, 1, 8) >= 0.99);
    CHECK(hit_rate(32768, 32, 4, 1, 64) >= 0.99);
    CHECK(hit_rate(32768, 64, 8, 1, 64) >= 0.99);
    CHECK(hit_rate(32768, 64, 4, 1, 64) >= 0.99);
    /* A coarse clock: the span is loaded on while the tick is waited for. */
    CHECK(hit_rate(16384, 32, 4, 1000000, 64) >= 0.99);
    return check_done("hot");
}
