/* SPDX-License-Identifier: MIT */
/*
 * The latency suite without memory: which points it plans in a time, and what it finds out of
 * figures that a made-up machine would give, most of them disturbed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "latency.h"
#include "results.h"
#include "suite.h"

#define KIB ((size_t)1024)
#define MIB (1024 * KIB)
#define SECOND ((uint64_t)1000000000)

enum { ROUNDS = 9, LOADS = 1000 };

/* A suite, and where its results go. */
struct run {
    struct plan plan;
    struct results results;
    const struct latency *latency;
};

static const struct page_kind base = {PAGES_BASE, 4096};

static bool run_open(struct run *run, size_t buffer, uint64_t time_ns)
{
    const struct choice choice = {
        .pages = &base, .page_count = 1, .time_ns = time_ns, .root = ""};

    *run = (struct run){.results.layout = {.buffer_bytes = buffer, .line_bytes = 64}};
    run->results.machine.l1d.bytes = 32 * KIB;
    run->results.machine.llc.bytes = 32 * MIB;
    if (!CHECK(suite_latency(&run->plan, &run->results.machine, &run->results.layout,
                             &choice) == 0) ||
        !CHECK(run->plan.stage_count == 1) ||
        !CHECK(results_open(&run->results, &run->plan, ROUNDS) == 0))
        return false;
    run->latency = run->plan.stages[0]->arg;
    return true;
}

static void run_close(struct run *run)
{
    results_close(&run->results);
    plan_free(&run->plan);
}

/* How many points of sets there are in one order. */
static size_t sets(const struct run *run, enum chase_order order)
{
    size_t count = 0;

    for (size_t i = 0; i < run->latency->count; i++) {
        const struct latency_point *p = &run->latency->points[i];

        count += p->curve == LATENCY_SETS && p->chain.order == order;
    }
    return count;
}

/* Four an octave, from 1 KiB to 128 MiB: 17 octaves and the end. Chains grow: none shrinks. */
static void test_points(void)
{
    struct run run;
    const struct latency_point *before = NULL;

    if (run_open(&run, 128 * MIB, 25 * SECOND)) {
        for (enum chase_order order = CHASE_STRIDE; order <= CHASE_RANDOM; order++)
            CHECK_EQ_U64(sets(&run, order), 4 * 17 + 1);
        for (size_t i = 0; i < run.latency->count; i++) {
            const struct latency_point *p = &run.latency->points[i];

            CHECK(p->chain.bytes >= 4 * (size_t)64 && p->chain.bytes <= 128 * MIB);
            CHECK(p->first ||
                  (before && p->chain.order == before->chain.order &&
                   p->chain.stride == before->chain.stride &&
                   p->chain.bytes >= before->chain.bytes &&
                   run.latency->probes[i].group == run.latency->probes[i - 1].group));
            CHECK(run.latency->probes[i].group < PROBE_VM);
            before = p;
        }
    }
    run_close(&run);
}

/* Fewer where there is less time, then smaller ones; but never none. */
static void test_time(void)
{
    size_t count = SIZE_MAX;
    struct run run;

    for (uint64_t time_ns = 25 * SECOND; time_ns > SECOND / 100; time_ns /= 3) {
        if (run_open(&run, 128 * MIB, time_ns)) {
            CHECK(sets(&run, CHASE_RANDOM) <= count);
            count = sets(&run, CHASE_RANDOM);
            CHECK(count >= 2);
        }
        run_close(&run);
    }
    CHECK(count < 17);
    /* Small buffers take little. */
    if (run_open(&run, 64 * KIB, 3 * SECOND))
        CHECK_EQ_U64(sets(&run, CHASE_WINDOW), 25);
    run_close(&run);
}

/* 32 KiB, 1 MiB and 8 MiB of cache, 64 pages in the TLB, ten misses at once. */
static double set_ns(uint64_t bytes)
{
    return bytes <= 32 * KIB ? 1 : bytes <= MIB ? 4 : bytes <= 8 * MIB ? 13 : 110;
}

static double point_ns(const struct latency_point *p)
{
    switch (p->curve) {
    case LATENCY_SETS:
        return p->chain.order == CHASE_STRIDE ? 1 : set_ns(p->x);
    case LATENCY_LINE:
        return 4 * fmin(1, (double)p->x / 64);
    case LATENCY_MAIN:
        return 100 + log2((double)p->x);
    case LATENCY_PAGES:
        return p->x <= 64 ? 1 : 3;
    case LATENCY_LINES:
        return 1;
    default:
        return 110 * fmax(1, (double)p->x / 10);
    }
}

/* Five of nine rounds are disturbed, each point's others, and up to fivefold. */
static void measured(struct run *run)
{
    run->results.rounds = ROUNDS;
    for (size_t i = 0; i < run->latency->count; i++) {
        struct sample *samples = run->results.series[run->latency->points[i].cell].samples;
        const double ns = point_ns(&run->latency->points[i]);

        for (size_t round = 0; round < ROUNDS; round++)
            samples[round] = (struct sample){
                LOADS, ns * (double)LOADS * ((round + i) % 9 < 5 ? 1.3 + (double)(i % 4) : 1)};
    }
}

/* The figure at a place in the lower half of its rounds, or NAN. */
static double figure(const struct results *r, const char *table, const char *column)
{
    struct place place = {.measure = MEASURE_NS};
    const struct series *s = results_find(r, place_name(&place, table, "", column));
    double least = NAN;

    if (!s || s->absent)
        return NAN;
    for (size_t round = 0; round < r->rounds; round++)
        least = fmin(least, results_value(r, s, round, UNIT_MBPS));
    return least;
}

static void check_notes(const struct results *r, const char *text)
{
    for (size_t i = 0; i < r->note_count; i++)
        if (strstr(r->notes[i], text))
            return;
    CHECK(false);
    fprintf(stderr, "  no note: %s\n", text);
}

static void test_found(void)
{
    struct run run;

    if (run_open(&run, 128 * MIB, 25 * SECOND)) {
        struct results *r = &run.results;

        measured(&run);
        latency_finish((void *)run.latency, r);
        CHECK_NEAR(figure(r, LATENCY_CACHES_TABLE, "L1 KiB"), 32, 0);
        CHECK_NEAR(figure(r, LATENCY_CACHES_TABLE, "L2 KiB"), 1024, 0);
        CHECK_NEAR(figure(r, LATENCY_CACHES_TABLE, "L3 KiB"), 8192, 0);
        CHECK(isnan(figure(r, LATENCY_CACHES_TABLE, "L4 KiB")));
        CHECK_NEAR(figure(r, LATENCY_SUMMARY_TABLE, "L1 $"), 1, 1e-6);
        CHECK_NEAR(figure(r, LATENCY_SUMMARY_TABLE, "L2 $"), 4, 1e-6);
        CHECK_NEAR(figure(r, LATENCY_SUMMARY_TABLE, "L3 $"), 13, 1e-6);
        /* At 128 bytes, 2^7, though the line has 64. */
        CHECK_NEAR(figure(r, LATENCY_SUMMARY_TABLE, "Main mem"), 107, 1e-6);
        CHECK_NEAR(figure(r, LATENCY_SUMMARY_TABLE, "Rand mem"), 110, 1e-6);
        CHECK_NEAR(figure(r, LATENCY_BASIC_TABLE, "tlb pages"), 64, 0);
        CHECK_NEAR(figure(r, LATENCY_BASIC_TABLE, "cache line bytes"), 64, 0);
        CHECK_NEAR(figure(r, LATENCY_BASIC_TABLE, "mem par"), 10, 0.01);
        CHECK_EQ_U64(r->note_count, 0);
    }
    run_close(&run);
}

/* Sets that end in a cache, for want of time or of memory, are said to. */
static void test_limits(void)
{
    struct run run;

    if (run_open(&run, 128 * MIB, SECOND / 10)) {
        measured(&run);
        latency_finish((void *)run.latency, &run.results);
        check_notes(&run.results, "which the caches (32 MiB) may hold");
        check_notes(&run.results, "the time is short: latencies of sets up to ");
    }
    run_close(&run);
    if (run_open(&run, 128 * MIB, 8 * SECOND)) {
        measured(&run);
        latency_finish((void *)run.latency, &run.results);
        CHECK_EQ_U64(run.results.note_count, 1);
        check_notes(&run.results, "latencies of 2 sets an octave, not 4");
    }
    run_close(&run);
}

/* Where no memory could be had nothing is found, and nothing is made up. */
static void test_nothing(void)
{
    struct run run;

    if (run_open(&run, 128 * MIB, 25 * SECOND)) {
        struct results *r = &run.results;

        measured(&run);
        for (size_t i = 0; i < r->count; i++)
            r->series[i].absent = "the pages can't be had";
        latency_finish((void *)run.latency, r);
        CHECK(isnan(figure(r, LATENCY_SUMMARY_TABLE, "L1 $")));
        CHECK(isnan(figure(r, LATENCY_SUMMARY_TABLE, "Rand mem")));
        CHECK(isnan(figure(r, LATENCY_BASIC_TABLE, "tlb pages")));
        CHECK(isnan(figure(r, LATENCY_BASIC_TABLE, "mem par")));
    }
    run_close(&run);
}

int main(void)
{
    test_points();
    test_time();
    test_found();
    test_limits();
    test_nothing();
    return check_done("test_latency");
}
