/* SPDX-License-Identifier: MIT */
#include "pages_backing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"

static int unknown(struct backing *backing, const char *reason)
{
    backing->count = 0;
    backing->unknown = reason;
    return -1;
}

void backing_add(struct backing *backing, size_t page_bytes, uint64_t bytes)
{
    size_t i = 0;

    while (i < backing->count && backing->parts[i].page_bytes != page_bytes)
        i++;
    if (bytes == 0 || i == BACKING_PARTS)
        return;
    if (i == backing->count)
        backing->parts[backing->count++] = (struct backing_part){.page_bytes = page_bytes};
    backing->parts[i].bytes += bytes;
}

static int most_first(const void *a, const void *b)
{
    const struct backing_part *left = a;
    const struct backing_part *right = b;

    return (left->bytes < right->bytes) - (left->bytes > right->bytes);
}

void backing_sort(struct backing *backing)
{
    qsort(backing->parts, backing->count, sizeof backing->parts[0], most_first);
}

/* What is known of transparent pages. */
struct huge {
    size_t table_bytes; /* the size that replaces a page table; 0 if the system does not say */
    bool smaller;       /* there may be smaller ones, of which smaps does not tell */
};

static struct huge find_huge(const char *root)
{
    struct os_thp thp[PAGES_KINDS];
    struct huge huge = {0};
    size_t count;

    (void)os_thp(root, thp, PAGES_KINDS, &count);
    if (count)
        huge.table_bytes = thp[0].page_bytes;
    for (size_t i = 1; i < count; i++)
        huge.smaller = huge.smaller || (thp[i].page_bytes < huge.table_bytes &&
                                        strcmp(thp[i].mode, "never") != 0);
    return huge;
}

/* Pages of a pool: the mapping has no others. */
static int back_pool(struct backing *backing, const struct os_smaps *smaps)
{
    /* Linux before 4.4 counts them nowhere; but mapping them touched them all. */
    backing_add(backing, (size_t)smaps->page_bytes,
                smaps->pool_said ? smaps->pool_bytes : backing->bytes);
    return 0;
}

/*
 * Splits ordinary memory by the pieces that lie between base pages and those of `table` bytes.
 * Larger ones need not be mapped as such: of them smaps tells. False if the pieces are more
 * than the memory, or fewer than smaps counts.
 */
static bool split(struct backing *backing, const struct os_pieces *pieces, size_t count,
                  const struct os_smaps *smaps, size_t table)
{
    const uint64_t rest = smaps->resident_bytes - smaps->huge_bytes;
    uint64_t between = 0;
    uint64_t large = 0;

    for (size_t i = 0; i < count; i++) {
        if (pieces[i].piece_bytes >= table)
            large += pieces[i].bytes;
        else if (pieces[i].piece_bytes > smaps->page_bytes)
            between += pieces[i].bytes;
    }
    if (between > rest || large < smaps->huge_bytes)
        return false;
    for (size_t i = 0; i < count; i++)
        if (pieces[i].piece_bytes < table && pieces[i].piece_bytes > smaps->page_bytes)
            backing_add(backing, pieces[i].piece_bytes, pieces[i].bytes);
    backing_add(backing, (size_t)smaps->page_bytes, rest - between);
    return true;
}

static bool all_of(const struct os_pieces *pieces, size_t count, const struct backing *backing)
{
    for (size_t i = 0; i < count; i++)
        if (pieces[i].piece_bytes == backing->parts[0].page_bytes)
            return pieces[i].bytes == backing->parts[0].bytes;
    return false;
}

/* Fills the parts; the pieces, if there are any, agree with them or are told to differ. */
static void back(struct backing *backing, const struct os_smaps *smaps,
                 const struct os_pieces *pieces, size_t count, size_t table)
{
    bool agreed;

    if (smaps->page_bytes > os_page_bytes()) {
        back_pool(backing, smaps);
        agreed = all_of(pieces, count, backing);
    } else {
        agreed = split(backing, pieces, count, smaps, table);
        if (!agreed)
            backing_add(backing, (size_t)smaps->page_bytes,
                        smaps->resident_bytes - smaps->huge_bytes);
    }
    if (count)
        backing->source = agreed ? "smaps, kpageflags" : "smaps (kpageflags differs)";
    backing_sort(backing);
}

int pages_backing(const struct mapping *mapping, const char *root, struct backing *backing)
{
    struct os_pieces pieces[BACKING_PARTS];
    struct os_smaps smaps;
    struct huge huge;
    size_t count;

    *backing = (struct backing){.bytes = mapping->bytes, .source = "smaps"};
    if (os_smaps(root, mapping->base, mapping->bytes, &smaps) < 0)
        return unknown(backing, errno == ERANGE
                                    ? "/proc/self/smaps does not show this memory by itself"
                                    : "this system has no /proc/self/smaps");
    if (smaps.page_bytes == 0)
        return unknown(backing, "/proc/self/smaps does not tell page sizes");
    if (smaps.huge_bytes > smaps.resident_bytes || smaps.resident_bytes > mapping->bytes)
        return unknown(backing, "/proc/self/smaps contradicts itself");
    huge = find_huge(root);
    if (smaps.huge_bytes && huge.table_bytes == 0)
        return unknown(backing, "huge pages of a size that the system does not tell");
    count = os_pieces(root, mapping->base, mapping->bytes, pieces, BACKING_PARTS);
    if (count == 0 && mapping->how == PAGES_THP && huge.smaller &&
        smaps.huge_bytes < smaps.resident_bytes)
        return unknown(backing, "smaps tells of the largest transparent pages only");
    backing_add(backing, huge.table_bytes, smaps.huge_bytes);
    back(backing, &smaps, pieces, count, huge.table_bytes ? huge.table_bytes : SIZE_MAX);
    return 0;
}
