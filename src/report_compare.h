/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_COMPARE_H
#define MEMSPEED_REPORT_COMPARE_H

#include <stdbool.h>
#include <stdio.h>

#include "compare.h"
#include "groups.h"

/* How a comparison is shown. */
struct compare_view {
    bool degraded;           /* nothing but what degraded */
    bool all;                /* intervals and probabilities too */
    bool wide;               /* lines longer than 80 characters */
    const char *const *only; /* globs of "row column", row or column; all if there are 0 */
    size_t only_count;
    struct judgement judgement;
};

/*
 * Prints the comparisons of the first group with each of the others: pairs[i] is that with
 * group i + 1. Two groups make a table per table, more a line per group. -1 with errno,
 * also if the stream failed.
 */
int report_compare_text(const struct groups *groups, const struct comparison *pairs,
                        const struct compare_view *view, FILE *stream);

/* The same for programs: README names the columns, and the members. */
int report_compare_csv(const struct groups *groups, const struct comparison *pairs,
                       const struct compare_view *view, FILE *stream);
int report_compare_json(const struct groups *groups, const struct comparison *pairs,
                        const struct compare_view *view, FILE *stream);

/* Whether the view has the cell. */
bool compare_view_has(const struct compare_view *view, const struct figure *figure);

#endif
