/* SPDX-License-Identifier: MIT */
/* Memory beside ordinary one: what it is, and how all memories compare. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report.h"
#include "table.h"
#include "wrap.h"

enum { LINE = 512, ROW = 15, FIGURE = 10, DISTANCE = 8 };

/* "wc: /dev/dri/card0 (vgem), 2 buffers of 16 MiB", and what is known of it. */
static void print_memory(const struct results *r, const struct results_memory *m, FILE *f)
{
    char size[32];
    char text[LINE];

    table_size(m->bytes, size, sizeof size);
    snprintf(text, sizeof text, "%s: %s%s%s2 buffers of %s%s", m->name, m->source, m->backing,
             m->source[0] || m->backing[0] ? ", " : "", size,
             r->threads > 1 ? " for each CPU" : "");
    if (m->bytes == 0)
        snprintf(text, sizeof text, "%s: can't be had", m->name);
    wrap_print(f, "memory     ", text);
    if (m->bytes == 0 || m->backing[0])
        return;
    if (m->documented == CACHING_UNKNOWN)
        snprintf(text, sizeof text, "not documented: %s", m->says);
    else
        snprintf(text, sizeof text, "documented as %s: %s", caching_name(m->documented),
                 m->says);
    wrap_print(f, "           ", text);
    if (m->found == CACHING_UNKNOWN)
        snprintf(text, sizeof text, "accesses don't tell how it is cached: %s", m->evidence);
    else
        snprintf(text, sizeof text, "behaves as %s: %s", caching_name(m->found), m->evidence);
    wrap_print(f, "           ", text);
}

void report_memories(const struct results *r, FILE *f)
{
    for (size_t i = 1; i <= r->more_memories; i++)
        print_memory(r, &r->memories[i], f);
}

void report_memory_line(const struct results *r, size_t memory, FILE *f)
{
    const struct results_memory *m = &r->memories[memory];

    if (memory == 0)
        return;
    fprintf(f, "memory: %s", m->name);
    if (m->backing[0])
        fprintf(f, " (%s)\n", m->backing);
    else if (m->bytes)
        fprintf(f, " (%s; %s)\n", m->source, caching_name(m->found ? m->found : m->documented));
    else
        fputc('\n', f);
}

/* Whether a table has a row of copies that go so, '<' or '>'. */
static bool has_copies(const struct results *r, size_t id, char way)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];

        if (table_has(id, s) && !s->absent && results_way(s) == way)
            return true;
    }
    return false;
}

void report_memory_notes(const struct results *r, size_t id, FILE *f)
{
    const size_t memory = table_memory(r, id);
    const char *name = r->memories[memory].name;
    const bool in = memory > 0 && has_copies(r, id, '>');
    const bool out = memory > 0 && has_copies(r, id, '<');
    char to[KIND_NAME + 32] = "";
    char from[KIND_NAME + 32] = "";
    char text[LINE];

    if (!in && !out)
        return;
    if (in)
        snprintf(to, sizeof to, "> from normal memory to %s", name);
    if (out)
        snprintf(from, sizeof from, "< from %s to normal memory", name);
    snprintf(text, sizeof text, "%s%s%s", to, in && out ? ", " : "", from);
    wrap_print(f, "copies: ", text);
}

/* The best of a method in a memory, cold. */
static const struct series *best_of(const struct results *r, const struct series *row,
                                    size_t memory, enum unit unit, double *value)
{
    const struct series *best = NULL;

    *value = NAN;
    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        const double v = table_same_method(s, row) && s->memory == memory && !s->hot
                             ? results_median(r, s, unit).value
                             : NAN;

        if (isnan(v) || (best && v <= *value))
            continue;
        best = s;
        *value = v;
    }
    return best;
}

/* Names may be long: "phys:0x40000000+4M,sync". */
static int figure_width(const struct results *r, size_t memory)
{
    const int name = (int)strlen(table_memory_name(r, memory)) + 1;

    return name > FIGURE ? name : FIGURE;
}

/* Whether a memory has the row at all, measured or not. */
static bool has_row(const struct results *r, const struct series *row, size_t memory)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->series[i].memory == memory && !r->series[i].hot &&
            table_same_method(&r->series[i], row))
            return true;
    return false;
}

static void format_best(const struct results *r, const struct series *row, size_t memory,
                        enum unit unit, char text[LINE])
{
    const int width = figure_width(r, memory);
    double value;
    const struct series *s = best_of(r, row, memory, unit, &value);
    char number[KIND_NAME + 32];
    char at[16] = "";

    snprintf(number, sizeof number, "%*s", width, has_row(r, row, memory) ? "n/a" : "-");
    if (s)
        report_figure(value, width, number, sizeof number);
    if (s && s->op == OP_WRITE)
        snprintf(at, sizeof at, "%s", s->touch ? " wa" : "");
    else if (s)
        snprintf(at, sizeof at, " PLD=%zu", s->pld);
    snprintf(text, LINE, "%s%-*s", number, DISTANCE, at);
}

/* Whether there are classic tables of the memory. */
static bool has_memory(const struct results *r, size_t memory)
{
    for (size_t i = 0; i < r->count; i++)
        if (!r->series[i].place.table[0] && r->series[i].memory == memory)
            return true;
    return false;
}

/* Whether the row was measured in any memory. */
static bool is_measured(const struct results *r, const struct series *row, enum unit unit)
{
    double value;

    for (size_t m = 0; m <= r->more_memories; m++)
        if (best_of(r, row, m, unit, &value))
            return true;
    return false;
}

/* The first series of its row, among those of the memory with the most rows. */
static bool opens_row(const struct results *r, size_t i)
{
    const struct series *s = &r->series[i];
    size_t most = r->more_memories;

    while (most > 0 && !has_memory(r, most))
        most--;
    if (s->place.table[0] || s->memory != most || s->hot)
        return false;
    for (size_t j = 0; j < i; j++)
        if (!r->series[j].hot && table_same_row(&r->series[j], s))
            return false;
    return true;
}

/* Without the blanks at its end. */
static void print_line(char *line, FILE *f)
{
    size_t length = strlen(line);

    while (length > 0 && line[length - 1] == ' ')
        length--;
    fprintf(f, "%.*s\n", (int)length, line);
}

static void append(char line[LINE], const char *text)
{
    const size_t used = strlen(line);

    snprintf(line + used, LINE - used, "%s", text);
}

void report_memories_grid(const struct results *r, enum unit unit, FILE *f)
{
    char line[LINE];
    char text[LINE];
    size_t count = 0;

    for (size_t m = 0; m <= r->more_memories; m++)
        count += has_memory(r, m);
    if (count < 2)
        return;
    fprintf(f, "\n*** %s (in %s) ***\n", REPORT_MEMORIES, table_unit(unit));
    snprintf(line, sizeof line, "%-*s", ROW, "method");
    for (size_t m = 0; m <= r->more_memories; m++) {
        snprintf(text, sizeof text, "%*s%*s", figure_width(r, m), table_memory_name(r, m),
                 DISTANCE, "");
        append(line, has_memory(r, m) ? text : "");
    }
    print_line(line, f);
    for (size_t i = 0; i < r->count; i++) {
        if (!opens_row(r, i) || !is_measured(r, &r->series[i], unit))
            continue;
        snprintf(text, sizeof text, "%s %s", kernel_op_name(r->series[i].op),
                 r->series[i].method);
        snprintf(line, sizeof line, "%-*s", ROW, text);
        for (size_t m = 0; m <= r->more_memories; m++) {
            format_best(r, &r->series[i], m, unit, text);
            append(line, has_memory(r, m) ? text : "");
        }
        print_line(line, f);
    }
}
