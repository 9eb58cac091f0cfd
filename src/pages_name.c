/* SPDX-License-Identifier: MIT */
/* Page sizes and kinds as they are written. */
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "os.h"
#include "pages.h"

enum { LEAST = 1024 }; /* no machine has smaller pages */

static const char thp_front[] = "thp:";

static bool power_of_two(size_t n)
{
    return n && (n & (n - 1)) == 0;
}

int pages_parse(const char *text, struct page_kind *kind, const char **why)
{
    const bool thp = strncmp(text, thp_front, strlen(thp_front)) == 0;
    const size_t base = os_page_bytes();
    size_t bytes;

    if (strcmp(text, "base") == 0 || strcmp(text, "thp") == 0) {
        *kind = text[0] == 'b' ? (struct page_kind){PAGES_BASE, base}
                               : (struct page_kind){PAGES_THP, 0};
        return 0;
    }
    if (options_size(thp ? text + strlen(thp_front) : text, &bytes) < 0 || bytes == 0) {
        *why = "neither base, nor thp, nor a size such as 2M or thp:64K";
        return -1;
    }
    if (!power_of_two(bytes) || bytes < LEAST) {
        *why = "pages are a power of two, and 1K at least";
        return -1;
    }
    if (bytes < base || (thp && bytes == base)) {
        *why = thp ? "no larger than this system's base pages"
                   : "smaller than this system's base pages";
        return -1;
    }
    *kind = (struct page_kind){thp             ? PAGES_THP
                               : bytes == base ? PAGES_BASE
                                               : PAGES_HUGETLB,
                               bytes};
    return 0;
}

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
