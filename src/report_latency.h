/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_LATENCY_H
#define MEMSPEED_REPORT_LATENCY_H

#include <stdbool.h>
#include <stdio.h>

#include "results.h"

/* Whether a table is a curve, which is only shown where it is asked for. */
bool report_is_curve(const struct results *results, size_t id);

/*
 * Whether a table is the summary of latencies; and prints it as lmbench does, so that it can be
 * laid beside others', and read by whatever reads those. Errors are the stream's.
 */
bool report_is_summary(const struct results *results, size_t id);
void report_summary(const struct results *results, FILE *stream);

/* Prints the caches that the latencies show, and where the system says otherwise. */
bool report_is_caches(const struct results *results, size_t id);
void report_caches(const struct results *results, FILE *stream);

#endif
