/* SPDX-License-Identifier: MIT */
/* What stands below a table: which cells are absent and why, and what names don't tell. */
#include <stdio.h>
#include <string.h>

#include "report.h"
#include "suite.h"
#include "table.h"
#include "wrap.h"

enum { COLUMNS_MAX = 64, LIST_SIZE = 1024 };

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

/* The names of the columns of a table of places, as many as there is room for. */
static size_t list_columns(const struct results *r, size_t id, const char **columns)
{
    size_t count = 0;

    for (size_t i = 0; i < r->count; i++) {
        const char *column = r->series[i].place.column;
        size_t c = 0;

        if (!table_has(id, &r->series[i]))
            continue;
        while (c < count && strcmp(columns[c], column) != 0)
            c++;
        if (c == count && count < COLUMNS_MAX)
            columns[count++] = column;
    }
    return count;
}

/* The rows of a column in which a cell is absent for the reason of series `first`; whether
 * these are all that it has. */
static bool list_rows(const struct results *r, size_t id, size_t first, const char *column,
                      char rows[LIST_SIZE])
{
    bool all = true;

    rows[0] = '\0';
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (!table_has(id, s) || strcmp(s->place.column, column) != 0)
            continue;
        if (lacks(r, id, first, i))
            append(rows, LIST_SIZE, s->place.row);
        else
            all = false;
    }
    return all;
}

/*
 * "n/a: 1 KiB, 2 KiB of copy CPY_Z: the reason": columns that lack the same rows together;
 * without the rows those that lack all of theirs, and without columns what all of them lack.
 */
static void print_places(const struct results *r, size_t id, size_t first, FILE *f)
{
    const char *columns[COLUMNS_MAX];
    const size_t count = list_columns(r, id, columns);
    char rows[LIST_SIZE];
    char others[LIST_SIZE];
    char text[3 * LIST_SIZE];

    for (size_t c = 0; c < count; c++) {
        const bool all = list_rows(r, id, first, columns[c], rows);
        char names[LIST_SIZE] = "";
        bool every = true;
        bool told = rows[0] == '\0';

        for (size_t other = 0; other < count; other++) {
            (void)list_rows(r, id, first, columns[other], others);
            if (strcmp(rows, others) != 0) {
                every = false;
                continue;
            }
            told = told || other < c;
            append(names, sizeof names, columns[other]);
        }
        if (told)
            continue;
        snprintf(text, sizeof text, "%s%s%s: %s", all && !every ? "" : rows,
                 every || all ? "" : " of ", every ? "" : names, r->series[first].absent);
        wrap_print(f, "n/a: ", text);
    }
}

/* "n/a: VST1, CPY_N: this CPU has no NEON", once for each reason. */
void report_reasons(const struct results *r, size_t id, FILE *f)
{
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
        if (s->place.row[0]) {
            print_places(r, id, i, f);
            continue;
        }
        list_absent(r, id, i, text, sizeof text);
        snprintf(text + strlen(text), sizeof text - strlen(text), ": %s", s->absent);
        wrap_print(f, "n/a: ", text);
    }
}

/* The rows with non-temporal stores, whose figures may be memory's in every column. */
static void print_streaming(const struct results *r, size_t id, FILE *f)
{
    char names[256] = "";

    for (size_t i = 0; i < r->count; i++)
        if (!r->series[i].temporal && r->series[i].op != OP_READ && table_opens_row(r, id, i))
            append(names, sizeof names, r->series[i].method);
    if (names[0])
        wrap_print(f, "stores may go to memory even if cached: ", names);
}

static void print_libc(const struct results *r, size_t id, const char *method, FILE *f)
{
    char label[RESULTS_METHOD + 3];
    char text[MACHINE_TEXT + 64];
    char size[32];
    const bool cached = table_kind(r, id) == TABLE_CACHED;

    snprintf(label, sizeof label, "%s: ", method);
    snprintf(text, sizeof text, "%s%s%s", r->libc, cached ? "" : "; uncached in calls of ",
             cached ? "" : table_size(LAYOUT_CALL, size, sizeof size));
    wrap_print(f, label, text);
}

/* What some of the rows and columns are, which their names don't tell. */
void report_notes(const struct results *r, size_t id, bool spread, FILE *f)
{
    const size_t kind = table_kind(r, id);

    for (size_t i = 0; i < r->count && kind != TABLES; i++)
        if (r->series[i].libc && table_opens_row(r, id, i) && !results_way(&r->series[i]))
            print_libc(r, id, r->series[i].method, f);
    if (kind == TABLE_WRITE || kind == TABLE_CACHED)
        print_streaming(r, id, f);
    if ((kind == TABLE_UNCACHED || kind == TABLE_CACHED) && r->prefetch != PREFETCH_L1)
        fprintf(f, "prefetch: %s\n", r->prefetch_name);
    report_memory_notes(r, id, f);
    if (strcmp(table_title(r, id), VM_BANDWIDTH_TABLE) == 0)
        wrap_print(f, "Mem write: ", VM_WRITE_NOTE);
    if (spread)
        fprintf(f, "+-%%: half the 95 %% interval of the median\n");
}
