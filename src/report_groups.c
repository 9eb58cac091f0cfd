/* SPDX-License-Identifier: MIT */
/* Three groups or more: a line per group, as kernel lists post them. */
#include <math.h>
#include <string.h>

#include "report_parts.h"

enum { CELLS_UNASKED = 24 }; /* as many are shown when none were asked for */

/* A table whose columns are the cells that are wanted. */
struct lines {
    const struct groups *groups;
    const struct comparison *pairs;
    const struct figure *cells[PARTS_NAMES];
    char names[PARTS_NAMES][FIGURE_NAME];
    const char *name_list[PARTS_NAMES];
    size_t count;
    size_t left_out; /* cells for which there is no room */
};

static void collect(struct lines *l, const struct compare_view *view, const char *title)
{
    for (size_t p = 0; p + 1 < l->groups->count; p++)
        for (size_t i = 0; i < l->pairs[p].count; i++) {
            const struct figure *figure = l->pairs[p].cells[i].figure;
            bool known = !parts_has(view, title, figure);

            for (size_t q = 0; q < p && !known; q++)
                known = compare_find(&l->pairs[q], figure) != NULL;
            if (known)
                continue;
            if (l->count == PARTS_NAMES) {
                l->left_out++;
                continue;
            }
            l->name_list[l->count] = figure_name(figure, l->names[l->count]);
            l->cells[l->count++] = figure;
        }
}

static void print_cell(const struct lines *l, struct grid *grid, size_t group,
                       const struct figure *figure, bool degraded)
{
    const struct verdict *v = compare_find(&l->pairs[group ? group - 1 : 0], figure);
    double value = v ? v->value[group != 0] : NAN;

    /* The first comparison may lack a cell that the baseline shares with others. */
    for (size_t p = 0; !group && isnan(value) && p + 1 < l->groups->count; p++) {
        v = compare_find(&l->pairs[p], figure);
        value = v ? v->value[0] : NAN;
    }
    if (degraded && (!group || !v || !v->degraded))
        grid_text(grid, "");
    else
        grid_figure(grid, value, group && v ? parts_mark(v->mark) : " ");
}

static void print_lines(const struct lines *l, const struct compare_view *view, FILE *f)
{
    struct grid grid = {.f = f, .names = l->name_list, .count = l->count};
    size_t longest = 0;

    for (size_t g = 0; g < l->groups->count; g++)
        if (strlen(l->groups->groups[g].label) > longest)
            longest = strlen(l->groups->groups[g].label);
    grid_fit(&grid, longest + 1, view->wide ? GRID_LINE * (int)l->count : GRID_LINE);
    for (size_t first = 0; first < grid.count; first = grid_end(&grid, first)) {
        grid_head(&grid, first, "");
        for (size_t g = 0; g < l->groups->count; g++) {
            grid_label(&grid, l->groups->groups[g].label);
            for (size_t i = first; i < grid_end(&grid, first); i++)
                print_cell(l, &grid, g, l->cells[i], view->degraded);
            grid_line(&grid);
        }
    }
}

/* The geometric mean of the ratios, as gains, and how many cells are how. */
static void print_summary(const struct comparison *c, const struct compare_view *view,
                          const char *title, int width, FILE *f)
{
    size_t marks[MARK_WORSE + 1] = {0};
    size_t unmatched = 0;
    size_t n = 0;
    double sum = 0;
    char text[32] = "-";

    for (size_t i = 0; i < c->count; i++) {
        const struct verdict *v = &c->cells[i];

        if (!parts_has(view, title, v->figure))
            continue;
        marks[v->mark]++;
        unmatched += isnan(v->change) ? 1 : 0;
        if (!isnan(v->change) && v->mark != MARK_NONE) {
            sum += v->change;
            n++;
        }
    }
    if (n)
        grid_ratio(sum / (double)n, text, sizeof text);
    fprintf(f, "%-*s%10s%9zu%9zu%9zu%11zu\n", width, c->after->label, text, marks[MARK_BETTER],
            marks[MARK_WORSE], marks[MARK_SAME], unmatched);
}

void parts_groups(const struct groups *groups, const struct comparison *pairs,
                  const struct compare_view *view, const char *title, FILE *f)
{
    struct lines l = {.groups = groups, .pairs = pairs};
    size_t width = strlen("against the baseline");

    collect(&l, view, title);
    if (l.count == 0)
        return;
    for (size_t p = 0; p + 1 < groups->count; p++)
        if (compare_find(&pairs[p], l.cells[0])) {
            parts_title(&pairs[p], title, f);
            break;
        }
    if (view->degraded && !parts_degraded(pairs, groups->count - 1, view, title))
        fputs("nothing degraded\n", f);
    else if (view->only_count || l.count <= CELLS_UNASKED)
        print_lines(&l, view, f);
    else
        fprintf(f, "(%zu cells; --only chooses some)\n", l.count + l.left_out);
    if (view->only_count && l.left_out)
        fprintf(f, "(%zu more cells; --only chooses some)\n", l.left_out);
    for (size_t g = 0; g < groups->count; g++)
        if (strlen(groups->groups[g].label) > width)
            width = strlen(groups->groups[g].label);
    fprintf(f, "%-*s%10s%9s%9s%9s%11s\n", (int)width, "against the baseline", "geo.mean",
            "better", "worse", "neither", "unmatched");
    for (size_t p = 0; p + 1 < groups->count; p++)
        print_summary(&pairs[p], view, title, (int)width, f);
    for (size_t p = 0; p + 1 < groups->count; p++)
        parts_called(&pairs[p], title, f);
}
