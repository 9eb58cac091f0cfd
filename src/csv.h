/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CSV_H
#define MEMSPEED_CSV_H

#include <stdio.h>

/* Fields of comma-separated values (RFC 4180); the caller sets the commas. */

/* Text, quoted where it has to be. */
void csv_text(FILE *stream, const char *text);

/* A figure with ten digits; nothing for what is not known. */
void csv_figure(FILE *stream, double value);

#endif
