/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_STATS_H
#define MEMSPEED_STATS_H

#include <stddef.h>

enum {
    STATS_INTERVAL_MIN = 6, /* values that a distribution-free 95 % interval needs */
};

/* A median with the bounds of its 95 % interval; NAN where there are too few values. */
struct median {
    double value;
    double low;
    double high;
};

/*
 * Median of `count` values, which are sorted in place, and its distribution-free interval: the
 * k-th smallest to the k-th largest value, with the largest k for which at least 95 % of
 * Binomial(count, 1/2) lies in [k, count - k] (order statistics; Conover, Practical
 * Nonparametric Statistics, 3.2). NAN values must have been left out.
 */
struct median stats_median(double *values, size_t count);

/*
 * Of `count` values, which are sorted in place, that which one in `part` of them are below,
 * rounded down: the lower quartile for 4; NAN without any.
 */
double stats_lower(double *values, size_t count, size_t part);

/* The k of stats_median(), or 0 if count < STATS_INTERVAL_MIN. */
size_t stats_median_rank(size_t count);

/* Half the interval's width relative to the median; NAN where there is no interval. */
double stats_half_width(const struct median *median);

#endif
