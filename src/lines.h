/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LINES_H
#define MEMSPEED_LINES_H

#include <stddef.h>

/*
 * Text as its writer saw it: lines without what mail programs did to them. Line ends of any
 * system, `>` quoting, quoted-printable (RFC 2045, 6.7) and trailing blanks are undone;
 * no-break spaces become spaces, and what a terminal would obey or not understand, '?'. Blanks
 * in front and tabs stay, since columns may be found by position.
 */

enum {
    LINES_MAX = 1 << 20, /* of a text */
};

struct line {
    const char *text;
    size_t number; /* in the file, from 1; of the first, where several were joined */
};

struct lines {
    char *storage;
    struct line *lines;
    size_t count;
};

/*
 * Reads a file whole, or standard input if the path is "-". The text is the caller's to free;
 * a 0 follows it. -1 with errno; EFBIG if there are more than `limit` bytes.
 */
int lines_read(const char *path, size_t limit, char **text, size_t *size);

/* Splits a text, which need not end with a 0. -1 with errno; EFBIG beyond LINES_MAX. */
int lines_split(struct lines *lines, const char *text, size_t size);
void lines_free(struct lines *lines);

#endif
