/* SPDX-License-Identifier: MIT */
#include "lane.h"

#include <errno.h>
#include <string.h>

#include "os.h"
#include "warm.h"

enum {
    END_STEPS = 256,          /* a batch is prolonged in steps of a 256th of it */
    END_STEPS_MAX = 64 * 256, /* and given up after so many */
    CALIBRATE_STEPS_MAX = 1000,
    SKIP_MAX = 16,            /* cold batches skip less than so many operations before */
};

int lane_open(struct lane *lane, const struct layout *layout, const struct timer *timer,
              uint64_t seed)
{
    const size_t slack = layout->overrun_bytes + layout->span_bytes;

    *lane = (struct lane){.layout = layout, .timer = timer};
    random_seed(&lane->random, seed);
    if (buffer_map(&lane->src, layout->buffer_bytes, slack, random_next(&lane->random)) < 0 ||
        buffer_map(&lane->dst, layout->buffer_bytes, slack + LAYOUT_SKEW,
                   random_next(&lane->random)) < 0) {
        const int error = errno;

        lane_close(lane);
        errno = error;
        return -1;
    }
    lane->dst_base = lane->dst.base + LAYOUT_SKEW;
    lane->cursor = (size_t)random_below(&lane->random, layout->buffer_bytes / LAYOUT_COLD_OP) *
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
    return cell->hot ? layout->block_bytes : LAYOUT_COLD_OP;
}

static void warm_span(void *arg)
{
    const struct lane *lane = arg;

    warm(lane->hot, lane->layout->span_bytes, lane->layout->line_bytes, 1);
}

void lane_prepare(struct lane *lane, const struct cell *cell)
{
    const struct layout *layout = lane->layout;

    if (cell->hot) {
        /* The span may reach into the slack: any page of the buffer can be its first. */
        const size_t page = os_page_bytes();
        const size_t pages = (layout->buffer_bytes + page - 1) / page;

        lane->hot = lane->src.base + (size_t)random_below(&lane->random, pages) * page;
        warm(lane->hot, layout->span_bytes, layout->line_bytes, WARM_TIMES);
    } else {
        const size_t skip = (size_t)random_below(&lane->random, SKIP_MAX) * LAYOUT_COLD_OP;

        lane->cursor = (lane->cursor + skip) % layout->buffer_bytes;
    }
}

/* One stretch of the cold walk: `passes` passes over `bytes` from the cursor on. */
static void walk(struct lane *lane, const struct cell *cell, size_t bytes, size_t passes)
{
    const struct pass pass = {
        .dst = lane->dst_base + lane->cursor,
        .src = lane->src.base + lane->cursor,
        .bytes = bytes,
        .passes = passes,
        .dist = (ptrdiff_t)(cell->pld * lane->layout->line_bytes),
    };

    cell->kernel->run(&pass);
    lane->cursor = (lane->cursor + bytes) % lane->layout->buffer_bytes;
}

/* Walks on: to the end of the buffer, whole rounds, and the rest. */
static void run_cold(struct lane *lane, const struct cell *cell, uint64_t ops)
{
    const uint64_t bytes = ops * LAYOUT_COLD_OP;
    const size_t whole = lane->layout->buffer_bytes;
    const size_t to_end = whole - lane->cursor;
    uint64_t left = bytes;

    if (lane->cursor && left >= to_end) {
        walk(lane, cell, to_end, 1);
        left -= to_end;
    }
    if (left >= whole)
        walk(lane, cell, whole, (size_t)(left / whole));
    left %= whole;
    if (left)
        walk(lane, cell, (size_t)left, 1);
}

void lane_run(struct lane *lane, const struct cell *cell, uint64_t ops)
{
    const struct layout *layout = lane->layout;

    if (cell->hot) {
        const struct pass pass = {
            .dst = lane->hot + layout->dst_offset,
            .src = lane->hot,
            .bytes = layout->block_bytes,
            .passes = (size_t)ops,
            .dist = (ptrdiff_t)(cell->pld * layout->line_bytes),
        };

        cell->kernel->run(&pass);
    } else {
        run_cold(lane, cell, ops);
    }
}

/*
 * Waits for the edge that begins a batch. A coarse clock takes so long over it that hot lines
 * might leave the cache: they are loaded on while it waits, which is short against its step.
 */
static uint64_t begin(struct lane *lane, const struct cell *cell)
{
    if (cell->hot && lane->timer->step_ns >= TIMER_COARSE_NS)
        return timer_edge(lane->timer, warm_span, lane);
    return timer_edge(lane->timer, NULL, NULL);
}

/*
 * Goes on in small steps until the clock ticks. The readings themselves are not the kernel's
 * time; and of the step in which the tick fell half counts. -1 if the clock fails.
 */
static int prolong(struct lane *lane, const struct cell *cell, struct batch *batch)
{
    const uint64_t step = batch->ops / END_STEPS ? batch->ops / END_STEPS : 1;
    uint64_t last = batch->start_ns + batch->ns;

    for (uint64_t n = 1; n <= END_STEPS_MAX; n++) {
        uint64_t now;

        lane_run(lane, cell, step);
        batch->ops += step;
        now = os_clock_ns();
        if (now < last)
            return -1;
        if (now != last && now != batch->start_ns) {
            const uint64_t spent = now - batch->start_ns;
            const uint64_t read = n * lane->timer->cost_ns;

            batch->ns = spent > read ? spent - read : spent;
            batch->ops -= step / 2;
            return 0;
        }
        last = now;
    }
    return -1;
}

int lane_time(struct lane *lane, const struct cell *cell, uint64_t ops, struct batch *batch)
{
    const uint64_t start = begin(lane, cell);
    uint64_t now;

    if (start == 0)
        return -1;
    lane_run(lane, cell, ops);
    now = os_clock_ns();
    if (now < start)
        return -1;
    *batch = (struct batch){.start_ns = start, .ns = now - start, .ops = ops};
    /* Where a batch lasts many steps, any reading is near enough to an edge. */
    return batch->ns < timer_least_ns(lane->timer) ? prolong(lane, cell, batch) : 0;
}

double lane_calibrate(struct lane *lane, const struct cell *cell, uint64_t ns)
{
    const uint64_t least = ns > lane->timer->step_ns ? ns : lane->timer->step_ns;
    const uint64_t start = begin(lane, cell);
    uint64_t now = start;
    uint64_t ops = 0;

    for (unsigned n = 0; start && n < CALIBRATE_STEPS_MAX; n++) {
        const uint64_t step = 1 + ops / 8;

        lane_run(lane, cell, step);
        ops += step;
        now = os_clock_ns();
        if (now < start)
            return 0;
        if (now - start >= least)
            break;
    }
    return now > start ? (double)ops / (double)(now - start) : 0;
}
