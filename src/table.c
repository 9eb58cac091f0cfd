/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
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

bool table_has(enum table_id id, const struct series *series)
{
    if (id == TABLE_WRITE)
        return series->op == OP_WRITE;
    return series->op != OP_WRITE && series->hot == (id == TABLE_CACHED);
}

bool table_same_row(const struct series *a, const struct series *b)
{
    return a->op == b->op && strcmp(a->method, b->method) == 0;
}

bool table_opens_row(const struct results *results, enum table_id id, size_t i)
{
    if (!table_has(id, &results->series[i]))
        return false;
    for (size_t j = 0; j < i; j++)
        if (table_has(id, &results->series[j]) &&
            table_same_row(&results->series[i], &results->series[j]))
            return false;
    return true;
}

const char *table_title(enum table_id id)
{
    static const char *const titles[TABLES] = {
        [TABLE_WRITE] = "Memory Write Throughput",
        [TABLE_UNCACHED] = "Uncached Memory Read/Copy Throughput",
        [TABLE_CACHED] = "Cached Memory Read/Copy Throughput",
    };

    return titles[id];
}

const char *table_column(const struct series *series, char *text, size_t size)
{
    if (series->op == OP_WRITE && series->hot)
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

const char *table_size(uint64_t bytes, char *text, size_t size)
{
    if (bytes >= (1u << 20) && bytes % (1u << 20) == 0)
        snprintf(text, size, "%llu MiB", (unsigned long long)(bytes >> 20));
    else if (bytes >= 1024 && bytes % 1024 == 0)
        snprintf(text, size, "%llu KiB", (unsigned long long)(bytes >> 10));
    else
        snprintf(text, size, "%llu bytes", (unsigned long long)bytes);
    return text;
}

const char *table_unit(enum unit unit)
{
    return unit == UNIT_MBPS ? "MB/s" : "B/cycle";
}
