/* SPDX-License-Identifier: MIT */
#include "stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

size_t stats_median_rank(size_t count)
{
    /* Both tails below k hold at most 5 %; terms C(n, i) / 2^n as logarithms, n may be large.
     */
    const double n = (double)count;
    double tail = 0;
    double log_term = -n * log(2);
    size_t k = 0;

    while (k < count / 2) {
        tail += exp(log_term);
        if (2 * tail > 0.05)
            break;
        k++;
        log_term += log((n - (double)k + 1) / (double)k);
    }
    return k;
}

double stats_lower(double *values, size_t count, size_t part)
{
    if (count == 0)
        return NAN;
    qsort(values, count, sizeof *values, ascending);
    return values[count / part];
}

struct median stats_median(double *values, size_t count)
{
    const size_t k = stats_median_rank(count);
    struct median m = {NAN, NAN, NAN};

    if (count == 0)
        return m;
    qsort(values, count, sizeof *values, ascending);
    m.value = (values[(count - 1) / 2] + values[count / 2]) / 2;
    if (k > 0) {
        m.low = values[k - 1];
        m.high = values[count - k];
    }
    return m;
}

double stats_half_width(const struct median *median)
{
    return (median->high - median->low) / 2 / median->value;
}
