/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_SWEEP_H
#define MEMSPEED_REPORT_SWEEP_H

#include <stdbool.h>
#include <stdio.h>

#include "results.h"

/* Whether a table is the sweep over working sets. */
bool report_is_sweep(const struct results *results, size_t id);

/*
 * Prints a rule for each cache, as the system describes them, that holds the set of the row
 * before and not that of `row`; *before, in bytes, is 0 for the first row, and moves on.
 */
void report_sweep_rules(const struct results *results, const struct series *row,
                        uint64_t *before, FILE *stream);

/* Prints what a set is, of several threads. */
void report_sweep_notes(const struct results *results, FILE *stream);

#endif
