/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "stats.h"

static const struct {
    const char *name;
    int direction;
} measures[MEASURES] = {
    [MEASURE_MBPS] = {"MB/s", 1}, [MEASURE_NS] = {"ns", -1},     [MEASURE_US] = {"us", -1},
    [MEASURE_MHZ] = {"MHz", 0},   [MEASURE_GUPS] = {"GUP/s", 1}, [MEASURE_COUNT] = {"", 0},
};

const char *measure_name(enum measure measure)
{
    return measures[measure].name;
}

int measure_direction(enum measure measure)
{
    return measures[measure].direction;
}

double measure_scale(enum measure from, enum measure to)
{
    if (from == to)
        return 1;
    if (from == MEASURE_US && to == MEASURE_NS)
        return 1e3;
    return from == MEASURE_NS && to == MEASURE_US ? 1e-3 : 0;
}

struct record *records_add(struct records *records)
{
    struct record *grown = array_grow(records->records, records->count, sizeof *grown);

    if (!grown)
        return NULL;
    records->records = grown;
    return &grown[records->count++];
}

static void record_free(struct record *record)
{
    for (size_t i = 0; i < record->count; i++)
        free(record->figures[i].values);
    free(record->figures);
    free(record->settings);
    free(record->mhz);
}

void records_remove(struct records *records, size_t index)
{
    struct record *gone = &records->records[index];

    record_free(gone);
    memmove(gone, gone + 1, (records->count - index - 1) * sizeof *gone);
    records->count--;
}

void records_free(struct records *records)
{
    for (size_t i = 0; i < records->count; i++)
        record_free(&records->records[i]);
    free(records->records);
    *records = (struct records){0};
}

/* The mean of the faster half of sorted values; of an odd number, the middle one is in it. */
static double fast_of(const double *sorted, size_t n, int direction)
{
    const size_t half = (n + 1) / 2;
    const double *from = direction > 0 ? sorted + n - half : sorted;
    double sum = 0;

    if (n < FAST_VALUES || direction == 0)
        return NAN;
    for (size_t i = 0; i < half; i++)
        sum += from[i];
    return sum / (double)half;
}

/* Sets what follows from a figure's values, which `sorted` has room for. */
static void summarise(struct figure *figure, double *sorted)
{
    size_t n = 0;

    for (size_t i = 0; i < figure->count; i++)
        if (!isnan(figure->values[i]))
            sorted[n++] = figure->values[i];
    figure->median = stats_median(sorted, n).value;
    figure->fast = fast_of(sorted, n, measure_direction(figure->measure));
}

int record_figure(struct record *record, const struct figure *figure)
{
    struct figure *grown = array_grow(record->figures, record->count, sizeof *grown);
    double *values;

    if (!grown)
        return -1;
    record->figures = grown;
    values = malloc((figure->count ? figure->count : 1) * sizeof *values);
    if (!values)
        return -1;
    grown[record->count] = *figure;
    summarise(&grown[record->count], values);
    if (figure->count)
        memcpy(values, figure->values, figure->count * sizeof *values);
    grown[record->count++].values = values;
    return 0;
}

int record_setting(struct record *record, const char *key, const char *value)
{
    struct setting *grown;
    size_t i = 0;

    while (i < record->setting_count && strcmp(record->settings[i].key, key) != 0)
        i++;
    if (i == record->setting_count) {
        grown = array_grow(record->settings, record->setting_count, sizeof *grown);
        if (!grown)
            return -1;
        record->settings = grown;
        record->setting_count++;
    }
    snprintf(record->settings[i].key, sizeof record->settings[i].key, "%s", key);
    snprintf(record->settings[i].value, sizeof record->settings[i].value, "%s", value);
    return 0;
}

const char *record_get(const struct record *record, const char *key)
{
    for (size_t i = 0; i < record->setting_count; i++)
        if (strcmp(record->settings[i].key, key) == 0)
            return record->settings[i].value;
    return NULL;
}

int record_mhz(struct record *record, double mhz)
{
    double *grown = array_grow(record->mhz, record->mhz_count, sizeof *grown);

    if (!grown)
        return -1;
    record->mhz = grown;
    grown[record->mhz_count++] = mhz;
    return 0;
}

double record_clock(const struct record *record)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < record->mhz_count; i++)
        if (record->mhz[i] > 0) {
            sum += record->mhz[i];
            n++;
        }
    return n ? sum / (double)n : NAN;
}

bool figure_same(const struct figure *a, const struct figure *b)
{
    return strcmp(a->column, b->column) == 0 && strcmp(a->row, b->row) == 0 &&
           strcmp(a->table, b->table) == 0;
}

const char *figure_name(const struct figure *figure, char text[FIGURE_NAME])
{
    snprintf(text, FIGURE_NAME, "%s%s%s", figure->row,
             *figure->row && *figure->column ? " " : "", figure->column);
    return text;
}

const struct figure *record_find(const struct record *record, const char *table,
                                 const char *row, const char *column)
{
    for (size_t i = 0; i < record->count; i++) {
        const struct figure *f = &record->figures[i];

        if (strcmp(f->column, column) == 0 && strcmp(f->row, row) == 0 &&
            strcmp(f->table, table) == 0)
            return f;
    }
    return NULL;
}
