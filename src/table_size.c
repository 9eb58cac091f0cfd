/* SPDX-License-Identifier: MIT */
/* Of tables, what suites use, too. */
#include "table.h"

#include <stdio.h>

const char *table_size(uint64_t bytes, char *text, size_t size)
{
    if (bytes >= (1u << 20) && bytes % (1u << 20) == 0)
        snprintf(text, size, "%llu MiB", (unsigned long long)(bytes >> 20));
    else if (bytes >= 1024 && bytes % 1024 == 0)
        snprintf(text, size, "%llu KiB", (unsigned long long)(bytes >> 10));
    else
        snprintf(text, size, "%llu bytes", (unsigned long long)bytes);
    return text;
}
