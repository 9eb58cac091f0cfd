/* SPDX-License-Identifier: MIT */
/* Page sizes and kinds as they are written; pages_parse.c reads them. */
#include <stdio.h>

#include "pages.h"

static const char thp_front[] = "thp:";

const char *pages_size(uint64_t bytes, char *text, size_t size)
{
    static const char units[] = "\0KMG";
    unsigned unit = 0;

    while (unit < 3 && bytes && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, size, "%llu%.1s", (unsigned long long)bytes, units + unit);
    return text;
}

const char *pages_name(struct page_kind kind, char *text, size_t size)
{
    char bytes[PAGES_NAME - sizeof thp_front];

    if (kind.how == PAGES_BASE)
        snprintf(text, size, "base");
    else if (kind.how == PAGES_THP && kind.bytes == 0)
        snprintf(text, size, "thp");
    else
        snprintf(text, size, "%s%s", kind.how == PAGES_THP ? thp_front : "",
                 pages_size(kind.bytes, bytes, sizeof bytes));
    return text;
}

uint64_t pages_entries(uint64_t bytes, size_t page_bytes)
{
    return bytes / page_bytes + (bytes % page_bytes != 0);
}
