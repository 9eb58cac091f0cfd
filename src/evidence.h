/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_EVIDENCE_H
#define MEMSPEED_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "caching.h"
#include "timer.h"

/*
 * What accesses to a mapping cost tells how it is cached, whatever its flags say. All times are
 * nanoseconds per access; NAN where they were not taken.
 */
struct evidence {
    double again;       /* loading the same word of it again, each load waiting for the last */
    double hit;         /* the same in normal memory, which the cache then holds */
    double miss;        /* the same in normal memory, of a new line each time */
    double hot_read;    /* reading a small piece of it, line by line, again and again */
    double cold_read;   /* reading on and on, line by line, each load on its own */
    double store_next;  /* storing word after word; NAN if nothing may be written */
    double store_apart; /* storing one word of each line */
};

/*
 * What is looked at: `bytes` of the mapping, as many of it to store to, and of cold normal
 * memory; each of them one line or more, and whole ones.
 */
struct evidence_want {
    unsigned char *base;
    unsigned char *stores; /* what is there may be lost */
    size_t bytes;
    bool writable;
    unsigned char *normal; /* larger than the caches, if that can be had */
    size_t normal_bytes;
    size_t line_bytes;
};

/*
 * Each is the fastest of three that take about a millisecond, or the only one, of a step of the
 * clock, where that is coarse.
 */
void evidence_take(struct evidence *evidence, const struct evidence_want *want,
                   const struct timer *timer);

/*
 * What the times say; CACHING_UNKNOWN where they can't tell. Loading a word again costs what a
 * hit or what a miss costs, whichever is nearer as a ratio; where the two hardly differ, small
 * pieces are read faster than large ones, or not. Stores to the next word are cheaper than
 * those to the next line where they are combined.
 */
enum caching evidence_judge(const struct evidence *evidence);

/* "a load of the same word 98 ns (normal memory: hit 1.1, miss 95)...". Returns text. */
const char *evidence_text(const struct evidence *evidence, char *text, size_t size);

#endif
