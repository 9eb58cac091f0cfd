/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdio.h>
#include <string.h>

#include "pages_backing.h"

/* Pages of one more mapping; what is unknown of one is unknown of all. */
static void add(struct backing *all, const struct backing *one)
{
    all->bytes += one->bytes;
    if (one->unknown)
        all->unknown = one->unknown;
    for (size_t i = 0; i < one->count; i++)
        backing_add(all, one->parts[i].page_bytes, one->parts[i].bytes);
}

int memory_describe(struct results *results, const struct team *team)
{
    const struct layout *l = &results->layout;
    struct backing all = {0};
    const char *memory;
    const char *backed;
    char name[PAGES_NAME];
    char text[RESULTS_NOTE];

    if (l->pages.how == PAGES_BASE)
        return 0;
    for (size_t i = 0; i < team->count; i++) {
        const struct lane *lane = &team->members[i].lane;
        const struct mapping *const maps[] = {&lane->src.mapping, &lane->dst.mapping};

        for (size_t j = 0; j < 2; j++) {
            struct backing one;

            (void)pages_backing(maps[j], l->root, &one);
            add(&all, &one);
        }
    }
    backing_sort(&all);
    memory = results_keep(results, pages_name(l->pages, name, sizeof name));
    backed = results_keep(results, backing_text(&all, text, sizeof text));
    if (!memory || !backed)
        return -1;
    results->memory = memory;
    results->backing = backed;
    return 0;
}
