/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

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

struct series *results_add(struct results *results, const struct series *series, size_t rounds)
{
    struct series *grown = array_grow(results->series, results->count, sizeof *grown);

    if (!grown)
        return NULL;
    results->series = grown;
    grown += results->count;
    *grown = *series;
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
    if (!results->prefetch_name)
        results->prefetch_name = "";
}

int results_open(struct results *results, const struct plan *plan, size_t rounds)
{
    fill_in(results);
    for (size_t i = 0; i < plan->count; i++) {
        const struct cell *cell = &plan->cells[i];
        struct series s = {
            .op = cell->kernel->op,
            .hot = cell->hot,
            .touch = cell->kernel->touch,
            .pld = cell->pld,
            .width = cell->kernel->width,
            .registers = cell->kernel->registers,
            .temporal = cell->kernel->temporal,
            .libc = cell->kernel->libc,
            .zeros = cell->kernel->zeros,
            .absent = cell->absent,
        };

        snprintf(s.method, sizeof s.method, "%s", cell->kernel->method);
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

double results_value(const struct results *results, const struct series *series, size_t round,
                     enum unit unit)
{
    const struct sample *sample = &series->samples[round];
    double mbps;

    if (sample->ns <= 0)
        return NAN;
    mbps = (double)sample->ops * (double)series->op_bytes * 1e3 / sample->ns;
    if (unit == UNIT_MBPS)
        return mbps;
    return results->mhz[round] > 0 ? mbps / results->mhz[round] : NAN;
}

struct median results_median(const struct results *results, const struct series *series,
                             enum unit unit)
{
    size_t count = 0;

    for (size_t round = 0; !series->absent && round < results->rounds; round++) {
        const double value = results_value(results, series, round, unit);

        if (!isnan(value))
            results->scratch[count++] = value;
    }
    return stats_median(results->scratch, count);
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
