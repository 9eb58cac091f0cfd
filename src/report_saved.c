/* SPDX-License-Identifier: MIT */
/* The saved form of a run: Go benchmark format, every sample a line; README describes it. */
#include "report.h"

#include <math.h>
#include <time.h>

#include "table.h"

static void save_date(FILE *f)
{
    const time_t now = time(NULL);
    struct tm tm;
    char text[32];

    if (now != (time_t)-1 && gmtime_r(&now, &tm) &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm))
        fprintf(f, "# date: %s\n", text);
}

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
    fprintf(f, "prefetch: %s\n", kernel_prefetch_name(r->prefetch));
    fprintf(f, "memory: normal\n");
    fprintf(f, "page: %zu\n", m->page_bytes);
    fprintf(f, "counting: MB = 10^6 bytes, copies counted once\n");
    fprintf(f, "# memspeed: %s\n", MEMSPEED_VERSION);
    save_date(f);
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
        fprintf(f, "# overlap: %.3f at worst, under 0.95 in %zu samples\n", r->overlap,
                r->apart);
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

/* "# key: STM8 write 4x8 temporal", once per method and operation. */
static void save_keys(const struct results *r, FILE *f)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        bool seen = false;

        for (size_t j = 0; j < i && !seen; j++)
            seen = table_same_row(&r->series[j], s);
        if (!seen)
            fprintf(f, "# key: %s %s %ux%u %s\n", s->method, kernel_op_name(s->op), s->width,
                    s->registers, kernel_kind_name(s->temporal, s->zeros));
    }
}

static void save_warning(void *arg, const char *text)
{
    FILE *f = arg;

    fprintf(f, "# warning: %s\n", text);
}

/* Those of each table, as they stand under it. */
static void save_warnings(const struct results *r, FILE *f)
{
    const struct sink sink = {save_warning, f};

    for (int id = 0; id < TABLES; id++) {
        fprintf(f, "# table: %s\n", table_title((enum table_id)id));
        table_warnings(r, (enum table_id)id, UNIT_MBPS, &sink);
    }
}

int report_saved(const struct results *r, FILE *f)
{
    save_head(r, f);
    save_warnings(r, f);
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
        fprintf(f, "# round: %zu\n", round + 1);
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
