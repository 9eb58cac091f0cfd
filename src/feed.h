/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FEED_H
#define MEMSPEED_FEED_H

#include <stdbool.h>
#include <stddef.h>

/* A file in memory, a line at a time. */
struct feed {
    char *text;
    size_t size;
    size_t at;     /* where the next line begins */
    size_t number; /* of the line that was read last, from 1 on */
    bool ended;    /* that line had a line feed */
    bool odd;      /* there are control characters other than tabs in it */
};

/* Reads a file whole; -1 with errno, EFBIG if it has more than `most` bytes. */
int feed_open(struct feed *feed, const char *path, size_t most);
void feed_close(struct feed *feed);

/* The next line without its line feed, NULL after the last; valid until feed_close(). */
const char *feed_next(struct feed *feed);

#endif
