/* SPDX-License-Identifier: MIT */
#include "lane.h"

#include <errno.h>
#include <string.h>

#include "device.h"
#include "os.h"
#include "warm.h"

enum {
    SKIP_MAX = 16,   /* cold batches skip less than so many operations before ... */
    SKIP_SHARE = 16, /* ... and not more than this part of the buffer */
    /* More than 10 ms of them: passes over 1 KiB at 200 GB/s, 4 KiB at 100 GB/s. */
    HOT_OPS_MOST = 1 << 22,
    COLD_OPS_MOST = 1 << 18,
};

/* Memory that can't be had is left out but for ordinary one, which sets are walked in. */
static int open_banks(struct lane *lane, const struct lane_want *want)
{
    const size_t count = want->memories ? want->memories->count : 1;

    for (; lane->bank_count < count; lane->bank_count++) {
        struct bank *bank = &lane->banks[lane->bank_count];
        const struct bank_want b = {
            .layout = want->layout,
            .memory = want->memories ? &want->memories->list[lane->bank_count] : NULL,
            .index = want->index,
            .seed = random_next(&lane->random),
            .reader = want->reader,
        };

        if (bank_open(bank, &b) < 0) {
            if (lane->bank_count == 0 || errno == EINTR) {
                memcpy(lane->why, bank->why, sizeof lane->why);
                return -1;
            }
            continue;
        }
        if (bank->bytes)
            bank->cold.cursor =
                (size_t)random_below(&lane->random, bank->bytes / LAYOUT_COLD_OP) *
                LAYOUT_COLD_OP;
    }
    return 0;
}

int lane_open(struct lane *lane, const struct lane_want *want)
{
    *lane = (struct lane){.layout = want->layout, .timer = want->timer};
    random_seed(&lane->random, want->seed);
    if (open_banks(lane, want) < 0) {
        const int error = errno;

        lane_close(lane);
        errno = error;
        return -1;
    }
    lane->hot_src = lane->hot_dst = lane->banks[0].src;
    return 0;
}

void lane_close(struct lane *lane)
{
    for (size_t i = 0; i < lane->bank_count; i++)
        bank_close(&lane->banks[i]);
    lane->bank_count = 0;
}

size_t lane_op_bytes(const struct layout *layout, const struct cell *cell)
{
    const size_t part = plan_part(cell->kernel, cell->set_bytes); /* 0 if it has no set */

    if (part)
        return part < LAYOUT_COLD_OP ? part : LAYOUT_COLD_OP;
    return cell->hot ? layout->hot[cell->kernel->op].block_bytes : LAYOUT_COLD_OP;
}

/* The offset of a random page of ordinary memory with so many bytes behind it. */
static size_t draw_page(struct lane *lane, size_t bytes)
{
    const size_t page = os_page_bytes();
    const size_t pages = (lane->banks[0].bytes - bytes) / page + 1;

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
            warm(lane->banks[0].src + lane->set.from, part, 1);
        if (op != OP_READ)
            warm(lane->banks[0].dst + lane->set.from, part, 1);
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

/* Loads the lines of the spans that the cell was given. */
static void warm_hot(const struct lane *lane, const struct cell *cell, unsigned times)
{
    const struct hot *hot = &lane->layout->hot[cell->kernel->op];

    if (lane->hot_src == lane->hot_dst) {
        warm(lane->hot_src, hot->span_bytes, times);
        return;
    }
    warm(lane->hot_src, hot->dst_offset, times);
    warm(lane->hot_dst + hot->dst_offset, hot->block_bytes, times);
}

/* The span may reach into the slack: any page of the buffer can be its first. */
static unsigned char *draw_span(struct lane *lane, unsigned char *base, size_t bytes)
{
    const size_t page = os_page_bytes();

    return base + (size_t)random_below(&lane->random, (bytes + page - 1) / page) * page;
}

static void prepare_hot(struct lane *lane, const struct cell *cell)
{
    const struct bank *from = &lane->banks[cell->from];
    const struct bank *to = &lane->banks[cell->to];

    lane->hot_src = lane->hot_dst = draw_span(lane, from->src, from->bytes);
    /* The destination's span is aligned to a page as the source's is. */
    if (to != from)
        lane->hot_dst = draw_span(lane, to->dst - LAYOUT_SKEW, to->bytes);
    warm_hot(lane, cell, WARM_TIMES);
}

static void prepare_cold(struct lane *lane, struct ring *cold)
{
    /* In small buffers a long way on is a short way back, to lines still in the cache. */
    const size_t some = 1 + cold->bytes / LAYOUT_COLD_OP / SKIP_SHARE;
    const size_t skip =
        (size_t)random_below(&lane->random, some < SKIP_MAX ? some : SKIP_MAX) * LAYOUT_COLD_OP;

    cold->cursor = (cold->cursor + skip) % cold->bytes;
}

void lane_prepare(struct lane *lane, const struct cell *cell)
{
    if (cell->set_bytes) {
        prepare_set(lane, cell);
    } else if (cell->hot) {
        prepare_hot(lane, cell);
    } else {
        prepare_cold(lane, &lane->banks[cell->from].cold);
        if (cell->to != cell->from)
            prepare_cold(lane, &lane->banks[cell->to].cold);
    }
}

void lane_evict(struct lane *lane, size_t bytes)
{
    struct ring *cold = &lane->banks[0].cold;

    for (size_t done = 0; done < bytes; done += LAYOUT_COLD_OP) {
        warm(lane->banks[0].src + cold->cursor, LAYOUT_COLD_OP, 1);
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

/* Ways through the memories that a cell reads and writes, in step if they are the same. */
struct ways {
    struct ring *from;
    struct ring *to;
};

/* One stretch of a walk: `passes` passes over `bytes` from the cursors on. */
static void walk(struct lane *lane, const struct cell *cell, const struct ways *ways,
                 size_t bytes, size_t passes)
{
    const struct pass pass = {
        .dst = lane->banks[cell->to].dst + ways->to->from + ways->to->cursor,
        .src = lane->banks[cell->from].src + ways->from->from + ways->from->cursor,
        .bytes = bytes,
        .passes = passes,
        .dist = (ptrdiff_t)(cell->pld * lane->layout->line_bytes),
    };

    if (cell->kernel->registers == 0 && !cell->kernel->zeros)
        run_calls(cell->kernel, &pass);
    else
        cell->kernel->run(&pass);
    ways->from->cursor = (ways->from->cursor + bytes) % ways->from->bytes;
    if (ways->to != ways->from)
        ways->to->cursor = (ways->to->cursor + bytes) % ways->to->bytes;
}

static size_t to_end(const struct ways *ways)
{
    const size_t from = ways->from->bytes - ways->from->cursor;
    const size_t to = ways->to->bytes - ways->to->cursor;

    return from < to ? from : to;
}

/* Walks on: to the end of a ring, whole rounds of one that is alone, and the rest. */
static void run_ways(struct lane *lane, const struct cell *cell, const struct ways *ways,
                     uint64_t bytes)
{
    uint64_t left = bytes;

    while (left > 0) {
        const size_t whole = ways->from->bytes;
        const size_t end = to_end(ways);

        if (end == whole && ways->to == ways->from && left >= whole) {
            walk(lane, cell, ways, whole, (size_t)(left / whole));
            left %= whole;
        } else {
            const size_t some = left < end ? (size_t)left : end;

            walk(lane, cell, ways, some, 1);
            left -= some;
        }
    }
}

static void run_hot(struct lane *lane, const struct cell *cell, uint64_t ops)
{
    const struct layout *layout = lane->layout;
    const struct hot *hot = &layout->hot[cell->kernel->op];
    const struct pass pass = {
        .dst = lane->hot_dst + hot->dst_offset,
        .src = lane->hot_src,
        .bytes = hot->block_bytes,
        .passes = (size_t)ops,
        .dist = (ptrdiff_t)(cell->pld * layout->line_bytes),
    };

    cell->kernel->run(&pass);
}

void lane_run(struct lane *lane, const struct cell *cell, uint64_t ops)
{
    struct ring *const set = &lane->set;
    const struct ways sets = {set, set};
    const struct ways ways = {&lane->banks[cell->from].cold, &lane->banks[cell->to].cold};

    if (cell->set_bytes)
        run_ways(lane, cell, &sets, ops * lane_op_bytes(lane->layout, cell));
    else if (cell->hot)
        run_hot(lane, cell, ops);
    else
        run_ways(lane, cell, &ways, ops * LAYOUT_COLD_OP);
}

bool lane_verify(struct lane *lane, const struct cell *cell)
{
    const struct kernel *kernel = cell->kernel;
    const struct cell cold = {
        .kernel = kernel, .pld = cell->pld, .from = cell->from, .to = cell->to};
    const struct bank *from = &lane->banks[cell->from];
    const struct bank *to = &lane->banks[cell->to];
    const unsigned char *src = from->src + from->cold.cursor;
    unsigned char *dst = to->dst + to->cold.cursor;
    const size_t period = kernel->op == OP_COPY ? LAYOUT_COLD_OP : kernel_period(kernel);

    if (kernel->op == OP_READ)
        return true;
    device_differ(dst, LAYOUT_COLD_OP, src, period);
    lane_run(lane, &cold, 1);
    return device_same(dst, LAYOUT_COLD_OP, src, period);
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
        warm_hot(lane, visit->cell, 1);
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
