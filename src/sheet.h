/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SHEET_H
#define MEMSPEED_SHEET_H

#include <stddef.h>

#include "compare.h"
#include "stats_test.h"

/*
 * The statistics of one family of a comparison: its cells x runs, as logarithms.
 *
 * A run is ln(figure) = cell + run's factor + noise. The runs' factors are found first, from
 * all cells; what is left are the departures.
 */
struct sheet {
    const struct comparison *comparison;
    struct family *family;
    struct verdict **cells; /* those in both groups that have a direction, and a NULL */
    size_t count;
    size_t before, runs;           /* runs of the first group, and of both */
    const struct figure **figures; /* as ln */
    double *ln;                    /* [run * count + cell]; NAN where a run lacks a cell */
    double *grand;                 /* of each cell: the mean of both sides' means */
    double *factor;                /* of each run */
    double *drift;  /* of each run: variance of its rounds' factors, NAN if unknown; or 0 */
    size_t longest; /* list of values, or of cells or runs, that is handled at once */
    struct noise *noise; /* of each cell's departure, as a variance */
    double *scratch;     /* room for all of a run's values, twice */
    struct ranked *ranked;
    struct noise factor_noise;
};

/* Collects a family's figures; -1 with errno. To be closed also then. */
int sheet_open(struct sheet *sheet, struct comparison *comparison, size_t family);
void sheet_close(struct sheet *sheet);

/* Sets the family's factor, and departure, interval and p of its cells. */
void sheet_judge(struct sheet *sheet, const struct judgement *judgement);

/* Sets what could have been shown, `cut` being the p that a call takes. */
void sheet_least(struct sheet *sheet, const struct judgement *judgement, double cut);

/* A cell over the runs of a side, each without its factor. */
struct side {
    double mean;
    double squares; /* of deviations from the mean */
    size_t n;
};
struct side sheet_side(const struct sheet *sheet, size_t cell, bool after);

/* Finds the runs' factors, and tests whether the sides differ by one; sheet_judge() does. */
void sheet_factor(struct sheet *sheet, const struct judgement *judgement);

/* The smallest factor that may be called. */
double sheet_factor_floor(const struct sheet *sheet, const struct judgement *judgement);

/* What the rounds of a run say of the error of its cell, as a variance; NAN if nothing. */
double sheet_error(const struct sheet *sheet, size_t run, size_t cell);

/* The run of that number: those of the first group come first. */
const struct record *sheet_run(const struct sheet *sheet, size_t run);

/* The figure of a run's cell, or NULL. */
const struct figure *sheet_figure(const struct sheet *sheet, size_t run, size_t cell);

/* Scatter between two single runs has heavy tails: see sheet_test.c. */
#define SHEET_SCATTER_DF 5.0

/* No run repeats better than this; figures in tables are rounded to about as much. */
#define SHEET_LEAST_ERROR 1e-3

/* Cells that it takes to tell a factor that they share, or the scatter of like cells. */
enum { SHEET_LIKE_CELLS = 5 };

/* The median of a run's cell in the unit of `figure`, which names it; NAN if it has none. */
double sheet_median(const struct record *run, const struct figure *figure);

#endif
