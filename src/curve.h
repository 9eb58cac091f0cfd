/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CURVE_H
#define MEMSPEED_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What curves of latencies say of a machine: pure functions over measured points. Curves have
 * noise, and steps that are smeared: pages that share cache sets by chance overflow some of
 * them early, and caches that replace at random keep something of a set that does not fit. So
 * results are guesses, to be shown as such; where a curve says nothing they say so.
 */

enum {
    CURVE_POINTS = 256, /* at most; what follows is not read */
    CURVE_LEVELS = 6,   /* cache levels that are told apart */
};

/* A latency in nanoseconds, positive, at what the curve is over: bytes, pages, chains. */
struct curve_point {
    uint64_t x;
    double ns;
};

/* A curve: points of ascending x, above 0. */
struct curve {
    const struct curve_point *points;
    size_t count;
};

struct curve_level {
    uint64_t bytes; /* the likely size: 4, 5 or 6 times a power of two */
    double ns;      /* a load that hits it: the median of its plateau */
    uint64_t from;  /* the middle half of that plateau, in bytes: far from where the cache */
    uint64_t to;    /* before ends, and from where others that share this one push lines out */
};

struct curve_levels {
    struct curve_level cache[CURVE_LEVELS];
    size_t count;
    double memory_ns; /* behind all of them; NAN where the curve has no points */
    bool settled;     /* the curve's end is flat: it is that, not the way there */
};

/*
 * Reads the caches off latencies by the size of the set in bytes. A level is a stretch of an
 * octave or more within 25 %; neighbours closer than 1.4 times are one. Where a cache ends is
 * fitted to the way from its level to the next: with least recently used lines replaced it is
 * sharp, with random ones it begins at the size, and with pages in random places it is half
 * done there. That can be mistaken for one another, and sizes be off by a step: of caches with
 * few pages a way, or with few points.
 *
 * Sizes of points should be those that caches can have, four an octave (4, 5, 6, 7 times powers
 * of two), from an eighth of L1 or so to 4 times the last cache, and the order CHASE_WINDOW: in
 * random order the TLB's steps look like caches, in that of addresses prefetchers hide them.
 */
struct curve_levels curve_levels(const struct curve *curve);

/*
 * "No L1 cache?" where there is no step at all, "No L2 cache?" where there is one; what lmbench
 * remarks in such cases. NULL otherwise.
 */
const char *curve_remark(size_t levels);

/*
 * The line in bytes, from latencies by stride over one set (strides: powers of two): below the
 * line that many loads share one miss, latency grows in proportion; from it on each load
 * misses. 0 where the curve does not say: it does not grow, or not stop growing, or has under 3
 * points.
 *
 * The set should miss the L1 cache but hit the next (four times L1; prefetchers that fetch
 * lines in pairs from memory would double the line), in windows as large as the largest stride.
 */
size_t curve_line(const struct curve *curve);

/*
 * The entries of the first TLB, from latencies by pages, one node in each, and those of as many
 * nodes in as many lines of few pages, at the same x: what caches do is in both, and drops out
 * of the quotient. The last number of pages before it steps up by 1.4 times or more. 0 where
 * none is found or the points do not match.
 */
size_t curve_tlb(const struct curve *pages, const struct curve *lines);

/*
 * How many loads the memory system has under way at most, from the time of a step of x chains
 * at once: the time of one chain's over the best time per load, x loads a step. A step of more
 * chains can't take less than one chain's, so that the least of all is taken for that: there
 * are never more loads under way than chains. NAN without a point for one chain.
 */
double curve_parallelism(const struct curve *curve);

#endif
