/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SAVED_H
#define MEMSPEED_SAVED_H

#include <stdio.h>

#include "results.h"

/* Words of the saved form, which is written by report_saved.c and read by import_saved.c. */

#define SAVED_EMULATED " (the figures mean nothing)"
#define SAVED_NOT_PINNED " (not pinned)"

/* Stands before titles that are not bare: Go's names begin with a capital. */
#define SAVED_TABLE "Table="
bool saved_bare(const char *title);

/* The first part of a benchmark's name, after "Benchmark". */
extern const char *const saved_op[OPS];

/* The kinds of prefetch for reading; NULL for those that are not. */
extern const char *const saved_prefetch[PREFETCH_STORE + 1];

/* The measures as they are saved, "count" having no unit; and what a sample's first figure is.
 */
const char *saved_unit(enum measure measure);
const char *saved_each(enum measure measure);

/* Reads what saved_unit() gives; false if it is none. */
bool saved_scan_unit(const char **text, enum measure *measure);

/*
 * Reads the name of a benchmark, "BenchmarkMemory_latencies/row=/column=L1_$" or
 * "BenchmarkWrite/method=STM8/state=cached/wa=0", into a series, and moves *text on behind it;
 * false if it is none. "/memory=wc" behind it is one of the results' memories.
 */
bool saved_scan_name(const char **text, const struct results *results, struct series *series);

/* Likewise all of "STM8 write 4x8 temporal", behind which "libc" and "wa" may stand. */
bool saved_scan_key(const char *text, struct series *series);

/*
 * Writes the lines of memory beside ordinary one; and takes a line, whose key begins with "# ",
 * into the results: 1 if it is of something else, -1 if it is not as it is saved, with errno
 * ENOMEM if there was no room.
 */
void saved_put_memories(FILE *f, const struct results *results);
int saved_take_memory(struct results *results, const char *key, const char *value);

/*
 * Writes "thp 2^25 134217728 of 134217728 updates, 4210987654 ns, CPU 4210987000 ns, 0 errors,
 * in 268435456 B: 2097152:268435456 (smaps)", or "2M n/a", for a kind of pages; and reads it,
 * what is kept into the results, false if it is not as it is saved.
 */
void saved_put_gups(FILE *f, const struct gups_pages *gups);
bool saved_scan_gups(const char *text, struct results *results, struct gups_pages *gups);

#endif
