/* SPDX-License-Identifier: MIT */
/* Reads what pages_name.c writes, for this system: it knows its base pages. */
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
