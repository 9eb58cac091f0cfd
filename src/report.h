/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_H
#define MEMSPEED_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "results.h"

/* The parts of a text: its head; and below a table why cells are absent, and what some are. */
void report_head(const struct results *results, enum unit unit, FILE *stream);
void report_reasons(const struct results *results, size_t id, FILE *stream);
void report_notes(const struct results *results, size_t id, bool spread, FILE *stream);

/*
 * Of memory beside ordinary one: what it is, in the head; its name, in the line below a table's
 * title; what its rows are; and how all memories compare, side by side.
 */
void report_memories(const struct results *results, FILE *stream);
void report_memory_line(const struct results *results, size_t memory, FILE *stream);
void report_memory_notes(const struct results *results, size_t id, FILE *stream);
#define REPORT_MEMORIES "Uncached Throughput by Memory"
void report_memories_grid(const struct results *results, enum unit unit, FILE *stream);

/*
 * Prints lines of a report's head: "line", "L1 data" and "last level", as they are known; and
 * where the classic tables' cells are laid out, "uncached" and "cached". Errors are the
 * stream's.
 */
void report_caches_said(const struct machine *machine, FILE *stream);
void report_sizes(const struct machine *machine, const struct layout *layout, size_t threads,
                  FILE *stream);

/* Writes all samples in the saved form. -1 if the stream failed. */
int report_saved(const struct results *results, FILE *stream);

/*
 * Writes one line of JSON: head, cells with all samples, warnings and findings, null where
 * something could not be measured. -1 if the stream failed.
 */
int report_json(const struct results *results, enum unit unit, FILE *stream);

/* Writes a line for each cell, below a line of names if `head`. -1 if the stream failed. */
int report_csv(const struct results *results, enum unit unit, bool head, FILE *stream);

/* What stdout is to show, and how. */
enum report_format { REPORT_TEXT, REPORT_CSV, REPORT_JSON, REPORT_FORMATS };
struct view {
    enum report_format format;
    enum unit unit;
    bool spread; /* of text only; the others always have the intervals */
    bool curve;  /* likewise: all points of curves */
};

/* The format that goes by the name "text", "csv" or "json"; -1 if none does. */
int report_named(const char *name, enum report_format *format);

/*
 * Prints head, tables, warnings and findings, as people paste them into mails. With `spread`,
 * half the 95 % interval in percent stands behind each figure. -1 if the stream failed.
 */
int report_text(const struct results *results, const struct view *view, FILE *stream);

/* One of the above; `first` if no run was shown before. -1 if the stream failed. */
int report(const struct results *results, const struct view *view, bool first, FILE *stream);

/*
 * Formats a figure right-aligned into `width` characters with at most two decimals, or, below
 * 0.1, four significant digits; decimals are dropped before the figure would fill the first
 * character. A figure that is wider even so takes more than `width`, as far as `size` allows.
 */
void report_figure(double value, int width, char *text, size_t size);

#endif
