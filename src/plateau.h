/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PLATEAU_H
#define MEMSPEED_PLATEAU_H

#include "curve.h"

/* The levels of a curve: stretches where it is flat, apart by more than noise. */

/* A curve and its logarithms, without its single outliers. */
struct smooth {
    const struct curve_point *points;
    double log_ns[CURVE_POINTS];
    double ns[CURVE_POINTS];
    size_t count;
};

/* Points that are as high as each other, by index; what stands between two is the way. */
struct plateau {
    size_t first;
    size_t last;
    double log_ns;
};

struct plateaus {
    struct plateau list[CURVE_POINTS / 2 + 1]; /* of two points at least, and the end */
    size_t count;
};

/* Logarithms of the first CURVE_POINTS points; each the median of itself and its neighbours. */
void smooth_curve(struct smooth *smooth, const struct curve *curve);

/*
 * Finds the plateaus of a curve of at least one point, from an octave on; at least one. Where
 * the end is none, yet a step above the last, it is added as one of its last point. True if the
 * end is flat.
 */
bool plateaus_find(const struct smooth *smooth, struct plateaus *found);

#endif
