/* SPDX-License-Identifier: MIT */
/*
 * The rank of the median's interval against the published table of the sign test's critical
 * values (Conover, Practical Nonparametric Statistics, table for p = 1/2): coverage of the k-th
 * smallest to the k-th largest is 1 - 2 P(Bin(n, 1/2) <= k - 1).
 */
#include <math.h>

#include "check.h"
#include "stats.h"

static void test_rank(void)
{
    /* n and the largest k with coverage of at least 95 %. */
    static const size_t known[][2] = {{1, 0},  {5, 0},   {6, 1},   {7, 1},   {8, 1},   {9, 2},
                                      {10, 2}, {11, 2},  {12, 3},  {15, 4},  {17, 5},  {20, 6},
                                      {25, 8}, {30, 10}, {40, 14}, {50, 18}, {100, 40}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        CHECK_EQ_U64(stats_median_rank(known[i][0]), known[i][1]);
}

static void test_median(void)
{
    double odd[] = {5, 1, 4, 2, 3, 7, 6};
    double even[] = {12, 3, 5, 1, 2, 4, 6, 8, 7, 9, 11, 10};
    double few[] = {2, 1};
    struct median m = stats_median(odd, 7);

    CHECK_NEAR(m.value, 4, 0);
    CHECK_NEAR(m.low, 1, 0);
    CHECK_NEAR(m.high, 7, 0);
    CHECK_NEAR(stats_half_width(&m), 3.0 / 4, 1e-12);
    m = stats_median(even, 12);
    CHECK_NEAR(m.value, 6.5, 0);
    CHECK_NEAR(m.low, 3, 0);
    CHECK_NEAR(m.high, 10, 0);
    m = stats_median(few, 2);
    CHECK_NEAR(m.value, 1.5, 0);
    CHECK(isnan(m.low) && isnan(m.high) && isnan(stats_half_width(&m)));
    m = stats_median(few, 0);
    CHECK(isnan(m.value));
}

int main(void)
{
    test_rank();
    test_median();
    return check_done("stats");
}
