/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_WRAP_H
#define MEMSPEED_WRAP_H

#include <stdio.h>

/*
 * A line of text after `label`, broken at spaces so that it fits a mail; what follows the first
 * line stands below its text.
 */
void wrap_print(FILE *f, const char *label, const char *text);

#endif
