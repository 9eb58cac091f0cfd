/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include "kernel.h"

enum {
    ALIAS = 4096, /* the distance at which addresses look alike */
    GRAIN = 1024, /* hot blocks are multiples of it; 2048 where the cache allows */
};

static size_t round_up(size_t n, size_t to)
{
    return (n + to - 1) / to * to;
}

/* The first offset from `least` on that is LAYOUT_SKEW past a multiple of 4 KiB. */
static size_t skewed(size_t least)
{
    const size_t offset = least / ALIAS * ALIAS + LAYOUT_SKEW;

    return offset >= least ? offset : offset + ALIAS;
}

size_t layout_hot_bound(const struct machine *machine)
{
    const uint64_t half = machine->l1d.bytes / 2;
    const uint64_t placed = (uint64_t)machine->l1d_ways * machine->page_bytes;

    return (size_t)(half < placed ? half : placed);
}

static void place(struct layout *layout, size_t block, size_t overrun, size_t offset)
{
    layout->block_bytes = block;
    layout->overrun_bytes = overrun;
    layout->dst_offset = offset;
    layout->span_bytes = offset + block;
}

int layout_hot(struct layout *layout, const struct machine *machine, size_t overrun,
               size_t block)
{
    const size_t bound = layout_hot_bound(machine);

    if (block) {
        place(layout, block, overrun, skewed(block + overrun));
        return layout->span_bytes <= bound ? 0 : -1;
    }
    for (size_t grain = (size_t)2 * GRAIN; grain >= GRAIN; grain /= 2) {
        for (block = bound / 2 / grain * grain; block; block -= grain) {
            place(layout, block, overrun, skewed(block + overrun));
            if (layout->span_bytes <= bound)
                return 0;
        }
    }
    /* A very small cache: as little as possible, without the skew. */
    place(layout, GRAIN, overrun, round_up(GRAIN + overrun, KERNEL_ALIGN));
    return layout->span_bytes <= bound ? 0 : -1;
}

size_t layout_cold_bytes(const struct machine *machine, size_t threads)
{
    const uint64_t shared = 4 * machine->llc.bytes / threads;
    const uint64_t own = 4 * (machine->private_bytes ? machine->private_bytes : 0);
    uint64_t bytes = shared > own ? shared : own;

    if (machine->memory_available && bytes > machine->memory_available / 4 / threads)
        bytes = machine->memory_available / 4 / threads;
    bytes = bytes / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
    if (bytes > SIZE_MAX / 8)
        bytes = SIZE_MAX / 8 / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
    return bytes ? (size_t)bytes : LAYOUT_COLD_OP;
}
