/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_QUOTE_H
#define MEMSPEED_QUOTE_H

#include <stddef.h>

/*
 * Joins arguments as a shell takes them, in one line: those with other than plain characters in
 * single quotes, control characters as question marks. What does not fit ends in "...".
 */
void quote_command(int argc, char **argv, char *text, size_t size);

#endif
