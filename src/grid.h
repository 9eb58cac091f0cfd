/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_GRID_H
#define MEMSPEED_GRID_H

#include <stddef.h>
#include <stdio.h>

enum { GRID_LINE = 80, GRID_LINE_MAX = 4096 };

/* Tables of text: a label, then columns of one width, in bands where a line would be too long.
 */
struct grid {
    FILE *f;
    int label_width;
    int width;
    const char *const *names; /* of the columns; broken into lines at spaces */
    size_t count;
    size_t per_band;
    char line[GRID_LINE_MAX]; /* that is being put together */
    size_t used;
};

/* Chooses the widths for these names and labels, and how many columns a line of `line` takes.
 */
void grid_fit(struct grid *grid, size_t longest_label, int line);

/* The names of columns [first, first + per_band), bottom-aligned, over `label`. */
void grid_head(struct grid *grid, size_t first, const char *label);

/* Begins a line with its label; ends and prints it, without blanks at its end. */
void grid_label(struct grid *grid, const char *label);
void grid_line(struct grid *grid);

/* The column after the last of the band that begins with `first`. */
size_t grid_end(const struct grid *grid, size_t first);

/* A figure of at most `width` characters with a mark behind; NAN gives "-". */
void grid_figure(struct grid *grid, double value, const char *mark);

/* A ratio, given as its logarithm, in percent; NAN gives "-". */
void grid_percent(struct grid *grid, double ratio, const char *mark);

/* Text, right-aligned; also for cells that stay blank. */
void grid_text(struct grid *grid, const char *text);

/* "+3.2 %" of a ratio's logarithm. Returns text. */
const char *grid_ratio(double ratio, char *text, size_t size);

#endif
