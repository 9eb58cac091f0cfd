/* SPDX-License-Identifier: MIT */
/*
 * Moderated variances against recorded values of R's package limma 3.54.1 (fitFDist,
 * squeezeVar, eBayes), and what comes of them in simulated comparisons.
 */
#include <math.h>

#include "check.h"
#include "gauss.h"
#include "stats_test.h"

#define CHECK_CLOSE(got, want) CHECK_NEAR(got, want, 1e-9 * fabs(want))
#define ITEMS(array) (sizeof(array) / sizeof *(array))

enum {
    CELLS = 12,
};

static const double variances[CELLS] = {4.1,  1.3, 0.25, 2.2, 9.7,  0.62,
                                        1.05, 3.3, 0.08, 1.9, 27.5, 0.45};

/* Fits cells with these variances and df, and checks the prior and all posteriors. */
static void check_shrunk(const double *s2, const double *df, const double *prior,
                         const double *want)
{
    struct noise cells[CELLS];
    double scratch[CELLS];
    struct prior fit;

    for (size_t i = 0; i < CELLS; i++)
        cells[i] = (struct noise){s2[i], df[i]};
    fit = stats_prior(cells, CELLS, scratch);
    CHECK_CLOSE(fit.noise.df, prior[0]);
    CHECK_CLOSE(fit.noise.variance, prior[1]);
    for (size_t i = 0; i < CELLS; i++) {
        const struct noise noise = stats_moderate(&cells[i], &fit);

        CHECK_CLOSE(noise.variance, want[i]);
        CHECK_CLOSE(noise.df, prior[0] + df[i]);
    }
}

static void test_prior(void)
{
    static const double sixes[CELLS] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
    static const double mixed[CELLS] = {6, 6, 2, 4, 6, 6, 3, 6, 1, 5, 6, 6};
    static const double prior[][2] = {{1.6733183406784828, 0.87453942722630396},
                                      {2.8996304441110063, 1.4049203574736266}};
    static const double want[][CELLS] = {
        {3.3966247334031077, 1.2072199343165986, 0.38619313465915772, 1.9109571911658338,
         7.7754343315761263, 0.67550734025273218, 1.0117373629695889, 2.7710805050926761,
         0.25326498614319104, 1.6763781055494218, 21.69379341148322, 0.5425791917367655},
        {3.2219034284795067, 1.3341845950399942, 0.93348873802903964, 1.8658607796986995,
         6.9973410953585313, 0.87573859263325537, 1.2244410744901102, 2.6825551903539315,
         1.0651649943790433, 1.7182765619372442, 18.99783939365258, 0.7611270920315707}};

    check_shrunk(variances, sixes, prior[0], want[0]);
    check_shrunk(variances, mixed, prior[1], want[1]);
}

/* limma was given the zeros as 0.016: a hundredth of the median. */
static void test_prior_zeros(void)
{
    static const double sixes[CELLS] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
    static const double prior[2] = {1.0329040978805353, 0.36212049072525038};
    static const double want[CELLS] = {
        3.5510274832729336,   1.1622561071549351,  0.066833804677967026, 1.9300754780500065,
        8.3285702355089306,   0.58212591581199247, 0.94897294857297099,  2.8685213758106483,
        0.066833804677967026, 1.6741356877516489,  23.514331126544786,   0.43709336797625686};
    double zeros[CELLS];

    for (size_t i = 0; i < CELLS; i++)
        zeros[i] = i == 2 || i == 8 ? 0 : variances[i];
    check_shrunk(zeros, sixes, prior, want);
}

/* Two groups of 3 runs: the prior's variance differs from cell to cell; see eBayes. */
static void test_moderated(void)
{
    static const double s2[] = {0.05 / 3, 0.37, 0.0161 / 3, 0.665 / 3, 0.04535 / 3, 0.97 / 3};
    static const double difference[] = {1.6 / 3, -0.1, 0.01 / 3, 4.0 / 3, 0.94 / 3, 0.2};
    static const double p[] = {0.0050625078565237807, 0.82601881853321313,
                               0.97196902674206886,   0.0094146777272135964,
                               0.037213898539160822,  0.64168502722732745};
    struct noise cells[ITEMS(s2)];
    double scratch[ITEMS(s2)];
    struct prior prior;

    for (size_t i = 0; i < ITEMS(s2); i++)
        cells[i] = (struct noise){s2[i], 4};
    prior = stats_prior(cells, ITEMS(s2), scratch);
    CHECK_CLOSE(prior.noise.df, 1.4115124787521556);
    CHECK_CLOSE(prior.noise.variance, 0.031992298104105588);
    for (size_t i = 0; i < ITEMS(s2); i++) {
        const struct noise noise = stats_moderate(&cells[i], &prior);

        CHECK_CLOSE(stats_difference_p(difference[i], 2.0 / 3, &noise), p[i]);
        CHECK_CLOSE(stats_difference_p(-difference[i], 2.0 / 3, &noise), p[i]);
    }
}

/* Variances that differ by chance: an infinite prior, but no more df than all cells have. */
static void test_moderated_pooled(void)
{
    static const double s2[] = {0.05 / 3, 0.05125 / 3, 0.05875 / 3};
    struct noise cells[ITEMS(s2)];
    double scratch[ITEMS(s2)];
    struct noise noise;
    struct prior prior;

    for (size_t i = 0; i < ITEMS(s2); i++)
        cells[i] = (struct noise){s2[i], 4};
    prior = stats_prior(cells, ITEMS(s2), scratch);
    CHECK(prior.noise.df == INFINITY);
    CHECK_CLOSE(prior.noise.variance, 0.16 / 9);
    noise = stats_moderate(&cells[0], &prior);
    CHECK_CLOSE(noise.variance, 0.16 / 9);
    CHECK_NEAR(noise.df, 12, 0);
    CHECK_CLOSE(stats_difference_p(1.0 / 3, 2.0 / 3, &noise), 0.0098648488631505309);
    /* Pooled means weighted by df: (4 x 1 + 12 x 1.2 + 8 x 1.1) / 24. */
    cells[0] = (struct noise){1, 4};
    cells[1] = (struct noise){1.2, 12};
    cells[2] = (struct noise){1.1, 8};
    prior = stats_prior(cells, ITEMS(s2), scratch);
    CHECK(prior.noise.df == INFINITY);
    CHECK_CLOSE(prior.noise.variance, 27.2 / 24);
}

static void test_prior_edges(void)
{
    struct noise cells[] = {{1, 2},  {2, 2},   {NAN, 2},      {1, 0},        {-1, 2},
                            {1, -1}, {1, NAN}, {INFINITY, 2}, {1, INFINITY}, {0, 2}};
    const struct noise none = {NAN, 0};
    double scratch[ITEMS(cells)];
    struct prior prior = stats_prior(cells, 0, scratch);
    struct noise noise;

    CHECK(prior.noise.df == 0 && prior.noise.variance == 0 && prior.pooled_df == 0);
    prior = stats_prior(cells, ITEMS(cells) - 1, scratch);
    CHECK(prior.noise.df == 0);
    noise = stats_moderate(&cells[1], &prior);
    CHECK(noise.variance == 2 && noise.df == 2);
    noise = stats_moderate(&none, &prior);
    CHECK(isnan(noise.variance) && noise.df == 0);
    CHECK(isnan(stats_difference_p(1, 1, &noise)));
    /* The tenth cell makes three. */
    prior = stats_prior(cells, ITEMS(cells), scratch);
    CHECK(prior.noise.df > 0 && prior.pooled_df == 6 && prior.least == 0.01);
    noise = stats_moderate(&none, &prior);
    CHECK_CLOSE(noise.variance, prior.noise.variance);
    CHECK(noise.df == fmin(prior.noise.df, 6));
    for (size_t i = 0; i < ITEMS(cells); i++)
        cells[i] = (struct noise){i < 4 ? 1 : 0, 2};
    CHECK(stats_prior(cells, ITEMS(cells), scratch).noise.df == 0);
}

static void test_difference_edges(void)
{
    const struct noise noise = {1, 4};
    const struct noise silent = {0, 4};
    const struct noise loud = {INFINITY, 4};

    CHECK(stats_difference_p(0, 1, &noise) == 1);
    CHECK(stats_difference_p(INFINITY, 1, &noise) == 0);
    CHECK_CLOSE(stats_difference_p(2.7764451051977943, 1, &noise), 0.05);
    CHECK(isnan(stats_difference_p(NAN, 1, &noise)));
    CHECK(isnan(stats_difference_p(1, 0, &noise)) && isnan(stats_difference_p(1, -1, &noise)));
    CHECK(isnan(stats_difference_p(1, NAN, &noise)));
    CHECK(isnan(stats_difference_p(1, 1, &silent)) && isnan(stats_difference_p(0, 1, &silent)));
    CHECK(isnan(stats_difference_p(1, 1, &loud)));
}

/* Simulated comparisons: 4 runs against 4, cells that differ in noise. */
enum {
    RUNS = 4,
    SIMULATED = 300,
    COMPARISONS = 10,
};

/* The log ratio of one cell's two groups, and its noise. */
static double simulate_cell(struct random *random, double sd, struct noise *noise)
{
    double mean[2] = {0, 0};
    double squares = 0;

    for (int side = 0; side < 2; side++) {
        double values[RUNS];

        for (int i = 0; i < RUNS; i++) {
            values[i] = sd * gauss(random);
            mean[side] += values[i] / (double)RUNS;
        }
        for (int i = 0; i < RUNS; i++)
            squares += (values[i] - mean[side]) * (values[i] - mean[side]);
    }
    noise->df = 2 * RUNS - 2;
    noise->variance = squares / noise->df;
    return mean[1] - mean[0];
}

/* called[0] and [1]: cells found different, of the first third and of the others. */
static void simulate(struct random *random, double spread, double change, size_t called[2])
{
    static double ratio[SIMULATED];
    static double q[SIMULATED];
    static struct noise cells[SIMULATED];
    static struct ranked scratch[SIMULATED];
    struct prior prior;

    for (size_t i = 0; i < SIMULATED; i++) {
        ratio[i] = simulate_cell(random, 0.02 * exp(spread * gauss(random)), &cells[i]);
        if (i < SIMULATED / 3)
            ratio[i] += change;
    }
    prior = stats_prior(cells, SIMULATED, q);
    for (size_t i = 0; i < SIMULATED; i++) {
        const struct noise noise = stats_moderate(&cells[i], &prior);

        q[i] = stats_difference_p(ratio[i], 2.0 / (double)RUNS, &noise);
    }
    stats_fdr(q, SIMULATED, FDR_POSITIVE, q, scratch);
    for (size_t i = 0; i < SIMULATED; i++)
        called[i >= SIMULATED / 3] += q[i] < 0.01 && fabs(ratio[i]) > 0.03;
}

static void test_simulated(void)
{
    struct random random;
    size_t same[2] = {0, 0};
    size_t moved[2] = {0, 0};

    random_seed(&random, 1);
    for (int i = 0; i < COMPARISONS; i++)
        simulate(&random, 0.7, 0, same);
    CHECK(same[0] + same[1] < COMPARISONS * SIMULATED / 100);
    for (int i = 0; i < COMPARISONS; i++)
        simulate(&random, 0, log(0.90), moved);
    CHECK(moved[0] >= COMPARISONS * SIMULATED / 3 * 95 / 100);
    CHECK(moved[1] < moved[0] * 2 / 100);
}

int main(void)
{
    test_prior();
    test_prior_zeros();
    test_moderated();
    test_moderated_pooled();
    test_prior_edges();
    test_difference_edges();
    test_simulated();
    return check_done("stats_prior");
}
