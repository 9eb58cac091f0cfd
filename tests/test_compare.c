/* SPDX-License-Identifier: MIT */
/* Verdicts on runs that were made up: with a known change, or none. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "compare.h"
#include "groups.h"
#include "random.h"

enum { CELLS = 96, METHODS = 12, ROUNDS = 12 };

static const struct judgement judgement = {0.029558802241544403, 0.01}; /* ln 1.03 */

/* What a made-up group of runs is like; deviations are relative. */
struct made {
    size_t runs;
    double run_sd;   /* of all cells of a run together */
    double cell_sd;  /* of a cell from run to run */
    double round_sd; /* of a sample */
    double factor;   /* of all cells */
    double third;    /* of every third cell */
    double last;     /* of every third cell, in the last run only; 0: as in the others */
    size_t slowed; /* of a cell's samples in a run, as many as chance has it, up to this number,
                      are at 0.8 */
    bool sampled;
};

/* A normal deviate: the sum of twelve uniform ones (Irwin and Hall). */
static double normal(struct random *random)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += (double)random_below(random, 1u << 30) / (1u << 30);
    return sum;
}

/* What a neighbour does to the first samples. */
static void slow_down(double *values, size_t count)
{
    for (size_t k = 0; k < count; k++)
        values[k] *= 0.8;
}

/* 12 methods x 8 distances in the table of cold reads and copies. */
static void make_figure(struct record *record, size_t i, const struct made *made, double factor,
                        struct random *random)
{
    double values[ROUNDS];
    struct figure f = {.table = "Uncached Memory Read/Copy Throughput",
                       .measure = MEASURE_MBPS,
                       .values = values,
                       .count = made->sampled ? ROUNDS : 1,
                       .spread = NAN};
    const double cell = (1000 + 10 * (double)i) * factor * exp(made->cell_sd * normal(random)) *
                        (i % 3 ? 1 : made->third);

    snprintf(f.row, sizeof f.row, "M%zu", i % METHODS);
    snprintf(f.column, sizeof f.column, "PLD=%zu", i / METHODS);
    for (size_t k = 0; k < f.count; k++)
        values[k] = cell * exp(made->round_sd * normal(random));
    if (made->slowed > 0)
        slow_down(values, (size_t)random_below(random, made->slowed + 1));
    CHECK(record_figure(record, &f) == 0);
}

/* What a run is like. */
static struct made made_run(const struct made *made, size_t run)
{
    struct made one = *made;

    if (made->last > 0 && run + 1 == made->runs)
        one.third *= made->last;
    return one;
}

static void make_runs(struct records *records, const struct made *made, const char *label,
                      struct random *random)
{
    for (size_t r = 0; r < made->runs; r++) {
        const double factor = made->factor * exp(made->run_sd * normal(random));
        const struct made one = made_run(made, r);
        struct record *record = records_add(records);

        if (!CHECK(record != NULL))
            return;
        snprintf(record->label, sizeof record->label, "%s", label);
        record->sampled = made->sampled;
        CHECK(record_mhz(record, 1000 * factor) == 0);
        for (size_t i = 0; i < CELLS; i++)
            make_figure(record, i, &one, factor, random);
    }
}

/* What comparing two made-up groups came to. */
struct outcome {
    size_t same, called[2]; /* unchanged and changed cells that were called */
    size_t changed;
    size_t detectable, detected; /* changed cells that should have been, and were called */
    size_t factors;              /* called */
    enum basis basis;
    double factor;
};

static void count(struct outcome *o, const struct comparison *c)
{
    o->basis = c->basis;
    o->factor = c->families[0].factor;
    o->factors += c->families[0].called;
    for (size_t i = 0; i < c->count; i++) {
        const struct verdict *v = &c->cells[i];
        /* Methods are a multiple of three, so that the third is of whole rows. */
        const bool changed = strtoul(v->figure->row + 1, NULL, 10) % 3 == 0;
        const bool called = v->mark == MARK_BETTER || v->mark == MARK_WORSE;

        o->called[changed] += called;
        o->changed += changed;
        o->same += !changed;
        if (changed && v->least < 0.05) {
            o->detectable++;
            o->detected += called;
        }
    }
}

static struct outcome judge(const struct made *before, const struct made *after,
                            unsigned trials)
{
    struct outcome outcome = {0};

    for (unsigned seed = 1; seed <= trials; seed++) {
        struct random random;
        struct records records = {0};
        struct source source = {.name = "file"};
        const struct grouping grouping = {0};
        struct groups groups;
        struct comparison c;
        char error[GROUPS_ERROR];

        random_seed(&random, seed);
        make_runs(&records, before, "before", &random);
        make_runs(&records, after, "after", &random);
        source.count = records.count;
        if (!CHECK(groups_make(&groups, &records, &source, 1, &grouping, error) == 0) ||
            !CHECK_EQ_U64(groups.count, 2))
            return outcome;
        CHECK(compare(&c, &groups.groups[0], &groups.groups[1], &judgement) == 0);
        CHECK_EQ_U64(c.matched, CELLS);
        count(&outcome, &c);
        compare_free(&c);
        groups_free(&groups);
        records_free(&records);
    }
    return outcome;
}

static const struct made plain = {.runs = 4,
                                  .run_sd = 0.05,
                                  .cell_sd = 0.01,
                                  .round_sd = 0.02,
                                  .factor = 1,
                                  .third = 1,
                                  .sampled = true};

/*
 * Nothing changed, but the runs drift by 5 %: at most 1 % of cells are called, and a factor in
 * 1 % of the comparisons (more than 2 of 8 would be chance in 0.01 % of all seeds).
 */
static void test_nothing(void)
{
    const struct outcome o = judge(&plain, &plain, 8);

    CHECK(o.basis == BASIS_RUNS);
    CHECK((o.called[0] + o.called[1]) * 100 <= o.same + o.changed);
    CHECK(o.factors <= 2);
}

/* A third of the cells at 0.90, and at 0.95, 4 runs against 4. */
static void test_third(void)
{
    struct made slower = plain;
    struct outcome o;

    slower.third = 0.90;
    o = judge(&plain, &slower, 4);
    CHECK(o.called[1] * 100 >= 95 * o.changed);
    CHECK(o.called[0] * 100 <= o.same);
    slower.third = 0.95;
    o = judge(&plain, &slower, 4);
    CHECK(o.detectable > 0 && o.detected * 100 >= 80 * o.detectable);
    CHECK(o.called[0] * 100 <= o.same);
}

/* All cells at 0.88 on a quiet machine: the factor is real, and no cell departs from it. */
static void test_factor(void)
{
    struct made before = plain;
    struct made after = plain;
    struct outcome o;

    before.run_sd = after.run_sd = 0.005;
    after.factor = 0.88;
    o = judge(&before, &after, 4);
    CHECK_EQ_U64(o.factors, 4);
    CHECK_NEAR(o.factor, log(0.88), 0.02);
    CHECK((o.called[0] + o.called[1]) * 100 <= o.same + o.changed);
}

/* One run a side: no more calls by chance, and a change of half is still found. */
static void test_single(void)
{
    struct made one = plain;
    struct made half = plain;
    struct outcome o;

    one.runs = half.runs = 1;
    o = judge(&one, &one, 8);
    CHECK(o.basis == BASIS_ROUNDS);
    CHECK((o.called[0] + o.called[1]) * 100 <= o.same + o.changed);
    half.third = 0.5;
    o = judge(&one, &half, 4);
    CHECK(o.called[1] * 100 >= 95 * o.changed);
    CHECK(o.called[0] * 100 <= o.same);
}

/* Two runs a side, of which one was disturbed in a third of its cells: no calls by chance. */
static void test_disturbed(void)
{
    struct made two = plain;
    struct made disturbed = plain;
    struct outcome o;

    two.runs = disturbed.runs = 2;
    disturbed.last = 0.6;
    o = judge(&disturbed, &two, 4);
    CHECK(o.basis == BASIS_ROUNDS);
    CHECK((o.called[0] + o.called[1]) * 100 <= o.same + o.changed);
}

/*
 * A neighbour slows a share of each cell's samples down that is more than half in one run of
 * four, so that the medians of unlike runs are 20 % apart: the faster half still tells.
 */
static void test_slowed(void)
{
    struct made before = plain;
    struct made after = plain;
    struct outcome o;

    before.slowed = after.slowed = 8; /* of 12 */
    o = judge(&before, &after, 4);
    CHECK((o.called[0] + o.called[1]) * 100 <= o.same + o.changed);
    after.third = 0.90;
    o = judge(&before, &after, 4);
    CHECK(o.called[1] * 100 >= 95 * o.changed);
    CHECK(o.called[0] * 100 <= o.same);
}

/* The faster half: of 8 values on, with the middle one, the lower ones where less is better. */
static void test_fast(void)
{
    double values[] = {4, 9, 1, NAN, 6, 2, 8, 3, 7, 5};
    struct figure f = {.measure = MEASURE_MBPS, .values = values, .count = 10, .spread = NAN};
    struct records records = {0};
    struct record *record = records_add(&records);
    const enum measure measures[] = {MEASURE_MBPS, MEASURE_NS, MEASURE_COUNT};
    const double want[] = {7, 3, NAN}; /* 9 8 7 6 5; 1 2 3 4 5 */

    if (!CHECK(record != NULL))
        return;
    for (size_t i = 0; i < 3; i++) {
        f.measure = measures[i];
        CHECK(record_figure(record, &f) == 0);
        CHECK_NEAR(record->figures[i].median, 5, 1e-12);
        CHECK(isnan(want[i]) ? isnan(record->figures[i].fast)
                             : fabs(record->figures[i].fast - want[i]) < 1e-12);
    }
    f.measure = MEASURE_MBPS;
    f.count = 9; /* 9 8 7 6 of eight */
    CHECK(record_figure(record, &f) == 0);
    CHECK_NEAR(record->figures[3].fast, 7.5, 1e-12);
    f.count = 8;
    CHECK(record_figure(record, &f) == 0);
    CHECK(isnan(record->figures[4].fast));
    records_free(&records);
}

/* Runs of so few rounds don't tell how far a cell, or all cells, vary. */
static void check_few(size_t rounds)
{
    struct record runs[2] = {{.sampled = true}, {.sampled = true}};
    const struct record *before = &runs[0];
    const struct record *after = &runs[1];
    const struct group groups[2] = {{.runs = &before, .count = 1},
                                    {.runs = &after, .count = 1}};
    struct comparison c;

    for (size_t i = 0; i < 12; i++) {
        double copy[2] = {i % 2 ? 50 : 100, i % 2 ? 51 : 101};
        struct figure f = {.table = "mbw",
                           .measure = MEASURE_MBPS,
                           .values = copy,
                           .count = rounds,
                           .spread = NAN};

        snprintf(f.row, sizeof f.row, "%zu", i / 2);
        CHECK(record_figure(&runs[i % 2], &f) == 0);
    }
    CHECK(compare(&c, &groups[0], &groups[1], &judgement) == 0);
    CHECK(c.basis == BASIS_ROUNDS);
    CHECK(isnan(c.cells[0].q));
    CHECK(c.cells[0].mark == MARK_NONE);
    CHECK_NEAR(c.families[0].factor, rounds == 1 ? log(0.5) : log(50.5 / 100.5), 1e-9);
    CHECK(c.families[0].tested == (rounds > 1));
    CHECK(c.families[0].called == (rounds > 1));
    compare_free(&c);
    for (size_t r = 0; r < 2; r++) {
        for (size_t i = 0; i < runs[r].count; i++)
            free(runs[r].figures[i].values);
        free(runs[r].figures);
    }
}

static void test_too_few(void)
{
    check_few(1);
    check_few(2);
}

/* Figures without samples: the threshold alone. */
static void test_published(void)
{
    struct made before = {.runs = 1, .factor = 1, .third = 1};
    struct made after = before;
    struct outcome o;

    after.third = 0.971;
    o = judge(&before, &after, 1);
    CHECK(o.basis == BASIS_FIGURES);
    CHECK_EQ_U64(o.called[1], 0);
    after.third = 0.970;
    o = judge(&before, &after, 1);
    CHECK_EQ_U64(o.called[1], o.changed);
    CHECK_EQ_U64(o.called[0], 0);
}

/* Two records of a few figures each. */
struct figures {
    struct records records;
    struct groups groups;
    struct comparison c;
};

struct row {
    const char *column;
    enum measure measure;
    double value[2]; /* 0: not there */
    double spread;
};

static void compare_rows(struct figures *s, const struct row *rows, size_t count, bool swap)
{
    struct source source = {.name = "file", .count = 2};
    const struct grouping grouping = {0};
    char error[GROUPS_ERROR];

    *s = (struct figures){0};
    for (int side = 0; side < 2; side++) {
        struct record *record = records_add(&s->records);

        if (!CHECK(record != NULL))
            return;
        snprintf(record->label, sizeof record->label, "%c", "ab"[side]);
        for (size_t i = 0; i < count; i++) {
            double value = rows[i].value[swap ? !side : side];
            struct figure f = {.table = "T",
                               .measure = rows[i].measure,
                               .values = &value,
                               .count = 1,
                               .spread = rows[i].spread > 0 ? rows[i].spread : (double)NAN};

            snprintf(f.column, sizeof f.column, "%s", rows[i].column);
            if (value > 0)
                CHECK(record_figure(record, &f) == 0);
        }
    }
    CHECK(groups_make(&s->groups, &s->records, &source, 1, &grouping, error) == 0);
    CHECK(compare(&s->c, &s->groups.groups[0], &s->groups.groups[1], &judgement) == 0);
}

static void close_rows(struct figures *s)
{
    compare_free(&s->c);
    groups_free(&s->groups);
    records_free(&s->records);
}

static const struct verdict *cell(const struct figures *s, const char *column)
{
    for (size_t i = 0; i < s->c.count; i++)
        if (strcmp(s->c.cells[i].figure->column, column) == 0)
            return &s->c.cells[i];
    CHECK_STR(NULL, column);
    return &s->c.cells[0];
}

/* Direction follows the unit; swapping the sides calls the same cells, the other way. */
static void test_direction(void)
{
    static const struct row rows[] = {
        {"up", MEASURE_MBPS, {100, 110}, 0},   {"down", MEASURE_MBPS, {100, 90}, 0},
        {"slow", MEASURE_NS, {100, 110}, 0},   {"fast", MEASURE_US, {100, 90}, 0},
        {"number", MEASURE_COUNT, {32, 7}, 0}, {"gone", MEASURE_MBPS, {1, 0}, 0},
        {"new", MEASURE_MBPS, {0, 1}, 0},      {"noisy", MEASURE_MBPS, {100, 110}, 0.05},
        {"same", MEASURE_MBPS, {100, 102}, 0},
    };
    static const enum mark marks[] = {MARK_BETTER, MARK_WORSE, MARK_WORSE,
                                      MARK_BETTER, MARK_NONE,  MARK_NONE,
                                      MARK_NONE,   MARK_SAME,  MARK_SAME};
    static const enum mark opposite[] = {[MARK_NONE] = MARK_NONE,
                                         [MARK_SAME] = MARK_SAME,
                                         [MARK_BETTER] = MARK_WORSE,
                                         [MARK_WORSE] = MARK_BETTER};
    const size_t count = sizeof rows / sizeof rows[0];
    struct figures s;

    compare_rows(&s, rows, count, false);
    for (size_t i = 0; i < count; i++) {
        CHECK(cell(&s, rows[i].column)->mark == marks[i]);
        CHECK(cell(&s, rows[i].column)->degraded == (marks[i] == MARK_WORSE));
    }
    CHECK_EQ_U64(s.c.matched, 7);
    CHECK_EQ_U64(s.c.unmatched[0], 1);
    CHECK_EQ_U64(s.c.unmatched[1], 1);
    CHECK(!compare_factor_degraded(&s.c));
    close_rows(&s);
    compare_rows(&s, rows, count, true);
    for (size_t i = 0; i < count; i++)
        CHECK(cell(&s, rows[i].column)->mark == opposite[marks[i]]);
    close_rows(&s);
}

/* Units that differ by a power of ten are the same figure. */
static void test_units(void)
{
    static const struct row a[] = {{"latency", MEASURE_US, {1.5, 0}, 0}};
    static const struct row b[] = {{"latency", MEASURE_NS, {0, 1500}, 0}};
    struct figures s[2];
    double value;

    compare_rows(&s[0], a, 1, false);
    compare_rows(&s[1], b, 1, false);
    CHECK_NEAR(measure_scale(MEASURE_US, MEASURE_NS), 1000, 0);
    CHECK_NEAR(measure_scale(MEASURE_NS, MEASURE_US), 0.001, 1e-18);
    CHECK_NEAR(measure_scale(MEASURE_NS, MEASURE_MBPS), 0, 0);
    compare_free(&s[0].c);
    CHECK(compare(&s[0].c, &s[0].groups.groups[0], &s[1].groups.groups[1], &judgement) == 0);
    value = s[0].c.cells[0].value[1];
    CHECK_NEAR(value, 1.5, 1e-12);
    CHECK(s[0].c.cells[0].mark == MARK_SAME);
    close_rows(&s[0]);
    close_rows(&s[1]);
}

int main(void)
{
    test_nothing();
    test_third();
    test_factor();
    test_single();
    test_disturbed();
    test_slowed();
    test_fast();
    test_too_few();
    test_published();
    test_direction();
    test_units();
    return check_done("compare");
}
