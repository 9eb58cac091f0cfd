/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LAYOUT_H
#define MEMSPEED_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "kernel.h"
#include "machine.h"
#include "pages.h"

enum {
    /* Cold memory is counted and walked in operations of so many bytes. */
    LAYOUT_COLD_OP = 4096,
    /*
     * Destinations lie this far off the sources, modulo 4 KiB: as far as can be from both
     * neighbours, so that neither cache sets nor the low address bits by which processors
     * compare loads with earlier stores coincide. It is a multiple of KERNEL_ALIGN_MOST too.
     */
    LAYOUT_SKEW = 2048,
    /* Functions of the libc and string instructions choose their way by the length of a call:
     * over cold memory they are called for so many bytes at a time. */
    LAYOUT_CALL = 65536,
};

/*
 * A hot operation: `block` bytes from src on, from dst on or both, in a span that starts at a
 * page. Copies lie as below; reads have no destination, and the source of writes is the
 * pattern.
 *
 *     | source: block | prefetch overrun | ... | destination: block |
 *     0                                        dst_offset           span
 *
 * A span takes at most min(L1/2, ways x page), or its share of that: fewer bytes than can evict
 * each other, wherever their pages lie. dst_offset is a multiple of KERNEL_ALIGN, and wherever
 * block_bytes is a multiple of KERNEL_ALIGN_MOST, so is dst_offset.
 */
struct hot {
    size_t block_bytes;
    size_t dst_offset;
    size_t span_bytes;
};

/* Where kernels run: hot in `hot[op]`, cold through two buffers of `buffer_bytes` each. */
struct layout {
    struct hot hot[OPS];
    size_t overrun_bytes; /* the longest prefetch distance in hot cells */
    size_t l1_sharers;    /* threads that run on CPUs with one L1 data cache; 0 counts as 1 */
    size_t llc_sharers;   /* threads that are sure to share one last-level cache; likewise */
    size_t buffer_bytes;
    size_t line_bytes;
    size_t lead_bytes;      /* traffic that replaces what the last-level cache holds */
    struct page_kind pages; /* of the buffers; ordinary ones if it is zeroed */
    const char *root;       /* below which the system is read, as in os.h */
};

/*
 * Lays hot operations out, l1_sharers being set. `overrun` is the longest prefetch distance in
 * bytes; `block` is the wanted block, or 0 for the largest of each that fits. Returns 0, or -1
 * if something does not fit the bound (it is laid out all the same).
 */
int layout_hot(struct layout *layout, const struct machine *machine, size_t overrun,
               size_t block);

/* The bound on a span, in bytes. */
size_t layout_hot_bound(const struct layout *layout, const struct machine *machine);

/* The longest of the spans. */
size_t layout_span(const struct layout *layout);

/* Sets how many of `threads` share which caches. */
void layout_share(struct layout *layout, const struct machine *machine, size_t threads);

/*
 * The default cold buffer for each of `threads`: 4 x the last-level cache, divided among those
 * that surely share one, at least 4 x what each has for itself; bounded by a quarter of the
 * available memory, divided among all.
 */
size_t layout_cold_bytes(const struct layout *layout, const struct machine *machine,
                         size_t threads);

/* What a run wants: 0 bytes for what fits the machine; and its prefetch distances, in lines. */
struct wish {
    size_t threads;
    size_t block_bytes;
    size_t buffer_bytes;
    const size_t *pld;
    size_t pld_count;
};

/*
 * Lays everything out, with the machine's line. Distances that take more than half of the hot
 * bound are left to cold cells. Returns 0, or -1 if a block does not fit (see layout_hot()).
 */
int layout_plan(struct layout *layout, const struct machine *machine, const struct wish *wish);

/* The cold buffers of all threads that are sure to share a last-level cache. */
uint64_t layout_shared_bytes(const struct layout *layout);

/* What all threads map: two buffers each, with room for a span and a distance at both ends. */
double layout_bytes(const struct layout *layout, size_t threads);

#endif
