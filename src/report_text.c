/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum {
    METHOD_WIDTH = 8,
    WRITE_WIDTH = 13,
    PLD_WIDTH = 9,
    COLUMNS_MAX = 64,
    TEXT_WIDTH = 80,
};

/* A column of a table: which series of a row stands in it. */
struct column {
    char title[16];
    bool hot;
    bool touch;
    size_t pld;
};

struct report {
    const struct results *results;
    enum unit unit;
    bool spread;
    FILE *f;
    double *scratch;
};

void report_figure(double value, int width, char *text, size_t size)
{
    for (int decimals = 2; decimals >= 0; decimals--)
        if (snprintf(text, size, "%*.*f", width, decimals, value) <= width && text[0] == ' ')
            return;
}

/*
 * A line of text after `label`, broken at spaces so that it fits a mail; what follows the first
 * line stands below its text.
 */
static void print_wrapped(FILE *f, const char *label, const char *text)
{
    const size_t indent = strlen(label);
    bool first = true;

    do {
        size_t length = strlen(text);

        if (length > TEXT_WIDTH - indent) {
            length = TEXT_WIDTH - indent;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = strlen(text);
        }
        fprintf(f, "%*s%.*s\n", (int)indent, first ? label : "", (int)length, text);
        text += length;
        text += *text == ' ';
        first = false;
    } while (*text);
}

static void print_size(FILE *f, uint64_t bytes)
{
    if (bytes >= (1u << 20) && bytes % (1u << 20) == 0)
        fprintf(f, "%llu MiB", (unsigned long long)(bytes >> 20));
    else if (bytes >= 1024 && bytes % 1024 == 0)
        fprintf(f, "%llu KiB", (unsigned long long)(bytes >> 10));
    else
        fprintf(f, "%llu bytes", (unsigned long long)bytes);
}

static void print_fact(FILE *f, const char *name, const struct fact *fact)
{
    fprintf(f, "%-11s", name);
    print_size(f, fact->bytes);
    fprintf(f, " (%s)\n", fact->source);
}

static void print_cpu(const struct results *r, FILE *f)
{
    const struct machine *m = &r->machine;

    fprintf(f, "%-11s%s\n", "cpu", m->cpu_name);
    if (r->threads > 1)
        fprintf(f, "%-11s%zu of %s, the first is %u", "running on", r->threads, m->allowed,
                m->cpus[0]);
    else
        fprintf(f, "%-11s%u of %s", "running on", m->cpus[0], m->allowed);
    fprintf(f, "%s\n", m->pinned ? "" : " (this system can't pin)");
    if (m->cores[0])
        fprintf(f, "%-11s%s\n", "cores", m->cores);
}

static void print_clock(const struct results *r, FILE *f)
{
    double deviation;
    const double mhz = results_clock(r, &deviation);

    if (isnan(mhz))
        fprintf(f, "%-11snot measured", "clock");
    else
        fprintf(f, "%-11s%.0f MHz by dependent adds, +-%.1f %%", "clock", mhz, deviation);
    if (r->machine.governor[0])
        fprintf(f, ", governor %s", r->machine.governor);
    fprintf(f, "\n%-11s%s, steps of %llu ns\n", "timer", r->clock,
            (unsigned long long)r->timer.step_ns);
}

static void print_layout(const struct results *r, FILE *f)
{
    const struct hot *hot = r->layout.hot;

    fprintf(f, "%-11s2 x ", "buffers");
    print_size(f, r->layout.buffer_bytes);
    fprintf(f, " uncached%s\n", r->threads > 1 ? ", for each CPU" : "");
    fprintf(f, "%-11s", "blocks");
    print_size(f, hot[OP_WRITE].block_bytes);
    fprintf(f, " written, ");
    print_size(f, hot[OP_READ].block_bytes);
    fprintf(f, " read, ");
    print_size(f, hot[OP_COPY].block_bytes);
    fprintf(f, " copied, cached\n");
    fprintf(f, "%-11s%zu rounds of %.3g ms samples, medians; seed %llu\n", "samples", r->rounds,
            (double)r->sample_ns * 1e-6, (unsigned long long)r->seed);
    fprintf(f, "%-11sMB = 10^6 bytes; a copy of n bytes counts n\n", "units");
}

static void print_head(const struct report *report)
{
    const struct results *r = report->results;
    const struct machine *m = &r->machine;
    FILE *f = report->f;

    fprintf(f, "%-11s%s, %s kernels\n", "memspeed", MEMSPEED_VERSION, r->isa);
    /* The default label repeats the next two lines. */
    if (strncmp(r->label, m->host, strlen(m->host)) != 0)
        fprintf(f, "%-11s%s\n", "label", r->label);
    fprintf(f, "%-11s%s\n", "host", m->host);
    fprintf(f, "%-11s%s\n", "kernel", m->kernel);
    print_cpu(r, f);
    print_clock(r, f);
    print_fact(f, "line", &m->line);
    print_fact(f, "L1 data", &m->l1d);
    print_fact(f, "last level", &m->llc);
    print_layout(r, f);
    if (m->emulator[0])
        fprintf(f, "%-11sEMULATED by %s: the figures mean nothing\n", "note", m->emulator);
    for (size_t i = 0; i < r->note_count; i++)
        print_wrapped(f, "note       ", r->notes[i]);
}

/* The columns of a table; a read/copy table has those distances that occur, in their order. */
static size_t columns_of(const struct results *r, enum table_id id, struct column *columns)
{
    static const struct column write[] = {
        {"uncached", false, false, 0},
        {"write alloc", false, true, 0},
        {"cached", true, false, 0},
        {"cached + wa", true, true, 0},
    };
    size_t count = 0;

    if (id == TABLE_WRITE) {
        memcpy(columns, write, sizeof write);
        return sizeof write / sizeof write[0];
    }
    for (size_t i = 0; i < r->count && count < COLUMNS_MAX; i++) {
        const struct series *s = &r->series[i];
        size_t j = 0;

        if (!table_has(id, s))
            continue;
        while (j < count && columns[j].pld != s->pld)
            j++;
        if (j < count)
            continue;
        columns[count] = (struct column){.hot = s->hot, .pld = s->pld};
        snprintf(columns[count].title, sizeof columns[count].title, "PLD=%zu", s->pld);
        count++;
    }
    return count;
}

static const struct series *find(const struct results *r, const struct series *row,
                                 enum table_id id, const struct column *column)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (table_has(id, s) && table_same_row(s, row) && s->hot == column->hot &&
            s->pld == column->pld && (id != TABLE_WRITE || s->touch == column->touch))
            return s;
    }
    return NULL;
}

static void print_cell(const struct report *report, const struct series *s, int width)
{
    struct median m = {NAN, NAN, NAN};
    char text[32];

    if (s)
        m = results_median(report->results, s, report->unit, report->scratch);
    if (isnan(m.value))
        snprintf(text, sizeof text, "%*s", width, s ? "n/a" : "-");
    else
        report_figure(m.value, width, text, sizeof text);
    fputs(text, report->f);
    if (!report->spread)
        return;
    if (isnan(m.value) || isnan(m.low))
        fprintf(report->f, "%7s", "");
    else
        fprintf(report->f, " %5.1f%%", stats_half_width(&m) * 100);
}

static void print_warning(void *arg, const char *text)
{
    const struct report *report = arg;

    print_wrapped(report->f, "warning: ", text);
}

/* "n/a: VST1, CPY_N: this CPU has no NEON", once for each reason. */
static void print_reasons(const struct report *report, enum table_id id)
{
    const struct results *r = report->results;

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        const struct series *named = NULL;
        bool seen = false;

        if (!s->absent || !table_has(id, s))
            continue;
        for (size_t j = 0; j < i && !seen; j++)
            seen = table_has(id, &r->series[j]) && r->series[j].absent &&
                   strcmp(r->series[j].absent, s->absent) == 0;
        if (seen)
            continue;
        fprintf(report->f, "n/a:");
        for (size_t j = i; j < r->count; j++) {
            const struct series *t = &r->series[j];

            if (!table_has(id, t) || !t->absent || strcmp(t->absent, s->absent) != 0 ||
                (named && table_same_row(named, t)))
                continue;
            fprintf(report->f, "%s %s", named ? "," : "", t->method);
            named = t;
        }
        fprintf(report->f, ": %s\n", s->absent);
    }
}

static void print_libc(const struct report *report, enum table_id id)
{
    const struct results *r = report->results;

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (s->registers == 0 && strncmp(s->method, "mem", 3) == 0 && table_opens_row(r, id, i))
            fprintf(report->f, "%s: %s\n", s->method, r->libc);
    }
}

static void print_table(struct report *report, enum table_id id)
{
    const struct results *r = report->results;
    struct column columns[COLUMNS_MAX];
    const size_t count = columns_of(r, id, columns);
    const int width = id == TABLE_WRITE ? WRITE_WIDTH : PLD_WIDTH;
    const int more = report->spread ? 7 : 0;
    bool empty = true;

    for (size_t i = 0; i < r->count; i++)
        empty = empty && !table_has(id, &r->series[i]);
    if (empty)
        return;
    fprintf(report->f, "\n*** %s (in %s) ***\n%-*s", table_title(id), table_unit(report->unit),
            METHOD_WIDTH, "method");
    for (size_t c = 0; c < count; c++)
        fprintf(report->f, "%*s%*s", width, columns[c].title, more, "");
    fputc('\n', report->f);
    for (size_t i = 0; i < r->count; i++) {
        if (!table_opens_row(r, id, i))
            continue;
        fprintf(report->f, "%-*s", METHOD_WIDTH, r->series[i].method);
        for (size_t c = 0; c < count; c++)
            print_cell(report, find(r, &r->series[i], id, &columns[c]), width);
        fputc('\n', report->f);
    }
    print_reasons(report, id);
    print_libc(report, id);
    table_warnings(r, id, report->unit, &(struct sink){print_warning, report});
}

static void print_finding(void *arg, const char *text)
{
    const struct report *report = arg;

    print_wrapped(report->f, "* ", text);
}

int report_text(const struct results *results, enum unit unit, bool spread, FILE *stream)
{
    struct report report = {
        .results = results,
        .unit = unit,
        .spread = spread,
        .f = stream,
        .scratch = calloc(results->rounds + 1, sizeof(double)),
    };

    if (!report.scratch)
        return -1;
    print_head(&report);
    for (int id = 0; id < TABLES; id++)
        print_table(&report, (enum table_id)id);
    if (!results->machine.emulator[0]) {
        fputc('\n', stream);
        table_findings(results, unit, &(struct sink){print_finding, &report});
    }
    free(report.scratch);
    return fflush(stream) != 0 || ferror(stream) ? -1 : 0;
}
