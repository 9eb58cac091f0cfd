/* SPDX-License-Identifier: MIT */
#include "measure_cold.h"

#include <math.h>

#include "os.h"
#include "stats.h"

enum {
    PROBES = 7,
    SET_PROBES = 3, /* of sets, which are read twice beforehand */
    PROBE_BYTES = 128 << 20,
    HALVES = 8, /* of the last-level cache that are looked at, itself included */
};

/* The part of memory in a set that is still in the cache; and how much faster that must be. */
#define MEMORYS_PART 0.1
#define FASTER 1.4

uint64_t usable_bytes(const double *rates, size_t count, uint64_t largest, double memory)
{
    for (size_t i = 0; i + 1 < count; i++) {
        const double hit = 1 / rates[i + 1];
        const double part = (1 / rates[i] - hit) / (1 / memory - hit);

        if (rates[i] >= FASTER * memory && part <= MEMORYS_PART)
            return largest >> i;
    }
    return 0;
}

static bool is_cold_read(const struct cell *cell)
{
    return !cell->absent && !cell->probe && !cell->set_bytes && cell->kernel->op == OP_READ &&
           !cell->hot && !cell->pld && !cell->from;
}

/* The fastest cold read without prefetch that was calibrated, or NULL. */
static const struct cell *fastest_read(const struct plan *plan, const double *rates,
                                       double *rate)
{
    const struct cell *best = NULL;

    for (size_t i = 0; i < plan->count; i++) {
        if (!is_cold_read(&plan->cells[i]) || !(rates[i] > 0) || (best && rates[i] <= *rate))
            continue;
        best = &plan->cells[i];
        *rate = rates[i];
    }
    return best;
}

/* The median of a few samples of a cell on a lane, in bytes per nanosecond. */
static double rate_of(const struct results *r, struct lane *lane, const struct cell *cell,
                      double guess)
{
    const size_t probes = cell->set_bytes ? SET_PROBES : PROBES;
    double rates[PROBES];
    size_t n = 0;

    for (size_t i = 0; i < probes; i++) {
        struct batch batch;

        lane_prepare(lane, cell);
        if (lane_time(lane, cell, 1 + (uint64_t)(guess * (double)r->sample_ns), r->sample_ns,
                      &batch) == 0)
            rates[n++] = (double)batch.ops / (double)batch.ns;
    }
    return stats_median(rates, n).value * (double)lane_op_bytes(&r->layout, cell);
}

/* The reference that the cold buffers are held against, in bytes; 0 if there is to be none. */
static size_t reference_bytes(const struct results *r)
{
    const uint64_t buffer = 4 * (uint64_t)r->layout.buffer_bytes;
    const uint64_t cache = 4 * r->machine.llc.bytes;
    const uint64_t wanted = buffer > cache ? buffer : cache;

    /* Where the buffers are what the system's caches ask for, it must not cost much to look. */
    if (buffer >= 4 * cache && wanted > PROBE_BYTES)
        return 0;
    if (wanted > SIZE_MAX / 4 || wanted > r->machine.memory_available / 4)
        return 0;
    return (size_t)wanted;
}

/* Against larger memory: cold buffers are read no faster. */
static void find_gain(struct results *r, struct lane *lane, const struct cell *cell,
                      double guess)
{
    struct layout layout = r->layout;
    struct lane reference;
    const struct lane_want want = {
        .layout = &layout, .timer = &r->timer, .seed = r->seed, .reader = true};

    layout.buffer_bytes = reference_bytes(r);
    if (layout.buffer_bytes == 0 || lane_open(&reference, &want) < 0)
        return;
    r->cold_gain =
        round(rate_of(r, lane, cell, guess) / rate_of(r, &reference, cell, guess) * 1e3) / 1e3;
    lane_close(&reference);
}

/* How much of the last-level cache holds a set that is read over and over. */
static void find_usable(struct results *r, struct lane *lane, const struct cell *cell,
                        double guess)
{
    const uint64_t cache = r->machine.llc.bytes;
    const double memory = rate_of(r, lane, cell, guess);
    double rates[HALVES];
    size_t n = 0;

    if (r->machine.llc.assumed || cache > r->layout.buffer_bytes / 2)
        return;
    for (; n < HALVES; n++) {
        struct cell set = *cell;

        set.set_bytes = (size_t)(cache >> n) / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
        if (set.set_bytes < 2 * r->machine.l1d.bytes || os_signal())
            break;
        rates[n] = rate_of(r, lane, &set, guess);
    }
    r->usable_bytes = usable_bytes(rates, n, cache, memory);
}

void measure_cold(const struct plan *plan, struct member_state *member, struct results *results)
{
    double guess = 0;
    const struct cell *cell = fastest_read(plan, member->rates, &guess);

    if (!cell || results->threads > 1 || results->machine.emulator[0] || os_signal())
        return;
    find_gain(results, &member->lane, cell, guess);
    find_usable(results, &member->lane, cell, guess);
}
