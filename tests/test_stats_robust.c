/* SPDX-License-Identifier: MIT */
/* Robust estimates: values worked out by hand, symmetries, and simulated cells and samples. */
#include <math.h>

#include "check.h"
#include "gauss.h"
#include "stats_robust.h"

#define CHECK_CLOSE(got, want) CHECK_NEAR(got, want, 1e-9 * fabs(want))
#define ITEMS(array) (sizeof(array) / sizeof *(array))

enum {
    MOST = 300,
};

/*
 * Halves of five are [0, 2] and [1, 3], means 1 and 2. Both reach all but the 100, whose mean
 * is 1.5 and whose variance is 5 / 3; 1.5 / sqrt(v) are 1.16 of these deviations and 0.86 of
 * the corrected ones, so that they stay.
 */
static void test_common_by_hand(void)
{
    double values[] = {100, 3, 0, 2, 1};
    double heap[] = {0.5, -0.1, 0.5, 0.5, 0.5, -0.1, 0.5, -0.1, -0.1};
    struct common common = stats_common(values, ITEMS(values));

    CHECK_CLOSE(common.value, 1.5);
    CHECK_CLOSE(common.error, 1.8 * sqrt(5.0 / 3) / 0.74264689843943256 / 2);
    CHECK_EQ_U64(common.cells, 4);
    CHECK(values[0] == 0 && values[3] == 3 && values[4] == 100);
    common = stats_common(heap, ITEMS(heap));
    CHECK(common.value == 0.5 && common.error == 0);
    CHECK_EQ_U64(common.cells, 5);
}

static void test_common_edges(void)
{
    double same[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    double few[] = {4, 1, 2, 3};
    double bad[] = {1, 2, 3, 4, 5, NAN};
    double infinite[] = {1, 2, 3, 4, 5, -INFINITY};
    struct common common = stats_common(same, ITEMS(same));

    CHECK(common.value == 0.1 && common.error == 0 && common.cells == 6);
    common = stats_common(few, 4);
    CHECK(common.value == 2.5 && isnan(common.error) && common.cells == 4);
    common = stats_common(few, 1);
    CHECK(common.value == 1 && isnan(common.error));
    CHECK(isnan(stats_common(few, 0).value));
    CHECK(isnan(stats_common(bad, ITEMS(bad)).value) && isnan(bad[5]));
    CHECK(isnan(stats_common(infinite, ITEMS(infinite)).value));
    CHECK(isnan(stats_common(infinite, ITEMS(infinite)).error));
}

/* Also with ties, of values as of distances, and in whatever order values come. */
static void test_common_symmetry(void)
{
    struct random random;

    random_seed(&random, 3);
    for (size_t count = 1; count < 120; count++) {
        double x[120];
        double negative[120];
        struct common a;
        struct common b;

        for (size_t i = 0; i < count; i++) {
            x[i] = exp(gauss(&random));
            if (count % 3 == 0)
                x[i] = floor(8 * x[i]) / 8;
            negative[count - 1 - i] = -x[i];
        }
        a = stats_common(x, count);
        b = stats_common(negative, count);
        CHECK(a.value == -b.value);
        CHECK(a.error == b.error || (isnan(a.error) && isnan(b.error)));
    }
}

/* `count` cells with noise of 2 %, of which a part has moved, and what is asked of estimates.
 */
struct moved {
    size_t count;
    double part;
    double change;
    double bias;      /* at most, either way */
    double error_low; /* mean square of the stated errors over that of the true ones */
    double error_high;
};

static void simulate_common(const struct moved *moved)
{
    enum { CELLS = 12000 };
    const size_t repeats = CELLS / moved->count;
    struct random random;
    double sum = 0;
    double squares = 0;
    double errors = 0;

    random_seed(&random, 4);
    for (size_t r = 0; r < repeats; r++) {
        double x[MOST];
        struct common common;

        for (size_t i = 0; i < moved->count; i++)
            x[i] = 0.02 * gauss(&random) +
                   ((double)i < moved->part * (double)moved->count ? log(moved->change) : 0);
        common = stats_common(x, moved->count);
        sum += common.value;
        squares += common.value * common.value;
        errors += common.error * common.error;
    }
    CHECK_NEAR(sum / (double)repeats, 0, moved->bias);
    CHECK(errors / squares > moved->error_low && errors / squares < moved->error_high);
}

/*
 * The mean of 40 estimates from 300 cells has an error of 0.03 %, that of 600 from 20 cells
 * 0.03 % too. The last: of nearly half the cells moved by 3.6 standard deviations most are
 * told apart, if the deviation may not grow (-1.8 % otherwise).
 */
static void test_common_simulated(void)
{
    static const struct moved moved[] = {
        {300, 0, 1, 0.001, 1, 2},          {300, 1.0 / 3, 0.90, 0.001, 1, 4},
        {300, 1.0 / 3, 1.15, 0.001, 1, 4}, {300, 0.45, 0.90, 0.001, 1, 4},
        {20, 0, 1, 0.001, 0.8, 1.2},       {20, 1.0 / 3, 0.90, 0.002, 1, 4},
        {300, 0.45, 0.93, 0.0145, 0, 1},
    };

    for (size_t i = 0; i < ITEMS(moved); i++)
        simulate_common(&moved[i]);
}

/*
 * Differences of 1, 2, 4, 8, 16: 1, 2, 3 are the smallest; Qn takes the third, C(3, 2). The
 * order goes up and down: no positive autocorrelation.
 */
static void test_median_error_by_hand(void)
{
    double samples[] = {4, 1, 16, 2, 8};
    double scratch[ITEMS(samples)];
    const double want = 1.2533141373155003 * 2.2219 * 0.844 * 3 / sqrt(5);

    CHECK_CLOSE(stats_median_error(samples, ITEMS(samples), scratch), want);
    CHECK(samples[0] == 4 && samples[4] == 8);
    samples[2] = 1e6;
    CHECK_CLOSE(stats_median_error(samples, ITEMS(samples), scratch), want);
    samples[4] = 1e9;
    CHECK_CLOSE(stats_median_error(samples, ITEMS(samples), scratch), want);
}

/*
 * 0..19: 19 + 18 + 17 differences are 1, 2, 3, so that the C(11, 2) = 55th is 4. In order,
 * the lag-1 autocorrelation is (665 - 90.25 - 9.5) / 665 = 0.85; of 0..99, over 0.9.
 */
static void test_median_error_waves(void)
{
    double samples[100];
    double scratch[ITEMS(samples)];
    double sd = 2.2219 * 20 / 23.8 * 4;

    for (size_t i = 0; i < ITEMS(samples); i++)
        samples[i] = (double)i;
    CHECK_CLOSE(stats_median_error(samples, 20, scratch),
                1.2533141373155003 * sd / sqrt(20) * sqrt(1.85 / 0.15));
    /* 100 values: h = 51, k = 1275; 99 + ... + 86 = 1295 differences are 14 at most. */
    sd = 2.2219 * 100 / 103.8 * 14;
    CHECK_CLOSE(stats_median_error(samples, 100, scratch),
                1.2533141373155003 * sd / 10 * sqrt(1.9 / 0.1));
    /* An outlier does not hide the wave: pulled in to 9.5 + 3 s, r is 0.6313 (numpy). */
    samples[19] = 1e6;
    sd = 2.2219 * 20 / 23.8 * 4;
    CHECK_CLOSE(stats_median_error(samples, 20, scratch),
                1.2533141373155003 * sd / sqrt(20) *
                    sqrt((1 + 0.6313254274193971) / (1 - 0.6313254274193971)));
    for (size_t i = 0; i < 20; i++)
        samples[i] = (double)(i * 7 % 20);
    CHECK_CLOSE(stats_median_error(samples, 20, scratch), 1.2533141373155003 * sd / sqrt(20));
}

static void test_median_error_edges(void)
{
    double samples[] = {1, 2, 4, NAN};
    double same[] = {3, 3, 3, 3, 3, 9, 1};
    double scratch[ITEMS(same)];

    CHECK(isnan(stats_median_error(samples, 0, scratch)));
    CHECK(isnan(stats_median_error(samples, 2, scratch)));
    /* Three: the smallest difference, since C(2, 2) = 1. */
    CHECK_CLOSE(stats_median_error(samples, 3, scratch),
                1.2533141373155003 * 2.2219 * 0.994 / sqrt(3));
    CHECK(isnan(stats_median_error(samples, 4, scratch)));
    samples[3] = INFINITY;
    CHECK(isnan(stats_median_error(samples, 4, scratch)));
    CHECK(stats_median_error(same, ITEMS(same), scratch) == 0);
    CHECK(stats_median_error(same, 5, scratch) == 0);
}

/* 12 normal samples: 0.344 is the true error of their median (David and Nagaraja, table). */
static void test_median_error_simulated(void)
{
    enum { REPEATS = 300, ROUNDS = 12 };
    struct random random;
    double squares = 0;

    random_seed(&random, 5);
    for (int r = 0; r < REPEATS; r++) {
        double samples[ROUNDS];
        double scratch[ROUNDS];
        double error;

        for (size_t i = 0; i < ROUNDS; i++)
            samples[i] = gauss(&random);
        error = stats_median_error(samples, ROUNDS, scratch);
        squares += error * error / (double)REPEATS;
    }
    CHECK_NEAR(sqrt(squares) / 0.344, 1.1, 0.1);
}

int main(void)
{
    test_common_by_hand();
    test_common_edges();
    test_common_symmetry();
    test_common_simulated();
    test_median_error_by_hand();
    test_median_error_waves();
    test_median_error_edges();
    test_median_error_simulated();
    return check_done("stats_robust");
}
