/* SPDX-License-Identifier: MIT */
#include "lane.h"

#include <errno.h>
#include <string.h>

#include "os.h"
#include "warm.h"

enum {
    SKIP_MAX = 16,   /* cold batches skip less than so many operations before ... */
    SKIP_SHARE = 16, /* ... and not more than this part of the buffer */
    /* More than 10 ms of them: passes over 1 KiB at 200 GB/s, 4 KiB at 100 GB/s. */
    HOT_OPS_MOST = 1 << 22,
    COLD_OPS_MOST = 1 << 18,
};

/* A buffer in the pages that the layout asks for. */
static int map(struct lane *lane, struct buffer *buffer, size_t slack)
{
    const struct layout *l = lane->layout;
    const struct page_kind base = {PAGES_BASE, os_page_bytes()};
    const struct buffer_want want = {.bytes = l->buffer_bytes,
                                     .slack = slack,
                                     .seed = random_next(&lane->random),
                                     .kind = l->pages.how == PAGES_BASE ? base : l->pages,
                                     .root = l->root ? l->root : ""};

    return buffer_map_kind(buffer, &want, lane->why);
}

int lane_open(struct lane *lane, const struct layout *layout, const struct timer *timer,
              uint64_t seed, enum lane_use use)
{
    const size_t slack = layout->overrun_bytes + layout_span(layout);

    *lane = (struct lane){.layout = layout, .timer = timer};
    random_seed(&lane->random, seed);
    if (map(lane, &lane->src, slack) < 0 ||
        (use == LANE_ALL && map(lane, &lane->dst, slack + LAYOUT_SKEW) < 0)) {
        const int error = errno;

        lane_close(lane);
        errno = error;
        return -1;
    }
    lane->dst_base = use == LANE_ALL ? lane->dst.base + LAYOUT_SKEW : lane->src.base;
    lane->cold.bytes = layout->buffer_bytes;
    lane->cold.cursor =
        (size_t)random_below(&lane->random, layout->buffer_bytes / LAYOUT_COLD_OP) *
        LAYOUT_COLD_OP;
    lane->hot = lane->src.base;
    return 0;
}

void lane_close(struct lane *lane)
{
    buffer_unmap(&lane->src);
    buffer_unmap(&lane->dst);
}

size_t lane_op_bytes(const struct layout *layout, const struct cell *cell)
{
    const size_t part = plan_part(cell->kernel, cell->set_bytes); /* 0 if it has no set */

    if (part)
        return part < LAYOUT_COLD_OP ? part : LAYOUT_COLD_OP;
    return cell->hot ? layout->hot[cell->kernel->op].block_bytes : LAYOUT_COLD_OP;
}

/* The offset of a random page of the buffers with so many bytes behind it. */
static size_t draw_page(struct lane *lane, size_t bytes)
{
    const size_t page = os_page_bytes();
    const size_t pages = (lane->layout->buffer_bytes - bytes) / page + 1;

    return (size_t)random_below(&lane->random, pages) * page;
}

/*
 * Loads a set's every line: what fits in a small cache often enough to stay there, copies'
 * source and destination in turns, since each evicts of the other, and the rest once.
 */
static void warm_set(const struct lane *lane, enum op op, size_t part)
{
    const unsigned times = part <= WARM_TIMES * LAYOUT_CALL ? WARM_TIMES : 1;

    for (unsigned n = 0; n < times; n++) {
        if (op != OP_WRITE)
            warm(lane->src.base + lane->set.from, part, 1);
        if (op != OP_READ)
            warm(lane->dst_base + lane->set.from, part, 1);
    }
}

/*
 * What the last cache can hold is loaded. More than that is not: but what stores, which may
 * neither allocate nor evict, would find there of other cells must go.
 */
static void prepare_set(struct lane *lane, const struct cell *cell)
{
    const enum op op = cell->kernel->op;
    const size_t part = plan_part(cell->kernel, cell->set_bytes);
    const size_t most = lane->layout->lead_bytes;
    const size_t settled = 2 * (part < most ? part : most);

    lane->set = (struct ring){.from = draw_page(lane, part), .bytes = part};
    if (part <= most)
        warm_set(lane, op, part);
    else if (op == OP_WRITE)
        lane_evict(lane, 2 * most);
    lane_run(lane, cell, 1 + settled / lane_op_bytes(lane->layout, cell));
}

static void prepare_hot(struct lane *lane, const struct cell *cell)
{
    const struct layout *layout = lane->layout;
    /* The span may reach into the slack: any page of the buffer can be its first. */
    const size_t page = os_page_bytes();
    const size_t pages = (layout->buffer_bytes + page - 1) / page;

    lane->hot = lane->src.base + (size_t)random_below(&lane->random, pages) * page;
    warm(lane->hot, layout->hot[cell->kernel->op].span_bytes, WARM_TIMES);
}

static void prepare_cold(struct lane *lane)
{
    /* In small buffers a long way on is a short way back, to lines still in the cache. */
    const size_t some = 1 + lane->cold.bytes / LAYOUT_COLD_OP / SKIP_SHARE;
    const size_t skip =
        (size_t)random_below(&lane->random, some < SKIP_MAX ? some : SKIP_MAX) * LAYOUT_COLD_OP;

    lane->cold.cursor = (lane->cold.cursor + skip) % lane->cold.bytes;
}

void lane_prepare(struct lane *lane, const struct cell *cell)
{
    if (cell->set_bytes)
        prepare_set(lane, cell);
    else if (cell->hot)
        prepare_hot(lane, cell);
    else
        prepare_cold(lane);
}

void lane_evict(struct lane *lane, size_t bytes)
{
    struct ring *cold = &lane->cold;

    for (size_t done = 0; done < bytes; done += LAYOUT_COLD_OP) {
        warm(lane->src.base + cold->cursor, LAYOUT_COLD_OP, 1);
        cold->cursor = (cold->cursor + LAYOUT_COLD_OP) % cold->bytes;
    }
}

/* A pass of a kernel whose way depends on the length of a call: in calls of one length. */
static void run_calls(const struct kernel *kernel, const struct pass *pass)
{
    for (size_t n = pass->passes; n; n--) {
        for (size_t at = 0; at < pass->bytes; at += LAYOUT_CALL) {
            const size_t left = pass->bytes - at;
            const struct pass call = {
                .dst = (unsigned char *)pass->dst + at,
                .src = (const unsigned char *)pass->src + at,
                .bytes = left < LAYOUT_CALL ? left : LAYOUT_CALL,
                .passes = 1,
            };

            kernel->run(&call);
        }
    }
}

/* One stretch of a walk: `passes` passes over `bytes` from the cursor on. */
static void walk(struct lane *lane, const struct cell *cell, struct ring *ring, size_t bytes,
                 size_t passes)
{
    const size_t at = ring->from + ring->cursor;
    const struct pass pass = {
        .dst = lane->dst_base + at,
        .src = lane->src.base + at,
        .bytes = bytes,
        .passes = passes,
        .dist = (ptrdiff_t)(cell->pld * lane->layout->line_bytes),
    };

    if (cell->kernel->registers == 0 && !cell->kernel->zeros)
        run_calls(cell->kernel, &pass);
    else
        cell->kernel->run(&pass);
    ring->cursor = (ring->cursor + bytes) % ring->bytes;
}

/* Walks on: to the end of the ring, whole rounds, and the rest. */
static void run_ring(struct lane *lane, const struct cell *cell, struct ring *ring,
                     uint64_t bytes)
{
    const size_t whole = ring->bytes;
    const size_t to_end = whole - ring->cursor;
    uint64_t left = bytes;

    if (ring->cursor && left >= to_end) {
        walk(lane, cell, ring, to_end, 1);
        left -= to_end;
    }
    if (left >= whole)
        walk(lane, cell, ring, whole, (size_t)(left / whole));
    left %= whole;
    if (left)
        walk(lane, cell, ring, (size_t)left, 1);
}

static void run_hot(struct lane *lane, const struct cell *cell, uint64_t ops)
{
    const struct layout *layout = lane->layout;
    const struct hot *hot = &layout->hot[cell->kernel->op];
    const struct pass pass = {
        .dst = lane->hot + hot->dst_offset,
        .src = lane->hot,
        .bytes = hot->block_bytes,
        .passes = (size_t)ops,
        .dist = (ptrdiff_t)(cell->pld * layout->line_bytes),
    };

    cell->kernel->run(&pass);
}

void lane_run(struct lane *lane, const struct cell *cell, uint64_t ops)
{
    if (cell->set_bytes)
        run_ring(lane, cell, &lane->set, ops * lane_op_bytes(lane->layout, cell));
    else if (cell->hot)
        run_hot(lane, cell, ops);
    else
        run_ring(lane, cell, &lane->cold, ops * LAYOUT_COLD_OP);
}

/* A cell on a lane, as the timer's work. */
struct visit {
    struct lane *lane;
    const struct cell *cell;
};

static void visit_run(void *arg, uint64_t ops)
{
    const struct visit *visit = arg;

    lane_run(visit->lane, visit->cell, ops);
}

/*
 * A coarse clock takes so long to wait for that hot lines might leave the cache: they are
 * loaded on meanwhile, which is short against its step.
 */
static void visit_idle(void *arg)
{
    const struct visit *visit = arg;
    const struct lane *lane = visit->lane;

    if (visit->cell->hot)
        warm(lane->hot, lane->layout->hot[visit->cell->kernel->op].span_bytes, 1);
    else if (visit->cell->set_bytes && visit->cell->set_bytes <= LAYOUT_CALL)
        lane_run(visit->lane, visit->cell, 1);
}

static struct work work_of(struct visit *visit)
{
    const struct cell *cell = visit->cell;
    const bool small = cell->hot || (cell->set_bytes && cell->set_bytes <= LAYOUT_CALL);

    return (struct work){visit_run, small ? visit_idle : NULL, visit,
                         small ? HOT_OPS_MOST : COLD_OPS_MOST};
}

int lane_time(struct lane *lane, const struct cell *cell, uint64_t ops, uint64_t least_ns,
              struct batch *batch)
{
    struct visit visit = {lane, cell};
    const struct work work = work_of(&visit);

    return timer_time(lane->timer, &work, ops, least_ns, batch);
}

double lane_calibrate(struct lane *lane, const struct cell *cell, uint64_t ns)
{
    struct visit visit = {lane, cell};
    const struct work work = work_of(&visit);

    return timer_calibrate(lane->timer, &work, ns);
}
