/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_GUPS_H
#define MEMSPEED_REPORT_GUPS_H

#include <stdio.h>

#include "json.h"
#include "results.h"

/*
 * Prints what stands below the table of random updates: for each kind of pages the five lines
 * that people post, and its errors; then, where pages other than the usual were asked for, the
 * kinds side by side. Errors are the stream's.
 */
void report_gups(const struct results *results, FILE *stream);

/* The same as the member "gups" of a run. */
void report_gups_json(const struct results *results, struct json *json);

/* The series of a kind's plain loop; NULL if there is none. */
const struct series *report_gups_series(const struct results *results, struct page_kind kind);

#endif
