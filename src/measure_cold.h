/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_MEASURE_COLD_H
#define MEMSPEED_MEASURE_COLD_H

#include <stddef.h>
#include <stdint.h>

#include "plan.h"
#include "results.h"
#include "team.h"

/*
 * What the system says of its caches may be too much (a virtual machine owns a part of them) or
 * too little (some are not described). So figures decide: sets cold_gain and usable_bytes of
 * the results, with the lane and the calibrated rates of the first member, by the fastest cold
 * read of the plan. Both stay unknown where there is none, in emulators, with several threads
 * (one alone says nothing of what all together leave in a shared cache), or where it would take
 * too long.
 */
void measure_cold(const struct plan *plan, struct member_state *member,
                  struct results *results);

/*
 * How much of a cache can be used, from the rates of reading sets of largest, largest / 2,
 * largest / 4 ... bytes over and over, and that of reading memory: the largest set that memory
 * has no more than a tenth of the part in that it would have if all were read from there, the
 * next smaller set being the measure of none. 0 if there is none, or if memory is as fast.
 */
uint64_t usable_bytes(const double *rates, size_t count, uint64_t largest, double memory);

#endif
