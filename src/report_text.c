/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <math.h>
#include <string.h>

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
    bool warned; /* of what concerns the whole run */
};

void report_figure(double value, int width, char *text, size_t size)
{
    const int most = value > 0 && value < 0.1 ? 3 - (int)floor(log10(value)) : 2;

    for (int decimals = most < DECIMALS_MOST ? most : DECIMALS_MOST; decimals >= 0; decimals--)
        if (snprintf(text, size, "%*.*f", width, decimals, value) <= width && text[0] == ' ')
            return;
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

    if (table_kind(r, id) == TABLES)
        return place_columns(r, id, columns);
    if (table_kind(r, id) == TABLE_WRITE) {
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

static bool in_column(const struct series *s, const struct column *column)
{
    if (s->place.table[0])
        return strcmp(s->place.column, column->title) == 0;
    return s->hot == column->hot && s->pld == column->pld &&
           (s->op != OP_WRITE || s->touch == column->touch);
}

static const struct series *find(const struct results *r, const struct series *row, size_t id,
                                 const struct column *column)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (table_has(id, s) && table_same_row(s, row) && in_column(s, column))
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

/* How wide the names of a table's rows are; nothing where there is one row without a name. */
static int row_width(const struct results *r, size_t id)
{
    int width = 0;

    for (size_t i = 0; i < r->count; i++)
        if (table_has(id, &r->series[i]) && (int)strlen(table_row(&r->series[i])) > width)
            width = (int)strlen(table_row(&r->series[i]));
    return width == 0 || width > METHOD_WIDTH ? width : METHOD_WIDTH;
}

static int column_width(const struct results *r, size_t id, const struct column *column)
{
    const int title = (int)strlen(column->title) + 2;

    if (table_kind(r, id) != TABLES)
        return table_kind(r, id) == TABLE_WRITE ? WRITE_WIDTH : PLD_WIDTH;
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

    fprintf(report->f, "%-*s", width, table_kind(r, id) != TABLES ? "method" : "");
    for (size_t c = 0; c < count; c++)
        fprintf(report->f, "%*s%s", column_width(r, id, &columns[c]), columns[c].title,
                report->spread ? "    +-%" : "");
    fputc('\n', report->f);
    for (size_t i = 0; i < r->count; i++) {
        if (!table_opens_row(r, id, i))
            continue;
        if (report_is_sweep(r, id))
            report_sweep_rules(r, &r->series[i], &before, report->f);
        fprintf(report->f, "%-*s", width, table_row(&r->series[i]));
        for (size_t c = 0; c < count; c++)
            print_cell(report, find(r, &r->series[i], id, &columns[c]),
                       column_width(r, id, &columns[c]));
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
        used += column_width(report->results, id, &columns[n]) +
                (report->spread ? SPREAD_WIDTH : 0);
        if (table_kind(report->results, id) == TABLES && n > 0 && used > LINE_WIDTH)
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

/* The title without the memory, which stands in a line of its own below it. */
static const char *bare_title(const struct results *r, size_t id)
{
    return table_title(r, table_memory(r, id) ? table_kind(r, id) : id);
}

/* Title, rows and what explains them. */
static void print_grid(const struct report *report, size_t id)
{
    const struct results *r = report->results;
    const char *unit = unit_of(report, id);

    fprintf(report->f, unit[0] ? "\n*** %s (in %s) ***\n" : "\n*** %s ***\n", bare_title(r, id),
            unit);
    report_memory_line(r, table_memory(r, id), report->f);
    print_columns(report, id);
    report_reasons(r, id, report->f);
    if (report_is_sweep(r, id))
        report_sweep_notes(r, report->f);
    report_notes(r, id, report->spread, report->f);
}

/* In lmbench's layout; which has no room for why something is absent. */
static void print_summary(const struct report *report, size_t id)
{
    report_summary(report->results, report->f);
    report_reasons(report->results, id, report->f);
}

static void print_table(struct report *report, size_t id)
{
    const struct results *r = report->results;

    if (table_empty(r, id) || (report_is_curve(r, id) && !report->curve))
        return;
    if (report_is_caches(r, id)) {
        report_caches(r, report->f);
        return;
    }
    if (report_is_summary(r, id) && !report->spread)
        print_summary(report, id);
    else
        print_grid(report, id);
    table_warnings(r, id, report->unit, &(struct sink){print_warning, report});
    if (strcmp(table_title(r, id), GUPS_TABLE) == 0)
        report_gups(r, report->f);
}

/* Below the last table, in lines of their own. */
static void print_run_warning(void *arg, const char *text)
{
    struct report *report = arg;

    if (!report->warned)
        fputc('\n', report->f);
    report->warned = true;
    print_warning(report, text);
}

static void print_finding(void *arg, const char *text)
{
    const struct report *report = arg;

    wrap_print(report->f, "* ", text);
}

int report_text(const struct results *results, const struct view *view, FILE *stream)
{
    struct report report = {results, view->unit, view->spread, view->curve, stream, false};

    report_head(results, view->unit, stream);
    for (size_t id = 0; id < table_count(results); id++)
        print_table(&report, id);
    report_memories_grid(results, view->unit, stream);
    table_run_warnings(results, view->unit, &(struct sink){print_run_warning, &report});
    if (!results->machine.emulator[0]) {
        fputc('\n', stream);
        table_findings(results, view->unit, &(struct sink){print_finding, &report});
    }
    return fflush(stream) != 0 || ferror(stream) ? -1 : 0;
}
