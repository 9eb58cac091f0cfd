/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <string.h>

#include "found.h"
#include "report_gups.h"
#include "report_latency.h"
#include "report_sweep.h"
#include "suite.h"
#include "table.h"
#include "wrap.h"

enum {
    METHOD_WIDTH = 8,
    WRITE_WIDTH = 13,
    PLD_WIDTH = 9,
    PLACE_WIDTH = 11,
    COLUMNS_MAX = 64,
    DECIMALS_MOST = 9,
    SPREAD_WIDTH = 7,
    LINE_WIDTH = 80,
};

/* A column of a table: which series of a row stands in it. */
struct column {
    char title[PLACE_NAME];
    bool hot;
    bool touch;
    size_t pld;
};

struct report {
    const struct results *results;
    enum unit unit;
    bool spread;
    bool curve;
    FILE *f;
};

void report_figure(double value, int width, char *text, size_t size)
{
    const int most = value > 0 && value < 0.1 ? 3 - (int)floor(log10(value)) : 2;

    for (int decimals = most < DECIMALS_MOST ? most : DECIMALS_MOST; decimals >= 0; decimals--)
        if (snprintf(text, size, "%*.*f", width, decimals, value) <= width && text[0] == ' ')
            return;
}

static void print_fact(FILE *f, const char *name, const struct fact *fact)
{
    char size[32];

    fprintf(f, "%-11s%s (%s)\n", name, table_size(fact->bytes, size, sizeof size),
            fact->source);
}

static void print_cpu(const struct results *r, FILE *f)
{
    const struct machine *m = &r->machine;

    fprintf(f, "%-11s%s\n", "cpu", m->cpu_name);
    fprintf(f, "%-11s%s %u", "running on", r->threads > 1 ? "CPUs" : "CPU", m->cpus[0]);
    if (r->threads > 1)
        fprintf(f, " and %zu more", r->threads - 1);
    fprintf(f, " (allowed: %s)%s\n", m->allowed,
            m->pinned ? "" : ", not pinned: this system can't");
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
        fprintf(f, "%-11s%.0f MHz by dependent adds", "clock", mhz);
    if (r->rounds > 2 && !isnan(mhz))
        fprintf(f, ", +-%.1f %%", deviation);
    if (r->machine.governor[0])
        fprintf(f, ", governor %s", r->machine.governor);
    fprintf(f, "\n%-11s%s, steps of %llu ns\n", "timer", r->clock,
            (unsigned long long)r->timer.step_ns);
}

void report_sizes(const struct machine *machine, const struct layout *layout, size_t threads,
                  FILE *f)
{
    const struct hot *hot = layout->hot;
    char size[OPS][32];

    print_fact(f, "line", &machine->line);
    print_fact(f, "L1 data", &machine->l1d);
    print_fact(f, "last level", &machine->llc);
    table_size(layout->buffer_bytes, size[0], sizeof size[0]);
    fprintf(f, "%-11s2 buffers of %s%s, walked through; in no cache\n", "uncached", size[0],
            threads > 1 ? " for each CPU" : "");
    for (int op = 0; op < OPS; op++)
        table_size(hot[op].block_bytes, size[op], sizeof size[op]);
    fprintf(f, "%-11sblocks in the L1 data cache: write %s, read %s, copy %s\n", "cached",
            size[OP_WRITE], size[OP_READ], size[OP_COPY]);
}

static void print_figures(const struct results *r, FILE *f)
{
    fprintf(f, "%-11smedian of %zu round%s of %.3g ms samples; seed %llu\n", "figures",
            r->rounds, r->rounds == 1 ? "" : "s", (double)r->sample_ns * 1e-6,
            (unsigned long long)r->seed);
}

/* Both conventions, where a reader of the tables can see them. */
static void print_units(const struct report *report)
{
    fprintf(report->f, "%-11s%s; a copy of n bytes counts n%s\n", "units",
            report->unit == UNIT_MBPS ? "MB = 10^6 bytes" : "bytes per cycle of that clock",
            report->results->threads > 1 ? "; the total of all CPUs" : "");
}

/* Where the figures say that the cache is smaller than the system does. */
static void print_usable(const struct results *r, FILE *f)
{
    const uint64_t bytes = found_usable(r);
    char size[32];

    if (bytes > 0)
        fprintf(f, "%-11sabout %s of the last level, as the latencies tell\n", "usable",
                table_size(bytes, size, sizeof size));
}

static void print_head(const struct report *report)
{
    const struct results *r = report->results;
    const struct machine *m = &r->machine;
    FILE *f = report->f;

    fprintf(f, "%-11s%s, %s kernels\n", "memspeed", r->version, r->isa);
    if (r->labelled)
        fprintf(f, "%-11s%s\n", "label", r->label);
    fprintf(f, "%-11s%s\n", "host", m->host);
    fprintf(f, "%-11s%s\n", "kernel", m->kernel);
    print_cpu(r, f);
    print_clock(r, f);
    report_sizes(m, &r->layout, r->threads, f);
    print_usable(r, f);
    if (strcmp(r->memory, "normal") != 0)
        fprintf(f, "%-11spages asked for: %s; backed by: %s\n", "memory", r->memory,
                r->backing[0] ? r->backing : "unknown");
    print_figures(r, f);
    print_units(report);
    if (m->emulator[0])
        fprintf(f, "%-11sEMULATED by %s: the figures mean nothing\n", "note", m->emulator);
    for (size_t i = 0; i < r->note_count; i++)
        wrap_print(f, "note       ", r->notes[i]);
}

/* The columns of a table of places, in the order in which they came up. */
static size_t place_columns(const struct results *r, size_t id, struct column *columns)
{
    size_t count = 0;

    for (size_t i = 0; i < r->count && count < COLUMNS_MAX; i++) {
        const struct series *s = &r->series[i];
        size_t j = 0;

        if (!table_has(id, s))
            continue;
        while (j < count && strcmp(columns[j].title, s->place.column) != 0)
            j++;
        if (j < count)
            continue;
        columns[count] = (struct column){.hot = false};
        snprintf(columns[count++].title, PLACE_NAME, "%s", s->place.column);
    }
    return count;
}

/* The columns of a table; a read/copy table has those distances that occur, in their order. */
static size_t columns_of(const struct results *r, size_t id, struct column *columns)
{
    static const struct column write[] = {
        {"uncached", false, false, 0},
        {"write alloc", false, true, 0},
        {"cached", true, false, 0},
        {"cached + wa", true, true, 0},
    };
    size_t count = 0;

    if (id >= TABLES)
        return place_columns(r, id, columns);
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

static bool in_column(const struct series *s, size_t id, const struct column *column)
{
    if (id >= TABLES)
        return strcmp(s->place.column, column->title) == 0;
    return s->hot == column->hot && s->pld == column->pld &&
           (id != TABLE_WRITE || s->touch == column->touch);
}

static const struct series *find(const struct results *r, const struct series *row, size_t id,
                                 const struct column *column)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (table_has(id, s) && table_same_row(s, row) && in_column(s, id, column))
            return s;
    }
    return NULL;
}

static bool is_whole(double value)
{
    return fabs(value - round(value)) < 0.005;
}

static void print_cell(const struct report *report, const struct series *s, int width)
{
    struct median m = {NAN, NAN, NAN};
    char text[32];

    if (s)
        m = results_median(report->results, s, report->unit);
    if (isnan(m.value))
        snprintf(text, sizeof text, "%*s", width, s ? "n/a" : "-");
    else if (results_measure(s) == MEASURE_COUNT)
        snprintf(text, sizeof text, "%*.*f", width, is_whole(m.value) ? 0 : 2, m.value);
    else if (results_measure(s) == MEASURE_GUPS && m.value >= 0.1 && m.value < 1)
        snprintf(text, sizeof text, "%*.4f", width, m.value);
    else if (results_measure(s) == MEASURE_US && m.value < 9.9995)
        snprintf(text, sizeof text, "%*.3f", width, m.value);
    else
        report_figure(m.value, width, text, sizeof text);
    fputs(text, report->f);
    if (!report->spread)
        return;
    if (isnan(m.value) || isnan(m.low))
        fprintf(report->f, "%7s", s ? "n/a" : "-");
    else
        fprintf(report->f, " %5.1f%%", stats_half_width(&m) * 100);
}

static void print_warning(void *arg, const char *text)
{
    const struct report *report = arg;

    wrap_print(report->f, "warning: ", text);
}

/* Appends a name to a list such as "VST1, CPY_N", if there is room. */
static void append(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list);

    if (used + strlen(name) + 3 < size)
        snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}

/* Whether a cell of the table is absent for the reason of series `first`. */
static bool lacks(const struct results *r, size_t id, size_t first, size_t i)
{
    const struct series *s = &r->series[i];

    return table_has(id, s) && s->absent && strcmp(s->absent, r->series[first].absent) == 0;
}

/* What a cell that is absent is called: its row, or, in tables of one row, its column. */
static const char *absent_name(const struct series *s)
{
    return table_row(s)[0] ? table_row(s) : s->place.column;
}

/* The rows of a table in which a cell is absent for the reason of series `first`. */
static void list_absent(const struct results *r, size_t id, size_t first, char *list,
                        size_t size)
{
    for (size_t i = first; i < r->count; i++) {
        bool named = false;

        for (size_t j = first; j < i && !named; j++)
            named = lacks(r, id, first, j) &&
                    strcmp(absent_name(&r->series[i]), absent_name(&r->series[j])) == 0;
        if (!named && lacks(r, id, first, i))
            append(list, size, absent_name(&r->series[i]));
    }
}

/* "n/a: VST1, CPY_N: this CPU has no NEON", once for each reason. */
static void print_reasons(const struct report *report, size_t id)
{
    const struct results *r = report->results;

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        char text[1024] = "";
        bool seen = false;

        if (!s->absent || !table_has(id, s))
            continue;
        for (size_t j = 0; j < i && !seen; j++)
            seen = table_has(id, &r->series[j]) && r->series[j].absent &&
                   strcmp(r->series[j].absent, s->absent) == 0;
        if (seen)
            continue;
        list_absent(r, id, i, text, sizeof text);
        snprintf(text + strlen(text), sizeof text - strlen(text), ": %s", s->absent);
        wrap_print(report->f, "n/a: ", text);
    }
}

/* The rows with non-temporal stores, whose figures may be memory's in every column. */
static void print_streaming(const struct report *report, size_t id)
{
    const struct results *r = report->results;
    char names[256] = "";

    for (size_t i = 0; i < r->count; i++)
        if (!r->series[i].temporal && r->series[i].op != OP_READ && table_opens_row(r, id, i))
            append(names, sizeof names, r->series[i].method);
    if (names[0])
        wrap_print(report->f, "stores may go to memory even if cached: ", names);
}

static void print_libc(const struct report *report, size_t id, const char *method)
{
    char label[KERNEL_NAME_MAX + 3];
    char text[MACHINE_TEXT + 64];
    char size[32];

    snprintf(label, sizeof label, "%s: ", method);
    snprintf(text, sizeof text, "%s%s%s", report->results->libc,
             id == TABLE_CACHED ? "" : "; uncached in calls of ",
             id == TABLE_CACHED ? "" : table_size(LAYOUT_CALL, size, sizeof size));
    wrap_print(report->f, label, text);
}

static void print_spread(const struct report *report)
{
    fprintf(report->f, "+-%%: half the 95 %% interval of the median\n");
}

/* What some of the rows and columns are, which their names don't tell. */
static void print_notes(const struct report *report, size_t id)
{
    const struct results *r = report->results;

    for (size_t i = 0; i < r->count; i++)
        if (r->series[i].libc && table_opens_row(r, id, i))
            print_libc(report, id, r->series[i].method);
    if (id != TABLE_UNCACHED)
        print_streaming(report, id);
    if (id != TABLE_WRITE && r->prefetch != PREFETCH_L1)
        fprintf(report->f, "prefetch: %s\n", r->prefetch_name);
    if (report->spread)
        print_spread(report);
}

/* How wide the names of a table's rows are; nothing where there is one row without a name. */
static int row_width(const struct results *r, size_t id)
{
    int width = 0;

    for (size_t i = 0; i < r->count; i++)
        if (table_has(id, &r->series[i]) && (int)strlen(table_row(&r->series[i])) > width)
            width = (int)strlen(table_row(&r->series[i]));
    return width == 0 || width > METHOD_WIDTH ? width : METHOD_WIDTH;
}

static int column_width(size_t id, const struct column *column)
{
    const int title = (int)strlen(column->title) + 2;

    if (id < TABLES)
        return id == TABLE_WRITE ? WRITE_WIDTH : PLD_WIDTH;
    return title > PLACE_WIDTH ? title : PLACE_WIDTH;
}

/* What a table's figures are in: the unit of its first. */
static const char *unit_of(const struct report *report, size_t id)
{
    const struct results *r = report->results;

    for (size_t i = 0; i < r->count; i++)
        if (table_has(id, &r->series[i]))
            return results_unit(&r->series[i], report->unit);
    return "";
}

/* Part of a table: some of its columns, with all rows. */
static void print_rows(const struct report *report, size_t id, const struct column *columns,
                       size_t count)
{
    const struct results *r = report->results;
    const int width = row_width(r, id);
    uint64_t before = 0;

    fprintf(report->f, "%-*s", width, id < TABLES ? "method" : "");
    for (size_t c = 0; c < count; c++)
        fprintf(report->f, "%*s%s", column_width(id, &columns[c]), columns[c].title,
                report->spread ? "    +-%" : "");
    fputc('\n', report->f);
    for (size_t i = 0; i < r->count; i++) {
        if (!table_opens_row(r, id, i))
            continue;
        if (report_is_sweep(r, id))
            report_sweep_rules(r, table_row(&r->series[i]), &before, report->f);
        fprintf(report->f, "%-*s", width, table_row(&r->series[i]));
        for (size_t c = 0; c < count; c++)
            print_cell(report, find(r, &r->series[i], id, &columns[c]),
                       column_width(id, &columns[c]));
        fputc('\n', report->f);
    }
}

/* As many columns side by side as a line has room for; the classic tables' are what they are.
 */
static size_t columns_fitting(const struct report *report, size_t id,
                              const struct column *columns, size_t count)
{
    int used = row_width(report->results, id);
    size_t n = 0;

    while (n < count) {
        used += column_width(id, &columns[n]) + (report->spread ? SPREAD_WIDTH : 0);
        if (id >= TABLES && n > 0 && used > LINE_WIDTH)
            break;
        n++;
    }
    return n;
}

static void print_columns(const struct report *report, size_t id)
{
    struct column columns[COLUMNS_MAX];
    const size_t count = columns_of(report->results, id, columns);
    size_t bands = 0;
    size_t n;

    for (size_t c = 0; c < count; c += columns_fitting(report, id, columns + c, count - c))
        bands++;
    /* Evenly: columns belong together in twos and threes. */
    for (size_t c = 0; c < count; c += n) {
        const size_t even = (count + bands - 1) / bands;

        n = columns_fitting(report, id, columns + c, count - c < even ? count - c : even);
        print_rows(report, id, columns + c, n);
    }
}

static bool is_empty(const struct results *r, size_t id)
{
    for (size_t i = 0; i < r->count; i++)
        if (table_has(id, &r->series[i]))
            return false;
    return true;
}

/* Title, rows and what explains them. */
static void print_grid(const struct report *report, size_t id)
{
    const struct results *r = report->results;
    const char *unit = unit_of(report, id);

    fprintf(report->f, unit[0] ? "\n*** %s (in %s) ***\n" : "\n*** %s ***\n",
            table_title(r, id), unit);
    print_columns(report, id);
    print_reasons(report, id);
    if (report_is_sweep(r, id))
        report_sweep_notes(r, report->f);
    if (id < TABLES)
        print_notes(report, id);
    else if (report->spread)
        print_spread(report);
}

static void print_table(struct report *report, size_t id)
{
    const struct results *r = report->results;

    if (is_empty(r, id) || (report_is_curve(r, id) && !report->curve))
        return;
    if (report_is_caches(r, id)) {
        report_caches(r, report->f);
        return;
    }
    if (report_is_summary(r, id) && !report->spread)
        report_summary(r, report->f);
    else
        print_grid(report, id);
    table_warnings(r, id, report->unit, &(struct sink){print_warning, report});
    if (strcmp(table_title(r, id), GUPS_TABLE) == 0)
        report_gups(r, report->f);
}

static void print_finding(void *arg, const char *text)
{
    const struct report *report = arg;

    wrap_print(report->f, "* ", text);
}

int report_text(const struct results *results, const struct view *view, FILE *stream)
{
    struct report report = {results, view->unit, view->spread, view->curve, stream};

    print_head(&report);
    for (size_t id = 0; id < table_count(results); id++)
        print_table(&report, id);
    if (!results->machine.emulator[0]) {
        fputc('\n', stream);
        table_findings(results, view->unit, &(struct sink){print_finding, &report});
    }
    return fflush(stream) != 0 || ferror(stream) ? -1 : 0;
}
