/* SPDX-License-Identifier: MIT */
/* Where blocks and buffers go on machines small, large and odd. */
#include "check.h"
#include "kernel.h"
#include "layout.h"

static struct machine machine_of(uint64_t l1d, unsigned ways, size_t line, size_t page)
{
    return (struct machine){.l1d = {.bytes = l1d},
                            .l1d_ways = ways,
                            .line = {.bytes = line},
                            .llc = {.bytes = 1 << 20},
                            .memory_available = UINT64_MAX,
                            .page_bytes = page};
}

/* What layout.h promises of every block that it chooses itself. */
static void check_hot(const struct layout *l, const struct machine *m)
{
    for (int op = 0; op < OPS; op++) {
        const struct hot *hot = &l->hot[op];

        CHECK(hot->block_bytes > 0 && hot->block_bytes % 1024 == 0);
        CHECK(hot->span_bytes <= m->l1d.bytes / 2);
        CHECK(hot->span_bytes <= (uint64_t)m->l1d_ways * m->page_bytes);
        CHECK_EQ_U64(hot->dst_offset % KERNEL_ALIGN, 0);
        if (hot->block_bytes % KERNEL_ALIGN_MOST == 0)
            CHECK_EQ_U64(hot->dst_offset % KERNEL_ALIGN_MOST, 0);
        if (op != OP_READ)
            CHECK_EQ_U64(hot->span_bytes, hot->dst_offset + hot->block_bytes);
    }
    CHECK(l->hot[OP_WRITE].dst_offset >= KERNEL_PATTERN);
    CHECK(l->hot[OP_READ].span_bytes >= l->hot[OP_READ].block_bytes + l->overrun_bytes);
    CHECK(l->hot[OP_COPY].dst_offset >= l->hot[OP_COPY].block_bytes + l->overrun_bytes);
    CHECK(layout_span(l) <= layout_hot_bound(l, m));
}

static void test_hot(void)
{
    /*
     * L1 bytes, ways, line, page; and the blocks that a largest distance of 64 lines leaves:
     * the bound less 2 KiB, less the distance, and of the rest, skewed, half.
     */
    static const struct {
        uint64_t l1d;
        unsigned ways;
        size_t line;
        size_t page;
        size_t block[OPS];
    } known[] = {
        {32768, 8, 64, 4096, {14336, 12288, 6144}},   /* 6 + 4 + 6 = 16 KiB */
        {16384, 4, 32, 4096, {6144, 6144, 2048}},     /* 8 KiB: 2 + 2, skewed to 6, + 2 */
        {32768, 4, 32, 4096, {14336, 14336, 6144}},   /* 16 KiB: 6 + 2, to 10, + 6 */
        {49152, 12, 64, 4096, {22528, 20480, 10240}}, /* 24 KiB: 10 + 4 + 10 */
        {65536, 4, 64, 65536, {30720, 28672, 14336}}, /* 32 KiB: 14 + 4 + 14 */
        {65536, 4, 64, 4096, {14336, 12288, 6144}},   /* 4 pages of 4 KiB are 16 KiB */
        {24576, 6, 64, 4096, {10240, 8192, 2048}},    /* 12 KiB: 2 + 4, at 6, + 2 */
    };

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct machine m =
            machine_of(known[i].l1d, known[i].ways, known[i].line, known[i].page);
        struct layout l = {0};

        CHECK(layout_hot(&l, &m, 64 * known[i].line, 0) == 0);
        for (int op = 0; op < OPS; op++)
            CHECK_EQ_U64(l.hot[op].block_bytes, known[i].block[op]);
        CHECK_EQ_U64(l.hot[OP_COPY].dst_offset % 4096, LAYOUT_SKEW);
        check_hot(&l, &m);
    }
}

static void test_small_cache(void)
{
    /* 4 KiB in 2 ways: half of it takes a block, its prefetches and a destination, unskewed. */
    const struct machine m = machine_of(8192, 2, 16, 4096);
    struct layout l = {0};

    CHECK(layout_hot(&l, &m, 1024, 0) == 0);
    CHECK_EQ_U64(l.hot[OP_COPY].block_bytes, 1024);
    check_hot(&l, &m);
}

static void test_given_block(void)
{
    const struct machine m = machine_of(32768, 8, 64, 4096);
    struct layout l = {0};

    CHECK(layout_hot(&l, &m, 4096, 4096) == 0);
    for (int op = 0; op < OPS; op++)
        CHECK_EQ_U64(l.hot[op].block_bytes, 4096);
    CHECK(layout_hot(&l, &m, 4096, 32768) == -1);
    CHECK_EQ_U64(l.hot[OP_COPY].block_bytes, 32768);
    CHECK(l.hot[OP_COPY].dst_offset >= 32768 + 4096);
}

static size_t cold(const struct machine *m, size_t threads)
{
    struct layout l = {0};

    layout_share(&l, m, threads);
    return layout_cold_bytes(&l, m, threads);
}

static void test_cold(void)
{
    struct machine m = machine_of(32768, 8, 64, 4096);

    /* 4 x the last-level cache. */
    m.cpu_count = 128;
    m.llc_shared = 128;
    m.llc.bytes = 32 << 20;
    CHECK_EQ_U64(cold(&m, 1), 128 << 20);
    /* A quarter of what is available. */
    m.memory_available = 64 << 20;
    CHECK_EQ_U64(cold(&m, 1), 16 << 20);
    CHECK_EQ_U64(cold(&m, 4), 4 << 20);
    /* Divided among threads, but never under 4 x what each has for itself. */
    m.memory_available = UINT64_MAX;
    m.private_bytes = 1 << 20;
    CHECK_EQ_U64(cold(&m, 4), 32 << 20);
    CHECK_EQ_U64(cold(&m, 128), 4 << 20);
    /* Several last-level caches: who shares one with whom is not known. */
    m.llc_shared = 16;
    CHECK_EQ_U64(cold(&m, 128), 128 << 20);
    /* Odd sizes are cut to whole operations. */
    m.private_bytes = 0;
    m.llc.bytes = 5118 * 1024;
    CHECK_EQ_U64(cold(&m, 1) % LAYOUT_COLD_OP, 0);
    /* Hardly any memory: still something. */
    m.memory_available = 1;
    CHECK_EQ_U64(cold(&m, 1), LAYOUT_COLD_OP);
}

/* Two threads on the CPUs of one core have half of its cache each. */
static void test_siblings(void)
{
    struct machine m = machine_of(32768, 8, 64, 4096);
    struct layout l = {0};

    m.l1d_shared = 2;
    layout_share(&l, &m, 1);
    CHECK_EQ_U64(layout_hot_bound(&l, &m), 16384);
    layout_share(&l, &m, 8);
    CHECK_EQ_U64(layout_hot_bound(&l, &m), 8192);
    CHECK(layout_hot(&l, &m, 2048, 0) == 0);
    check_hot(&l, &m);
}

int main(void)
{
    test_hot();
    test_small_cache();
    test_given_block();
    test_cold();
    test_siblings();
    return check_done("layout");
}
