/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_COMPARE_H
#define MEMSPEED_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "groups.h"
#include "record.h"

/*
 * What is known of the noise, and so what verdicts rest on: the differences between the runs of
 * a group, those between the rounds of a run and between like cells, or nothing.
 */
enum basis { BASIS_RUNS, BASIS_ROUNDS, BASIS_FIGURES };

enum mark {
    MARK_NONE,   /* no direction, no partner, or not judged */
    MARK_SAME,   /* no change that could be shown */
    MARK_BETTER, /* departs from the common factor for the better */
    MARK_WORSE,
};

/*
 * A family is the cells of one table and cache state: like cells, which may have a factor in
 * common. Ratios, here and below, are natural logarithms of after / before.
 */
struct family {
    char table[RECORD_NAME];
    char state[RECORD_NAME]; /* "uncached", "cached" or "" */
    size_t cells;            /* that are in both groups and have a direction */
    double factor;           /* common to them; NAN if there are too few */
    double low, high;        /* its 95 % interval, NAN if unknown */
    double p;                /* of no factor, NAN if unknown */
    double least;            /* the smallest factor that would probably have been called */
    bool tested;             /* all runs have rounds: it is tested, and taken out */
    bool called;             /* it is real: beyond threshold and chance */
};

/* One cell in both groups, or in one of them. */
struct verdict {
    const struct figure *figure; /* its names and unit */
    size_t family;
    double value[2];  /* geometric mean over the runs of their medians; NAN if not there */
    double change;    /* ratio of these */
    double departure; /* the same without the family's factor, if that was tested; of runs, by
                         the faster half of their samples: see README */
    double low, high; /* 95 % interval of the departure; NAN if unknown */
    double p, q;      /* of no departure: alone, and by Benjamini and Hochberg over all cells */
    double least;     /* the smallest departure that would have been called with power 0.8 */
    enum mark mark;
    bool degraded; /* MARK_WORSE, and slower at all, not just than the other cells */
};

struct comparison {
    const struct group *before, *after;
    enum basis basis;
    struct family *families;
    size_t family_count;
    struct verdict *cells;
    size_t count;
    size_t matched;      /* cells in both groups */
    size_t unmatched[2]; /* cells in one of them only */
    double mhz[2];       /* mean clock of each side's runs, NAN if unknown */
};

struct judgement {
    double threshold; /* noise floor: smaller ratios, as logarithms, are never called */
    double alpha;     /* share of false calls among all */
};

/*
 * Compares two groups, cell by cell. A verdict is called when the departure exceeds the
 * threshold and is significant with the false discovery rate controlled over all cells:
 *
 *   BASIS_RUNS    (a group of at least 3 runs; without samples, 4 runs in all) t tests over the
 *                 runs, with variances moderated over the family (Smyth 2004); from 8 runs a
 *                 side the rank-sum test must agree
 *   BASIS_ROUNDS  t tests over the rounds' spread, widened by the scatter of like cells and by
 *                 the drift between rounds, or by what two runs of a side differ by; a factor
 *                 is called from 30 % on, or if the clocks differ by it
 *   BASIS_FIGURES the threshold alone, and twice the spread that files state
 *
 * -1 with errno.
 */
int compare(struct comparison *comparison, const struct group *before,
            const struct group *after, const struct judgement *judgement);
void compare_free(struct comparison *comparison);

/* Whether a factor that was called is for the worse. */
bool compare_factor_degraded(const struct comparison *comparison);

/* The verdict on the cell that a figure is of, or NULL. */
const struct verdict *compare_find(const struct comparison *comparison,
                                   const struct figure *figure);

#endif
