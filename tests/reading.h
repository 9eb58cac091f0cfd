/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_READING_H
#define MEMSPEED_READING_H

#include "import.h"

/* What the readers of tables made of a text. */
struct reading {
    struct records records;
    char error[IMPORT_ERROR];
    char warnings[4096]; /* a line each */
    int status;
};

/* Reads a text as a file named "mail". */
void reading_text(struct reading *reading, const char *text);

/* Reads a file. */
void reading_file(struct reading *reading, const char *path);

/* A file of tests/data, to be freed; aborts without it. */
char *reading_load(const char *name);

#endif
