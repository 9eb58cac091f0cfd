/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TOUR_H
#define MEMSPEED_TOUR_H

#include <stdbool.h>
#include <stddef.h>

#include "plan.h"
#include "random.h"

/*
 * The way of a round through the cells of a plan that can be measured: a new one each time, in
 * groups of like traffic, each of them and all shuffled; probes in the order of the plan.
 */
struct tour {
    const struct plan *plan;
    struct random random;
    size_t *cells; /* those that can be measured */
    size_t count;
    size_t *order; /* of the round, as tour_draw() drew it */
};

/* -1 with errno. To be freed also then. */
int tour_init(struct tour *tour, const struct plan *plan, uint64_t seed);
void tour_free(struct tour *tour);

/* Draws the order of the next round. */
void tour_draw(struct tour *tour);

/* Whether the i-th cell of a round is the first of cold ones of its kind of traffic. */
bool tour_turns(const struct tour *tour, size_t i);

#endif
