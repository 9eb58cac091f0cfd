/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_RESULTS_H
#define MEMSPEED_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caching.h"
#include "format.h"
#include "kernel.h"
#include "kind.h"
#include "layout.h"
#include "machine.h"
#include "pages_backing.h"
#include "place.h"
#include "plan.h"
#include "stats.h"
#include "timer.h"

enum {
    RESULTS_LABEL = 128,
    RESULTS_NOTE = 160,
    RESULTS_NOTES = 8,
    RESULTS_SETTINGS = 64,
    RESULTS_TITLES = 24,
    RESULTS_GUPS = 8,
    RESULTS_METHOD = KERNEL_NAME_MAX + 1, /* characters of a method and '<' or '>' */
};

/*
 * One timed batch: operations and the nanoseconds they took, a whole number, so that a saved
 * run holds all of it; a lost sample has ns 0.
 */
struct sample {
    uint64_t ops;
    double ns;
};

/*
 * All samples of one cell, one per round, and the key that it is found by: its place, or, in
 * the classic tables, what follows it.
 */
struct series {
    struct place place;
    size_t table;                    /* its number, as of table.h */
    size_t memory;                   /* 0 is ordinary memory, others are in the results */
    char method[RESULTS_METHOD + 1]; /* copies from the memory to ordinary one: "CPY_M<" */
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

/*
 * The random updates in pages of one kind, beside their rates, which are series in the row that
 * is called like the kind. Times are those of the plain loop's samples, in nanoseconds.
 */
#define GUPS_CPU_UNKNOWN UINT64_MAX
struct gups_pages {
    struct page_kind kind;
    bool measured; /* there is what follows */
    unsigned log2; /* of the table's words */
    uint64_t wanted;
    uint64_t updates; /* made by the plain loop */
    uint64_t real_ns;
    uint64_t cpu_ns;
    bool verified;   /* all words of the table were looked at */
    uint64_t errors; /* words that were wrong then */
    struct backing backing;
};

/* The classic tables of a memory; see table.h. */
enum { TABLE_WRITE, TABLE_UNCACHED, TABLE_CACHED, TABLES };

/*
 * Memory beside ordinary one that the classic tables are of. The titles of its tables name it,
 * so that figures of different memories never match.
 */
struct results_memory {
    char name[KIND_NAME];
    uint64_t bytes;     /* of each of a thread's two buffers; 0 if it could not be had */
    const char *source; /* "/dev/dri/card0 (vgem)"; "" of pages */
    enum caching documented;
    const char *says; /* who says so */
    enum caching found;
    const char *evidence; /* the times that tell it */
    const char *backing;  /* the pages that it is in; "" of devices' */
    char titles[TABLES][RECORD_TITLE];
};

struct setting; /* record.h */

/*
 * What one run found, and what must be known to judge it. The `const char *` are constants, or
 * kept by results_keep(). Ratios and clocks are multiples of 0.001, as they are saved.
 */
struct results {
    char label[RESULTS_LABEL];
    bool labelled;       /* by the user */
    const char *version; /* of the program that measured */
    const char *date;    /* when the run began, "2026-11-30T22:14:08Z"; "" if unknown */
    const char *command; /* what was asked for, as a shell takes it; "" if unknown */
    const char *memory;  /* the memory kind: "normal", or the pages asked for, "2M" */
    const char *backing; /* the pages that it really is in, "2M (100 %)"; "" if normal */
    char no_buffers[KIND_NAME + 2 + WHY]; /* why there were none, or "" */
    struct machine machine;
    struct layout layout;
    struct timer timer;
    char clock[32];
    const char *isa;
    char libc[MACHINE_TEXT];
    uint64_t seed;
    enum prefetch prefetch;    /* of cells at distances other than 0 */
    const char *prefetch_name; /* its instruction, of the run's instruction set */
    size_t threads;
    uint64_t sample_ns;    /* what a sample was to last at least */
    size_t rounds;         /* of which the last may be partial, if a signal ended it */
    int signal;            /* that ended the run early, or 0 */
    size_t lost;           /* samples lost to the clock */
    size_t moved;          /* rounds after which a thread was found on another CPU */
    uint64_t usable_bytes; /* of the last-level cache, by reading sets; 0 if unknown */
    double cold_gain; /* how much faster the cold buffer is read than one of 4 x the last-level
                         cache, as a ratio; NAN if that was not measured */
    size_t apart;     /* samples in which all threads ran for less than 95 % of it */
    double overlap;   /* least share of a batch during which all threads ran; 1 for one */
    double *mhz;      /* clock of each round; 0 where it was lost */
    struct series *series;
    size_t count;
    char titles[RESULTS_TITLES][PLACE_NAME]; /* tables of places */
    size_t title_count;
    double *scratch;                       /* room for rounds + count values, for medians */
    struct results_memory memories[KINDS]; /* from index 1 on; the first is ordinary memory */
    size_t more_memories;                  /* how many there are beside it */
    struct gups_pages gups[RESULTS_GUPS];  /* a row each of the table of random updates */
    size_t gups_count;
    char notes[RESULTS_NOTES][RESULTS_NOTE]; /* what was assumed or made smaller */
    size_t note_count;
    struct setting *settings; /* of a run that another version saved, unknown to this one */
    size_t setting_count;
    char **kept; /* by results_keep() */
    size_t kept_count;
    unsigned *cpus; /* machine.cpus, if these results own them */
};

/*
 * Makes room for `rounds` samples of each cell of the plan, and fills in what is the same for
 * every run of this program where it is not set; -1 with errno.
 */
int results_open(struct results *results, const struct plan *plan, size_t rounds);
void results_close(struct results *results);

/* Appends a copy of a series, with room for `rounds` samples unless it is absent; NULL with
 * errno. results_ready() must follow the last. Other series move. */
struct series *results_add(struct results *results, const struct series *series, size_t rounds);

/* Makes room for what concerns all series in `rounds` rounds; -1 with errno. */
int results_ready(struct results *results, size_t rounds);

/* A copy of the text that lives as long as the results, one for equal texts; NULL with errno.
 */
const char *results_keep(struct results *results, const char *text);

/* Appends a note; those beyond RESULTS_NOTES replace the last. */
void results_note(struct results *results, const char *format, ...) FORMAT(2, 3);

enum unit { UNIT_MBPS, UNIT_BYTES_PER_CYCLE };

/*
 * The measure of a series; the classic tables' is MB/s. Samples are operations and nanoseconds,
 * from which its values are: bytes by time, time by operation, operations by time (GUP/s); of
 * a frequency or a number, ns / ops, which is in thousandths.
 */
enum measure results_measure(const struct series *series);

/* Makes such a sample of a frequency or a number, and of nanoseconds that were calculated. */
struct sample sample_number(double number);

/* Adds memory of that name, before there are series of it; NULL if there are too many. */
struct results_memory *results_memory(struct results *results, const char *name);

/*
 * A sample in the unit, which is that of MEASURE_MBPS, or else in the unit of its measure; NAN
 * if it was lost (for bytes per cycle also if the clock was).
 */
double results_value(const struct results *results, const struct series *series, size_t round,
                     enum unit unit);

/*
 * The values of a series that were not lost, into the results' scratch; returns how many. They
 * stay until the next median is asked for.
 */
size_t results_values(const struct results *results, const struct series *series,
                      enum unit unit);

/* Median and interval over the rounds of a series; NAN where nothing was measured. */
struct median results_median(const struct results *results, const struct series *series,
                             enum unit unit);

/* Why results_median() is NAN, "" if it is not. */
const char *results_reason(const struct results *results, const struct series *series,
                           enum unit unit);

/* The series at a place, or NULL. */
const struct series *results_find(const struct results *results, const struct place *place);

/* Of copies between memories: '>' from the ordinary one into another, '<' out of it; else 0. */
char results_way(const struct series *series);

/* The name of the unit that values of a series are in: "MB/s", "B/cycle", "ns", "" ... */
const char *results_unit(const struct series *series, enum unit unit);

/* Words of the random updates' tables that were wrong, of all kinds of pages together. */
uint64_t results_errors(const struct results *results);

/* The median of the rounds' clocks in MHz, and the largest deviation from it in percent. */
double results_clock(const struct results *results, double *deviation);

#endif
