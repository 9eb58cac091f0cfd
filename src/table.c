/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sink_say(const struct sink *sink, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sink->line(sink->arg, text);
}

size_t table_count(const struct results *results)
{
    return TABLES * (1 + results->more_memories) + results->title_count;
}

size_t table_classic(const struct series *series)
{
    const size_t kind = series->op == OP_WRITE ? TABLE_WRITE
                        : series->hot          ? TABLE_CACHED
                                               : TABLE_UNCACHED;

    return TABLES * series->memory + kind;
}

size_t table_kind(const struct results *results, size_t id)
{
    return id < TABLES * (1 + results->more_memories) ? id % TABLES : TABLES;
}

size_t table_memory(const struct results *results, size_t id)
{
    return table_kind(results, id) == TABLES ? 0 : id / TABLES;
}

bool table_has(size_t id, const struct series *series)
{
    return series->table == id;
}

bool table_empty(const struct results *results, size_t id)
{
    for (size_t i = 0; i < results->count; i++)
        if (table_has(id, &results->series[i]))
            return false;
    return true;
}

bool table_same_method(const struct series *a, const struct series *b)
{
    return !a->place.table[0] && !b->place.table[0] && a->op == b->op &&
           strcmp(a->method, b->method) == 0;
}

bool table_same_row(const struct series *a, const struct series *b)
{
    if (a->place.table[0] || b->place.table[0])
        return strcmp(a->place.table, b->place.table) == 0 &&
               strcmp(a->place.row, b->place.row) == 0;
    return a->memory == b->memory && table_same_method(a, b);
}

bool table_opens_row(const struct results *results, size_t id, size_t i)
{
    if (!table_has(id, &results->series[i]))
        return false;
    for (size_t j = 0; j < i; j++)
        if (table_has(id, &results->series[j]) &&
            table_same_row(&results->series[i], &results->series[j]))
            return false;
    return true;
}

const char *table_memory_name(const struct results *results, size_t memory)
{
    return memory ? results->memories[memory].name : results->memory;
}

const char *table_row(const struct series *series)
{
    return series->place.table[0] ? series->place.row : series->method;
}

double table_row_number(const struct series *series)
{
    const char *row = table_row(series);
    char *unit;
    const uint64_t number = strtoull(row, &unit, 10);

    if (unit == row || !series->place.table[0])
        return NAN;
    if (strcmp(unit, " MiB") == 0)
        return (double)number * 1048576;
    if (strcmp(unit, " KiB") == 0)
        return (double)number * 1024;
    return !*unit || strcmp(unit, " bytes") == 0 ? (double)number : NAN;
}

const char *table_title(const struct results *results, size_t id)
{
    static const char *const titles[TABLES] = {
        [TABLE_WRITE] = "Memory Write Throughput",
        [TABLE_UNCACHED] = "Uncached Memory Read/Copy Throughput",
        [TABLE_CACHED] = "Cached Memory Read/Copy Throughput",
    };

    if (table_kind(results, id) == TABLES)
        return results->titles[id - TABLES * (1 + results->more_memories)];
    return id < TABLES ? titles[id] : results->memories[id / TABLES].titles[id % TABLES];
}

const char *table_column(const struct series *series, char *text, size_t size)
{
    if (series->place.table[0])
        snprintf(text, size, "%s", series->place.column);
    else if (series->op == OP_WRITE && series->hot)
        snprintf(text, size, "cached%s", series->touch ? " + wa" : "");
    else if (series->op == OP_WRITE)
        snprintf(text, size, "%s", series->touch ? "write alloc" : "uncached");
    else
        snprintf(text, size, "PLD=%zu", series->pld);
    return text;
}

const char *table_key(const struct series *series, char *text, size_t size)
{
    snprintf(text, size, "%s %ux%u %s", kernel_op_name(series->op), series->width,
             series->registers, kernel_kind_name(series->temporal, series->zeros));
    return text;
}

const char *table_unit(enum unit unit)
{
    return unit == UNIT_MBPS ? "MB/s" : "B/cycle";
}
