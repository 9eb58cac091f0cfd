/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_IMPORT_HEAD_H
#define MEMSPEED_IMPORT_HEAD_H

#include "feed.h"
#include "format.h"
#include "results.h"

/* A saved run that is being read. */
struct reader {
    struct results *results;
    const char *path;
    char *error; /* IMPORT_ERROR characters */
    struct feed feed;
    uint64_t seen;       /* keys of the head, a bit each */
    size_t lines[64];    /* on which they stand */
    size_t samples;      /* announced */
    size_t found;        /* of them */
    size_t round;        /* that is being read, from 1 on; 0 before the first */
    size_t next;         /* where the next sample's series is looked for first */
    struct series *keys; /* methods and their neutral keys, nothing else */
    size_t key_count;
};

/* Says what is wrong with the line at hand, or with the whole file; -1. */
int reader_line_error(struct reader *reader, const char *format, ...) FORMAT(2, 3);
int reader_file_error(struct reader *reader, const char *format, ...) FORMAT(2, 3);

/*
 * Takes "key: value" or, if its key begins with "# ", "# key: value" that stands once in a
 * file. Returns 1 if there is no such key, else 0 or -1 with the error.
 */
int head_take(struct reader *reader, const char *key, const char *value);

/* Whether all that must be there was there, and belongs together; -1 with the error. */
int head_finish(struct reader *reader);

/* Whether what it counts can be of the samples that were read; -1 with the error. */
int head_check(struct reader *reader);

#endif
