/* SPDX-License-Identifier: MIT */
#include "tour.h"

#include <stdlib.h>

#include "kernel.h"
#include "kind.h"
#include "probe.h"

enum {
    GROUP_HOT,
    TRAFFIC = 3 * 2 * 2, /* kinds of cold traffic, between each pair of memories */
    GROUP_SETS = 1 + 3 * KINDS * TRAFFIC,
    GROUP_PROBES, /* each group of probes */
    GROUPS = GROUP_PROBES + PROBE_GROUPS,
};

int tour_init(struct tour *tour, const struct plan *plan, uint64_t seed)
{
    *tour = (struct tour){.plan = plan};
    random_seed(&tour->random, seed);
    tour->cells = calloc(plan->count + 1, sizeof *tour->cells);
    tour->order = calloc(plan->count + 1, sizeof *tour->order);
    if (!tour->cells || !tour->order)
        return -1;
    for (size_t i = 0; i < plan->count; i++)
        if (!plan->cells[i].absent)
            tour->cells[tour->count++] = i;
    return 0;
}

void tour_free(struct tour *tour)
{
    free(tour->cells);
    free(tour->order);
}

/* A number for the memories that a cell reads and writes. */
static size_t way_of(const struct cell *cell)
{
    return 3 * plan_memory(cell) + (cell->from == cell->to ? 0 : cell->from ? 1 : 2);
}

/* The kind of traffic of a cell. Only writes and copies leave dirty lines, each kind its own.
 */
static size_t group_of(const struct cell *cell)
{
    const struct kernel *k = cell->kernel;

    if (cell->probe)
        return GROUP_PROBES + cell->probe->group;
    if (cell->set_bytes)
        return GROUP_SETS;
    if (cell->hot)
        return GROUP_HOT;
    return 1 + way_of(cell) * TRAFFIC + (size_t)k->op * 4 + (size_t)k->touch * 2 + !k->temporal;
}

/* The cells of a group, appended to the order; probes in that of the plan. */
static size_t append_group(struct tour *tour, size_t group, size_t n)
{
    const struct plan *plan = tour->plan;

    if (group >= GROUP_PROBES) {
        for (size_t c = 0; c < plan->count; c++)
            if (!plan->cells[c].absent && group_of(&plan->cells[c]) == group)
                tour->order[n++] = c;
        return n;
    }
    for (size_t i = 0; i < tour->count; i++)
        if (group_of(&plan->cells[tour->cells[i]]) == group)
            tour->order[n++] = tour->cells[i];
    return n;
}

void tour_draw(struct tour *tour)
{
    size_t groups[GROUPS];
    size_t n = 0;

    for (size_t g = 0; g < GROUPS; g++)
        groups[g] = g;
    random_shuffle(&tour->random, groups, GROUPS);
    random_shuffle(&tour->random, tour->cells, tour->count);
    for (size_t g = 0; g < GROUPS; g++)
        n = append_group(tour, groups[g], n);
}

bool tour_turns(const struct tour *tour, size_t i)
{
    const size_t group = group_of(&tour->plan->cells[tour->order[i]]);

    return group != GROUP_HOT && group < GROUP_SETS &&
           (i == 0 || group_of(&tour->plan->cells[tour->order[i - 1]]) != group);
}
