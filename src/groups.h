/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_GROUPS_H
#define MEMSPEED_GROUPS_H

#include <stddef.h>

#include "record.h"

enum {
    GROUPS_LABEL = RECORD_VALUE + 32, /* characters of a group's label, with the 0 */
    GROUPS_ERROR = RECORD_VALUE + 64,
};

/* Runs that are taken as repetitions of each other. */
struct group {
    char label[GROUPS_LABEL];
    const struct record **runs;
    size_t count;
};

struct groups {
    struct group *groups;
    size_t count;
};

/* A file of the command line: its runs are records [first, first + count). */
struct source {
    const char *name;  /* as given, without LABEL= */
    const char *label; /* given, or NULL */
    size_t first;
    size_t count;
};

/* How runs are put together. */
struct grouping {
    size_t split;        /* so many runs of a label in a file are a group; 0: all */
    const char *by;      /* a setting whose value is the label; NULL: the label itself */
    const char *only[8]; /* globs of labels, in the order in which groups are wanted */
    size_t only_count;   /* 0: all, in the order of the files */
};

/*
 * Groups runs by label: the one given for the file, else what `by` says, else the file's own.
 * Runs that have none, and all runs if several files would end up in a single group, are
 * labelled by the name of their file, with its folder if another one has the same. Keeps
 * pointers to the records. -1 with `error`, which has GROUPS_ERROR characters.
 */
int groups_make(struct groups *groups, const struct records *records,
                const struct source *sources, size_t source_count,
                const struct grouping *grouping, char *error);
void groups_free(struct groups *groups);

#endif
