/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_IMPORT_H
#define MEMSPEED_IMPORT_H

#include <stddef.h>

#include "record.h"

enum {
    IMPORT_ERROR = 256,
    IMPORT_BYTES_MAX = 64 << 20, /* of a file */
};

struct results;

/*
 * Reads all runs of a file, whatever wrote it, and appends them; "-" is standard input. -1 with
 * "FILE:LINE: what" (or "FILE: why", if it can't be read) in `error`, which has IMPORT_ERROR
 * characters; then some of the file's runs may have been appended. `warn`, called for what was
 * left out, gets "FILE:LINE: what".
 */
typedef void import_warn_fn(void *arg, const char *text);
int import_file(struct records *records, const char *path, import_warn_fn *warn, void *arg,
                char *error);

/* A file's content, and what to call it; the text need not end with a 0. */
struct import_text {
    const char *name;
    const char *text;
    size_t size;
};

/* The same for a text that is no saved run. */
int import_text(struct records *records, const struct import_text *text, import_warn_fn *warn,
                void *arg, char *error);

/*
 * A saved run, all of it, into `results`, which results_close() frees; the same errors. Text
 * that is no saved run gives 1 and leaves results and error alone.
 */
int import_saved(struct results *results, const char *path, char *error);

/* The same for a text, which is changed unless it is no saved run; a 0 follows it. */
int import_saved_text(struct results *results, const char *name, char *text, size_t size,
                      char *error);

/* A whole file, or standard input for "-", into *text, which is to be freed; the same errors.
 */
int import_read(const char *path, char **text, size_t *size, char *error);

/* What comparisons need of a run; appends. -1 with errno. `origin` as in struct record. */
int import_results(struct records *records, const struct results *results, const char *origin);

#endif
