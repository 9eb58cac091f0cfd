/* SPDX-License-Identifier: MIT */
/* The saved form of a run: Go benchmark format, every sample a line; README describes it. */
#include "report.h"

#include <ctype.h>
#include <math.h>

#include "record.h"
#include "saved.h"
#include "table.h"

/* A line of text; what the system calls things must not break it. */
static void save_text(FILE *f, const char *key, const char *text)
{
    fprintf(f, "%s: ", key);
    for (; *text; text++)
        fputc(iscntrl((unsigned char)*text) ? '?' : *text, f);
    fputc('\n', f);
}

/* The same, if there is any. */
static void save_known(FILE *f, const char *key, const char *text)
{
    if (text[0])
        save_text(f, key, text);
}

/* What decides whether runs can be compared. */
static void save_configuration(const struct results *r, FILE *f)
{
    const struct hot *hot = r->layout.hot;

    save_text(f, "label", r->label);
    save_text(f, "cpu", r->machine.cpu_name);
    save_text(f, "isa", r->isa);
    fprintf(f, "line: %zu\n", r->layout.line_bytes);
    fprintf(f, "buffer: %zu\n", r->layout.buffer_bytes);
    fprintf(f, "block: %zu/%zu/%zu\n", hot[OP_WRITE].block_bytes, hot[OP_READ].block_bytes,
            hot[OP_COPY].block_bytes);
    fprintf(f, "threads: %zu\n", r->threads);
    save_text(f, "prefetch", r->prefetch_name);
    save_text(f, "memory", r->memory);
    fprintf(f, "page: %zu\n", r->machine.page_bytes);
    fprintf(f, "counting: %s\n", RECORD_COUNTING);
    for (size_t i = 0; i < r->setting_count; i++)
        save_text(f, r->settings[i].key, r->settings[i].value);
}

static void save_cpu(const struct results *r, FILE *f)
{
    const struct machine *m = &r->machine;

    if (m->emulator[0])
        fprintf(f, "# emulated: %s%s\n", m->emulator, SAVED_EMULATED);
    save_text(f, "# cpus", m->allowed);
    fprintf(f, "# cpu-used: %u", m->cpus[0]);
    for (size_t i = 1; i < r->threads; i++)
        fprintf(f, " %u", m->cpus[i]);
    fprintf(f, "%s\n", m->pinned ? "" : SAVED_NOT_PINNED);
    if (m->cpu_id)
        fprintf(f, "# midr: 0x%08lx\n", (unsigned long)m->cpu_id);
    save_known(f, "# cores", m->cores);
    save_known(f, "# governor", m->governor);
    if (m->frequency.now_khz || m->frequency.most_khz)
        fprintf(f, "# frequency: %lu kHz, from %lu to %lu kHz\n", m->frequency.now_khz,
                m->frequency.least_khz, m->frequency.most_khz);
}

/* "# caches: 32768/1048576/0/0", L1 first, if any is known. */
static void save_levels(const struct machine *m, FILE *f)
{
    bool known = false;

    for (size_t i = 0; i < MACHINE_LEVELS; i++)
        known = known || m->levels[i];
    for (size_t i = 0; i < MACHINE_LEVELS && known; i++)
        fprintf(f, "%s%llu", i ? "/" : "# caches: ", (unsigned long long)m->levels[i]);
    if (known)
        fputc('\n', f);
}

static void save_machine(const struct results *r, FILE *f)
{
    const struct machine *m = &r->machine;

    save_text(f, "# memspeed", r->version);
    save_known(f, "# date", r->date);
    save_known(f, "# command", r->command);
    if (r->labelled)
        fprintf(f, "# label-given: yes\n");
    save_text(f, "# host", m->host);
    save_text(f, "# kernel", m->kernel);
    save_known(f, "# cmdline", m->command_line);
    save_text(f, "# libc", r->libc);
    save_cpu(r, f);
    save_text(f, "# line-source", m->line.source);
    fprintf(f, "# l1d: %llu B, %u ways (%s)\n", (unsigned long long)m->l1d.bytes, m->l1d_ways,
            m->l1d.source);
    fprintf(f, "# llc: %llu B (%s)\n", (unsigned long long)m->llc.bytes, m->llc.source);
    save_levels(m, f);
    save_known(f, "# backing", r->backing);
    saved_put_memories(f, r);
    if (m->load >= 0)
        fprintf(f, "# load: %.2f\n", m->load);
}

/* How it was measured. */
static void save_method(const struct results *r, FILE *f)
{
    const struct layout *l = &r->layout;

    fprintf(f, "# span: %zu/%zu/%zu\n", l->hot[OP_WRITE].span_bytes, l->hot[OP_READ].span_bytes,
            l->hot[OP_COPY].span_bytes);
    fprintf(f, "# sharers: L1 %zu, last level %zu\n", l->l1_sharers, l->llc_sharers);
    if (r->prefetch > PREFETCH_L1)
        fprintf(f, "# prefetch-kind: %s\n", saved_prefetch[r->prefetch]);
    fprintf(f, "# clock: %s, step %llu ns, reading %llu ns\n", r->clock,
            (unsigned long long)r->timer.step_ns, (unsigned long long)r->timer.cost_ns);
    fprintf(f, "# seed: %llu\n", (unsigned long long)r->seed);
    fprintf(f, "# sample-ns: %llu\n", (unsigned long long)r->sample_ns);
}

/* Whether a round has a sample of the series. */
static bool sampled(const struct series *s, size_t round)
{
    return !s->absent && s->samples[round].ns > 0;
}

static size_t count_samples(const struct results *r)
{
    size_t count = 0;

    for (size_t i = 0; i < r->count; i++)
        for (size_t round = 0; round < r->rounds; round++)
            count += sampled(&r->series[i], round);
    return count;
}

/* How it went. */
static void save_course(const struct results *r, FILE *f)
{
    fprintf(f, "# rounds: %zu\n", r->rounds);
    fprintf(f, "# samples: %zu\n", count_samples(r));
    fprintf(f, "# lost: %zu\n", r->lost);
    fprintf(f, "# moved: %zu\n", r->moved);
    if (r->usable_bytes)
        fprintf(f, "# llc-usable: %llu\n", (unsigned long long)r->usable_bytes);
    if (!isnan(r->cold_gain))
        fprintf(f, "# cold-gain: %.3f\n", r->cold_gain);
    if (r->threads > 1)
        fprintf(f, "# overlap: %.3f at worst, under 0.95 in %zu samples\n", r->overlap,
                r->apart);
    if (r->signal)
        fprintf(f, "# partial: ended by signal %d\n", r->signal);
    for (size_t i = 0; i < r->note_count; i++)
        save_text(f, "# note", r->notes[i]);
    for (size_t i = 0; i < r->gups_count; i++) {
        fputs("# gups: ", f);
        saved_put_gups(f, &r->gups[i]);
        fputc('\n', f);
    }
    fprintf(f, "# clock-mhz:");
    for (size_t i = 0; i < r->rounds; i++)
        fprintf(f, r->mhz[i] > 0 ? " %.3f" : " n/a", r->mhz[i]);
    fprintf(f, "\n");
}

/* '_' stands for the blanks of a place's names, and '~', which they don't have, for '_'. */
static void save_word(FILE *f, const char *key, const char *word)
{
    fputs(key, f);
    for (; *word; word++)
        fputc(*word == ' ' ? '_' : *word == '_' ? '~' : *word, f);
}

static void save_place(const struct place *place, FILE *f)
{
    save_word(f, saved_bare(place->table) ? "Benchmark" : "Benchmark" SAVED_TABLE,
              place->table);
    save_word(f, "/row=", place->row);
    save_word(f, "/column=", place->column);
}

static void save_name(const struct results *r, const struct series *s, FILE *f)
{
    if (s->place.table[0]) {
        save_place(&s->place, f);
        return;
    }
    fprintf(f, "Benchmark%s/method=%s/state=%s", saved_op[s->op], s->method,
            s->hot ? "cached" : "uncached");
    if (s->op == OP_WRITE)
        fprintf(f, "/wa=%d", s->touch);
    else
        fprintf(f, "/pld=%zu", s->pld);
    if (s->memory)
        fprintf(f, "/memory=%s", r->memories[s->memory].name);
}

/* "# key: STM8 write 4x8 temporal", once per method and operation. */
static void save_keys(const struct results *r, FILE *f)
{
    char key[64];

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        bool seen = false;

        for (size_t j = 0; j < i && !seen; j++)
            seen = table_same_method(&r->series[j], s);
        if (!seen && !s->place.table[0])
            fprintf(f, "# key: %s %s%s%s\n", s->method, table_key(s, key, sizeof key),
                    s->libc ? " libc" : "", s->op != OP_WRITE && s->touch ? " wa" : "");
    }
}

/* Every cell in the order of the run, measured or not: the tables' rows and columns. */
static void save_cells(const struct results *r, FILE *f)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        fprintf(f, "# %s: ", s->absent ? "absent" : "cell");
        save_name(r, s, f);
        if (s->place.table[0])
            fprintf(f, " %s %zu", saved_unit(s->place.measure), s->op_bytes);
        fprintf(f, s->absent ? " %s\n" : "\n", s->absent);
    }
}

static void save_warning(void *arg, const char *text)
{
    FILE *f = arg;

    fprintf(f, "# warning: %s\n", text);
}

/* Those of the run, then those of each table, as they stand under it. */
static void save_warnings(const struct results *r, FILE *f)
{
    const struct sink sink = {save_warning, f};

    table_run_warnings(r, UNIT_MBPS, &sink);
    for (size_t id = 0; id < table_count(r); id++) {
        fprintf(f, "# table: %s\n", table_title(r, id));
        table_warnings(r, id, UNIT_MBPS, &sink);
    }
}

/* With as many decimals as it takes to tell the sample's nanoseconds of it. */
static void save_sample(const struct results *r, const struct series *s, size_t round, FILE *f)
{
    const struct sample *sample = &s->samples[round];
    int decimals = 4;

    for (uint64_t most = 1000; most < sample->ops && decimals < 16; most *= 10)
        decimals++;
    save_name(r, s, f);
    fprintf(f, " %llu %.*f %s", (unsigned long long)sample->ops, decimals,
            sample->ns / (double)sample->ops, saved_each(results_measure(s)));
    if (results_measure(s) == MEASURE_MBPS)
        fprintf(f, " %.2f MB/s", results_value(r, s, round, UNIT_MBPS));
    else if (results_measure(s) == MEASURE_GUPS)
        fprintf(f, " %.6f GUP/s", results_value(r, s, round, UNIT_MBPS));
    fputc('\n', f);
}

int report_saved(const struct results *r, FILE *f)
{
    save_configuration(r, f);
    save_machine(r, f);
    save_method(r, f);
    save_course(r, f);
    save_warnings(r, f);
    save_keys(r, f);
    save_cells(r, f);
    fprintf(f, "Unit MB/s better=higher\n");
    for (size_t i = 0; i < r->count; i++)
        if (results_measure(&r->series[i]) == MEASURE_GUPS) {
            fprintf(f, "Unit GUP/s better=higher\n");
            break;
        }
    for (size_t round = 0; round < r->rounds; round++) {
        fprintf(f, "# round: %zu\n", round + 1);
        for (size_t i = 0; i < r->count; i++)
            if (sampled(&r->series[i], round))
                save_sample(r, &r->series[i], round, f);
    }
    return fflush(f) != 0 || ferror(f) ? -1 : 0;
}
