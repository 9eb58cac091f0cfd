/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_RUN_H
#define MEMSPEED_RUN_H

#include "options.h"

/*
 * A run: describes the machine, lays out, plans, measures, saves and prints. Says what fails;
 * returns the exit status, or ends the process by a signal that was noted meanwhile.
 */
int run_suites(const struct options *options);

/*
 * The same, but use(arg, results) takes the results instead, and gives the exit status; it is
 * called only if something was measured.
 */
typedef int run_use_fn(void *arg, const struct results *results);
int run_with(const struct options *options, run_use_fn *use, void *arg);

#endif
