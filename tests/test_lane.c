/* SPDX-License-Identifier: MIT */
/* Where a lane's cells read and write, in memories of different sizes, and what it verifies. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "lane.h"
#include "memories.h"
#include "os.h"

enum { NORMAL = 4 * 65536, OTHER = 65536, THREADS = 2 };

/* What the kernels below were told last. */
static struct pass last;
static size_t told;

/* Bytes that a wrong copy leaves out. */
static size_t missing;

static void note(const struct pass *pass)
{
    last = *pass;
    told += pass->bytes * pass->passes;
}

static void copy(const struct pass *pass)
{
    note(pass);
    memcpy(pass->dst, pass->src, pass->bytes - missing);
}

static void fill(const struct pass *pass)
{
    note(pass);
    for (size_t i = 0; i < pass->bytes - missing; i++)
        ((unsigned char *)pass->dst)[i] = ((const unsigned char *)pass->src)[i % 16];
}

static const struct kernel copier = {
    .method = "CPY", .run = copy, .op = OP_COPY, .temporal = true, .width = 4, .registers = 8};
static const struct kernel writer = {
    .method = "STR", .run = fill, .op = OP_WRITE, .temporal = true, .width = 2, .registers = 1};
static const struct kernel reader = {
    .method = "LDR", .run = note, .op = OP_READ, .temporal = true, .width = 4, .registers = 1};

static struct layout layout = {
    .hot = {[OP_WRITE] = {4096, 0, 4096},
            [OP_READ] = {4096, 0, 4096},
            [OP_COPY] = {2048, 4096, 6144}},
    .overrun_bytes = 2048,
    .buffer_bytes = NORMAL,
    .line_bytes = 64,
    .lead_bytes = 32768,
};
static struct memories memories;
static struct lane lane;

/* Ordinary memory, and a device's that is malloc's: a part of it for each thread. */
static void open_lane(size_t index)
{
    static const struct timer timer = {.step_ns = 1, .cost_ns = 1};
    const size_t page = os_page_bytes();
    const size_t part = 3 * bank_slack(&layout) + 2 * (size_t)OTHER;
    const struct kind kind = {.how = KIND_WC, .name = "wc"};
    const struct lane_want want = {
        .layout = &layout, .timer = &timer, .memories = &memories, .index = index, .seed = 1};
    void *base = NULL;

    layout.root = "";
    memories_choose(&memories, &kind, 1);
    CHECK(posix_memalign(&base, page, THREADS * part) == 0);
    memories.list[1].device.base = base;
    memories.list[1].device.bytes = THREADS * part;
    memories.list[1].part_bytes = part;
    memories.list[1].bytes = OTHER;
    memset(base, 0x5a, THREADS * part);
    CHECK(lane_open(&lane, &want) == 0);
}

static void close_lane(void)
{
    lane_close(&lane);
    free(memories.list[1].device.base);
}

/* Whether [p, p + bytes) is in the sources, or destinations, of a memory. */
static bool within(const void *p, size_t bytes, size_t memory, bool dst)
{
    const struct bank *bank = &lane.banks[memory];
    const unsigned char *at = p;
    const unsigned char *from = dst ? bank->dst : bank->src;

    return at >= from && at + bytes <= from + bank->bytes;
}

/* Cold cells walk both memories round and round, each at its own pace, and leave neither. */
static void test_cold(void)
{
    static const struct {
        size_t from;
        size_t to;
    } ways[] = {{0, 0}, {1, 1}, {0, 1}, {1, 0}};

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        const struct cell cell = {.kernel = &copier, .from = ways[i].from, .to = ways[i].to};

        told = 0;
        lane_prepare(&lane, &cell);
        for (int n = 0; n < 100; n++) {
            lane_run(&lane, &cell, 7);
            CHECK(within(last.src, last.bytes, cell.from, false));
            CHECK(within(last.dst, last.bytes, cell.to, true));
            CHECK((uintptr_t)last.src % LAYOUT_COLD_OP == 0);
            CHECK((uintptr_t)last.dst % LAYOUT_COLD_OP == LAYOUT_SKEW);
        }
        CHECK(told == 700 * (size_t)LAYOUT_COLD_OP);
    }
}

/* More than a round at once: every line of both is touched. */
static void test_rounds(void)
{
    const struct cell cell = {.kernel = &copier, .from = 1, .to = 0};
    struct bank *to = &lane.banks[0];

    memset(to->dst, 0, to->bytes);
    lane_run(&lane, &cell, 2 * NORMAL / LAYOUT_COLD_OP);
    for (size_t i = 0; i < to->bytes; i++)
        if (!CHECK_EQ_I64(to->dst[i], 0x5a))
            break;
}

/* Hot spans begin at pages of the memories that are named. */
static void test_hot(void)
{
    const struct cell into = {.kernel = &copier, .hot = true, .to = 1};
    const struct cell inside = {.kernel = &copier, .hot = true, .from = 1, .to = 1};
    const size_t page = os_page_bytes();

    for (int n = 0; n < 50; n++) {
        lane_prepare(&lane, &into);
        lane_run(&lane, &into, 3);
        CHECK(within(last.src, 1, 0, false));
        CHECK((uintptr_t)last.src % page == 0);
        CHECK(((uintptr_t)last.dst - layout.hot[OP_COPY].dst_offset) % page == 0);
        CHECK((unsigned char *)last.dst >= lane.banks[1].dst - LAYOUT_SKEW);
        CHECK(last.passes == 3);
        lane_prepare(&lane, &inside);
        lane_run(&lane, &inside, 1);
        CHECK(within(last.src, 1, 1, false));
        CHECK((unsigned char *)last.dst ==
              (const unsigned char *)last.src + layout.hot[OP_COPY].dst_offset);
    }
}

/* Threads have parts of a device's memory that do not overlap. */
static void test_parts(void)
{
    const unsigned char *first = lane.banks[1].src;
    const unsigned char *base = memories.list[1].device.base;
    const size_t part = memories.list[1].part_bytes;

    CHECK(first == base + bank_slack(&layout));
    CHECK(lane.banks[1].dst + OTHER + bank_slack(&layout) - LAYOUT_SKEW == base + part);
    close_lane();
    open_lane(1);
    base = memories.list[1].device.base;
    CHECK(lane.banks[1].src == base + part + bank_slack(&layout));
}

static void test_verify(void)
{
    const struct cell good[] = {
        {.kernel = &copier, .to = 1},
        {.kernel = &copier, .from = 1, .to = 1},
        {.kernel = &writer, .from = 1, .to = 1},
        {.kernel = &reader, .from = 1, .to = 1},
    };

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        const bool reads = good[i].kernel->op == OP_READ;
        const size_t cursors[2] = {lane.banks[0].cold.cursor, lane.banks[1].cold.cursor};

        missing = 0;
        CHECK(lane_verify(&lane, &good[i]));
        /* The last word of the same place, although it was right before. */
        lane.banks[0].cold.cursor = cursors[0];
        lane.banks[1].cold.cursor = cursors[1];
        missing = 4;
        CHECK(lane_verify(&lane, &good[i]) == reads);
        missing = LAYOUT_COLD_OP;
        CHECK(lane_verify(&lane, &good[i]) == reads);
    }
    missing = 0;
}

/* What can't be had has no bytes; ordinary memory is there all the same. */
static void test_absent(void)
{
    const struct lane_want want = {.layout = &layout, .memories = &memories};

    close_lane();
    snprintf(memories.list[1].why, sizeof memories.list[1].why, "no such thing");
    CHECK(lane_open(&lane, &want) == 0);
    CHECK(lane.banks[0].bytes == NORMAL);
    CHECK(lane.banks[1].bytes == 0);
    CHECK_STR(lane.banks[1].why, "no such thing");
    lane_close(&lane);
}

int main(void)
{
    open_lane(0);
    test_cold();
    test_rounds();
    test_hot();
    test_verify();
    test_parts();
    test_absent();
    return check_done("lane");
}
