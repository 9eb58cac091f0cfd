/* SPDX-License-Identifier: MIT */
#include "cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

/* Where a number is, or belongs. */
static size_t place(const struct cpus *set, unsigned id)
{
    size_t low = 0;
    size_t high = set->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (set->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool cpus_has(const struct cpus *set, unsigned id)
{
    const size_t at = place(set, id);

    return at < set->count && set->ids[at] == id;
}

int cpus_add(struct cpus *set, unsigned id)
{
    const size_t at = place(set, id);
    unsigned *grown;

    if (at < set->count && set->ids[at] == id)
        return 0;
    grown = array_grow(set->ids, set->count, sizeof *grown);
    if (!grown)
        return -1;
    memmove(grown + at + 1, grown + at, (set->count - at) * sizeof *grown);
    grown[at] = id;
    set->ids = grown;
    set->count++;
    return 0;
}

bool cpus_same(const struct cpus *a, const struct cpus *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->ids, b->ids, a->count * sizeof *a->ids) == 0);
}

void cpus_free(struct cpus *set)
{
    free(set->ids);
    *set = (struct cpus){0};
}

const char *cpus_text(const struct cpus *set, char *text, size_t size)
{
    static const char more[] = ",...";
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < set->count;) {
        char part[32];
        size_t end = i;
        size_t length;

        while (end + 1 < set->count && set->ids[end + 1] == set->ids[end] + 1)
            end++;
        snprintf(part, sizeof part, end > i ? "%s%u-%u" : "%s%u", used ? "," : "", set->ids[i],
                 set->ids[end]);
        length = strlen(part);
        /* The mark must still fit behind, unless this is the last. */
        if (used + length + (end + 1 < set->count ? sizeof more : 1) > size) {
            snprintf(text + used, size - used, "%s", used ? more : more + 1);
            return text;
        }
        memcpy(text + used, part, length + 1);
        used += length;
        i = end + 1;
    }
    return text;
}

const char *cpus_list(const unsigned *ids, size_t count, char *text, size_t size)
{
    struct cpus set = {0};
    bool known = true;

    for (size_t i = 0; i < count && known; i++)
        known = cpus_add(&set, ids[i]) == 0;
    if (known)
        (void)cpus_text(&set, text, size);
    else
        snprintf(text, size, "?");
    cpus_free(&set);
    return text;
}
