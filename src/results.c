/* SPDX-License-Identifier: MIT */
#include "results.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int results_open(struct results *results, const struct plan *plan, size_t rounds)
{
    results->series = calloc(plan->count ? plan->count : 1, sizeof *results->series);
    results->mhz = calloc(rounds, sizeof *results->mhz);
    if (!results->series || !results->mhz)
        return -1;
    results->count = plan->count;
    results->capacity = rounds;
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
    results->series = NULL;
    results->mhz = NULL;
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
                             enum unit unit, double *scratch)
{
    size_t count = 0;

    for (size_t round = 0; !series->absent && round < results->rounds; round++) {
        const double value = results_value(results, series, round, unit);

        if (!isnan(value))
            scratch[count++] = value;
    }
    return stats_median(scratch, count);
}

double results_clock(const struct results *results, double *deviation)
{
    double *known = calloc(results->rounds ? results->rounds : 1, sizeof *known);
    struct median m = {NAN, NAN, NAN};
    size_t count = 0;

    *deviation = 0;
    for (size_t i = 0; known && i < results->rounds; i++)
        if (results->mhz[i] > 0)
            known[count++] = results->mhz[i];
    if (count)
        m = stats_median(known, count);
    for (size_t i = 0; i < count; i++)
        if (fabs(known[i] / m.value - 1) * 100 > *deviation)
            *deviation = fabs(known[i] / m.value - 1) * 100;
    free(known);
    return m.value;
}

/* The saved form. */

static void save_head(const struct results *r, FILE *f)
{
    const struct machine *m = &r->machine;

    fprintf(f, "label: %s\n", r->label);
    fprintf(f, "cpu: %s\n", m->cpu_name);
    fprintf(f, "isa: %s\n", r->isa);
    fprintf(f, "line: %zu\n", r->layout.line_bytes);
    fprintf(f, "buffer: %zu\n", r->layout.buffer_bytes);
    fprintf(f, "block: %zu/%zu/%zu\n", r->layout.hot[OP_WRITE].block_bytes,
            r->layout.hot[OP_READ].block_bytes, r->layout.hot[OP_COPY].block_bytes);
    fprintf(f, "threads: %zu\n", r->threads);
    fprintf(f, "memory: normal\n");
    fprintf(f, "page: %zu\n", m->page_bytes);
    fprintf(f, "counting: MB = 10^6 bytes, copies counted once\n");
    fprintf(f, "# memspeed: %s\n", MEMSPEED_VERSION);
    fprintf(f, "# host: %s\n", m->host);
    fprintf(f, "# kernel: %s\n", m->kernel);
    fprintf(f, "# libc: %s\n", r->libc);
    if (m->emulator[0])
        fprintf(f, "# emulated: %s (the figures mean nothing)\n", m->emulator);
    fprintf(f, "# cpus: %s\n", m->allowed);
    fprintf(f, "# cpu-used: %u%s\n", m->cpus[0], m->pinned ? "" : " (not pinned)");
    if (m->cores[0])
        fprintf(f, "# cores: %s\n", m->cores);
    if (m->governor[0])
        fprintf(f, "# governor: %s\n", m->governor);
    fprintf(f, "# line-source: %s\n", m->line.source);
    fprintf(f, "# l1d: %llu B, %u ways (%s)\n", (unsigned long long)m->l1d.bytes, m->l1d_ways,
            m->l1d.source);
    fprintf(f, "# llc: %llu B (%s)\n", (unsigned long long)m->llc.bytes, m->llc.source);
    fprintf(f, "# clock: %s, step %llu ns, reading %llu ns\n", r->clock,
            (unsigned long long)r->timer.step_ns, (unsigned long long)r->timer.cost_ns);
    fprintf(f, "# seed: %llu\n", (unsigned long long)r->seed);
    fprintf(f, "# sample-ns: %llu\n", (unsigned long long)r->sample_ns);
    fprintf(f, "# rounds: %zu\n", r->rounds);
    fprintf(f, "# lost: %zu\n", r->lost);
    fprintf(f, "# moved: %zu\n", r->moved);
    if (!isnan(r->cold_gain))
        fprintf(f, "# cold-gain: %.3f\n", r->cold_gain);
    if (r->threads > 1)
        fprintf(f, "# overlap: %.3f\n", r->overlap);
    if (m->load >= 0)
        fprintf(f, "# load: %.2f\n", m->load);
    if (r->signal)
        fprintf(f, "# partial: ended by signal %d\n", r->signal);
    for (size_t i = 0; i < r->note_count; i++)
        fprintf(f, "# note: %s\n", r->notes[i]);
    fprintf(f, "# clock-mhz:");
    for (size_t i = 0; i < r->rounds; i++)
        fprintf(f, r->mhz[i] > 0 ? " %.1f" : " n/a", r->mhz[i]);
    fprintf(f, "\n");
}

static void save_name(const struct series *s, FILE *f)
{
    static const char *const names[] = {
        [OP_WRITE] = "Write", [OP_READ] = "Read", [OP_COPY] = "Copy"};

    fprintf(f, "Benchmark%s/method=%s/state=%s", names[s->op], s->method,
            s->hot ? "cached" : "uncached");
    if (s->op == OP_WRITE)
        fprintf(f, "/wa=%d", s->touch);
    else
        fprintf(f, "/pld=%zu", s->pld);
}

/* "# kernel-key: STM8 write 4x8 temporal", once per method and operation. */
static void save_keys(const struct results *r, FILE *f)
{
    static const char *const ops[] = {
        [OP_WRITE] = "write", [OP_READ] = "read", [OP_COPY] = "copy"};

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        bool seen = false;

        for (size_t j = 0; j < i && !seen; j++)
            seen = r->series[j].op == s->op && strcmp(r->series[j].method, s->method) == 0;
        if (!seen)
            fprintf(f, "# key: %s %s %ux%u %s\n", s->method, ops[s->op], s->width, s->registers,
                    s->temporal ? "temporal" : "streaming");
    }
}

int results_save(const struct results *r, FILE *f)
{
    save_head(r, f);
    save_keys(r, f);
    fprintf(f, "Unit MB/s better=higher\n");
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (s->absent) {
            fprintf(f, "# absent: ");
            save_name(s, f);
            fprintf(f, " %s\n", s->absent);
        }
    }
    for (size_t round = 0; round < r->rounds; round++) {
        for (size_t i = 0; i < r->count; i++) {
            const struct series *s = &r->series[i];

            if (s->absent || s->samples[round].ns <= 0)
                continue;
            save_name(s, f);
            fprintf(f, " %llu %.4f ns/op %.2f MB/s\n",
                    (unsigned long long)s->samples[round].ops,
                    s->samples[round].ns / (double)s->samples[round].ops,
                    results_value(r, s, round, UNIT_MBPS));
        }
    }
    return fflush(f) != 0 || ferror(f) ? -1 : 0;
}
