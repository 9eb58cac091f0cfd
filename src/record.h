/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_RECORD_H
#define MEMSPEED_RECORD_H

#include <stdbool.h>
#include <stddef.h>

/*
 * One run as comparisons see it, whatever wrote it: figures that are found by table, row and
 * column, and what must be known to compare them.
 */

enum {
    RECORD_NAME = 64,  /* characters of a row's or column's name, with the 0 ... */
    RECORD_TITLE = 96, /* ... and of a table's */
    FIGURE_NAME = 2 * RECORD_NAME,
    RECORD_LABEL = 128,
    RECORD_VALUE = 160,
    FAST_VALUES = 8, /* of fewer the faster half depends on their number */
};

/* What the setting "counting" is where MB are 10^6 bytes and a copy of n bytes counts n. */
#define RECORD_COUNTING "MB = 10^6 bytes, copies counted once"

/* Units that figures have here; readers convert, where that is exact. */
enum measure {
    MEASURE_MBPS, /* 10^6 bytes a second; a copy of n bytes counts n */
    MEASURE_NS,
    MEASURE_US,
    MEASURE_MHZ,
    MEASURE_GUPS,  /* 10^9 updates a second */
    MEASURE_COUNT, /* a number of things of which neither more nor fewer are better */
    MEASURES
};

/* "MB/s", "ns" ...; "" for MEASURE_COUNT. */
const char *measure_name(enum measure measure);

/* 1 if more is better, -1 if less is, 0 if neither. */
int measure_direction(enum measure measure);

/* What figures in `from` are multiplied by to be in `to`; 0 if they can't be. */
double measure_scale(enum measure from, enum measure to);

/*
 * A figure. A run with samples has one value per round, in the order of the rounds, NAN where
 * a sample was lost; a published figure has one value. All values are above 0.
 */
struct figure {
    char table[RECORD_TITLE]; /* "Memory Write Throughput"; without the unit */
    char row[RECORD_NAME];    /* "STM8"; "" in tables whose rows are runs */
    char column[RECORD_NAME];
    enum measure measure;
    double *values;
    size_t count;
    double median; /* of the values, set by record_figure(); NAN if all were lost */
    double fast;   /* mean of the faster half of them, likewise; NAN if under FAST_VALUES, or if
                      neither more nor less is better */
    double spread; /* standard deviation / value that the file states, or that follows from the
                      interval which it states; NAN if it does not */
};

/* Something that may make figures incomparable: "cpu", "buffer", "line", "memory" ... */
struct setting {
    char key[RECORD_NAME];
    char value[RECORD_VALUE];
};

struct record {
    char label[RECORD_LABEL];  /* what the file calls the run; "" if it does not */
    char origin[RECORD_VALUE]; /* FILE:LINE where it begins */
    bool sampled;              /* values are samples of rounds */
    bool pasted;               /* tables of memspeed without its head, so that others of them
                                  may follow */
    bool classic_old;          /* classic tables of the old program, or of one that does not
                                  name itself: see README on hot cells */
    struct setting *settings;
    size_t setting_count;
    double *mhz; /* the processor's clock, per round if sampled; 0 where unknown */
    size_t mhz_count;
    struct figure *figures;
    size_t count;
};

/* The runs that files hold, in their order. Starts zeroed. */
struct records {
    struct record *records;
    size_t count;
};

/* Appends an empty run; NULL with errno. It moves when another one is added. */
struct record *records_add(struct records *records);
void records_free(struct records *records);

/* Takes a run out; the later ones move up. */
void records_remove(struct records *records, size_t index);

/* Appends a copy of the figure, values included, and its median; -1 with errno. */
int record_figure(struct record *record, const struct figure *figure);

/* Sets a setting, anew if it was set; -1 with errno. Text that is too long is cut. */
int record_setting(struct record *record, const char *key, const char *value);
const char *record_get(const struct record *record, const char *key); /* NULL if not set */

/* Appends a clock figure; -1 with errno. */
int record_mhz(struct record *record, double mhz);

/* The mean of the clocks that are known, NAN if none is. */
double record_clock(const struct record *record);

/* Whether both are of the same table, row and column. */
bool figure_same(const struct figure *a, const struct figure *b);

/* "STM8 cached", or the part that there is. Returns text. */
const char *figure_name(const struct figure *figure, char text[FIGURE_NAME]);

/* The figure of this table, row and column, or NULL. */
const struct figure *record_find(const struct record *record, const char *table,
                                 const char *row, const char *column);

#endif
