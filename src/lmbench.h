/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LMBENCH_H
#define MEMSPEED_LMBENCH_H

#include <stdbool.h>
#include <stddef.h>

#include "importer.h"

/* The tables of lmbench's summaries, and their columns. */

enum {
    LMBENCH_COLUMNS = 24,
    LMBENCH_WIDTH = 256, /* of a line whose columns count */
    LMBENCH_HOST = 9,    /* of a host's name */
};

struct lmbench_column {
    char name[RECORD_NAME];
    size_t start; /* characters from the line's beginning, of the rule below the name */
    size_t end;   /* of its last character */
};

struct lmbench_table {
    unsigned id;
    const char *title;
    enum measure measure;
    struct lmbench_column columns[LMBENCH_COLUMNS]; /* behind host and OS */
    size_t count;
    struct lmbench_column host;
    struct lmbench_column os;
    bool ruled; /* white space is as it was printed: columns have their places */
};

/* What a row says: a value per column, NAN where there is none. */
struct lmbench_row {
    char label[RECORD_LABEL]; /* "HOST OS" */
    double values[LMBENCH_COLUMNS];
    char text[RECORD_VALUE]; /* of the column that holds text */
    bool filled[LMBENCH_COLUMNS];
    size_t cells;
    const char *wrong; /* why its figures can't be told apart, or NULL */
    bool prose;        /* words stand where figures should */
    bool percent;      /* it compares other rows */
    bool ruled;        /* read by the places of its cells */
    size_t lines;
};

/* Whether a line is the title of a table, which is then begun. */
bool lmbench_title(const char *text, struct lmbench_table *table);

/*
 * Reads what stands between a title and its rows, from line `*at` on, and moves behind it. 1;
 * 0 if no table follows; -1 with the error.
 */
int lmbench_header(struct importer *in, size_t *at, struct lmbench_table *table);

/* What a column holds, if not figures. */
bool lmbench_is_text(const struct lmbench_column *column);
bool lmbench_is_mhz(const struct lmbench_column *column);

/*
 * Reads the row that begins on line index `at`; false if none does. Where white space was lost
 * only rows without missing cells can be read.
 */
bool lmbench_row(const struct importer *in, size_t at, const struct lmbench_table *table,
                 struct lmbench_row *row);

/* Copies a line with its tabs as blanks; false if it is too long for a table. */
bool lmbench_expand(const char *text, char line[LMBENCH_WIDTH]);

#endif
