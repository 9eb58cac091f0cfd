/* SPDX-License-Identifier: MIT */
#include "caching.h"

const char *caching_name(enum caching caching)
{
    static const char *const names[CACHINGS] = {
        [CACHING_UNKNOWN] = "unknown",         [CACHING_CACHED] = "cached",
        [CACHING_COMBINED] = "write-combined", [CACHING_UNCACHED] = "uncached",
        [CACHING_NOT] = "not cached",
    };

    return names[caching];
}

bool caching_differ(enum caching a, enum caching b)
{
    if (a == CACHING_UNKNOWN || b == CACHING_UNKNOWN || a == b)
        return false;
    if (a == CACHING_NOT || b == CACHING_NOT)
        return a == CACHING_CACHED || b == CACHING_CACHED;
    return true;
}
