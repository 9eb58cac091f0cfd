/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_RUN_H
#define MEMSPEED_RUN_H

#include "options.h"

/*
 * A run: describes the machine, lays out, plans, measures, saves and prints. Says what fails;
 * returns the exit status, or ends the process by a signal that was noted meanwhile.
 */
int run_suites(const struct options *options);

#endif
