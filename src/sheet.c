/* SPDX-License-Identifier: MIT */
/* The figures of a family, and the factor that its cells have in common. */
#include "sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"
#include "stats_dist.h"
#include "stats_robust.h"

/*
 * Two single runs, one after the other, may differ by so much in all cells of a family, with
 * less drift within each: on a machine with shared memory 21 % was seen among 28 pairs.
 */
#define SINGLE_RUNS_DIFFER 0.30

/* Half of a 95 % interval, in standard errors. */
#define INTERVAL_SD 1.96

/* A value of that figure in another unit; NAN if there is no way. */
static double convert(const struct figure *figure, double value, enum measure measure)
{
    const double scale = measure_scale(figure->measure, measure);

    return scale > 0 ? value * scale : NAN;
}

double sheet_median(const struct record *run, const struct figure *figure)
{
    const struct figure *f = record_find(run, figure->table, figure->row, figure->column);

    return f ? convert(f, f->median, figure->measure) : NAN;
}

const struct record *sheet_run(const struct sheet *sheet, size_t run)
{
    const struct comparison *c = sheet->comparison;

    return run < sheet->before ? c->before->runs[run] : c->after->runs[run - sheet->before];
}

const struct figure *sheet_figure(const struct sheet *sheet, size_t run, size_t cell)
{
    return sheet->figures[run * sheet->count + cell];
}

static double *at(const struct sheet *s, size_t run, size_t cell)
{
    return &s->ln[run * s->count + cell];
}

/* The longest list of values that is handled at once. */
static size_t longest(const struct sheet *s)
{
    size_t most = s->count > s->runs ? s->count : s->runs;

    for (size_t r = 0; r < s->runs; r++) {
        const struct record *run = sheet_run(s, r);

        for (size_t i = 0; i < run->count; i++)
            most = run->figures[i].count > most ? run->figures[i].count : most;
    }
    return most;
}

static int make_room(struct sheet *s)
{
    s->longest = longest(s);
    s->ln = calloc((s->runs + 1) * s->count + 2 * s->runs + 2 * s->longest + 1, sizeof *s->ln);
    s->noise = calloc(s->count + 1, sizeof *s->noise);
    s->ranked = calloc(s->longest + 1, sizeof *s->ranked);
    s->figures = calloc(s->runs * s->count + 1, sizeof(struct figure *));
    if (!s->ln || !s->noise || !s->ranked || !s->figures)
        return -1;
    s->grand = s->ln + s->runs * s->count;
    s->factor = s->grand + s->count;
    s->drift = s->factor + s->runs;
    s->scratch = s->drift + s->runs;
    return 0;
}

void sheet_close(struct sheet *sheet)
{
    free(sheet->cells);
    free(sheet->figures);
    free(sheet->ln);
    free(sheet->noise);
    free(sheet->ranked);
    *sheet = (struct sheet){0};
}

double sheet_error(const struct sheet *sheet, size_t run, size_t cell)
{
    const struct figure *f = sheet_figure(sheet, run, cell);
    double *ln = sheet->scratch;
    struct median m;
    size_t n = 0;
    double error;

    if (!f || !sheet_run(sheet, run)->sampled)
        return NAN;
    for (size_t i = 0; i < f->count; i++)
        if (!isnan(f->values[i]))
            ln[n++] = log(f->values[i]);
    error = stats_median_error(ln, n, ln + n);
    /*
     * Where nearly half of the samples were disturbed, the rest agree well, but by the next run
     * the median may be on the other side: that the median's interval shows.
     */
    m = stats_median(ln, n);
    if ((m.high - m.low) / 2 > INTERVAL_SD * error)
        error = (m.high - m.low) / 2 / INTERVAL_SD;
    return error * error;
}

/* Adds a value to a mean and its squares of deviations (Welford, Technometrics 4, 1962). */
static void side_add(struct side *side, double value)
{
    const double delta = value - side->mean;

    side->n++;
    side->mean += delta / (double)side->n;
    side->squares += delta * (value - side->mean);
}

struct side sheet_side(const struct sheet *sheet, size_t cell, bool after)
{
    const size_t end = after ? sheet->runs : sheet->before;
    struct side side = {0};

    for (size_t r = after ? sheet->before : 0; r < end; r++)
        if (!isnan(*at(sheet, r, cell)))
            side_add(&side, *at(sheet, r, cell) - sheet->factor[r]);
    return side;
}

/* Whether so many cells were not found to depart that they can speak for all. */
static bool most_agree(const struct sheet *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->count; i++)
        n += s->cells[i]->mark <= MARK_SAME;
    return n >= SHEET_LIKE_CELLS && 2 * n > s->count;
}

/*
 * Each run's factor: what most of its cells share, against the mean of both sides; without
 * cells that are known to depart.
 */
static void find_factors(struct sheet *s)
{
    const enum mark most = most_agree(s) ? MARK_SAME : MARK_WORSE;

    for (size_t r = 0; r < s->runs; r++) {
        size_t n = 0;

        for (size_t i = 0; i < s->count; i++)
            if (!isnan(*at(s, r, i)) && s->cells[i]->mark <= most)
                s->scratch[n++] = *at(s, r, i) - s->grand[i];
        s->factor[r] = n ? stats_common(s->scratch, n).value : 0;
    }
}

/* What the cells of a run share in round `k`; NAN where there was no such round. */
static double round_factor(const struct sheet *s, size_t run, size_t k)
{
    size_t n = 0;

    for (size_t i = 0; i < s->count; i++) {
        const struct figure *f = sheet_figure(s, run, i);

        if (f && k < f->count && !isnan(f->values[k]))
            s->scratch[n++] = log(f->values[k] / f->median);
    }
    return n ? stats_common(s->scratch, n).value : NAN;
}

/* How far all cells of a run move together from round to round, as a variance. */
static double drift_of(const struct sheet *s, size_t run)
{
    struct side side = {0};

    for (size_t k = 0; k < s->longest; k++) {
        const double factor = round_factor(s, run, k);

        if (!isnan(factor))
            side_add(&side, factor);
    }
    return side.n > 1 ? side.squares / (double)(side.n - 1) : NAN;
}

/* Whether all runs that have the cell can tell the faster half of its samples. */
static bool all_fast(const struct sheet *s, size_t cell)
{
    for (size_t r = 0; r < s->runs; r++) {
        const struct figure *f = sheet_figure(s, r, cell);

        if (f && !isnan(f->median) && isnan(f->fast))
            return false;
    }
    return true;
}

/*
 * Interruptions and neighbours slow samples down, and nothing makes them faster. So the slower
 * half tells less of the run than the faster one: between eight runs of one program on a
 * machine with shared memory, the mean of the faster half varied by a quarter less than the
 * median.
 */
static void set_values(struct sheet *s, size_t cell)
{
    const enum measure measure = s->cells[cell]->figure->measure;
    const bool fast = s->comparison->basis == BASIS_RUNS && all_fast(s, cell);

    for (size_t r = 0; r < s->runs; r++) {
        const struct figure *f = sheet_figure(s, r, cell);

        *at(s, r, cell) = f ? log(convert(f, fast ? f->fast : f->median, measure)) : NAN;
    }
}

/* Looks up the figures of all cells in all runs. */
static void collect(struct sheet *s)
{
    for (struct verdict **v = s->cells; *v; v++) {
        const struct figure *named = (*v)->figure;
        const size_t i = (size_t)(v - s->cells);

        for (size_t r = 0; r < s->runs; r++) {
            const struct figure *f =
                record_find(sheet_run(s, r), named->table, named->row, named->column);

            s->figures[r * s->count + i] = f;
        }
        set_values(s, i);
    }
}

int sheet_open(struct sheet *sheet, struct comparison *c, size_t family)
{
    *sheet = (struct sheet){.comparison = c,
                            .family = &c->families[family],
                            .before = c->before->count,
                            .runs = c->before->count + c->after->count};
    sheet->cells = calloc(c->count + 1, sizeof(struct verdict *));
    if (!sheet->cells)
        return -1;
    for (size_t i = 0; i < c->count; i++)
        if (c->cells[i].family == family && !isnan(c->cells[i].change) &&
            measure_direction(c->cells[i].figure->measure) != 0)
            sheet->cells[sheet->count++] = &c->cells[i];
    if (make_room(sheet) < 0)
        return -1;
    collect(sheet);
    /* The runs have no factors yet. */
    for (size_t i = 0; i < sheet->count; i++)
        sheet->grand[i] =
            (sheet_side(sheet, i, false).mean + sheet_side(sheet, i, true).mean) / 2;
    for (size_t r = 0; r < sheet->runs && c->basis == BASIS_ROUNDS; r++)
        sheet->drift[r] = drift_of(sheet, r);
    return 0;
}

static bool all_sampled(const struct sheet *s)
{
    for (size_t r = 0; r < s->runs; r++)
        if (!sheet_run(s, r)->sampled)
            return false;
    return true;
}

/* The noise of the difference of the sides' factors: between runs, or between rounds. */
static struct noise factor_noise(const struct sheet *s, const struct side *before,
                                 const struct side *after)
{
    struct noise noise = {SHEET_LEAST_ERROR * SHEET_LEAST_ERROR, SHEET_SCATTER_DF};

    if (s->comparison->basis == BASIS_RUNS) {
        noise.df = (double)(s->runs - 2);
        noise.variance += (before->squares + after->squares) / noise.df *
                          (1 / (double)before->n + 1 / (double)after->n);
        return noise;
    }
    for (size_t r = 0; r < s->runs; r++) {
        const double n = (double)(r < s->before ? before->n : after->n);

        noise.variance += s->drift[r] / (n * n);
    }
    return noise;
}

/* Whether the sides' clocks differ, by as much as the factor. */
static bool follows_clock(const struct sheet *s, double threshold)
{
    const double *mhz = s->comparison->mhz;
    const double clocks = log(mhz[1] / mhz[0]);

    return fabs(clocks) > threshold && fabs(s->family->factor - clocks) < threshold;
}

double sheet_factor_floor(const struct sheet *sheet, const struct judgement *judgement)
{
    if (sheet->comparison->basis == BASIS_RUNS || follows_clock(sheet, judgement->threshold))
        return judgement->threshold;
    return fmax(judgement->threshold, log1p(SINGLE_RUNS_DIFFER));
}

static void test_factor(struct sheet *s, const struct judgement *judgement)
{
    struct side sides[2] = {{.n = 0}, {.n = 0}};
    struct family *f = s->family;
    double half;

    for (size_t r = 0; r < s->runs; r++)
        side_add(&sides[r >= s->before], s->factor[r]);
    f->factor = sides[1].mean - sides[0].mean;
    s->factor_noise = factor_noise(s, &sides[0], &sides[1]);
    f->tested = all_sampled(s) && !isnan(s->factor_noise.variance);
    if (!f->tested)
        return;
    f->p = stats_difference_p(f->factor, 1, &s->factor_noise);
    half = stats_t_critical(0.05, s->factor_noise.df) * sqrt(s->factor_noise.variance);
    f->low = f->factor - half;
    f->high = f->factor + half;
    /* Bonferroni's bound over the families. */
    f->called = fabs(f->factor) > sheet_factor_floor(s, judgement) &&
                f->p * (double)s->comparison->family_count <= judgement->alpha;
}

void sheet_factor(struct sheet *sheet, const struct judgement *judgement)
{
    if (sheet->count >= SHEET_LIKE_CELLS) {
        find_factors(sheet);
        test_factor(sheet, judgement);
    }
    if (!sheet->family->tested)
        memset(sheet->factor, 0, sheet->runs * sizeof *sheet->factor);
}
