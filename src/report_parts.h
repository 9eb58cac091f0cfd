/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_PARTS_H
#define MEMSPEED_REPORT_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "grid.h"
#include "report_compare.h"

/* What reports of comparisons consist of. */

enum { PARTS_NAMES = 128 }; /* different rows, or columns, of one table */

/* "<" for worse, ">" for better, " ". */
const char *parts_mark(enum mark mark);

/* Appends a name that is not in the list yet; false if there are PARTS_NAMES others. */
bool parts_name(const char **names, size_t *count, const char *name);
size_t parts_longest(const char *const *names, size_t count);

/* Whether a figure is of the table, and in the view. */
bool parts_has(const struct compare_view *view, const char *title, const struct figure *figure);

/* Whether a cell of the table degraded in any of `count` comparisons. */
bool parts_degraded(const struct comparison *pairs, size_t count,
                    const struct compare_view *view, const char *title);

/* Whether a file states how far its figures spread, as tinymembench does. */
bool parts_spread(const struct comparison *c);

/* The groups, what verdicts rest on, and in what the runs differ that should be alike. */
void parts_head(const struct groups *groups, const struct comparison *pairs,
                const struct judgement *judgement, FILE *f);

/* "*** Memory Write Throughput (in MB/s) ***" */
void parts_title(const struct comparison *c, const char *title, FILE *f);

/* The factors that the families of a table have in common, with the clocks as evidence. */
void parts_factors(const struct comparison *c, const char *title, FILE *f);

/* Those of them that were called, where the groups are many. */
void parts_called(const struct comparison *c, const char *title, FILE *f);

/* How many cells are better, worse ..., and what could have been shown; -1 with errno. */
int parts_summary(const struct comparison *c, const struct compare_view *view,
                  const char *title, FILE *f);

/* Whether two groups have a cell of the table. */
bool parts_paired(const struct groups *groups, const struct comparison *pairs,
                  const struct compare_view *view, const char *title);

/* A line that names the tables of which no two groups have a cell. */
void parts_unpaired(const struct groups *groups, const struct comparison *pairs,
                    const struct compare_view *view, const char *const *titles, size_t count,
                    FILE *f);

/* What marks mean, and with view->all the lines below them. */
void parts_legend(const struct groups *groups, const struct comparison *pairs,
                  const struct compare_view *view, FILE *f);

/* A table for three groups or more: a line per group, then one per comparison. */
void parts_groups(const struct groups *groups, const struct comparison *pairs,
                  const struct compare_view *view, const char *title, FILE *f);

#endif
