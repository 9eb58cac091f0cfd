/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int results_open(struct results *results, const struct plan *plan, size_t rounds)
{
    results->series = calloc(plan->count ? plan->count : 1, sizeof *results->series);
    results->mhz = calloc(rounds, sizeof *results->mhz);
    results->scratch = calloc(rounds + plan->count, sizeof *results->scratch);
    if (!results->series || !results->mhz || !results->scratch)
        return -1;
    results->count = plan->count;
    /* Until it is measured otherwise. */
    results->overlap = 1;
    results->cold_gain = NAN;
    for (size_t i = 0; i < plan->count; i++) {
        const struct cell *cell = &plan->cells[i];
        struct series *s = &results->series[i];

        *s = (struct series){
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
        snprintf(s->method, sizeof s->method, "%s", cell->kernel->method);
        if (cell->absent)
            continue;
        s->samples = calloc(rounds, sizeof *s->samples);
        if (!s->samples)
            return -1;
    }
    return 0;
}

void results_close(struct results *results)
{
    for (size_t i = 0; i < results->count; i++)
        free(results->series[i].samples);
    free(results->series);
    free(results->mhz);
    free(results->scratch);
    results->series = NULL;
    results->mhz = NULL;
    results->scratch = NULL;
    results->count = 0;
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
