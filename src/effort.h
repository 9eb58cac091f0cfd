/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_EFFORT_H
#define MEMSPEED_EFFORT_H

#include <stdint.h>

#include "measure.h"
#include "suite.h"

struct options;

/* How long to measure: what was asked for, or the chosen suites' own. */
struct effort effort_plan(const struct options *options, uint64_t start_ns);

/* A suite's share of the time that the run has, in nanoseconds. */
uint64_t effort_share_ns(const struct options *options, enum suite suite);

#endif
