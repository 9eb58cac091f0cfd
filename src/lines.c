/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 65536 };

/* All of a stream, and room for a 0 behind it. */
static int read_all(struct lines *lines, FILE *file, size_t most)
{
    size_t room = 0;

    for (;;) {
        size_t n;

        if (lines->size + 1 >= room) {
            char *grown = realloc(lines->text, room ? 2 * room : STEP);

            if (!grown)
                return -1;
            lines->text = grown;
            room = room ? 2 * room : STEP;
        }
        n = fread(lines->text + lines->size, 1, room - 1 - lines->size, file);
        lines->size += n;
        if (lines->size > most) {
            errno = EFBIG;
            return -1;
        }
        if (n == 0)
            return ferror(file) ? -1 : 0;
    }
}

int lines_open(struct lines *lines, const char *path, size_t most)
{
    FILE *file = fopen(path, "rb");
    int error = 0;

    *lines = (struct lines){0};
    if (!file)
        return -1;
    if (read_all(lines, file, most) < 0) {
        error = errno;
        lines_close(lines);
    }
    fclose(file);
    errno = error;
    return error ? -1 : 0;
}

void lines_close(struct lines *lines)
{
    free(lines->text);
    *lines = (struct lines){0};
}

const char *lines_next(struct lines *lines)
{
    char *line = lines->text + lines->at;
    char *end;

    if (lines->at >= lines->size)
        return NULL;
    end = memchr(line, '\n', lines->size - lines->at);
    lines->ended = end != NULL;
    if (!end)
        end = lines->text + lines->size;
    lines->odd = false;
    for (const char *p = line; p < end; p++)
        lines->odd = lines->odd || (*p != '\t' && iscntrl((unsigned char)*p));
    *end = '\0';
    lines->at = (size_t)(end - lines->text) + 1;
    lines->number++;
    return line;
}
