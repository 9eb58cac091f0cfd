/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SCAN_H
#define MEMSPEED_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Strict reading of a text from left to right. Each function moves *text on behind what it
 * took, or gives false and leaves it. No signs, no blanks before numbers, no exponents, no inf,
 * nan.
 */
bool scan_literal(const char **text, const char *literal);
bool scan_number(const char **text, uint64_t most, uint64_t *number);
bool scan_size(const char **text, size_t *number);
bool scan_decimal(const char **text, double *number); /* "2013.27", finite */

/* What stands before the next `end`, or all where there is none; not nothing, and it must fit.
 */
bool scan_word(const char **text, char end, char *word, size_t size);

#endif
