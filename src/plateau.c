/* SPDX-License-Identifier: MIT */
#include "plateau.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLAT log(1.25) /* how far apart the points of a plateau may be */
#define STEP log(1.4)  /* how far apart two levels are at least */
#define OCTAVE 2       /* the shortest plateau: from x to 2 x */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The upper one of two. */
static double median(const double *values, size_t count)
{
    double sorted[CURVE_POINTS];

    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, ascending);
    return sorted[count / 2];
}

/* The rule for ends: not beyond what the two next to it lead to (Tukey, Exploratory Data
 * Analysis, 7). */
static double end_value(double value, double next, double second)
{
    return median((const double[]){value, next, 3 * next - 2 * second}, 3);
}

void smooth_curve(struct smooth *smooth, const struct curve *curve)
{
    double raw[CURVE_POINTS];
    const size_t count = curve->count < CURVE_POINTS ? curve->count : CURVE_POINTS;

    smooth->points = curve->points;
    smooth->count = count;
    for (size_t i = 0; i < count; i++)
        smooth->log_ns[i] = raw[i] = log(curve->points[i].ns);
    /* What only ascends stays as it is. */
    for (size_t i = 1; i + 1 < count; i++)
        smooth->log_ns[i] = median(&raw[i - 1], 3);
    if (count > 2) {
        smooth->log_ns[0] = end_value(raw[0], smooth->log_ns[1], smooth->log_ns[2]);
        smooth->log_ns[count - 1] =
            end_value(raw[count - 1], smooth->log_ns[count - 2], smooth->log_ns[count - 3]);
    }
    for (size_t i = 0; i < count; i++)
        smooth->ns[i] = exp(smooth->log_ns[i]);
}

/* The last point that, with all between, is as high as point `first`. */
static size_t flat_until(const struct smooth *s, size_t first, size_t end)
{
    double low = s->log_ns[first];
    double high = low;
    size_t last = first;

    for (size_t i = first + 1; i < end; i++) {
        low = fmin(low, s->log_ns[i]);
        high = fmax(high, s->log_ns[i]);
        if (high - low > FLAT)
            break;
        last = i;
    }
    return last;
}

static double length(const struct smooth *s, size_t first, size_t last)
{
    return log((double)s->points[last].x / (double)s->points[first].x);
}

/* The longest plateau from `begin` on, before `end`; false if there is none. */
static bool longest(const struct smooth *s, size_t begin, size_t end, struct plateau *plateau)
{
    double most = 0;

    for (size_t i = begin; i < end; i++) {
        const size_t last = flat_until(s, i, end);
        const double long_as = length(s, i, last);

        if (long_as > most && s->points[last].x / OCTAVE >= s->points[i].x) {
            most = long_as;
            *plateau = (struct plateau){i, last, median(&s->log_ns[i], last - i + 1)};
        }
    }
    return most > 0;
}

/* Finds plateaus in their order: the longest of all, then of each gap between those found. */
static void find(const struct smooth *s, struct plateaus *p)
{
    size_t gap = 0; /* before the plateau of this index */

    p->count = 0;
    while (gap <= p->count) {
        struct plateau *const at = &p->list[gap];
        const size_t begin = gap > 0 ? at[-1].last + 1 : 0;
        const size_t end = gap < p->count ? at->first : s->count;
        struct plateau plateau = {0};

        if (longest(s, begin, end, &plateau)) {
            memmove(at + 1, at, (p->count - gap) * sizeof *at);
            *at = plateau;
            p->count++;
        } else {
            gap++;
        }
    }
}

/* The plateau whose distance to the one before it is the shortest, in height. */
static size_t closest(const struct plateaus *p)
{
    size_t at = 1;

    for (size_t i = 2; i < p->count; i++)
        if (p->list[i].log_ns - p->list[i - 1].log_ns <
            p->list[at].log_ns - p->list[at - 1].log_ns)
            at = i;
    return at;
}

/* Makes one of neighbours that are no step apart, as high as the longer of both. */
static void merge(const struct smooth *s, struct plateaus *p)
{
    while (p->count > 1) {
        const size_t at = closest(p);
        struct plateau *const a = &p->list[at - 1];
        const struct plateau *const b = &p->list[at];

        if (b->log_ns - a->log_ns >= STEP)
            return;
        if (length(s, b->first, b->last) > length(s, a->first, a->last))
            a->log_ns = b->log_ns;
        a->last = b->last;
        p->count--;
        memmove(&p->list[at], &p->list[at + 1], (p->count - at) * sizeof *a);
    }
}

bool plateaus_find(const struct smooth *s, struct plateaus *p)
{
    const size_t end = s->count - 1;
    double last_ns;

    find(s, p);
    merge(s, p);
    if (p->count > 0 && p->list[p->count - 1].last == end)
        return true;
    last_ns = s->log_ns[end];
    if (p->count > 0 && last_ns - p->list[p->count - 1].log_ns < STEP)
        return true;
    p->list[p->count++] = (struct plateau){end, end, last_ns};
    return false;
}
