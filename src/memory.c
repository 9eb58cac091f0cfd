/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdio.h>
#include <string.h>

#include "evidence.h"
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

/* The pages that back a memory of all members together. */
static const char *backing_of(struct results *results, const struct team *team, size_t memory)
{
    struct backing all = {0};
    char text[RESULTS_NOTE];

    for (size_t i = 0; i < team->count; i++) {
        const struct bank *bank = &team->members[i].lane.banks[memory];

        for (size_t j = 0; j < 2; j++) {
            struct backing one;

            (void)pages_backing(&bank->buffers[j].mapping, results->layout.root, &one);
            add(&all, &one);
        }
    }
    backing_sort(&all);
    return results_keep(results, backing_text(&all, text, sizeof text));
}

/* What accesses to a device's memory cost, with ordinary memory beside it. */
static int describe_device(struct results_memory *found, struct results *results,
                           const struct team *team, size_t index)
{
    const struct memory *m = &team->plan->memories->list[index];
    const struct bank *normal = &team->members[0].lane.banks[0];
    const struct evidence_want want = {
        .base = team->members[0].lane.banks[index].src,
        .stores = team->members[0].lane.banks[index].dst,
        .bytes = m->bytes,
        .writable = m->writable,
        .normal = normal->src,
        .normal_bytes = normal->bytes,
        .line_bytes = results->layout.line_bytes,
    };
    struct evidence evidence;
    char text[DEVICE_TEXT + 64];

    evidence_take(&evidence, &want, &results->timer);
    found->documented = m->device.documented;
    found->found = evidence_judge(&evidence);
    found->source = results_keep(results, m->device.source);
    found->says = results_keep(results, m->device.says);
    found->evidence = results_keep(results, evidence_text(&evidence, text, sizeof text));
    return found->source && found->says && found->evidence ? 0 : -1;
}

static int describe_more(struct results *results, const struct team *team, size_t index)
{
    struct results_memory *found = &results->memories[index];

    found->bytes = team->members[0].lane.banks[index].bytes;
    if (found->bytes == 0)
        return 0;
    if (!kind_is_ordinary(&team->plan->memories->list[index].kind))
        return describe_device(found, results, team, index);
    found->backing = backing_of(results, team, index);
    return found->backing ? 0 : -1;
}

int memory_describe(struct results *results, const struct team *team)
{
    const struct layout *l = &results->layout;
    char name[PAGES_NAME];
    const char *memory;
    const char *backed;

    for (size_t i = 1; i <= results->more_memories; i++)
        if (describe_more(results, team, i) < 0)
            return -1;
    if (l->pages.how == PAGES_BASE)
        return 0;
    memory = results_keep(results, pages_name(l->pages, name, sizeof name));
    backed = backing_of(results, team, 0);
    if (!memory || !backed)
        return -1;
    results->memory = memory;
    results->backing = backed;
    return 0;
}
