/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_STATS_TEST_H
#define MEMSPEED_STATS_TEST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether groups of runs differ, cell by cell, when there are many cells and few runs. Pure
 * functions; a probability that is unknown is NAN. Differences and errors are on a scale on
 * which noise is about the same everywhere: logarithms of figures.
 */

/* A variance, and the degrees of freedom that it was estimated with: runs - groups. */
struct noise {
    double variance;
    double df;
};

/*
 * What all cells together say of a cell's variance: it was drawn from
 * df x variance / chi^2(df). Prior df of 0 say nothing; INFINITY: all cells have this variance.
 */
struct prior {
    struct noise noise;
    double pooled_df; /* of all cells together */
    double least;     /* what a cell's variance counts as at least */
};

/*
 * Estimates the prior from the cells' variances (Smyth, "Linear models and empirical Bayes
 * methods for assessing differential expression in microarray experiments", Statistical
 * Applications in Genetics and Molecular Biology 3(1), 2004, section 6.2). With
 * e = ln s^2 - psi(d/2) + ln(d/2), the prior's df d0 and variance s0^2 solve
 *
 *   psi'(d0/2) = variance of e - mean of psi'(d/2)
 *   ln s0^2 = mean of e + psi(d0/2) - ln(d0/2)
 *
 * Where the right side of the first is not positive, the variances differ no more than by
 * chance: d0 is infinite and s0^2 the pooled variance. Variances below a hundredth of the
 * median count as that, since logarithms of rounded figures' variances would otherwise rule.
 * Who knows the step of rounding should not give less than its square / 12.
 *
 * Cells whose variance is negative or not finite, or whose df are not in (0, INFINITY), are
 * left out. With fewer than 3 others, or where most of them are 0, there is no prior: all 0.
 * `scratch` holds `count` values.
 */
struct prior stats_prior(const struct noise *cells, size_t count, double *scratch);

/*
 * The cell's variance, shrunk towards the prior's: (d0 s0^2 + d s^2) / (d0 + d) with d0 + d
 * degrees of freedom, or those of all cells together if these are fewer. A cell without an
 * own estimate has df 0; NAN variance and 0 df if there is no prior either.
 */
struct noise stats_moderate(const struct noise *cell, const struct prior *prior);

/*
 * Two-sided p of a difference of two groups' means, whose squared standard error is
 * noise->variance x per, per = 1 / runs of a + 1 / runs of b: Student's t with noise->df.
 * NAN if the variance is not above 0: no noise seen is no proof of none.
 */
double stats_difference_p(double difference, double per, const struct noise *noise);

/* A value, and where it stood before values were sorted. */
struct ranked {
    double value;
    size_t index;
};

/* How false discoveries are controlled. */
enum fdr {
    FDR_POSITIVE, /* tests are independent or positively dependent: Benjamini and Hochberg */
    FDR_ANY,      /* any dependence: Benjamini and Yekutieli; 7 times stricter for 600 tests */
};

/*
 * q[i]: the smallest false discovery rate at which test i is called real. For the k-th smallest
 * of m p-values q = min over j >= k of p_j m c / j, at most 1; c = 1 (Benjamini and Hochberg,
 * Journal of the Royal Statistical Society B 57, 1995), or sum of 1 / i, i = 1..m (Benjamini
 * and Yekutieli, Annals of Statistics 29, 2001). p-values that are not in [0, 1] get NAN and do
 * not count. Cells of one machine rise and fall together, which the former allows. q may be p;
 * `scratch` holds `count` items.
 */
void stats_fdr(const double *p, size_t count, enum fdr fdr, double *q, struct ranked *scratch);

/*
 * The p below which a test is called real at rate `level` when `called` of `count` tests are
 * (0 counts as 1, itself): level x called / (count c). NAN without tests.
 */
double stats_fdr_cut(double level, size_t count, size_t called, enum fdr fdr);

/* How large a difference, either way, would be called real. */
struct detectable {
    double half; /* with power 1/2: the critical value itself */
    double most; /* with power 0.8 */
};

/*
 * For a difference with standard error `error` (`df` degrees of freedom; may be INFINITY),
 * tested two-sidedly at p < cut: t(1 - cut / 2) x error, and 0.8's quantile x error more. An
 * approximation, since the noncentral t is neither symmetric nor as wide as the central one:
 * for cuts from 10^-4 the true powers are 0.50 to 0.57 and 0.69 to 0.78 with 6 to 10 df, 0.50
 * to 0.52 and 0.77 to 0.80 with 20 or more; with 4, 0.59 and 0.65 at worst.
 * NANs if an argument is out of range.
 */
struct detectable stats_detectable(double error, double df, double cut);

struct rank_sum {
    double u; /* pairs in which the first group's value is larger; half for equal ones */
    double p; /* two-sided */
    bool exact;
};

enum {
    RANK_SUM_EXACT = 20, /* largest group with exact probabilities */
};

/*
 * Wilcoxon's rank-sum test, or Mann and Whitney's U (Annals of Mathematical Statistics 18,
 * 1947). Exact if both groups have at most RANK_SUM_EXACT values and no two values are equal:
 * arrangements with each U are counted, as the coefficients of the Gaussian binomial
 * (Andrews, The Theory of Partitions, 3.2). Otherwise normal, with the variance corrected for
 * ties and a continuity correction of 1/2 (Lehmann, Nonparametrics, 1.4). Twice the smaller
 * tail, at most 1. Infinite values are ranked as such; p is NAN if a group is empty or a value
 * NAN. The smallest exact p is 2 n! m! / (n + m)!: 0.029 for 4 against 4, 0.00016 for 8
 * against 8. `scratch` holds a_count + b_count items.
 */
struct rank_sum stats_rank_sum(const double *a, size_t a_count, const double *b, size_t b_count,
                               struct ranked *scratch);

#endif
