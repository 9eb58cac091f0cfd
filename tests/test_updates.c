/* SPDX-License-Identifier: MIT */
/*
 * The suite of random updates under a fake clock, with loops of known duration: rates are
 * right, all updates are made if the time allows and no more time is taken if it doesn't, and a
 * loop that loses an update is found out.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "fake_os.h"
#include "gups.h"
#include "measure.h"
#include "os.h"
#include "suite.h"
#include "warm.h"

enum { LOG2 = 10, TABLE = 8 << LOG2, MHZ = 1000 };

/* What an update takes, in each loop; and what goes wrong. */
static struct {
    uint64_t plain_ps;
    uint64_t ahead_ps;
    uint64_t lost; /* this many calls of the second loop lose their last update */
    uint64_t seen; /* it is counted how often the update with this number is made */
    uint64_t seen_count;
    uint64_t others_ps; /* what other suites take, each time that the clock is looked for */
} loops;

/* One update, by the rules. */
static void update(struct gups *gups, bool lose)
{
    gups->ran = gups_next(gups->ran);
    gups->done++;
    loops.seen_count += gups->ran == loops.seen;
    if (!lose)
        gups->table[gups->ran & ((1u << gups->log2) - 1)] ^= gups->ran;
}

void gups_run(struct gups *gups, uint64_t updates)
{
    fake_spend(updates * loops.plain_ps);
    for (; updates; updates--)
        update(gups, false);
}

void gups_run_ahead(struct gups *gups, uint64_t updates)
{
    fake_spend(updates * loops.ahead_ps);
    for (; updates; updates--)
        update(gups, updates == 1 && loops.lost && loops.lost--);
}

void warm(const void *memory, size_t bytes, unsigned times)
{
    (void)memory, (void)bytes, (void)times;
}

uint64_t ms_adds(size_t n)
{
    fake_spend((uint64_t)n * 1024 * 1000000 / MHZ + loops.others_ps);
    return (uint64_t)n * 1024;
}

/* What the fake system lacks: half of the processor. */

uint64_t os_cpu_ns(void)
{
    return fake.now_ps / 2000;
}

struct bench {
    struct plan plan;
    struct results results;
    struct choice choice;
    struct effort effort;
    uint64_t others_ns; /* what other suites have of the run's time */
    unsigned cpu;
};

static const struct page_kind kinds[] = {{PAGES_BASE, 4096}, {PAGES_THP, 0}};

/* Runs the suite for some seconds; times of an update are in picoseconds. */
static void run(struct bench *b, uint64_t plain_ps, uint64_t ahead_ps, double seconds)
{
    struct machine *m = &b->results.machine;

    loops.plain_ps = plain_ps;
    loops.ahead_ps = ahead_ps;
    m->cpus = &b->cpu;
    m->cpu_count = 1;
    m->memory_available = 1 << 24;
    b->results.threads = 1;
    b->results.seed = 1;
    b->choice.table_bytes = TABLE;
    b->choice.time_ns = (uint64_t)(seconds * 1e9);
    b->choice.end_ns = os_clock_ns() + b->choice.time_ns + b->others_ns;
    b->choice.rounds = 24;
    b->choice.root = "";
    b->effort = (struct effort){os_clock_ns(), b->choice.time_ns + b->others_ns, 7, 24};
    CHECK(suite_gups(&b->plan, m, &b->results.layout, &b->choice) == 0);
    CHECK(results_open(&b->results, &b->plan, 24) == 0);
    CHECK(timer_learn(&b->results.timer) == 0);
    CHECK(measure(&b->plan, &b->results, &b->effort, NULL, NULL) == MEASURE_DONE);
}

static void finish(struct bench *b)
{
    results_close(&b->results);
    plan_free(&b->plan);
}

static double rate(const struct bench *b, size_t series)
{
    return results_median(&b->results, &b->results.series[series], UNIT_MBPS).value;
}

/* All updates are made in 24 rounds, at 100 ns and 40 ns each, if the time is enough. */
static void test_whole(uint64_t step_ns, uint64_t read_ps)
{
    struct bench b = {.choice = {.updates = 24 * 30000}};
    const struct gups_pages *base = &b.results.gups[0];

    fake_clock(step_ns, read_ps);
    run(&b, 100000, 40000, 60);
    CHECK_EQ_U64(b.results.rounds, 24);
    CHECK_EQ_U64(b.results.lost, 0);
    CHECK(b.results.count == 2 && b.results.gups_count == 1);
    CHECK_NEAR(rate(&b, 0), 0.01, 0.00005);
    CHECK_NEAR(rate(&b, 1), 0.025, 0.000125);
    CHECK(base->measured && base->verified && base->log2 == LOG2);
    CHECK_EQ_U64(base->errors, 0);
    CHECK_EQ_U64(base->wanted, 720000);
    if (step_ns == 1) {
        CHECK_EQ_U64(base->updates, 720000);
        CHECK_NEAR((double)base->real_ns, 72e6, 1e4);
        CHECK_NEAR((double)base->cpu_ns, 36e6, 1e5);
    }
    CHECK(base->backing.count == 1 && base->backing.parts[0].bytes == TABLE);
    finish(&b);
}

/*
 * Each update is made when its time is taken, by either loop, and to undo that: not before, or
 * its line would be at hand.
 */
static void test_warm_up(void)
{
    struct bench b = {.choice = {.updates = 24 * 30000}};

    fake_clock(1, 25000);
    loops.seen = gups_starts(23 * 30000 + 5000);
    loops.seen_count = 0;
    run(&b, 100000, 40000, 60);
    CHECK_EQ_U64(loops.seen_count, 4);
    loops.seen = 0;
    finish(&b);
}

/* Without a number of updates there are four per word, and more where samples take more. */
static void test_default(void)
{
    struct bench b = {0};

    fake_clock(1, 25000);
    run(&b, 10000000, 4000000, 60);
    CHECK_EQ_U64(b.results.gups[0].wanted, 4 << LOG2);
    CHECK_EQ_U64(b.results.gups[0].updates, 4 << LOG2);
    finish(&b);
    b = (struct bench){0};
    run(&b, 10000, 10000, 60);
    CHECK_EQ_U64(b.results.gups[0].wanted, 4 << LOG2);
    /* 24 samples of a millisecond, at 10 ns each. */
    CHECK_NEAR((double)b.results.gups[0].updates, 2.4e6, 0.01e6);
    CHECK_NEAR(rate(&b, 0), 0.1, 0.0005);
    finish(&b);
}

/* Time for a third of the updates: fewer are made, in time. */
static void test_cut(void)
{
    struct bench b = {.choice = {.updates = 10000000}};
    uint64_t start;
    double taken;

    fake_clock(1, 25000);
    start = os_clock_ns();
    run(&b, 200000, 100000, 2);
    taken = (double)(os_clock_ns() - start) * 1e-9;
    CHECK(taken > 1.6 && taken < 2);
    CHECK_EQ_U64(b.results.rounds, 24);
    /* Each loop's update is made twice, once by either: 600 ns. */
    CHECK_NEAR((double)b.results.gups[0].updates, 1.7 / 600e-9, 2e5);
    CHECK(b.results.gups[0].verified && b.results.gups[0].errors == 0);
    finish(&b);
}

/*
 * Beside other suites, which take longer, the updates are made in all rounds that the run has
 * time for, not in the few that their own share would be enough for.
 */
static void test_beside(void)
{
    const size_t rounds = 24;
    struct bench b = {.choice = {.updates = 10000000}, .others_ns = 6000000000};
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;

    fake_clock(1, 25000);
    loops.others_ps = UINT64_C(13000000000);
    run(&b, 200000, 100000, 2);
    loops.others_ps = 0;
    CHECK_EQ_U64(b.results.rounds, rounds);
    for (size_t i = 1; i < rounds; i++) {
        const uint64_t ops = b.results.series[0].samples[i].ops;

        least = ops < least ? ops : least;
        most = ops > most ? ops : most;
    }
    CHECK(most < least + least / 4);
    finish(&b);
}

/* An update that either loop loses, once, is an error. */
static void test_errors(void)
{
    struct bench b = {.choice = {.updates = 720000}};

    fake_clock(1, 25000);
    loops.lost = 1;
    run(&b, 100000, 40000, 60);
    CHECK_EQ_U64(loops.lost, 0);
    CHECK_EQ_U64(b.results.gups[0].errors, 1);
    CHECK_EQ_U64(results_errors(&b.results), 1);
    finish(&b);
}

/* Pages that can't be had are absent with the reason; the others don't suffer. */
static void test_absent(void)
{
    struct bench b = {.choice = {.updates = 720000, .pages = kinds, .page_count = 2}};

    fake_clock(1, 25000);
    run(&b, 100000, 40000, 60);
    CHECK(b.results.count == 4 && b.results.gups_count == 2);
    CHECK_NEAR(rate(&b, 0), 0.01, 0.00005);
    CHECK_STR(b.results.series[2].absent, "no transparent huge pages in this kernel");
    CHECK(b.results.series[3].absent != NULL);
    CHECK(b.results.gups[0].measured && !b.results.gups[1].measured);
    finish(&b);
}

static void check_table(uint64_t available, uint64_t llc, struct choice choice, uint64_t want)
{
    const struct machine machine = {.memory_available = available, .llc = {.bytes = llc}};
    size_t bytes = 0;

    choice.time_ns = choice.time_ns ? choice.time_ns : UINT64_C(14000000000);
    if (CHECK_EQ_I64(suite_gups_table(&machine, &choice, &bytes), 0))
        CHECK_EQ_U64(bytes, want);
}

/* Default tables, in MiB where they are; that maps() succeed is the fake system's. */
static void test_tables(void)
{
    static const struct page_kind three[] = {
        {PAGES_BASE, 4096}, {PAGES_THP, 0}, {PAGES_THP, 65536}};
    const uint64_t gib = 1 << 30;
    const struct machine small = {.memory_available = 1 << 20};
    size_t bytes;

    fake_clock(1, 25000);
    /* A quarter of 20 MiB; of 200 MiB; what can be filled in good time, and addressed. */
    check_table(20 << 20, 131072, (struct choice){0}, 4 << 20);
    check_table(200 << 20, 131072, (struct choice){0}, 32 << 20);
    if (sizeof(size_t) > 4)
        check_table(64 * gib, 131072, (struct choice){0}, 4 * gib);
    check_table(64 * gib, 131072, (struct choice){.time_ns = 1000000000}, 512 << 20);
    if (sizeof(size_t) > 4)
        check_table(16 * gib, 131072, (struct choice){.pages = three, .page_count = 2},
                    2 * gib);
    /* Larger than caches, if memory allows it. */
    check_table(64 * gib, 48 << 20, (struct choice){.time_ns = 10000000}, 256 << 20);
    check_table(gib, 48 << 20, (struct choice){.time_ns = 10000000}, 256 << 20);
    check_table(gib / 2, 48 << 20, (struct choice){.time_ns = 10000000}, 128 << 20);
    /* All tables together take half of the memory. */
    check_table(64 << 20, 131072, (struct choice){.pages = three, .page_count = 3}, 8 << 20);
    check_table(OS_MEMORY_UNKNOWN, 131072, (struct choice){0}, 32 << 20);
    /* Of addresses there may be fewer. */
    fake.maps_left = 0;
    CHECK_EQ_I64(suite_gups_table(&small, &(struct choice){.time_ns = 1}, &bytes), -1);
    fake.maps_left = -1;
    CHECK_EQ_I64(suite_gups_table(&small, &(struct choice){.table_bytes = 2 << 20}, &bytes),
                 -1);
    CHECK_EQ_U64(bytes, 2 << 20);
}

int main(void)
{
    test_whole(1, 25000);          /* a vDSO clock */
    test_whole(28000, 28000000);   /* a slow system call */
    test_whole(1000000, 300000);   /* 1 ms ticks */
    test_whole(10000000, 1000000); /* 10 ms ticks */
    test_warm_up();
    test_default();
    test_cut();
    test_beside();
    test_errors();
    test_absent();
    test_tables();
    return check_done("updates");
}
