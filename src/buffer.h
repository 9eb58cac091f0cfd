/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_BUFFER_H
#define MEMSPEED_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "pages.h"

/*
 * Memory to measure in: `bytes` at `base`, which is aligned to a page, with slack on both sides
 * that prefetches may reach into. Every page is mapped and holds random bytes, none of them 0.
 */
struct buffer {
    unsigned char *base;
    size_t bytes;
    struct mapping mapping; /* with the slack */
};

/* A buffer to be mapped: bytes > 0, and the tree below which the system is read, as in os.h. */
struct buffer_want {
    size_t bytes;
    size_t slack;
    uint64_t seed;
    struct page_kind kind;
    const char *root;
};

/*
 * Maps in pages of a kind, and fills. -1 with errno, EINTR if a signal was noted meanwhile, and
 * with the reason in `why`, which takes WHY bytes.
 */
int buffer_map_kind(struct buffer *buffer, const struct buffer_want *want, char *why);

/* Likewise in ordinary pages. */
int buffer_map(struct buffer *buffer, size_t bytes, size_t slack, uint64_t seed);
void buffer_unmap(struct buffer *buffer);

#endif
