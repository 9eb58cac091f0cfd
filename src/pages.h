/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PAGES_H
#define MEMSPEED_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "why.h"

/*
 * Page sizes: which there are, and memory in pages of one of them. `root` is as in os.h. Sizes
 * are in bytes; in texts K, M and G are powers of 1024.
 */

enum page_how {
    PAGES_BASE,    /* ordinary pages, transparent huge ones off */
    PAGES_THP,     /* transparent huge pages: asked for, given where the kernel can */
    PAGES_HUGETLB, /* huge pages out of a pool that the system's owner filled */
};

struct page_kind {
    enum page_how how;
    size_t bytes; /* PAGES_THP: 0 stands for the size that replaces a whole page table */
};

enum { PAGES_NAME = 32, PAGES_KINDS = 32 };

/*
 * Reads "base", "thp", "thp:64K", or a size, "2M": that of a pool, or base pages if it is
 * theirs. -1 with *why set to a constant text.
 */
int pages_parse(const char *text, struct page_kind *kind, const char **why);

/* What pages_parse() reads. Returns text. */
const char *pages_name(struct page_kind kind, char *text, size_t size);

/* A size in the largest unit that divides it: "4K", "2M", "1G", "100". Returns text. */
const char *pages_size(uint64_t bytes, char *text, size_t size);

/* A kind that the system knows. */
struct page_offer {
    struct page_kind kind;
    size_t bytes;   /* of such a page; 0 if the system does not say */
    bool usable;    /* nothing is known that speaks against it */
    char note[WHY]; /* "3 of 8 free", "madvise" */
};

/*
 * Writes at most `max` kinds to `offers`: base pages, transparent ones, pools, the sizes of
 * each ascending. Returns how many; PAGES_KINDS are enough for all systems.
 */
size_t pages_list(const char *root, struct page_offer *offers, size_t max);

/* Memory in pages of a kind: `bytes` at `base`, both multiples of `page_bytes`. */
struct mapping {
    unsigned char *base;
    size_t bytes;
    size_t page_bytes; /* as asked for; what it got, pages_backing() tells */
    enum page_how how;
    void *map; /* with what lies around it, for unmapping */
    size_t map_bytes;
};

/*
 * Maps at least `bytes` and touches every page, so that none is missing later; bytes > 0. -1
 * with errno, and the reason for the user in `why`, which takes WHY bytes; EINTR if a
 * signal was noted meanwhile. Pages of a pool that is too small, or that a control group
 * withholds, are such a reason; so is a system whose owner chose to have no transparent ones.
 */
int pages_map(struct mapping *mapping, size_t bytes, struct page_kind kind, const char *root,
              char *why);
void pages_unmap(struct mapping *mapping);

/* The reach that a TLB needs to hold all of `bytes` in pages of this size, in entries. */
uint64_t pages_entries(uint64_t bytes, size_t page_bytes);

#endif
