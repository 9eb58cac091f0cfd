/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_BUFFER_H
#define MEMSPEED_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/*
 * Memory to measure in: `bytes` at `base`, which is aligned to a page, with slack on both sides
 * that prefetches may reach into. Every page is mapped and holds random bytes, none of them 0.
 */
struct buffer {
    unsigned char *base;
    size_t bytes;
    void *map;
    size_t map_bytes;
};

/* Maps and fills; bytes > 0. -1 with errno, EINTR if a signal was noted meanwhile. */
int buffer_map(struct buffer *buffer, size_t bytes, size_t slack, uint64_t seed);
void buffer_unmap(struct buffer *buffer);

#endif
