/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include "kernel.h"

enum {
    ALIAS = 4096, /* the distance at which addresses look alike */
    GRAIN = 1024, /* hot blocks are multiples of it; 2048 where the cache allows */
};

/* So destinations, hot or cold, are aligned as any kernel may want it. */
_Static_assert(ALIAS % KERNEL_ALIGN_MOST == 0 && LAYOUT_SKEW % KERNEL_ALIGN_MOST == 0 &&
                   LAYOUT_COLD_OP % KERNEL_ALIGN_MOST == 0,
               "destinations must be aligned to KERNEL_ALIGN_MOST");

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

size_t layout_hot_bound(const struct layout *layout, const struct machine *machine)
{
    const uint64_t half = machine->l1d.bytes / 2;
    const uint64_t placed = (uint64_t)machine->l1d_ways * machine->page_bytes;
    const uint64_t bound = half < placed ? half : placed;

    return (size_t)(bound / (layout->l1_sharers ? layout->l1_sharers : 1));
}

/* An operation with blocks of `block` bytes. */
static struct hot place(enum op op, size_t block, size_t overrun)
{
    struct hot hot = {.block_bytes = block};

    switch (op) {
    case OP_WRITE:
        hot.dst_offset = skewed(KERNEL_PATTERN);
        hot.span_bytes = hot.dst_offset + block;
        break;
    case OP_READ:
        hot.span_bytes = block + overrun;
        break;
    default:
        hot.dst_offset = skewed(block + overrun);
        hot.span_bytes = hot.dst_offset + block;
        break;
    }
    return hot;
}

/* The largest blocks within the bound. */
static struct hot fit(enum op op, size_t overrun, size_t bound)
{
    struct hot hot;

    for (size_t grain = (size_t)2 * GRAIN; grain >= GRAIN; grain /= 2) {
        for (size_t block = bound / grain * grain; block; block -= grain) {
            hot = place(op, block, overrun);
            if (hot.span_bytes <= bound)
                return hot;
        }
    }
    /* A very small cache: as little as possible, without the skew. */
    hot.block_bytes = GRAIN;
    hot.dst_offset = round_up(op == OP_COPY ? GRAIN + overrun : KERNEL_PATTERN, KERNEL_ALIGN);
    hot.span_bytes = op == OP_READ ? GRAIN + overrun : hot.dst_offset + GRAIN;
    return hot;
}

int layout_hot(struct layout *layout, const struct machine *machine, size_t overrun,
               size_t block)
{
    const size_t bound = layout_hot_bound(layout, machine);

    layout->overrun_bytes = overrun;
    for (int op = 0; op < OPS; op++)
        layout->hot[op] =
            block ? place((enum op)op, block, overrun) : fit((enum op)op, overrun, bound);
    return layout_span(layout) <= bound ? 0 : -1;
}

size_t layout_span(const struct layout *layout)
{
    size_t longest = 0;

    for (int op = 0; op < OPS; op++)
        if (layout->hot[op].span_bytes > longest)
            longest = layout->hot[op].span_bytes;
    return longest;
}

void layout_share(struct layout *layout, const struct machine *machine, size_t threads)
{
    layout->l1_sharers = threads < machine->l1d_shared ? threads : machine->l1d_shared;
    /* With more than one such cache it is not known how many threads come to each. */
    layout->llc_sharers = machine->llc_shared >= machine->cpu_count ? threads : 1;
}

size_t layout_cold_bytes(const struct layout *layout, const struct machine *machine,
                         size_t threads)
{
    const uint64_t sharers = layout->llc_sharers ? layout->llc_sharers : 1;
    const uint64_t shared = 4 * machine->llc.bytes / sharers;
    const uint64_t own = 4 * machine->private_bytes;
    uint64_t bytes = shared > own ? shared : own;

    if (bytes > machine->memory_available / 4 / threads)
        bytes = machine->memory_available / 4 / threads;
    bytes = bytes / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
    if (bytes > SIZE_MAX / 8)
        bytes = SIZE_MAX / 8 / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
    return bytes ? (size_t)bytes : LAYOUT_COLD_OP;
}

/* The longest distance that leaves at least half of the hot bound to the blocks, in bytes. */
static size_t longest_overrun(const struct layout *layout, const struct machine *machine,
                              const struct wish *wish)
{
    const size_t bound = layout_hot_bound(layout, machine);
    size_t longest = 0;

    for (size_t i = 0; i < wish->pld_count; i++) {
        const size_t reach = wish->pld[i] * layout->line_bytes;

        if (reach <= bound / 2 && reach > longest)
            longest = reach;
    }
    return longest;
}

int layout_plan(struct layout *layout, const struct machine *machine, const struct wish *wish)
{
    int status;

    layout->line_bytes = (size_t)machine->line.bytes;
    layout_share(layout, machine, wish->threads);
    status =
        layout_hot(layout, machine, longest_overrun(layout, machine, wish), wish->block_bytes);
    layout->buffer_bytes = wish->buffer_bytes
                               ? wish->buffer_bytes
                               : layout_cold_bytes(layout, machine, wish->threads);
    layout->lead_bytes = machine->llc.bytes < layout->buffer_bytes ? (size_t)machine->llc.bytes
                                                                   : layout->buffer_bytes;
    return status;
}

double layout_bytes(const struct layout *layout, size_t threads)
{
    const double slack = (double)layout->overrun_bytes + (double)layout_span(layout);

    return 2.0 * ((double)layout->buffer_bytes + 2 * slack) * (double)threads;
}

uint64_t layout_shared_bytes(const struct layout *layout)
{
    return (uint64_t)layout->buffer_bytes * (layout->llc_sharers ? layout->llc_sharers : 1);
}
