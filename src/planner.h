/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PLANNER_H
#define MEMSPEED_PLANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "measure.h"
#include "options.h"
#include "plan.h"
#include "results.h"

/* What is asked for. */
struct planner_want {
    const struct options *options;
    const struct effort *effort;
    const char *root; /* as in os.h */
};

/*
 * What a run measures, and in which memory: lays out, and plans the chosen suites for so much
 * effort. `results` hold the machine and the threads; filled in are line and layout.
 * `memories` are opened, and to be closed also after errors.
 * Where all suites together want more memory than there is, default buffers are made smaller,
 * since everything is mapped at once. Says what fails; returns the exit status.
 */
int planner_make(struct plan *plan, struct results *results, struct memories *memories,
                 const struct planner_want *want);

/*
 * Halves buffers of the default size; false if they are not, or small already. Those in huge
 * pages are not: how many there are, the user decides.
 */
bool planner_shrink(struct layout *layout, const struct options *options);

#endif
