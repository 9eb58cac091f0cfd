/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FEED_H
#define MEMSPEED_FEED_H

#include <stdbool.h>
#include <stddef.h>

/* A text in memory, a line at a time; starts with text and size set, and all else zeroed. */
struct feed {
    char *text; /* `size` bytes and a 0; lines are cut where they end */
    size_t size;
    size_t at;     /* where the next line begins */
    size_t number; /* of the line that was read last, from 1 on */
    bool ended;    /* that line had a line feed */
    bool odd;      /* there are control characters other than tabs in it */
};

/* The next line without its line feed, NULL after the last. */
const char *feed_next(struct feed *feed);

#endif
