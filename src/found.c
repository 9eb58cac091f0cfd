/* SPDX-License-Identifier: MIT */
#include "found.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suite.h"
#include "table.h"

/* The median of a figure of the run, NAN if it is not there. */
static double figure(const struct results *r, const char *table, const char *column)
{
    struct place place;
    const struct series *s = results_find(r, place_name(&place, table, "", column));

    return s ? results_median(r, s, UNIT_MBPS).value : NAN;
}

static double number(const struct results *r, const char *column)
{
    const double value = figure(r, LATENCY_BASIC_TABLE, column);

    return isnan(value) ? 0 : value;
}

/* The largest set with a latency. */
static double largest_set(const struct results *r)
{
    double largest = 0;

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (strcmp(s->place.table, LATENCY_TABLE) == 0 && table_row_number(s) > largest &&
            !isnan(results_median(r, s, UNIT_MBPS).value))
            largest = table_row_number(s);
    }
    return largest;
}

void found_read(struct found *found, const struct results *results)
{
    *found = (struct found){.sets_bytes = (uint64_t)largest_set(results)};
    /* The way from one level to the next takes an octave or two. */
    found->whole = found->sets_bytes / 2 >= results->machine.llc.bytes;
    for (size_t i = 0; i < CURVE_LEVELS; i++) {
        char column[16];
        double kib;

        snprintf(column, sizeof column, "L%zu KiB", i + 1);
        kib = figure(results, LATENCY_CACHES_TABLE, column);
        snprintf(column, sizeof column, "L%zu $", i + 1);
        found->levels[i].bytes = isnan(kib) ? 0 : (uint64_t)(kib * 1024);
        found->levels[i].ns = figure(results, LATENCY_SUMMARY_TABLE, column);
        if (found->levels[i].bytes > 0 && found->count == i)
            found->count = i + 1;
    }
    found->stride_ns = figure(results, LATENCY_SUMMARY_TABLE, "Main mem");
    found->random_ns = figure(results, LATENCY_SUMMARY_TABLE, "Rand mem");
    found->line = number(results, "cache line bytes");
    found->tlb_pages = number(results, "tlb pages");
    found->parallel = number(results, "mem par");
}

/* By the latencies of the run, if it has any. */
static uint64_t usable_by_latency(const struct results *results)
{
    struct found found;

    found_read(&found, results);
    return found.whole && found.count > 1 && !results->machine.llc.assumed
               ? found.levels[found.count - 1].bytes
               : 0;
}

bool found_differs(uint64_t found_bytes, uint64_t said_bytes)
{
    return found_bytes < said_bytes - said_bytes / 4 ||
           said_bytes < found_bytes - found_bytes / 4;
}

uint64_t found_usable(const struct results *results, const char **how)
{
    uint64_t bytes = usable_by_latency(results);

    *how = bytes ? "the latencies" : "the rates of reading";
    if (!bytes)
        bytes = results->usable_bytes;
    return bytes < results->machine.llc.bytes &&
                   found_differs(bytes, results->machine.llc.bytes)
               ? bytes
               : 0;
}
