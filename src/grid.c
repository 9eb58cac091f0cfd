/* SPDX-License-Identifier: MIT */
#include "grid.h"

#include <math.h>
#include <string.h>

#include "report.h"

enum { NARROW = 9, LABEL_MIN = 8, FIGURE_MAX = 32 };

/* Where the text is broken so that a line of it fits: its length, at least a word or the whole
 * width. */
static size_t line_length(const char *text, size_t width)
{
    size_t length = strlen(text);

    if (length <= width)
        return length;
    for (length = width; length > 0 && text[length] != ' ';)
        length--;
    return length ? length : width;
}

/* The lines that a name takes in columns of `width`, of which one stays free. */
static size_t lines_of(const char *name, int width)
{
    size_t lines = 0;

    do {
        name += line_length(name, (size_t)width - 1);
        name += *name == ' ';
        lines++;
    } while (*name);
    return lines;
}

void grid_fit(struct grid *grid, size_t longest_label, int line)
{
    size_t longest = 0;

    for (size_t i = 0; i < grid->count; i++)
        longest = strlen(grid->names[i]) > longest ? strlen(grid->names[i]) : longest;
    grid->label_width = longest_label > LABEL_MIN ? (int)longest_label : LABEL_MIN;
    grid->width = NARROW;
    /* Few columns may be as wide as their names. */
    if (longest + 2 > NARROW &&
        grid->label_width + (int)((longest + 2) * grid->count) <= GRID_LINE)
        grid->width = (int)longest + 2;
    grid->per_band = grid->count;
    if (grid->label_width + grid->width * (int)grid->count > line)
        grid->per_band = line > grid->label_width + grid->width
                             ? (size_t)((line - grid->label_width) / grid->width)
                             : 1;
}

size_t grid_end(const struct grid *grid, size_t first)
{
    return grid->count - first > grid->per_band ? first + grid->per_band : grid->count;
}

/* Line `line` of a name that takes `lines`, right-aligned. */
static void head_cell(struct grid *grid, const char *name, size_t line)
{
    char text[GRID_LINE]; /* columns are not wider: grid_fit() */

    for (; line > 0; line--) {
        name += line_length(name, (size_t)grid->width - 1);
        name += *name == ' ';
    }
    snprintf(text, sizeof text, "%.*s", (int)line_length(name, (size_t)grid->width - 1), name);
    grid_text(grid, text);
}

void grid_head(struct grid *grid, size_t first, const char *label)
{
    const size_t end = grid_end(grid, first);
    size_t lines = 1;

    for (size_t i = first; i < end; i++)
        if (lines_of(grid->names[i], grid->width) > lines)
            lines = lines_of(grid->names[i], grid->width);
    for (size_t line = 0; line < lines; line++) {
        grid_label(grid, line + 1 < lines ? "" : label);
        for (size_t i = first; i < end; i++) {
            const size_t missing = lines - lines_of(grid->names[i], grid->width);

            if (line < missing)
                grid_text(grid, "");
            else
                head_cell(grid, grid->names[i], line - missing);
        }
        grid_line(grid);
    }
}

static void append(struct grid *grid, int width, const char *text)
{
    const size_t room = sizeof grid->line - grid->used;
    const int n = snprintf(grid->line + grid->used, room, "%*s", width, text);

    grid->used += n > 0 && (size_t)n < room ? (size_t)n : 0;
}

void grid_label(struct grid *grid, const char *label)
{
    grid->used = 0;
    append(grid, -grid->label_width, label);
}

void grid_line(struct grid *grid)
{
    while (grid->used > 0 && grid->line[grid->used - 1] == ' ')
        grid->used--;
    fprintf(grid->f, "%.*s\n", (int)grid->used, grid->line);
}

void grid_text(struct grid *grid, const char *text)
{
    append(grid, grid->width, text);
}

void grid_figure(struct grid *grid, double value, const char *mark)
{
    const int width = grid->width - (int)strlen(mark);
    char text[64];

    if (isnan(value)) {
        grid_text(grid, "-");
        return;
    }
    report_figure(value, width < FIGURE_MAX ? width : FIGURE_MAX, text, sizeof text);
    append(grid, width, text);
    append(grid, 0, mark);
}

void grid_percent(struct grid *grid, double ratio, const char *mark)
{
    const double percent = 100 * expm1(ratio);
    char text[64];

    if (isnan(ratio)) {
        grid_text(grid, "-");
        return;
    }
    snprintf(text, sizeof text, "%+.*f%%%s", fabs(percent) < 999.95 ? 1 : 0, percent, mark);
    grid_text(grid, text);
}

const char *grid_ratio(double ratio, char *text, size_t size)
{
    snprintf(text, size, "%+.1f %%", 100 * expm1(ratio));
    return text;
}
