/* SPDX-License-Identifier: MIT */
#include "cache.h"

#include <stdlib.h>

enum { PAGE = 4096 };

/* The finalizer of SplitMix64. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static bool power_of_2(unsigned n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

int cache_open(struct cache *cache, const struct cache_kind *kind, uint64_t seed)
{
    *cache = (struct cache){.kind = *kind, .seed = seed};
    if (!power_of_2(kind->line) || kind->line > PAGE || kind->ways == 0 ||
        kind->bytes % (kind->ways * kind->line) != 0)
        return -1;
    cache->sets = kind->bytes / (kind->ways * kind->line);
    if (!power_of_2(cache->sets))
        return -1;
    cache->ways = calloc((size_t)cache->sets * kind->ways, sizeof *cache->ways);
    return cache->ways ? 0 : -1;
}

void cache_close(struct cache *cache)
{
    free(cache->ways);
    *cache = (struct cache){0};
}

/* The way to fill: an empty one, or by the cache's rule. */
static struct cache_way *victim(struct cache *cache, struct cache_way *set)
{
    struct cache_way *oldest = set;
    unsigned ways = 0;

    do {
        if (set[ways].line == 0)
            return &set[ways];
        if (set[ways].used < oldest->used)
            oldest = &set[ways];
    } while (++ways < cache->kind.ways);
    if (!cache->kind.random)
        return oldest;
    cache->seed += 0x9e3779b97f4a7c15u;
    return &set[mix(cache->seed) % ways];
}

bool cache_access(struct cache *cache, uint64_t address, bool store)
{
    const uint64_t frame = mix(address / PAGE + 1) >> 16;
    const uint64_t line = (frame * PAGE + address % PAGE) / cache->kind.line;
    struct cache_way *set = &cache->ways[(size_t)(line % cache->sets) * cache->kind.ways];
    struct cache_way *way;

    cache->clock++;
    for (unsigned i = 0; i < cache->kind.ways; i++)
        if (set[i].line == line + 1) {
            set[i].used = cache->clock;
            return true;
        }
    if (store && !cache->kind.write_allocate)
        return false;
    way = victim(cache, set);
    *way = (struct cache_way){line + 1, cache->clock};
    return false;
}
