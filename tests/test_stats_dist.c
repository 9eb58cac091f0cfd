/* SPDX-License-Identifier: MIT */
/*
 * Distributions against recorded values of R 4.2.2 (pnorm, qnorm, pt, qt, pbeta, digamma,
 * trigamma); those of t against mpmath 1.2.1 at 50 digits (betainc; quad of the density for
 * 10^12 degrees of freedom).
 */
#include <math.h>

#include "check.h"
#include "stats_dist.h"

#define CHECK_CLOSE(got, want) CHECK_NEAR(got, want, 1e-11 * fabs(want))
#define ITEMS(array) (sizeof(array) / sizeof *(array))

static void test_normal(void)
{
    static const double cdf[][2] = {
        {-37, 5.7255712225245768e-300}, {-8, 6.2209605742717841e-16},
        {-1.96, 0.024997895148220434},  {0, 0.5},
        {0.5, 0.6914624612740131},      {3, 0.99865010196836991}};
    static const double quantile[][2] = {{1e-300, -37.047096299361201},
                                         {1e-20, -9.2623400897984052},
                                         {0.025, -1.9599639845400538},
                                         {0.3, -0.52440051270804067},
                                         {0.5, 0},
                                         {0.975, 1.9599639845400536}};

    for (size_t i = 0; i < ITEMS(cdf); i++)
        CHECK_CLOSE(stats_normal_cdf(cdf[i][0]), cdf[i][1]);
    for (size_t i = 0; i < ITEMS(quantile); i++)
        CHECK_CLOSE(stats_normal_quantile(quantile[i][0]), quantile[i][1]);
    CHECK(stats_normal_cdf(INFINITY) == 1 && stats_normal_cdf(-INFINITY) == 0);
    CHECK(stats_normal_quantile(1) == INFINITY && stats_normal_quantile(0) == -INFINITY);
    CHECK(isnan(stats_normal_cdf(NAN)) && isnan(stats_normal_quantile(NAN)));
    CHECK(isnan(stats_normal_quantile(-0.1)) && isnan(stats_normal_quantile(1.1)));
}

static void test_beta(void)
{
    /* a, b, x and I_x(a, b) */
    static const double known[][4] = {{0.5, 0.5, 0.3, 0.36901011956554525},
                                      {2, 3, 0.6, 0.8208},
                                      {10, 0.1, 0.99, 0.17551032909330117},
                                      {1e4, 2e4, 0.335, 0.73013463424356995},
                                      {1e-3, 5, 1e-8, 0.98379468332014963}};

    for (size_t i = 0; i < ITEMS(known); i++)
        CHECK_CLOSE(stats_beta(known[i][0], known[i][1], known[i][2]), known[i][3]);
    CHECK(stats_beta(2, 3, 0) == 0 && stats_beta(2, 3, 1) == 1);
    CHECK(isnan(stats_beta(0, 1, 0.5)) && isnan(stats_beta(1, -1, 0.5)));
    CHECK(isnan(stats_beta(1, 1, 1.5)) && isnan(stats_beta(1, 1, NAN)));
    CHECK(isnan(stats_beta(INFINITY, 1, 0.5)) && isnan(stats_beta(1, INFINITY, 0.5)));
}

static void test_t(void)
{
    /* t, df and two-sided p; the third is exact: 1 - 2 atan(t) / pi */
    static const double known[][3] = {{2.5, 3, 0.087706647008065547},
                                      {12, 1, 0.052929352119179751},
                                      {1, 1, 0.5},
                                      {0.1, 0.5, 0.9463316211286064},
                                      {31.8, 1.5, 0.004202270208169485},
                                      {5, 99.5, 2.4656673375873495e-6},
                                      {1.7, 9900, 0.089162336839750021},
                                      {30, 9000, 1.5063946463964377e-188},
                                      {2.5, 15000, 0.01242992238953833},
                                      {30, 15000, 4.3953540417918141e-192},
                                      {2.5, 1e12, 0.012419330651711121},
                                      {8, 1e6, 1.245506343320252e-15},
                                      {1.96, INFINITY, 2 * 0.024997895148220434}};

    for (size_t i = 0; i < ITEMS(known); i++) {
        CHECK_NEAR(stats_t_p(known[i][0], known[i][1]), known[i][2], 2e-12 * known[i][2]);
        CHECK_NEAR(stats_t_p(-known[i][0], known[i][1]), known[i][2], 2e-12 * known[i][2]);
    }
    CHECK(stats_t_p(0, 4) == 1 && stats_t_p(INFINITY, 4) == 0 && stats_t_p(-INFINITY, 1) == 0);
    CHECK(stats_t_p(0, INFINITY) == 1 && stats_t_p(INFINITY, 1e6) == 0);
    CHECK(isnan(stats_t_p(NAN, 4)) && isnan(stats_t_p(1, NAN)));
    CHECK(isnan(stats_t_p(1, 0)) && isnan(stats_t_p(1, -1)));
}

static void test_t_quantile(void)
{
    /* two-sided p, df and t; the last but one is exact for one df: cot(pi p / 2) */
    static const double known[][3] = {
        {0.05, 4, 2.7764451051977943},     {1e-6, 6, 20.047856110604158},
        {0.01, 2.5, 7.1637281389488061},   {0.5, 0.5, 1.5537739740300793},
        {1e-3, 123.4, 3.3711186258384989}, {0.9, 3, 0.13659819935369893},
        {1e-12, 1, 636619772367.58134},    {0.05, INFINITY, 1.9599639845400538}};

    for (size_t i = 0; i < ITEMS(known); i++) {
        CHECK_CLOSE(stats_t_critical(known[i][0], known[i][1]), known[i][2]);
        CHECK_CLOSE(stats_t_quantile(known[i][0] / 2, known[i][1]), -known[i][2]);
    }
    CHECK_CLOSE(stats_t_quantile(0.975, 4), 2.7764451051977943);
    /* There and back, where tables end. */
    for (int i = 0; i < 60; i++) {
        const double df = 0.5 * pow(7.3, i % 9);
        const double p = 0.3 * pow(10, -i);

        CHECK_NEAR(log(stats_t_p(stats_t_critical(p, df), df)), log(p), 1e-11);
    }
    CHECK(stats_t_critical(1, 3) == 0 && stats_t_critical(0, 3) == INFINITY);
    CHECK(stats_t_quantile(0.5, 3) == 0 && stats_t_quantile(0, 3) == -INFINITY);
    CHECK(stats_t_critical(1e-250, 0.1) == INFINITY && stats_t_critical(1e-250, 1) == INFINITY);
    CHECK(isnan(stats_t_critical(-0.1, 3)) && isnan(stats_t_critical(0.1, 0)));
    CHECK(isnan(stats_t_critical(NAN, 3)) && isnan(stats_t_critical(0.1, NAN)));
    CHECK(isnan(stats_t_quantile(1.1, 3)) && isnan(stats_t_quantile(NAN, 3)));
}

static void test_gamma(void)
{
    /* x, digamma and trigamma */
    static const double known[][3] = {{1e-3, -1000.5755719318104, 1000001.6425331959},
                                      {0.5, -1.9635100260214231, 4.934802200544679},
                                      {1, -0.57721566490153231, 1.6449340668482264},
                                      {3.7, 1.1671535393615113, 0.31003785767003833},
                                      {25, 3.198742512851974, 0.040810663257225592},
                                      {1e6, 13.81551005796419, 1.0000005000001672e-06}};

    for (size_t i = 0; i < ITEMS(known); i++) {
        CHECK_CLOSE(stats_digamma(known[i][0]), known[i][1]);
        CHECK_CLOSE(stats_trigamma(known[i][0]), known[i][2]);
        CHECK_CLOSE(stats_trigamma_inverse(known[i][2]), known[i][0]);
    }
    for (int i = -12; i <= 12; i++)
        CHECK_CLOSE(stats_trigamma(stats_trigamma_inverse(3 * pow(10, i))), 3 * pow(10, i));
    CHECK(stats_trigamma_inverse(0) == INFINITY && stats_trigamma(INFINITY) == 0);
    CHECK(stats_digamma(INFINITY) == INFINITY);
    CHECK(isnan(stats_digamma(0)) && isnan(stats_digamma(-1)) && isnan(stats_digamma(NAN)));
    CHECK(isnan(stats_trigamma(0)) && isnan(stats_trigamma(-1)) && isnan(stats_trigamma(NAN)));
    CHECK(isnan(stats_trigamma_inverse(-1)) && isnan(stats_trigamma_inverse(NAN)));
    CHECK(isnan(stats_trigamma_inverse(INFINITY)));
}

int main(void)
{
    test_normal();
    test_beta();
    test_t();
    test_t_quantile();
    test_gamma();
    return check_done("stats_dist");
}
