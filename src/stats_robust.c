/* SPDX-License-Identifier: MIT */
#include "stats_robust.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "stats.h"

enum {
    COMMON_LEAST = 5, /* fewer have no densest half */
    COMMON_STEPS = 100,
    ERROR_LEAST = 3,
    QN_SMALL = 9,
    QN_STEPS = 1100, /* halvings from the largest double to the smallest */
};

/* Of the normal distribution: half width, in standard deviations, of its central third. */
static const double third_half_width = 0.43072729929545756;

/*
 * The shortest of all intervals is too short where values are few: by 1 + this / (count - 1),
 * found by simulation; it makes errors right on average from 12 values on.
 */
static const double small_sample = 8;

/* Values within so many standard deviations count, and the deviation that those have left. */
static const double near = 1.5;
static const double near_sd =
    0.74264689843943256; /* sqrt(1 - 2 c phi(c) / (2 Phi(c) - 1)), c = 1.5 */

/*
 * Error of the mean of k values so chosen, times sqrt(k) / s. The asymptotic value for normal
 * noise is 1.35: sqrt(P / v) with P = 2 Phi(c) - 1 of the values within and v = P - 2 c phi(c).
 * The start adds noise of its own: by simulation 1.35 is a quarter too small with 60 values.
 */
static const double near_error = 1.8;

static const double median_error = 1.2533141373155003; /* sqrt(pi / 2), of a mean's */
static const double noticeable = 1.645;                /* one in twenty by chance */

static bool all_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* Where the shortest interval that holds `part` of the sorted values begins. */
static size_t shortest(const double *sorted, size_t count, size_t part)
{
    size_t best = 0;

    for (size_t i = 1; i + part <= count; i++)
        if (sorted[i + part - 1] - sorted[i] < sorted[best + part - 1] - sorted[best])
            best = i;
    return best;
}

/* One step: mean, deviation and number of the values near common->value. */
static struct common step(const double *sorted, size_t count, const struct common *from,
                          double sd)
{
    struct common to = {0, 0, 0};
    size_t first = 0;

    while (first < count && sorted[first] < from->value - near * sd)
        first++;
    /* Offsets, so that equal values have exactly their own mean. */
    while (first + to.cells < count && sorted[first + to.cells] <= from->value + near * sd)
        to.value += sorted[first + to.cells++] - from->value;
    to.value = from->value + to.value / (double)to.cells;
    for (size_t i = first; i < first + to.cells; i++)
        to.error += (sorted[i] - to.value) * (sorted[i] - to.value);
    to.error = sqrt(to.error / ((double)to.cells - 1)) / near_sd;
    return to;
}

/* `error` is the standard deviation of what is near. */
static struct common densest(const double *sorted, size_t count)
{
    const size_t half = count / 2 + 1;
    const size_t third = (count + 2) / 3 > 3 ? (count + 2) / 3 : 3;
    const size_t at_half = shortest(sorted, count, half);
    const size_t at_third = shortest(sorted, count, third);
    struct common now = {0, 0, half};
    double sd = (1 + small_sample / ((double)count - 1)) *
                (sorted[at_third + third - 1] - sorted[at_third]) / (2 * third_half_width);

    now.value = (sorted[at_half] + sorted[at_half + half - 1]) / 2;
    now.error = sd;
    for (int i = 0; i < COMMON_STEPS; i++) {
        const struct common next = step(sorted, count, &now, sd);
        const bool stays = next.value == now.value && next.cells == now.cells;

        if (next.cells < ERROR_LEAST)
            break;
        now = next;
        /* Never up: beside a second heap of values it would run away. */
        now.error = sd = fmin(sd, next.error);
        if (stays)
            break;
    }
    return now;
}

static void mirror(double *sorted, size_t count)
{
    for (size_t i = 0; i < count - i; i++) {
        const double low = sorted[i];

        sorted[i] = -sorted[count - 1 - i];
        sorted[count - 1 - i] = -low;
    }
}

struct common stats_common(double *logs, size_t count)
{
    struct common common = {NAN, NAN, count};
    struct common mirrored;

    if (!all_finite(logs, count))
        return common;
    common.value = stats_median(logs, count).value;
    if (count < COMMON_LEAST)
        return common;
    /* Ties and rounding favour a side; the mirrored values favour the other as much. */
    common = densest(logs, count);
    mirror(logs, count);
    mirrored = densest(logs, count);
    mirror(logs, count);
    common.value = (common.value - mirrored.value) / 2;
    common.error = near_error * (common.error + mirrored.error) / 2 /
                   sqrt((double)(common.cells + mirrored.cells) / 2);
    return common;
}

/* Pairs of sorted values that differ by at most `most`. */
static size_t pairs_within(const double *sorted, size_t count, double most)
{
    size_t pairs = 0;

    for (size_t low = 0, high = 1; high < count; high++) {
        while (sorted[high] - sorted[low] > most)
            low++;
        pairs += high - low;
    }
    return pairs;
}

/* The k-th smallest difference of two values, without a list of all: by bisection. */
static double pair_difference(const double *sorted, size_t count, size_t k)
{
    double low = 0;
    double high = sorted[count - 1] - sorted[0];

    if (pairs_within(sorted, count, 0) >= k)
        return 0;
    for (int i = 0; i < QN_STEPS; i++) {
        const double middle = low + (high - low) / 2;

        if (middle <= low || middle >= high)
            break;
        if (pairs_within(sorted, count, middle) >= k)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* What makes Qn unbiased for normal samples. */
static double qn_factor(size_t count)
{
    static const double small[QN_SMALL + 1] = {
        [3] = 0.994, [4] = 0.512, [5] = 0.844, [6] = 0.611,
        [7] = 0.857, [8] = 0.669, [9] = 0.872};
    const double n = (double)count;

    if (count <= QN_SMALL)
        return 2.2219 * small[count];
    return 2.2219 * n / (n + (count % 2 ? 1.4 : 3.8));
}

/* Lag-1 autocorrelation of the values, those outside [low, high] taken as at its ends. */
static double lag_one(const double *values, size_t count, double low, double high)
{
    double mean = 0;
    double together = 0;
    double squares = 0;
    double before = 0;

    for (size_t i = 0; i < count; i++)
        mean += fmin(fmax(values[i], low), high) / (double)count;
    for (size_t i = 0; i < count; i++) {
        const double off = fmin(fmax(values[i], low), high) - mean;

        together += off * before;
        squares += off * off;
        before = off;
    }
    return squares > 0 ? together / squares : 0;
}

double stats_median_error(const double *logs, size_t count, double *scratch)
{
    const size_t half = count / 2 + 1;
    const double root = sqrt((double)count);
    double middle;
    double sd;
    double r;

    if (count < ERROR_LEAST || !all_finite(logs, count))
        return NAN;
    for (size_t i = 0; i < count; i++)
        scratch[i] = logs[i];
    middle = stats_median(scratch, count).value;
    sd = qn_factor(count) * pair_difference(scratch, count, half * (half - 1) / 2);
    r = fmin(lag_one(logs, count, middle - 3 * sd, middle + 3 * sd), 0.9);
    if (r > noticeable / root)
        sd *= sqrt((1 + r) / (1 - r));
    return median_error * sd / root;
}
