/* SPDX-License-Identifier: MIT */
#include "stats_test.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "stats.h"
#include "stats_dist.h"

/*
 * Variances count as at least this much of the median. On a logarithmic scale a variance of 0
 * outweighs all others; a hundredth is as rare as 1 in 100 by chance with 2 degrees of freedom.
 */
static const double least_of_median = 0.01;
static const double power_most = 0.8;

enum {
    PRIOR_CELLS = 3, /* fewer say nothing of how variances vary */
    U_MOST = RANK_SUM_EXACT * RANK_SUM_EXACT / 2,
};

static bool usable(const struct noise *cell)
{
    return cell->variance >= 0 && isfinite(cell->variance) && cell->df > 0 &&
           isfinite(cell->df);
}

/* The usable cells' sums, gathered in two passes. */
struct moments {
    double count;
    double floor;    /* of variances */
    double mean;     /* of e */
    double variance; /* of e, less what chance explains */
    double squares;  /* sum of d s^2 */
    double df;       /* sum of d */
};

/* Unbiased logarithm of the variance that the cell's was drawn from: Smyth's e. */
static double log_variance(const struct noise *cell, double least)
{
    const double half = cell->df / 2;

    return log(fmax(cell->variance, least)) - stats_digamma(half) + log(half);
}

static void moments_of(struct moments *m, const struct noise *cells, size_t count)
{
    double sum = 0;
    double chance = 0;

    for (size_t i = 0; i < count; i++)
        if (usable(&cells[i])) {
            m->mean += log_variance(&cells[i], m->floor) / m->count;
            m->squares += cells[i].df * fmax(cells[i].variance, m->floor);
            m->df += cells[i].df;
        }
    for (size_t i = 0; i < count; i++)
        if (usable(&cells[i])) {
            const double off = log_variance(&cells[i], m->floor) - m->mean;

            sum += off * off;
            chance += stats_trigamma(cells[i].df / 2);
        }
    m->variance = sum / (m->count - 1) - chance / m->count;
}

struct prior stats_prior(const struct noise *cells, size_t count, double *scratch)
{
    struct prior prior = {{0, 0}, 0, 0};
    struct moments m = {0};
    size_t usables = 0;

    for (size_t i = 0; i < count; i++)
        if (usable(&cells[i]))
            scratch[usables++] = cells[i].variance;
    if (usables < PRIOR_CELLS)
        return prior;
    m.floor = least_of_median * stats_median(scratch, usables).value;
    if (m.floor <= 0)
        return prior;
    m.count = (double)usables;
    moments_of(&m, cells, count);
    prior.pooled_df = m.df;
    prior.least = m.floor;
    if (m.variance > 0) {
        prior.noise.df = 2 * stats_trigamma_inverse(m.variance);
        prior.noise.variance =
            exp(m.mean + stats_digamma(prior.noise.df / 2) - log(prior.noise.df / 2));
    } else {
        prior.noise.df = INFINITY;
        prior.noise.variance = m.squares / m.df;
    }
    return prior;
}

struct noise stats_moderate(const struct noise *cell, const struct prior *prior)
{
    const bool own = usable(cell);
    const double df = own ? cell->df : 0;
    const double squares = own ? cell->df * fmax(cell->variance, prior->least) : 0;
    const struct noise *common = &prior->noise;
    struct noise noise = {NAN, common->df + df};

    if (isinf(common->df))
        noise.variance = common->variance;
    else if (noise.df > 0)
        noise.variance = (common->df * common->variance + squares) / noise.df;
    if (common->df > 0)
        noise.df = fmin(noise.df, prior->pooled_df);
    return noise;
}

double stats_difference_p(double difference, double per, const struct noise *noise)
{
    const double square = noise->variance * per;

    if (!(square > 0) || isinf(square))
        return NAN;
    return stats_t_p(difference / sqrt(square), noise->df);
}

static int by_value(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* What dependence costs. */
static double fdr_factor(size_t count, enum fdr fdr)
{
    double sum = 1;

    if (fdr == FDR_ANY)
        for (size_t i = 2; i <= count; i++)
            sum += 1 / (double)i;
    return sum;
}

void stats_fdr(const double *p, size_t count, enum fdr fdr, double *q, struct ranked *scratch)
{
    size_t tests = 0;
    double least = 1;
    double factor;

    for (size_t i = 0; i < count; i++) {
        if (p[i] >= 0 && p[i] <= 1)
            scratch[tests++] = (struct ranked){p[i], i};
        else
            q[i] = NAN;
    }
    qsort(scratch, tests, sizeof *scratch, by_value);
    factor = (double)tests * fdr_factor(tests, fdr);
    for (size_t k = tests; k > 0; k--) {
        least = fmin(least, scratch[k - 1].value * factor / (double)k);
        q[scratch[k - 1].index] = least;
    }
}

double stats_fdr_cut(double level, size_t count, size_t called, enum fdr fdr)
{
    if (!(level >= 0 && level <= 1) || count == 0 || called > count)
        return NAN;
    return level * (double)(called ? called : 1) / ((double)count * fdr_factor(count, fdr));
}

struct detectable stats_detectable(double error, double df, double cut)
{
    struct detectable change = {NAN, NAN};

    if (!(error >= 0) || isinf(error))
        return change;
    change.half = stats_t_critical(cut, df) * error;
    change.most = change.half + stats_t_quantile(power_most, df) * error;
    return change;
}

/*
 * ways[u]: arrangements of n and m values with U = u, for u <= most: the product of
 * (1 - x^(m + i)) / (1 - x^i), i = 1..n. The sums stay below C(40, 20), and so do the
 * differences between the two steps in size.
 */
static void count_arrangements(int64_t *ways, size_t most, size_t n, size_t m)
{
    ways[0] = 1;
    for (size_t u = 1; u <= most; u++)
        ways[u] = 0;
    for (size_t i = 1; i <= n; i++) {
        for (size_t u = most; u >= m + i; u--)
            ways[u] -= ways[u - m - i];
        for (size_t u = i; u <= most; u++)
            ways[u] += ways[u - i];
    }
}

static double exact_p(double u, size_t n, size_t m)
{
    int64_t ways[U_MOST + 1];
    const size_t most = (size_t)fmin(u, (double)(n * m) - u);
    double all = 1;
    double tail = 0;

    count_arrangements(ways, most, n, m);
    for (size_t i = 0; i <= most; i++)
        tail += (double)ways[i];
    for (size_t i = 1; i <= n; i++)
        all = all * (double)(m + i) / (double)i;
    return fmin(2 * tail / all, 1);
}

/* `ties`: sum of t^3 - t over runs of t equal values. */
static double normal_p(double u, double n, double m, double ties)
{
    const double total = n + m;
    const double variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)));
    const double off = fabs(u - n * m / 2) - 0.5;

    /* Also where all values are equal and the variance is 0. */
    if (off <= 0)
        return 1;
    return erfc(off / sqrt(2 * variance));
}

/* Values below a_count in index are the first group's. */
static double rank_total(const struct ranked *all, size_t count, size_t a_count, double *ties)
{
    double sum = 0;

    *ties = 0;
    for (size_t i = 0, end; i < count; i = end) {
        size_t of_a = 0;

        for (end = i; end < count && all[end].value == all[i].value; end++)
            of_a += all[end].index < a_count;
        sum += (double)of_a * (double)(i + 1 + end) / 2;
        *ties += pow((double)(end - i), 3) - (double)(end - i);
    }
    return sum;
}

struct rank_sum stats_rank_sum(const double *a, size_t a_count, const double *b, size_t b_count,
                               struct ranked *scratch)
{
    const size_t count = a_count + b_count;
    const double n = (double)a_count;
    struct rank_sum test = {NAN, NAN, false};
    double ties;

    if (a_count == 0 || b_count == 0)
        return test;
    for (size_t i = 0; i < count; i++) {
        scratch[i] = (struct ranked){i < a_count ? a[i] : b[i - a_count], i};
        if (isnan(scratch[i].value))
            return test;
    }
    qsort(scratch, count, sizeof *scratch, by_value);
    test.u = rank_total(scratch, count, a_count, &ties) - n * (n + 1) / 2;
    test.exact = a_count <= RANK_SUM_EXACT && b_count <= RANK_SUM_EXACT && ties == 0;
    test.p = test.exact ? exact_p(test.u, a_count, b_count)
                        : normal_p(test.u, n, (double)b_count, ties);
    return test;
}
