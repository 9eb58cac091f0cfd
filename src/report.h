/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_REPORT_H
#define MEMSPEED_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "results.h"

/*
 * Prints head, classic tables, warnings and findings, as people paste them into mails. With
 * `spread`, half the 95 % interval in percent stands behind each figure. -1 if the stream
 * failed.
 */
int report_text(const struct results *results, enum unit unit, bool spread, FILE *stream);

/* Writes all samples in the saved form. -1 if the stream failed. */
int report_saved(const struct results *results, FILE *stream);

/*
 * Formats a figure right-aligned into `width` characters with at most two decimals; they are
 * dropped before the figure would fill the first character. A figure that is wider even so
 * takes more than `width`, as far as `size` allows.
 */
void report_figure(double value, int width, char *text, size_t size);

#endif
