/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_IMPORTER_H
#define MEMSPEED_IMPORTER_H

#include "format.h"
#include "import.h"
#include "lines.h"

/*
 * What the readers of foreign tables share. A reader is offered each line of a text; it takes a
 * block of lines that it knows, or leaves the line alone.
 */

enum {
    IMPORTER_RECORDS = 1024,  /* of a text; more is no comparison but an attack */
    IMPORTER_FIGURES = 65536, /* of a text */
    IMPORTER_RUN = 4096,      /* figures of a run; each is compared with all others */
    IMPORTER_WORDS = 192,     /* of a table's row; 64 columns with their spread need 129 */
    IMPORTER_NONE = -1,       /* no record */
};

struct importer {
    struct records *records;
    size_t first; /* the first record of this text */
    const char *name;
    struct lines lines;
    size_t end; /* lines before this index belong to tables that have been read */
    size_t figures;
    import_warn_fn *warn;
    void *arg;
    char *error;
    long classic; /* the run that a table of memspeed without a name belongs to */
    struct {
        size_t first;     /* record of the summary */
        unsigned seen;    /* its tables, bit by bit */
        char version[16]; /* "3.0"; "" if not told */
    } lmbench;
};

/*
 * Each takes the block that begins on line index `*at` and moves `*at` behind it. 1 if it did,
 * 0 if no block of its kind begins there, -1 with the error.
 */
typedef int importer_fn(struct importer *in, size_t *at);
importer_fn importer_classic, importer_places, importer_gups, importer_lmbench,
    importer_tinymembench, importer_stream, importer_mbw;

/*
 * The run of memspeed's table of this title on line index `at`, which may be a new one: by
 * the name that stands above it, or by memspeed's own head. -1 with the error.
 */
long importer_classic_run(struct importer *in, const char *title, size_t at);

/*
 * The same for a table that others print, too: *run is IMPORTER_NONE unless memspeed's head or
 * another of its tables stands directly above. -1 with the error.
 */
int importer_own_run(struct importer *in, const char *title, size_t at, long *run);

/*
 * Moves *at behind what memspeed prints below a table: it names nothing. The caches that it
 * found, which stand on such a line, are read.
 */
#define IMPORTER_CACHES "caches by latency:"
void importer_skip_notes(const struct importer *in, size_t *at);

/* Names the runs of tinymembench that have no name, if there are several: "cluster 2". */
void importer_name_clusters(const struct importer *in);

/* Sets "FILE:LINE: what" for the line of index `at`; -1. */
int importer_fail(struct importer *in, size_t at, const char *format, ...) FORMAT(3, 4);
/* The same for errno, which has no line; -1. */
int importer_errno(struct importer *in);
/* Tells "FILE:LINE: what" was left out. */
void importer_say(const struct importer *in, size_t at, const char *format, ...) FORMAT(3, 4);

/* The text of a line; "" behind the last. Valid as long as the importer. */
const char *importer_line(const struct importer *in, size_t at);

bool importer_blank(const char *text);

/* Puts blanks in the place of tabs, which would break lines of fields and messages. */
void importer_untab(char *text);

/* Whether a line begins with the words of a text. */
bool importer_begins(const struct importer *in, size_t at, const char *text);

/* Appends a run that begins on a line; its index, or -1 with the error. */
long importer_run(struct importer *in, size_t at, const char *label);

/*
 * Adds a figure to the run of index `run`; fails if it has another value for that cell already.
 * A figure of 0 was not measured: that is told, and the figure left out.
 */
int importer_figure(struct importer *in, long run, size_t at, const struct figure *figure);

/* record_setting(), with the error set. */
int importer_setting(struct importer *in, long run, const char *key, const char *value);

/*
 * What the text calls the block that begins on a line: the last line before it that says
 * something, but none of an earlier block. Blocks may have a head of their own, whose first
 * line begins with `head` (or NULL); the name stands above that.
 */
void importer_label(const struct importer *in, size_t at, const char *head,
                    char label[RECORD_LABEL]);

/* Copies a text that may be too long, not cutting characters. */
void importer_copy(char *to, size_t size, const char *from, size_t length);

/* Words are what stands between blanks. */
struct word {
    const char *text;
    size_t length;
};

struct words {
    struct word words[IMPORTER_WORDS];
    size_t count;
};

/* Appends the words of a text; -1 if there are too many. */
int words_add(struct words *words, const char *text);
/* Whether the words from index `at` on begin with those of a text; how many they are, or 0. */
size_t words_match(const struct words *words, size_t at, const char *text);
bool word_is(const struct word *word, const char *text);
bool word_begins(const struct word *word, const char *text);
/* Appends it to a text, after a space; what finds no room is cut. */
void word_append(const struct word *word, char *text, size_t size);

/*
 * Whether the word is a decimal number without sign and exponent ("12", "12.", ".5"), followed
 * by nothing but `after`; its value.
 */
bool word_number(const struct word *word, const char *after, double *value);

#endif
