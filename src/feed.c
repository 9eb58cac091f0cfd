/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 65536 };

/* All of a stream, and room for a 0 behind it. */
static int read_all(struct feed *feed, FILE *file, size_t most)
{
    size_t room = 0;

    for (;;) {
        size_t n;

        if (feed->size + 1 >= room) {
            char *grown = realloc(feed->text, room ? 2 * room : STEP);

            if (!grown)
                return -1;
            feed->text = grown;
            room = room ? 2 * room : STEP;
        }
        n = fread(feed->text + feed->size, 1, room - 1 - feed->size, file);
        feed->size += n;
        if (feed->size > most) {
            errno = EFBIG;
            return -1;
        }
        if (n == 0)
            return ferror(file) ? -1 : 0;
    }
}

int feed_open(struct feed *feed, const char *path, size_t most)
{
    FILE *file = fopen(path, "rb");
    int error = 0;

    *feed = (struct feed){0};
    if (!file)
        return -1;
    if (read_all(feed, file, most) < 0) {
        error = errno;
        feed_close(feed);
    }
    fclose(file);
    errno = error;
    return error ? -1 : 0;
}

void feed_close(struct feed *feed)
{
    free(feed->text);
    *feed = (struct feed){0};
}

const char *feed_next(struct feed *feed)
{
    char *line = feed->text + feed->at;
    char *end;

    if (feed->at >= feed->size)
        return NULL;
    end = memchr(line, '\n', feed->size - feed->at);
    feed->ended = end != NULL;
    if (!end)
        end = feed->text + feed->size;
    feed->odd = false;
    for (const char *p = line; p < end; p++)
        feed->odd = feed->odd || (*p != '\t' && iscntrl((unsigned char)*p));
    *end = '\0';
    feed->at = (size_t)(end - feed->text) + 1;
    feed->number++;
    return line;
}
