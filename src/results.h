/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_RESULTS_H
#define MEMSPEED_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format.h"
#include "kernel.h"
#include "layout.h"
#include "machine.h"
#include "plan.h"
#include "stats.h"
#include "timer.h"

enum {
    RESULTS_LABEL = 128,
    RESULTS_NOTE = 160,
    RESULTS_NOTES = 8,
};

/* One timed batch: operations and the nanoseconds they took; a lost sample has ns 0. */
struct sample {
    uint64_t ops;
    double ns;
};

/* All samples of one cell, one per round, and the key that it is found by. */
struct series {
    char method[KERNEL_NAME_MAX + 1];
    enum op op;
    bool hot;
    bool touch;
    size_t pld;
    uint8_t width; /* with registers, temporal: the neutral key, see kernel.h */
    uint8_t registers;
    bool temporal;
    bool libc;
    bool zeros; /* stores nothing else: no rival of other writes */
    size_t op_bytes;
    const char *absent; /* why there are no samples, or NULL */
    struct sample *samples;
};

/* What one run found, and what must be known to judge it. */
struct results {
    char label[RESULTS_LABEL];
    bool labelled; /* by the user */
    struct machine machine;
    struct layout layout;
    struct timer timer;
    char clock[32];
    const char *isa;
    char libc[MACHINE_TEXT];
    uint64_t seed;
    enum prefetch prefetch; /* of cells at distances other than 0 */
    size_t threads;
    uint64_t sample_ns; /* what a sample was to last at least */
    size_t rounds;      /* of which the last may be partial, if a signal ended it */
    int signal;         /* that ended the run early, or 0 */
    size_t lost;        /* samples lost to the clock */
    size_t moved;       /* rounds after which a thread was found on another CPU */
    double cold_gain; /* how much faster the cold buffer is read than one of 4 x the last-level
                         cache, as a ratio; NAN if that was not measured */
    size_t apart;     /* samples in which all threads ran for less than 95 % of it */
    double overlap;   /* least share of a batch during which all threads ran; 1 for one */
    double *mhz;      /* clock of each round; 0 where it was lost */
    struct series *series;
    size_t count;
    double *scratch;                         /* room for rounds + count values, for medians */
    char notes[RESULTS_NOTES][RESULTS_NOTE]; /* what was assumed or made smaller */
    size_t note_count;
};

/* Makes room for `rounds` samples of each cell of the plan; -1 with errno. */
int results_open(struct results *results, const struct plan *plan, size_t rounds);
void results_close(struct results *results);

/* Appends a note; those beyond RESULTS_NOTES replace the last. */
void results_note(struct results *results, const char *format, ...) FORMAT(2, 3);

enum unit { UNIT_MBPS, UNIT_BYTES_PER_CYCLE };

/* A sample in the unit; NAN if it was lost (for bytes per cycle also if the clock was). */
double results_value(const struct results *results, const struct series *series, size_t round,
                     enum unit unit);

/* Median and interval over the rounds of a series; NAN where nothing was measured. */
struct median results_median(const struct results *results, const struct series *series,
                             enum unit unit);

/* The median of the rounds' clocks in MHz, and the largest deviation from it in percent. */
double results_clock(const struct results *results, double *deviation);

#endif
