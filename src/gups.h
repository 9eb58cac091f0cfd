/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_GUPS_H
#define MEMSPEED_GUPS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Random updates by the rules of HPC Challenge's RandomAccess (its version for one processor):
 *
 *   A table T of 2^log2 words of 64 bits begins as T[i] = i. The numbers a(n) are the powers
 *   x^n of the polynomial x modulo x^64 + x^2 + x + 1 over GF(2), as bits of a word: a(0) is 1,
 *   and each next one is shifted left by one bit, and exclusive-ored with 7 if a bit fell out.
 *   Update n (from 1 on) exclusive-ors a(n) into T[a(n) mod 2^log2]. A run makes 4 x 2^log2 of
 *   them; GUP/s are 10^9 updates per second of real time.
 *   No more than 1024 updates may be known in advance.
 *   Made again, the same updates give the first table back: words that differ then are errors.
 *   The rules let concurrent updates lose 1 %; those of one thread lose none.
 *
 * All counts are 64 bits wide, also where addresses are not.
 */
#define GUPS_POLY UINT64_C(7)

enum {
    GUPS_AHEAD = 32,       /* updates that gups_run_ahead() prefetches in advance */
    GUPS_LOG2_DEFAULT = 22 /* where the system does not tell how much memory there is */
};

struct gups {
    uint64_t *table;
    unsigned log2; /* of its words */
    uint64_t ran;  /* a(done) */
    uint64_t done; /* updates made */
};

/* The number after `ran`. */
static inline uint64_t gups_next(uint64_t ran)
{
    return ran << 1 ^ (-(ran >> 63) & GUPS_POLY);
}

/*
 * a(n), by squaring: in some 64 x 2 multiplications at most. For n up to 2^63 it is what the
 * published starts(n) gives; the numbers repeat after 1317624576693539401 = (2^63 - 1) / 7.
 */
uint64_t gups_starts(uint64_t n);

/*
 * log2 of the words of the largest table that takes at most `bytes`, and at most a quarter of
 * what can be addressed (1 GiB on 32-bit machines); -1 if not even one word fits.
 */
int gups_log2(uint64_t bytes);

/* The updates of a full run. */
uint64_t gups_updates(unsigned log2);

/*
 * Begins with a table of 2^log2 words at `base`, memory of `bytes` that stays the caller's. -1
 * with errno: ENOMEM if the table does not fit, EINVAL if `base` is not aligned to a word,
 * EINTR if a signal was noted meanwhile.
 */
int gups_open(struct gups *gups, void *base, size_t bytes, unsigned log2);

/*
 * Makes the next `updates`. The first is the plain loop, in which as many misses overlap as
 * the processor finds by itself. The second prefetches the word of the update GUPS_AHEAD later,
 * with what this processor's instruction set has for it. Both make the same updates in the same
 * order, and may take turns.
 */
void gups_run(struct gups *gups, uint64_t updates);
void gups_run_ahead(struct gups *gups, uint64_t updates);

/* The words that differ from the first table: the errors, once all updates were made twice. */
uint64_t gups_errors(const struct gups *gups);

/* A run of `updates`; times that are not known are NAN. */
struct gups_result {
    unsigned log2;
    uint64_t updates;
    double cpu_s;  /* the process' own time, in seconds */
    double real_s; /* the clock's */
};

/* 10^9 updates per second, NAN if the time is not known or not positive. */
double gups_rate(const struct gups_result *result);

/*
 * The five lines that people post: table size, updates, two times and the rate. What is not
 * known reads n/a. Whether it was written is for the stream's owner to check.
 */
void gups_report(FILE *out, const struct gups_result *result);

#endif
