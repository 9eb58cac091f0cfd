/* SPDX-License-Identifier: MIT */
/*
 * False discovery rates and rank sums against recorded values of R 4.2.2 (p.adjust,
 * wilcox.test) and examples from the literature.
 */
#include <math.h>

#include "check.h"
#include "stats_test.h"

#define CHECK_CLOSE(got, want) CHECK_NEAR(got, want, 1e-9 * fabs(want))
#define ITEMS(array) (sizeof(array) / sizeof *(array))

/* The 15 tests of Benjamini and Hochberg, 1995, section 3.2, in another order. */
static void test_fdr(void)
{
    static const double p[] = {0.0019, 0.0001, 0.3240, 0.0004, 1.000,  0.0095, 0.0278, 0.0201,
                               0.0298, 0.7590, 0.0344, 0.0459, 0.4262, 0.6528, 0.5719};
    static const double bh[] = {0.0095,
                                0.0015,
                                0.486,
                                0.003,
                                1,
                                0.035625,
                                0.063857142857142862,
                                0.0603,
                                0.063857142857142862,
                                0.81321428571428567,
                                0.0645,
                                0.0765,
                                0.58118181818181813,
                                0.75323076923076926,
                                0.714875};
    static const double by[] = {0.031523175435675434,
                                0.0049773434898434899,
                                1,
                                0.0099546869796869799,
                                1,
                                0.11821190788378289,
                                0.21189262285333715,
                                0.20008920829170829,
                                0.21189262285333715,
                                1,
                                0.21402577006327006,
                                0.25384451798201801,
                                1,
                                1,
                                1};
    struct ranked scratch[ITEMS(p)];
    double q[ITEMS(p)];
    size_t rejected = 0;

    stats_fdr(p, ITEMS(p), FDR_POSITIVE, q, scratch);
    for (size_t i = 0; i < ITEMS(p); i++) {
        CHECK_CLOSE(q[i], bh[i]);
        rejected += q[i] <= 0.05;
    }
    CHECK_EQ_U64(rejected, 4);
    CHECK_CLOSE(stats_fdr_cut(0.05, 15, 4, FDR_POSITIVE), 0.05 * 4 / 15);
    stats_fdr(p, ITEMS(p), FDR_ANY, q, scratch);
    for (size_t i = 0; i < ITEMS(p); i++)
        CHECK_CLOSE(q[i], by[i]);
    /* 1 + 1/2 + ... + 1/15, of Benjamini and Yekutieli's example. */
    CHECK_CLOSE(stats_fdr_cut(0.05, 15, 0, FDR_ANY), 0.05 / 15 / 3.3182289932289932);
}

static void test_fdr_edges(void)
{
    double p[] = {0.02, NAN, 0.01, -0.5, 1.5, 0.03, 0, INFINITY};
    struct ranked scratch[ITEMS(p)];

    stats_fdr(p, 0, FDR_POSITIVE, p, scratch);
    CHECK(p[0] == 0.02);
    /* Four tests; in place. */
    stats_fdr(p, ITEMS(p), FDR_POSITIVE, p, scratch);
    CHECK_CLOSE(p[0], 0.08 / 3);
    CHECK_CLOSE(p[2], 0.02);
    CHECK_CLOSE(p[5], 0.03);
    CHECK(p[6] == 0);
    CHECK(isnan(p[1]) && isnan(p[3]) && isnan(p[4]) && isnan(p[7]));
    p[0] = 0.3;
    stats_fdr(p, 1, FDR_ANY, p, scratch);
    CHECK(p[0] == 0.3);
    for (size_t i = 0; i < ITEMS(p); i++)
        p[i] = 0.25;
    stats_fdr(p, ITEMS(p), FDR_POSITIVE, p, scratch);
    for (size_t i = 0; i < ITEMS(p); i++)
        CHECK_CLOSE(p[i], 0.25);
    CHECK(isnan(stats_fdr_cut(0.01, 0, 0, FDR_POSITIVE)));
    CHECK(isnan(stats_fdr_cut(0.01, 3, 4, FDR_POSITIVE)));
    CHECK(isnan(stats_fdr_cut(NAN, 3, 1, FDR_POSITIVE)));
    CHECK(isnan(stats_fdr_cut(1.5, 3, 1, FDR_POSITIVE)));
}

static void test_detectable(void)
{
    /* R: qt(0.975, 4) = 2.776445, qt(0.8, 4) = 0.9409646; qnorm(0.8) = 0.8416212. */
    struct detectable change = stats_detectable(0.02, 4, 0.05);

    CHECK_CLOSE(change.half, 0.02 * 2.7764451051977943);
    CHECK_NEAR(change.most, 0.02 * (2.7764451051977943 + 0.9409646), 1e-9);
    change = stats_detectable(1, INFINITY, 0.05);
    CHECK_CLOSE(change.half, 1.9599639845400538);
    CHECK_NEAR(change.most, 1.9599639845400538 + 0.8416212, 1e-7);
    change = stats_detectable(0, 4, 0.05);
    CHECK(change.half == 0 && change.most == 0);
    CHECK(isnan(stats_detectable(-1, 4, 0.05).half) &&
          isnan(stats_detectable(NAN, 4, 0.05).most));
    CHECK(isnan(stats_detectable(INFINITY, 4, 0.05).half));
    CHECK(isnan(stats_detectable(1, 0, 0.05).half) && isnan(stats_detectable(1, 0, 0.05).most));
    CHECK(isnan(stats_detectable(1, 4, NAN).half));
}

/* Hollander and Wolfe, Nonparametric Statistical Methods, 1973, 4.1: permeability constants. */
static void test_rank_sum_book(void)
{
    static const double term[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    static const double early[] = {1.15, 0.88, 0.90, 0.74, 1.21};
    struct ranked scratch[ITEMS(term) + ITEMS(early)];
    struct rank_sum test = stats_rank_sum(term, ITEMS(term), early, ITEMS(early), scratch);

    CHECK(test.exact);
    CHECK_NEAR(test.u, 35, 0);
    CHECK_CLOSE(test.p, 0.2544122544122544); /* the book: 0.1272 one-sided */
    test = stats_rank_sum(early, ITEMS(early), term, ITEMS(term), scratch);
    CHECK_NEAR(test.u, 15, 0);
    CHECK_CLOSE(test.p, 0.2544122544122544);
}

/* R's wilcox.test, whose exact and corrected p are defined likewise; the last exact = FALSE. */
static void test_rank_sum(void)
{
    static const double few[] = {1, 3, 5, 7, 9.5, 30};
    static const double evens[] = {2,  4,  6,  8,  10, 12, 14, 16, 18, 20,
                                   22, 24, 26, 28, 32, 34, 36, 38, 40, 42};
    static const double ties[] = {1, 2, 2, 3, 5};
    static const double tied[] = {2, 4, 4, 6, 7, 8};
    double a[25];
    double b[21];
    struct ranked scratch[ITEMS(a) + ITEMS(b)];
    struct rank_sum test;

    for (size_t i = 0; i < ITEMS(a); i++)
        a[i] = (double)i + 1;
    for (size_t i = 0; i < ITEMS(b); i++)
        b[i] = (double)i + 5.5;
    test = stats_rank_sum(a, 20, b, 20, scratch);
    CHECK(test.exact && test.u == 120);
    CHECK_CLOSE(test.p, 0.030411256038764867);
    test = stats_rank_sum(few, ITEMS(few), evens, ITEMS(evens), scratch);
    CHECK(test.exact && test.u == 24);
    CHECK_CLOSE(test.p, 0.027859097424314812);
    test = stats_rank_sum(ties, ITEMS(ties), tied, ITEMS(tied), scratch);
    CHECK(!test.exact && test.u == 5);
    CHECK_CLOSE(test.p, 0.079343683197715023);
    for (size_t i = 0; i < ITEMS(b); i++)
        b[i] = (double)i + 7.5;
    test = stats_rank_sum(a, 25, b, 21, scratch);
    CHECK(!test.exact && test.u == 171);
    CHECK_CLOSE(test.p, 0.044771286600385901);
}

static void test_rank_sum_edges(void)
{
    const double low[] = {-INFINITY, 2, 3, 4, 5, 6, 7, 8};
    const double high[] = {9, 10, 11, 12, 13, 14, 15, INFINITY};
    const double same[] = {1, 1, 1, 1};
    const double outer[] = {1, 9};
    const double bad[] = {1, NAN};
    struct ranked scratch[16];
    struct rank_sum test = stats_rank_sum(low, 4, high, 4, scratch);

    CHECK_CLOSE(test.p, 2.0 / 70);
    CHECK(test.u == 0);
    CHECK_CLOSE(stats_rank_sum(low, 8, high, 8, scratch).p, 2.0 / 12870);
    CHECK_NEAR(stats_rank_sum(low, 1, high, 1, scratch).p, 1, 0);
    /* Even ranks: both tails hold the middle. */
    CHECK_NEAR(stats_rank_sum(outer, 2, low + 1, 2, scratch).p, 1, 0);
    test = stats_rank_sum(same, 2, same, 4, scratch);
    CHECK(test.p == 1 && test.u == 4 && !test.exact);
    CHECK(isnan(stats_rank_sum(low, 0, high, 4, scratch).p));
    CHECK(isnan(stats_rank_sum(low, 4, high, 0, scratch).p));
    CHECK(isnan(stats_rank_sum(bad, 2, high, 4, scratch).p));
    CHECK(isnan(stats_rank_sum(low, 4, bad, 2, scratch).p));
}

int main(void)
{
    test_fdr();
    test_fdr_edges();
    test_detectable();
    test_rank_sum_book();
    test_rank_sum();
    test_rank_sum_edges();
    return check_done("stats_test");
}
