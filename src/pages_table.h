/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PAGES_TABLE_H
#define MEMSPEED_PAGES_TABLE_H

#include <stdio.h>

#include "pages_backing.h"

/* What was measured in pages of one kind. */
struct pages_row {
    struct page_kind kind;
    struct backing backing;
    double figure;      /* positive; otherwise it was not measured */
    const char *absent; /* why not, or NULL */
};

/*
 * Prints a line per kind: the pages asked for, those that backed the memory, the figure in
 * `unit` ("GUP/s", at most 9 characters), its ratio to that of base pages, and the entries that
 * a TLB needs to hold all of this memory. Below stand the reasons of what is absent or unknown.
 * Lines have at most 80 columns. Errors stay in the stream.
 */
void pages_table(FILE *f, const char *unit, const struct pages_row *rows, size_t count);

#endif
