/* SPDX-License-Identifier: MIT */
/* Two groups of runs, side by side, as people paste it into mails; more: report_groups.c. */
#include "report_compare.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "report_parts.h"

/* A table of a comparison: which of its cells stand where. */
struct table {
    const struct comparison *c;
    const struct compare_view *view;
    const char *title;
    const char *rows[PARTS_NAMES], *columns[PARTS_NAMES];
    size_t row_count, column_count;
    size_t left_out; /* cells in rows or columns for which there is no room */
    struct grid grid;
};

/* The lines that a row of cells takes. */
enum line {
    LINE_BEFORE,
    LINE_AFTER,
    LINE_CHANGE,
    LINE_PER_CYCLE,
    LINE_DEPARTURE,
    LINE_LOW,
    LINE_HIGH,
    LINE_P,
    LINE_Q,
    LINE_LEAST,
    LINES
};

static const char *const line_labels[LINES] = {
    [LINE_BEFORE] = "before",
    [LINE_AFTER] = "  after",
    [LINE_CHANGE] = "  change",
    [LINE_PER_CYCLE] = "  /cycle",
    [LINE_DEPARTURE] = "  depart",
    [LINE_LOW] = "  low",
    [LINE_HIGH] = "  high",
    [LINE_P] = "  p",
    [LINE_Q] = "  q",
    [LINE_LEAST] = "  least",
};

bool compare_view_has(const struct compare_view *view, const struct figure *figure)
{
    char name[FIGURE_NAME];

    figure_name(figure, name);
    for (size_t i = 0; i < view->only_count; i++)
        if (fnmatch(view->only[i], name, 0) == 0 ||
            fnmatch(view->only[i], figure->row, 0) == 0 ||
            fnmatch(view->only[i], figure->column, 0) == 0)
            return true;
    return view->only_count == 0;
}

static const struct verdict *cell_of(const struct table *t, const char *row, const char *column)
{
    for (size_t i = 0; i < t->c->count; i++) {
        const struct figure *f = t->c->cells[i].figure;

        if (strcmp(f->row, row) == 0 && strcmp(f->column, column) == 0 &&
            strcmp(f->table, t->title) == 0 && compare_view_has(t->view, f))
            return &t->c->cells[i];
    }
    return NULL;
}

static void print_probability(struct grid *grid, double p)
{
    char text[32];

    snprintf(text, sizeof text, "%.2g", p);
    grid_text(grid, isnan(p) ? "-" : text);
}

/* The change per cycle: what the clocks of both sides don't explain. */
static double per_cycle(const struct comparison *c, const struct verdict *v)
{
    const int direction = measure_direction(v->figure->measure);

    return v->change - direction * log(c->mhz[1] / c->mhz[0]);
}

static void print_cell(struct table *t, const struct verdict *v, enum line line)
{
    struct grid *grid = &t->grid;

    if (!v || (t->view->degraded && !v->degraded)) {
        grid_text(grid, "");
        return;
    }
    switch (line) {
    case LINE_BEFORE:
    case LINE_AFTER:
        grid_figure(grid, v->value[line], "");
        break;
    case LINE_CHANGE:
        grid_percent(grid, v->change, parts_mark(v->mark));
        break;
    case LINE_PER_CYCLE:
        grid_percent(grid, per_cycle(t->c, v), "");
        break;
    case LINE_DEPARTURE:
        grid_percent(grid, v->departure, "");
        break;
    case LINE_LOW:
        grid_percent(grid, v->low, "");
        break;
    case LINE_HIGH:
        grid_percent(grid, v->high, "");
        break;
    case LINE_P:
        print_probability(grid, v->p);
        break;
    case LINE_Q:
        print_probability(grid, v->q);
        break;
    default:
        grid_percent(grid, v->least, "");
        break;
    }
}

static bool wants(const struct table *t, enum line line)
{
    const bool clocks = !isnan(t->c->mhz[0]) && !isnan(t->c->mhz[1]);

    if (line <= LINE_CHANGE)
        return true;
    return t->view->all && (line == LINE_PER_CYCLE ? clocks : t->c->basis != BASIS_FIGURES);
}

/* What a table shows of a row's cells in a band: nothing, values of one side, or pairs. */
enum shown { SHOWN_NOTHING, SHOWN_ALONE, SHOWN_PAIRS };

static enum shown shown_of(const struct table *t, const char *row, size_t first, size_t end)
{
    enum shown shown = SHOWN_NOTHING;

    for (size_t i = first; i < end; i++) {
        const struct verdict *v = cell_of(t, row, t->columns[i]);

        if (!v || (t->view->degraded && !v->degraded))
            continue;
        if (!isnan(v->change))
            return SHOWN_PAIRS;
        /* Cells without a pair are counted below, and would fill screens. */
        if (t->view->all)
            shown = SHOWN_ALONE;
    }
    return shown;
}

/* The first line of a row has its name, if it has one; the others stand below it. */
static const char *line_label(const char *row, enum line line)
{
    const char *label = line_labels[line];

    if (line == LINE_BEFORE && *row)
        return row;
    return *row ? label : label + strspn(label, " ");
}

static void print_row(struct table *t, const char *row, size_t first)
{
    struct grid *grid = &t->grid;
    const size_t end = grid_end(grid, first);
    const enum shown shown = shown_of(t, row, first, end);

    if (shown == SHOWN_NOTHING)
        return;
    for (enum line line = LINE_BEFORE; line < LINES; line++) {
        if (!wants(t, line) || (line > LINE_AFTER && shown == SHOWN_ALONE))
            continue;
        grid_label(grid, line_label(row, line));
        for (size_t i = first; i < end; i++)
            print_cell(t, cell_of(t, row, t->columns[i]), line);
        grid_line(grid);
    }
}

/* Tables with one column: a row a line, "name before after change". */
static void print_list(struct table *t)
{
    static const char *const names[] = {"before", "after", "change"};
    struct grid *grid = &t->grid;

    grid->names = names;
    grid->count = sizeof names / sizeof names[0];
    grid_fit(grid, parts_longest(t->rows, t->row_count), GRID_LINE);
    if (grid->width < 11)
        grid->width = 11;
    grid_head(grid, 0, t->columns[0]);
    for (size_t i = 0; i < t->row_count; i++) {
        if (shown_of(t, t->rows[i], 0, 1) == SHOWN_NOTHING)
            continue;
        grid_label(grid, t->rows[i]);
        for (enum line line = LINE_BEFORE; line <= LINE_CHANGE; line++)
            print_cell(t, cell_of(t, t->rows[i], t->columns[0]), line);
        grid_line(grid);
    }
}

static void print_bands(struct table *t)
{
    struct grid *grid = &t->grid;

    grid->names = t->columns;
    grid->count = t->column_count;
    grid_fit(grid, parts_longest(t->rows, t->row_count),
             t->view->wide ? GRID_LINE * (int)t->column_count : GRID_LINE);
    for (size_t first = 0; first < grid->count; first = grid_end(grid, first)) {
        grid_head(grid, first, *t->rows[0] ? "method" : "");
        for (size_t i = 0; i < t->row_count; i++)
            print_row(t, t->rows[i], first);
    }
}

static int print_table(const struct comparison *c, const struct compare_view *view,
                       const char *title, FILE *f)
{
    struct table t = {.c = c, .view = view, .title = title, .grid = {.f = f}};

    for (size_t i = 0; i < c->count; i++) {
        const struct figure *figure = c->cells[i].figure;

        if (!parts_has(view, title, figure))
            continue;
        t.left_out += !(parts_name(t.rows, &t.row_count, figure->row) &&
                        parts_name(t.columns, &t.column_count, figure->column));
    }
    if (t.row_count == 0)
        return 0;
    parts_title(c, title, f);
    parts_factors(c, title, f);
    if (view->degraded && !parts_degraded(c, 1, view, title))
        fputs("nothing degraded\n", f);
    else if (t.column_count == 1 && t.row_count > 1 && !view->all)
        print_list(&t);
    else
        print_bands(&t);
    if (t.left_out)
        fprintf(f, "(%zu more cells; --only chooses some)\n", t.left_out);
    return parts_summary(c, view, title, f);
}

int report_compare_text(const struct groups *groups, const struct comparison *pairs,
                        const struct compare_view *view, FILE *f)
{
    const char *titles[PARTS_NAMES];
    size_t count = 0;

    parts_head(groups, pairs, &view->judgement, f);
    for (size_t p = 0; p + 1 < groups->count; p++)
        for (size_t i = 0; i < pairs[p].family_count; i++)
            parts_name(titles, &count, pairs[p].families[i].table);
    for (size_t i = 0; i < count; i++) {
        if (!parts_paired(groups, pairs, view, titles[i]) && !view->all)
            continue;
        if (groups->count > 2)
            parts_groups(groups, pairs, view, titles[i], f);
        else if (print_table(&pairs[0], view, titles[i], f) < 0)
            return -1;
    }
    if (!view->all)
        parts_unpaired(groups, pairs, view, titles, count, f);
    parts_legend(groups, pairs, view, f);
    return fflush(f) != 0 || ferror(f) ? -1 : 0;
}
