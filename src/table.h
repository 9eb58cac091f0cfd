/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TABLE_H
#define MEMSPEED_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "format.h"
#include "results.h"

/* Takes lines of text, one call each; sink_say() formats one. */
struct sink {
    void (*line)(void *arg, const char *text);
    void *arg;
};
void sink_say(const struct sink *sink, const char *format, ...) FORMAT(2, 3);

/*
 * The tables of a run, as views of its series: the three classic ones of each memory, then
 * those of places, in the order in which they came up.
 */

/* The number of the classic table that a series without a place stands in. */
size_t table_classic(const struct series *series);

/* Which of the classic ones a table is, TABLES if none; and the memory that it is of. */
size_t table_kind(const struct results *results, size_t id);
size_t table_memory(const struct results *results, size_t id);

/* How many there are, the classic ones included. */
size_t table_count(const struct results *results);

/* Whether a series stands in a table. */
bool table_has(size_t id, const struct series *series);

/* Whether no series stands in it. */
bool table_empty(const struct results *results, size_t id);

/*
 * A row is the series that come with its first one: same operation, same method; or the same
 * table and row of places.
 */
bool table_same_row(const struct series *a, const struct series *b);

/* Whether both are of the classic tables, of one operation and method, in whatever memory. */
bool table_same_method(const struct series *a, const struct series *b);

/* Whether no series before index `i` in this table is of the same row. */
bool table_opens_row(const struct results *results, size_t id, size_t i);

/* The title, which for memory that is not ordinary ends in "[wc]". */
const char *table_title(const struct results *results, size_t id);

/* The name of a memory: "normal", "wc". */
const char *table_memory_name(const struct results *results, size_t memory);

/* The row's name as printed. */
const char *table_row(const struct series *series);

/* The row's name as a number, in bytes if it is a size; NAN if it is none. */
double table_row_number(const struct series *series);

/* The title of the column that a series stands in: "cached + wa", "PLD=8". Returns text. */
const char *table_column(const struct series *series, char *text, size_t size);

/* The neutral key of a row of the classic tables, "write 4x8 temporal". Returns text. */
const char *table_key(const struct series *series, char *text, size_t size);

/*
 * What qualifies all numbers of a run, a line each: an emulator, a signal, a coarse or moving
 * clock, threads that did not run together, a busy machine.
 */
void table_run_warnings(const struct results *results, enum unit unit, const struct sink *sink);

/*
 * What qualifies the numbers of a table, a line each: lost samples, wide intervals, a buffer
 * that the cache holds.
 */
void table_warnings(const struct results *results, size_t id, enum unit unit,
                    const struct sink *sink);

/*
 * What one would look for in the tables: the fastest uncached write, read and copy with their
 * prefetch distances, whether streams of writes allocate, how the libc's functions compare with
 * the best; and a line for each other memory, how to fill it, to read it, to copy into
 * it and out of it.
 */
void table_findings(const struct results *results, enum unit unit, const struct sink *sink);

/* The name of a unit as printed: "MB/s", "B/cycle". */
const char *table_unit(enum unit unit);

/* A size in the largest unit that divides it, "128 MiB", "6 KiB", "100 bytes". Returns text. */
const char *table_size(uint64_t bytes, char *text, size_t size);

#endif
