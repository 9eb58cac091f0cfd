/* SPDX-License-Identifier: MIT */
/* Which cells are compared, and which of them are called; sheet.c has the statistics. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "sheet.h"
#include "stats_test.h"

/* Runs in one group, or of both without samples, that make a spread of their own. */
enum { RUNS_ENOUGH = 3, FIGURES_ENOUGH = 4 };

/* The cache state that a column belongs to; tables without such columns are one family. */
static const char *state_of(const struct figure *figure)
{
    if (strncmp(figure->column, "cached", 6) == 0)
        return "cached";
    if (strcmp(figure->column, "uncached") == 0 || strcmp(figure->column, "write alloc") == 0)
        return "uncached";
    return "";
}

static int family_of(struct comparison *c, const struct figure *figure, size_t *family)
{
    const char *state = state_of(figure);
    struct family *grown;

    for (*family = 0; *family < c->family_count; ++*family)
        if (strcmp(c->families[*family].table, figure->table) == 0 &&
            strcmp(c->families[*family].state, state) == 0)
            return 0;
    grown = array_grow(c->families, c->family_count, sizeof *grown);
    if (!grown)
        return -1;
    c->families = grown;
    grown += c->family_count++;
    *grown = (struct family){.factor = NAN, .low = NAN, .high = NAN, .p = NAN, .least = NAN};
    memcpy(grown->table, figure->table, sizeof grown->table);
    memcpy(grown->state, state, strlen(state) + 1);
    return 0;
}

const struct verdict *compare_find(const struct comparison *comparison,
                                   const struct figure *figure)
{
    for (size_t i = 0; i < comparison->count; i++)
        if (figure_same(comparison->cells[i].figure, figure))
            return &comparison->cells[i];
    return NULL;
}

static int add(struct comparison *c, const struct figure *figure)
{
    struct verdict *grown;
    size_t family;

    if (family_of(c, figure, &family) < 0)
        return -1;
    grown = array_grow(c->cells, c->count, sizeof *grown);
    if (!grown)
        return -1;
    c->cells = grown;
    grown[c->count++] = (struct verdict){
        .figure = figure,
        .family = family,
        .value = {NAN, NAN},
        .change = NAN,
        .departure = NAN,
        .low = NAN,
        .high = NAN,
        .p = NAN,
        .q = NAN,
        .least = NAN,
    };
    return 0;
}

/* All cells of a group's runs, in their order. */
static int add_all(struct comparison *c, const struct group *group)
{
    for (size_t r = 0; r < group->count; r++)
        for (size_t i = 0; i < group->runs[r]->count; i++)
            if (!compare_find(c, &group->runs[r]->figures[i]) &&
                add(c, &group->runs[r]->figures[i]) < 0)
                return -1;
    return 0;
}

/* The geometric mean of the runs' medians. */
static double value_of(const struct group *group, const struct figure *figure)
{
    double sum = 0;
    size_t n = 0;

    for (size_t r = 0; r < group->count; r++) {
        const double median = sheet_median(group->runs[r], figure);

        if (!isnan(median)) {
            sum += log(median);
            n++;
        }
    }
    return n ? exp(sum / (double)n) : NAN;
}

static void pair(struct comparison *c)
{
    for (size_t i = 0; i < c->count; i++) {
        struct verdict *v = &c->cells[i];

        v->value[0] = value_of(c->before, v->figure);
        v->value[1] = value_of(c->after, v->figure);
        c->unmatched[0] += isnan(v->value[1]) && !isnan(v->value[0]);
        c->unmatched[1] += isnan(v->value[0]) && !isnan(v->value[1]);
        if (isnan(v->value[0]) || isnan(v->value[1]))
            continue;
        c->matched++;
        v->change = log(v->value[1] / v->value[0]);
        c->families[v->family].cells += measure_direction(v->figure->measure) != 0;
    }
}

static enum basis basis_of(const struct group *before, const struct group *after)
{
    const size_t most = before->count > after->count ? before->count : after->count;
    bool sampled = true;

    for (size_t r = 0; r < before->count; r++)
        sampled = sampled && before->runs[r]->sampled;
    for (size_t r = 0; r < after->count; r++)
        sampled = sampled && after->runs[r]->sampled;
    if (most >= RUNS_ENOUGH || (!sampled && before->count + after->count >= FIGURES_ENOUGH))
        return BASIS_RUNS;
    return sampled ? BASIS_ROUNDS : BASIS_FIGURES;
}

/* The mean of the runs' clocks. */
static double clock_of(const struct group *group)
{
    double sum = 0;
    size_t n = 0;

    for (size_t r = 0; r < group->count; r++) {
        const double mhz = record_clock(group->runs[r]);

        if (!isnan(mhz)) {
            sum += mhz;
            n++;
        }
    }
    return n ? sum / (double)n : NAN;
}

/* A ratio's logarithm, above 0 if it is for the better. */
static double gain(const struct figure *figure, double ratio)
{
    return ratio * measure_direction(figure->measure);
}

static void mark(struct comparison *c, const struct judgement *judgement)
{
    for (size_t i = 0; i < c->count; i++) {
        struct verdict *v = &c->cells[i];
        const bool real =
            c->basis == BASIS_FIGURES
                ? fabs(v->departure) > v->least
                : fabs(v->departure) > judgement->threshold && v->q <= judgement->alpha;

        if (isnan(v->departure) || (c->basis != BASIS_FIGURES && isnan(v->q)))
            continue;
        v->mark = !real                               ? MARK_SAME
                  : gain(v->figure, v->departure) > 0 ? MARK_BETTER
                                                      : MARK_WORSE;
        v->degraded = v->mark == MARK_WORSE && gain(v->figure, v->change) < 0;
    }
}

/* q of all cells that were tested; *cut is the p below which one more would be called. */
static int adjust(struct comparison *c, const struct judgement *judgement, double *cut)
{
    double *q = calloc(c->count + 1, sizeof *q);
    struct ranked *scratch = calloc(c->count + 1, sizeof *scratch);
    size_t tests = 0;
    size_t calls = 0;

    if (!q || !scratch) {
        free(q);
        free(scratch);
        return -1;
    }
    for (size_t i = 0; i < c->count; i++)
        q[i] = c->cells[i].p;
    stats_fdr(q, c->count, FDR_POSITIVE, q, scratch);
    for (size_t i = 0; i < c->count; i++) {
        c->cells[i].q = q[i];
        tests += isnan(q[i]) ? 0 : 1;
        calls += q[i] <= judgement->alpha;
    }
    *cut =
        stats_fdr_cut(judgement->alpha, tests, calls < tests ? calls + 1 : tests, FDR_POSITIVE);
    free(q);
    free(scratch);
    return 0;
}

/*
 * Twice: where a third of the cells moved by little more than the noise, they pull the factor
 * that all have in common. Once they are known to depart from it, it is found without them.
 */
static int judge_sheets(struct comparison *c, struct sheet *sheets,
                        const struct judgement *judgement)
{
    double cut = NAN;

    for (int pass = 0; pass < 2; pass++) {
        for (size_t f = 0; f < c->family_count; f++)
            sheet_judge(&sheets[f], judgement);
        if (adjust(c, judgement, &cut) < 0)
            return -1;
        mark(c, judgement);
    }
    for (size_t f = 0; f < c->family_count; f++)
        sheet_least(&sheets[f], judgement, cut);
    return 0;
}

static int judge(struct comparison *c, const struct judgement *judgement)
{
    struct sheet *sheets = calloc(c->family_count + 1, sizeof *sheets);
    int status = -1;

    if (!sheets)
        return -1;
    for (size_t f = 0; f < c->family_count; f++)
        if (sheet_open(&sheets[f], c, f) < 0)
            goto out;
    status = judge_sheets(c, sheets, judgement);
out:
    for (size_t f = 0; f < c->family_count; f++)
        sheet_close(&sheets[f]);
    free(sheets);
    return status;
}

int compare(struct comparison *comparison, const struct group *before,
            const struct group *after, const struct judgement *judgement)
{
    *comparison =
        (struct comparison){.before = before, .after = after, .basis = basis_of(before, after)};
    comparison->mhz[0] = clock_of(before);
    comparison->mhz[1] = clock_of(after);
    if (add_all(comparison, before) < 0 || add_all(comparison, after) < 0)
        return -1;
    pair(comparison);
    return judge(comparison, judgement);
}

void compare_free(struct comparison *comparison)
{
    free(comparison->families);
    free(comparison->cells);
    *comparison = (struct comparison){0};
}

/* The gain of a family's factor: all its cells have one direction. */
static double factor_gain(const struct comparison *c, size_t family)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->cells[i].family == family)
            return gain(c->cells[i].figure, c->families[family].factor);
    return 0;
}

bool compare_factor_degraded(const struct comparison *comparison)
{
    for (size_t f = 0; f < comparison->family_count; f++)
        if (comparison->families[f].called && factor_gain(comparison, f) < 0)
            return true;
    return false;
}
