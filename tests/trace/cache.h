/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_CACHE_H
#define MEMSPEED_TRACE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A model of one data cache. Pages of 4 KiB lie in frames drawn at random, as physical memory
 * has it, so that sets are used unevenly where a way is larger than a page.
 */
struct cache_kind {
    unsigned bytes, ways, line;
    bool write_allocate; /* a store that misses brings its line in */
    bool random;         /* replaces at random; otherwise the least recently used line */
};

struct cache {
    struct cache_kind kind;
    unsigned sets;
    struct cache_way {
        uint64_t line; /* its number, plus 1; 0 is none */
        uint64_t used; /* when last */
    } * ways;          /* set by set */
    uint64_t clock;
    uint64_t seed;
};

/* -1 if there can be no such cache, or without memory. */
int cache_open(struct cache *cache, const struct cache_kind *kind, uint64_t seed);
void cache_close(struct cache *cache);

/* An access within a line; whether it hits. */
bool cache_access(struct cache *cache, uint64_t address, bool store);

#endif
