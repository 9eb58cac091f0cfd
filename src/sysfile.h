/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SYSFILE_H
#define MEMSPEED_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "format.h"

/* Reading what Linux tells in /proc and /sys, below `root` as in os.h. */

/* Opens root + formatted path; NULL with errno. */
FILE *sysfile_open(const char *root, const char *format, ...) FORMAT(2, 3);

/*
 * Reads the first line of a file, without its end; false with errno if there is none, ENODATA
 * if it is empty.
 */
bool sysfile_line(const char *root, char *text, size_t size, const char *format, ...)
    FORMAT(4, 5);

/* A number with an optional K, M or G (powers of 1024); 0 if the text is none. */
uint64_t sysfile_size(const char *text);

/* The value in a line "key : value" if its key is `key`, or NULL. */
const char *sysfile_value(const char *line, const char *key);

/*
 * The numbers of a list such as "0-3,8" in `path`, ascending, each once; *ids is to be freed.
 * An empty list is one. -1 with errno: EINVAL if it can't be understood.
 */
int sysfile_list(const char *root, const char *path, unsigned **ids, size_t *count);

#endif
