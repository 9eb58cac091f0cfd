/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "memories.h"
#include "table.h"

const char *results_keep(struct results *results, const char *text)
{
    char **kept;

    for (size_t i = 0; i < results->kept_count; i++)
        if (strcmp(results->kept[i], text) == 0)
            return results->kept[i];
    kept = array_grow(results->kept, results->kept_count, sizeof *kept);
    if (!kept)
        return NULL;
    results->kept = kept;
    kept += results->kept_count;
    *kept = strdup(text);
    results->kept_count += *kept != NULL;
    return *kept;
}

/* The number of a table's title, which is kept; -1 with ENOSPC if there are too many. */
static int number_title(struct results *results, const char *title, size_t *number)
{
    for (*number = 0; *number < results->title_count; ++*number)
        if (strcmp(results->titles[*number], title) == 0)
            return 0;
    if (results->title_count == RESULTS_TITLES) {
        errno = ENOSPC;
        return -1;
    }
    snprintf(results->titles[results->title_count++], PLACE_NAME, "%s", title);
    return 0;
}

static int number_table(struct results *results, struct series *s)
{
    s->table = table_classic(s);
    if (!s->place.table[0])
        return 0;
    if (number_title(results, s->place.table, &s->table) < 0)
        return -1;
    s->table += TABLES * (1 + results->more_memories);
    return 0;
}

struct results_memory *results_memory(struct results *results, const char *name)
{
    struct results_memory *m;

    if (results->more_memories + 1 == KINDS)
        return NULL;
    m = &results->memories[++results->more_memories];
    *m = (struct results_memory){.source = "", .says = "", .evidence = "", .backing = ""};
    snprintf(m->name, sizeof m->name, "%s", name);
    for (size_t i = 0; i < TABLES; i++)
        snprintf(m->titles[i], sizeof m->titles[i], "%s [%s]", table_title(results, i), name);
    return m;
}

struct series *results_add(struct results *results, const struct series *series, size_t rounds)
{
    struct series *grown = array_grow(results->series, results->count, sizeof *grown);

    if (!grown)
        return NULL;
    results->series = grown;
    grown += results->count;
    *grown = *series;
    if (number_table(results, grown) < 0)
        return NULL;
    if (!grown->absent) {
        grown->samples = calloc(rounds ? rounds : 1, sizeof *grown->samples);
        if (!grown->samples)
            return NULL;
    }
    results->count++;
    return grown;
}

int results_ready(struct results *results, size_t rounds)
{
    if (!results->mhz)
        results->mhz = calloc(rounds ? rounds : 1, sizeof *results->mhz);
    free(results->scratch);
    results->scratch = calloc(rounds + results->count + 1, sizeof *results->scratch);
    return results->mhz && results->scratch ? 0 : -1;
}

/* What is the same for every run of this program, until it is measured otherwise. */
static void fill_in(struct results *results)
{
    results->overlap = 1;
    results->cold_gain = NAN;
    if (!results->version)
        results->version = MEMSPEED_VERSION;
    if (!results->date)
        results->date = "";
    if (!results->command)
        results->command = "";
    if (!results->memory)
        results->memory = "normal";
    if (!results->backing)
        results->backing = "";
    if (!results->prefetch_name)
        results->prefetch_name = "";
}

/* What a cell of the classic tables is found by. */
static void describe(struct series *s, const struct cell *cell)
{
    const struct kernel *k = cell->kernel;

    s->op = k->op;
    s->hot = cell->hot;
    s->touch = k->touch;
    s->pld = cell->pld;
    s->width = k->width;
    s->registers = k->registers;
    s->temporal = k->temporal;
    s->libc = k->libc;
    s->zeros = k->zeros;
    s->memory = plan_memory(cell);
    snprintf(s->method, sizeof s->method, "%s%s", k->method,
             cell->from == cell->to || k->op != OP_COPY ? ""
             : cell->from                               ? "<"
                                                        : ">");
}

int results_open(struct results *results, const struct plan *plan, size_t rounds)
{
    fill_in(results);
    for (size_t i = 1; plan->memories && i < plan->memories->count; i++)
        if (!results_memory(results, plan->memories->list[i].kind.name))
            return -1;
    for (size_t i = 0; i < plan->count; i++) {
        const struct cell *cell = &plan->cells[i];
        struct series s = {.absent = cell->absent};

        if (cell->place) {
            s.place = *cell->place;
            s.op_bytes = s.place.op_bytes;
        } else {
            describe(&s, cell);
        }
        if (!results_add(results, &s, rounds))
            return -1;
    }
    return results_ready(results, rounds);
}

void results_close(struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        free(results->series[i].samples);
    for (size_t i = 0; i < results->kept_count; i++)
        free(results->kept[i]);
    free(results->series);
    free(results->kept);
    free(results->cpus);
    free(results->settings);
    free(results->mhz);
    free(results->scratch);
    results->series = NULL;
    results->kept = NULL;
    results->cpus = NULL;
    results->settings = NULL;
    results->mhz = NULL;
    results->scratch = NULL;
    results->count = 0;
    results->kept_count = 0;
    results->setting_count = 0;
}

void results_note(struct results *results, const char *format, ...)
{
    const size_t last = RESULTS_NOTES - 1;
    va_list args;

    va_start(args, format);
    vsnprintf(results->notes[results->note_count < last ? results->note_count : last],
              RESULTS_NOTE, format, args);
    va_end(args);
    results->note_count += results->note_count < RESULTS_NOTES;
}

enum measure results_measure(const struct series *series)
{
    return series->place.table[0] ? series->place.measure : MEASURE_MBPS;
}

struct sample sample_number(double number)
{
    return (struct sample){1000, round(number * 1e3)};
}

const struct series *results_find(const struct results *results, const struct place *place)
{
    for (size_t i = 0; i < results->count; i++)
        if (place_same(&results->series[i].place, place))
            return &results->series[i];
    return NULL;
}

const char *results_unit(const struct series *series, enum unit unit)
{
    const enum measure measure = results_measure(series);

    return measure == MEASURE_MBPS && unit != UNIT_MBPS ? "B/cycle" : measure_name(measure);
}

static double mbps_of(const struct results *results, const struct series *series, size_t round,
                      enum unit unit)
{
    const struct sample *sample = &series->samples[round];
    const double mbps = (double)sample->ops * (double)series->op_bytes * 1e3 / sample->ns;

    if (unit == UNIT_MBPS)
        return mbps;
    return results->mhz[round] > 0 ? mbps / results->mhz[round] : NAN;
}

double results_value(const struct results *results, const struct series *series, size_t round,
                     enum unit unit)
{
    const struct sample *sample = &series->samples[round];

    if (sample->ns <= 0)
        return NAN;
    switch (results_measure(series)) {
    case MEASURE_MBPS:
        return mbps_of(results, series, round, unit);
    case MEASURE_GUPS:
        return (double)sample->ops / sample->ns;
    case MEASURE_US:
        return sample->ns / (double)sample->ops * 1e-3;
    default:
        return sample->ns / (double)sample->ops;
    }
}

size_t results_values(const struct results *results, const struct series *series,
                      enum unit unit)
{
    size_t count = 0;

    for (size_t round = 0; !series->absent && round < results->rounds; round++) {
        const double value = results_value(results, series, round, unit);

        if (!isnan(value))
            results->scratch[count++] = value;
    }
    return count;
}

struct median results_median(const struct results *results, const struct series *series,
                             enum unit unit)
{
    return stats_median(results->scratch, results_values(results, series, unit));
}

const char *results_reason(const struct results *results, const struct series *series,
                           enum unit unit)
{
    if (series->absent)
        return series->absent;
    if (!isnan(results_median(results, series, unit).value))
        return "";
    if (unit != UNIT_MBPS && !isnan(results_median(results, series, UNIT_MBPS).value))
        return "the processor's clock could not be measured";
    return results->signal ? "the run ended before" : "every sample was lost";
}

char results_way(const struct series *series)
{
    const size_t length = strlen(series->method);

    if (length == 0 || !strchr("<>", series->method[length - 1]))
        return '\0';
    return series->method[length - 1];
}

uint64_t results_errors(const struct results *results)
{
    uint64_t errors = 0;

    for (size_t i = 0; i < results->gups_count; i++)
        errors += results->gups[i].errors;
    return errors;
}

double results_clock(const struct results *results, double *deviation)
{
    double *known = results->scratch;
    struct median m;
    size_t count = 0;

    *deviation = 0;
    for (size_t i = 0; i < results->rounds; i++)
        if (results->mhz[i] > 0)
            known[count++] = results->mhz[i];
    m = stats_median(known, count);
    for (size_t i = 0; i < count; i++)
        if (fabs(known[i] / m.value - 1) * 100 > *deviation)
            *deviation = fabs(known[i] / m.value - 1) * 100;
    return m.value;
}
