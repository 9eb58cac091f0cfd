/* SPDX-License-Identifier: MIT */
/* Whether the cells of a family depart from what they have in common. */
#include <math.h>

#include "sheet.h"
#include "stats.h"
#include "stats_dist.h"

/* Runs a side from which the rank-sum test must agree. */
enum { RANK_RUNS = 8 };

/* The standard deviation of a normal distribution, half of which is within 1 of its mean. */
#define MAD_TO_SD 1.4826

/* What single runs' departures vary by in addition, if the like cells are too few to tell. */
static double scatter_of(const struct sheet *s, const struct judgement *judgement)
{
    if (s->count < SHEET_LIKE_CELLS)
        return judgement->threshold;
    for (size_t i = 0; i < s->count; i++)
        s->scratch[i] = fabs(s->cells[i]->departure);
    return MAD_TO_SD * stats_median(s->scratch, s->count).value;
}

/* The variance of a departure that the rounds tell; NAN where they don't. */
static double rounds_variance(const struct sheet *s, size_t cell)
{
    const double n[2] = {(double)sheet_side(s, cell, false).n,
                         (double)sheet_side(s, cell, true).n};
    double sum = 0;

    for (size_t r = 0; r < s->runs; r++)
        if (sheet_figure(s, r, cell))
            sum += (sheet_error(s, r, cell) + s->drift[r]) /
                   (n[r >= s->before] * n[r >= s->before]);
    return sum;
}

/* The variance of a departure that two runs of a side tell, few as they are; 0 without them. */
static double pairs_variance(const struct sheet *s, size_t cell)
{
    const struct side before = sheet_side(s, cell, false);
    const struct side after = sheet_side(s, cell, true);
    const double df = (double)(before.n + after.n) - 2;

    return df > 0 ? (before.squares + after.squares) / df *
                        (1 / (double)before.n + 1 / (double)after.n)
                  : 0;
}

/*
 * What single runs differ by beside the spread of their rounds (where the system put their
 * pages, what else the machine did) shows in the scatter of like cells. Its robust scale bears
 * that up to half of them really changed, and is the wider for it. Its tails are heavier than a
 * normal distribution's: in pairs of runs with no change between them the ratios' 95th
 * percentile was 3.8 times their median (cold) to 4.5 times (hot), where that of the normal
 * distribution is 2.9; of Student's t with 5 degrees of freedom, 3.5.
 */
static void noise_of_rounds(struct sheet *s, const struct judgement *judgement)
{
    const double scatter = scatter_of(s, judgement);

    /* Where the runs of a side differ by more than that, like cells don't tell of this one. */
    for (size_t i = 0; i < s->count; i++) {
        const double variance = rounds_variance(s, i) + scatter * scatter;
        const double pairs = pairs_variance(s, i);

        /* A variance that is not known stays so. */
        s->noise[i] = (struct noise){pairs > variance ? pairs : variance, SHEET_SCATTER_DF};
    }
}

/* Variances between runs, shrunk towards those of like cells, as variances of departures. */
static void noise_of_runs(struct sheet *s)
{
    struct prior prior;

    for (size_t i = 0; i < s->count; i++) {
        const struct side before = sheet_side(s, i, false);
        const struct side after = sheet_side(s, i, true);
        const double df = (double)(before.n + after.n) - 2;

        s->noise[i] = (struct noise){NAN, 0};
        if (df > 0)
            s->noise[i] = (struct noise){fmax((before.squares + after.squares) / df,
                                              SHEET_LEAST_ERROR * SHEET_LEAST_ERROR),
                                         df};
    }
    prior = stats_prior(s->noise, s->count, s->scratch);
    for (size_t i = 0; i < s->count; i++) {
        const size_t n[2] = {sheet_side(s, i, false).n, sheet_side(s, i, true).n};
        /* Of a run that is alone on its side the others don't tell how noisy it was. */
        const double alone = n[0] == 1 || n[1] == 1 ? rounds_variance(s, i) : 0;

        s->noise[i] = stats_moderate(&s->noise[i], &prior);
        s->noise[i].variance *= 1 / (double)n[0] + 1 / (double)n[1];
        if (alone > s->noise[i].variance)
            s->noise[i].variance = alone;
    }
}

/* p of the rank-sum test of a cell's runs, NAN where they are too few. */
static double rank_p(const struct sheet *s, size_t cell)
{
    size_t n[2] = {0};

    for (size_t r = 0; r < s->runs; r++) {
        const double value = s->ln[r * s->count + cell] - s->factor[r];

        if (!isnan(value)) {
            s->scratch[n[0] + n[1]] = value;
            n[r >= s->before]++;
        }
    }
    if (n[0] < RANK_RUNS || n[1] < RANK_RUNS)
        return NAN;
    return stats_rank_sum(s->scratch, n[0], s->scratch + n[0], n[1], s->ranked).p;
}

static void test(struct sheet *s, size_t cell, const struct judgement *judgement)
{
    struct verdict *v = s->cells[cell];
    const struct noise *noise = &s->noise[cell];
    const double rank = s->comparison->basis == BASIS_RUNS ? rank_p(s, cell) : NAN;
    double half;

    if (isnan(noise->variance))
        return;
    v->p = stats_difference_p(v->departure, 1, noise);
    if (rank > judgement->alpha)
        v->p = fmax(v->p, rank);
    half = stats_t_critical(0.05, noise->df) * sqrt(noise->variance);
    v->low = v->departure - half;
    v->high = v->departure + half;
}

/* The spread that files state for a cell, as the standard error of its change; or 0. */
static double stated_error(const struct sheet *s, size_t cell)
{
    double sum = 0;

    for (size_t r = 0; r < s->runs; r++) {
        const struct figure *f = sheet_figure(s, r, cell);
        const double n = (double)(r < s->before ? s->before : s->runs - s->before);

        if (f && !isnan(f->spread))
            sum += f->spread * f->spread / (n * n);
    }
    return sqrt(sum);
}

void sheet_judge(struct sheet *s, const struct judgement *judgement)
{
    const enum basis basis = s->comparison->basis;

    sheet_factor(s, judgement);
    for (size_t i = 0; i < s->count; i++)
        s->cells[i]->departure = sheet_side(s, i, true).mean - sheet_side(s, i, false).mean;
    if (basis == BASIS_RUNS)
        noise_of_runs(s);
    else if (basis == BASIS_ROUNDS)
        noise_of_rounds(s, judgement);
    for (size_t i = 0; i < s->count; i++)
        if (basis == BASIS_FIGURES)
            s->cells[i]->least = fmax(judgement->threshold, 2 * stated_error(s, i));
        else
            test(s, i, judgement);
}

/* What takes a call, and is then found with the power stated. */
static double least_of(const struct noise *noise, double threshold, double cut)
{
    const struct detectable d = stats_detectable(sqrt(noise->variance), noise->df, cut);

    return fmax(threshold, d.half) + (d.most - d.half);
}

void sheet_least(struct sheet *s, const struct judgement *judgement, double cut)
{
    const double families = (double)s->comparison->family_count;

    if (s->family->tested)
        s->family->least = least_of(&s->factor_noise, sheet_factor_floor(s, judgement),
                                    judgement->alpha / families);
    for (size_t i = 0; s->comparison->basis != BASIS_FIGURES && i < s->count; i++)
        if (!isnan(s->cells[i]->p))
            s->cells[i]->least = least_of(&s->noise[i], judgement->threshold, cut);
}
