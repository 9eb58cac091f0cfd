/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CACHING_H
#define MEMSPEED_CACHING_H

#include <stdbool.h>

/* How the processor treats accesses to a mapping. */
enum caching {
    CACHING_UNKNOWN,
    CACHING_CACHED,
    CACHING_COMBINED,
    CACHING_UNCACHED,
    CACHING_NOT, /* not cached; whether writes combine is not known */
    CACHINGS
};

/* "unknown", "cached", "write-combined", "uncached", "not cached". */
const char *caching_name(enum caching caching);

/* Whether both are known, and can't be true together. */
bool caching_differ(enum caching a, enum caching b);

#endif
