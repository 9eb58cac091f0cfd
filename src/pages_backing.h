/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PAGES_BACKING_H
#define MEMSPEED_PAGES_BACKING_H

#include <stddef.h>
#include <stdint.h>

#include "pages.h"

enum { BACKING_PARTS = 8 };

/* Memory in pages of one size. */
struct backing_part {
    size_t page_bytes;
    uint64_t bytes;
};

/*
 * The pages that really back a mapping, as the system tells: its parts, the largest first.
 * What is in none of them is in no page (swapped out). A system that does not tell has no parts
 * and a reason, `unknown`.
 */
struct backing {
    uint64_t bytes; /* of the mapping */
    struct backing_part parts[BACKING_PARTS];
    size_t count;
    const char *source;  /* "smaps", "smaps, kpageflags" ... */
    const char *unknown; /* or NULL */
};

/*
 * Reads /proc/self/smaps, and where this process may (root, up to 2 GiB of base pages),
 * /proc/self/pagemap with /proc/kpageflags. These alone tell of transparent pages smaller than
 * the largest: pieces that the kernel handed out whole, which a processor that has such pages
 * maps as one. -1 if it stays unknown.
 */
int pages_backing(const struct mapping *mapping, const char *root, struct backing *backing);

/* Adds pages of a size; those of more than BACKING_PARTS sizes are left out. */
void backing_add(struct backing *backing, size_t page_bytes, uint64_t bytes);

/* Puts the largest part first. */
void backing_sort(struct backing *backing);

/* "2M (100 %)", "4K (12 % 2M)", "4K (3 % in no page)", "unknown". Returns text. */
const char *backing_text(const struct backing *backing, char *text, size_t size);

/* Entries that a TLB needs for all of it; 0 if unknown. */
uint64_t backing_entries(const struct backing *backing);

#endif
