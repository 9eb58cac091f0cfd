/* SPDX-License-Identifier: MIT */
/*
 * The driver under a fake clock: kernels of known duration must be reported within 0.5 % of the
 * truth, whatever the clock's step; and a clock that stalls or steps back costs samples only.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "fake_os.h"
#include "measure.h"
#include "measure_cold.h"
#include "os.h"
#include "probe.h"
#include "warm.h"

enum { PS_PER_BYTE_COLD = 500, PS_PER_BYTE_HOT = 40, MHZ = 1000 };

/*
 * What the calls since note_start() were: in which order cells were visited (by their kernel
 * and distance; a visit may be many calls), and where, counted from the first call.
 */
static struct {
    const unsigned char *first;
    ptrdiff_t cell;
    uint64_t order;
    uint64_t places;
} noted;

/* One step of FNV-1a, on whole words. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * 0x100000001b3u;
}

static void note_start(void)
{
    noted.first = NULL;
    noted.cell = -1;
    noted.order = noted.places = 0xcbf29ce484222325u;
}

static void note(int kernel, const struct pass *pass)
{
    const ptrdiff_t cell = 2 * pass->dist + kernel;

    if (!noted.first)
        noted.first = pass->src;
    if (cell != noted.cell)
        noted.order = mix(noted.order, (uint64_t)cell);
    noted.cell = cell;
    noted.places =
        mix(noted.places, (uint64_t)((const unsigned char *)pass->src - noted.first));
}

/* What the next call of the hot kernel takes besides. */
static uint64_t first_call_ps;

/* 500 ps a byte, and 40, whatever the call. Cold destinations are aligned for all kernels. */
static void cold_kernel(const struct pass *pass)
{
    note(0, pass);
    CHECK_EQ_U64((uintptr_t)pass->dst % KERNEL_ALIGN_MOST, 0);
    fake_spend((uint64_t)pass->bytes * pass->passes * PS_PER_BYTE_COLD);
}

static void hot_kernel(const struct pass *pass)
{
    note(1, pass);
    fake_spend(first_call_ps);
    first_call_ps = 0;
    fake_spend((uint64_t)pass->bytes * pass->passes * PS_PER_BYTE_HOT);
}

void warm(const void *memory, size_t bytes, unsigned times)
{
    (void)memory, (void)bytes, (void)times;
}

uint64_t ms_adds(size_t n)
{
    fake_spend((uint64_t)n * 1024 * 1000000 / MHZ);
    return (uint64_t)n * 1024;
}

static const struct kernel kernels[] = {
    {.method = "COLD", .run = cold_kernel, .op = OP_WRITE, .width = 4, .block = 512},
    {.method = "HOT", .run = hot_kernel, .op = OP_READ, .width = 4, .block = 512},
};

struct bench {
    struct plan plan;
    struct results results;
    struct effort effort;
    unsigned cpu;
};

/* A cold cell, and hot ones of so many distances. */
static void bench_open_cells(struct bench *b, size_t rounds, unsigned distances)
{
    struct cell cell = {.kernel = &kernels[0]};

    *b = (struct bench){0};
    plan_add(&b->plan, &cell);
    cell = (struct cell){.kernel = &kernels[1], .hot = true};
    for (; cell.pld < distances; cell.pld++)
        plan_add(&b->plan, &cell);
    b->results.machine.cpus = &b->cpu;
    b->results.machine.cpu_count = 1;
    b->results.machine.l1d = (struct fact){.bytes = 32768};
    b->results.machine.l1d_ways = 8;
    b->results.machine.page_bytes = 4096;
    b->results.threads = 1;
    b->results.seed = 1;
    b->results.layout.buffer_bytes = 1 << 20;
    b->results.layout.lead_bytes = 1 << 18;
    b->results.layout.line_bytes = 64;
    layout_hot(&b->results.layout, &b->results.machine, 4096, 0);
    results_open(&b->results, &b->plan, rounds);
    b->effort = (struct effort){os_clock_ns(), UINT64_MAX / 2, rounds, rounds};
}

static void bench_open(struct bench *b, size_t rounds)
{
    bench_open_cells(b, rounds, 1);
}

static void bench_close(struct bench *b)
{
    results_close(&b->results);
    plan_free(&b->plan);
}

static int bench_run(struct bench *b)
{
    return timer_learn(&b->results.timer) < 0
               ? -1
               : (int)measure(&b->plan, &b->results, &b->effort, NULL, NULL);
}

/* Every sample within 0.5 % of 1e6 / ps-per-byte MB/s. */
static void check_samples(const struct bench *b)
{
    static const double truth[] = {1e6 / (double)PS_PER_BYTE_COLD,
                                   1e6 / (double)PS_PER_BYTE_HOT};

    for (size_t i = 0; i < b->results.count; i++) {
        for (size_t round = 0; round < b->results.rounds; round++) {
            const double got =
                results_value(&b->results, &b->results.series[i], round, UNIT_MBPS);

            if (b->results.series[i].samples[round].ns > 0 &&
                !CHECK_NEAR(got, truth[i], 0.005 * truth[i]))
                fprintf(stderr, "    step %" PRIu64 " ns, reading %" PRIu64 " ps\n",
                        fake.step_ns, fake.read_ps);
        }
    }
    for (size_t round = 0; round < b->results.rounds; round++)
        if (b->results.mhz[round] > 0)
            CHECK_NEAR(b->results.mhz[round], MHZ, 0.005 * (double)MHZ);
}

static void test_truth(uint64_t step_ns, uint64_t read_ps)
{
    struct bench b;

    fake_clock(step_ns, read_ps);
    bench_open(&b, 7);
    CHECK(bench_run(&b) == 0);
    CHECK_EQ_U64(b.results.rounds, 7);
    CHECK_EQ_U64(b.results.lost, 0);
    check_samples(&b);
    /* A sample lasts as long as it says: at least 1 ms. */
    for (size_t i = 0; i < b.results.count; i++)
        for (size_t round = 0; round < b.results.rounds; round++)
            CHECK(b.results.series[i].samples[round].ns >= 0.99e6);
    bench_close(&b);
}

/*
 * Runs with a clock that fails at some time, and checks what is left. Returns the samples lost.
 */
static size_t lost_samples(void)
{
    struct bench b;
    size_t lost;

    bench_open(&b, 30);
    CHECK(bench_run(&b) == 0);
    CHECK_EQ_U64(b.results.rounds, 30);
    check_samples(&b);
    lost = b.results.lost;
    bench_close(&b);
    return lost;
}

/*
 * The clock stands for so many readings, and then is right again: at different times of a run,
 * in a sample or between two. Returns the samples lost in all of the 20 runs.
 */
static size_t test_stall(uint64_t reads)
{
    size_t lost = 0;

    for (uint64_t at = 0; at < 20; at++) {
        fake_clock(1, 25000);
        fake.stall_ns = fake.now_ps / 1000 + 60000000 + at * 300000;
        fake.stall_reads = reads;
        lost += lost_samples();
    }
    return lost;
}

/* The clock steps back once, likewise: no run loses more than the sample at hand. */
static size_t test_step_back(void)
{
    size_t lost = 0;

    for (uint64_t at = 0; at < 20; at++) {
        size_t here;

        fake_clock(1, 25000);
        fake.back_ns = fake.now_ps / 1000 + 60000000 + at * 300000;
        fake.back_by_ns = 50000000;
        here = lost_samples();
        CHECK(here <= 1);
        lost += here;
    }
    return lost;
}

/* A first call that takes as long as thousands, as when code is loaded: nothing is lost. */
static void test_first_call(void)
{
    struct bench b;

    fake_clock(1, 25000);
    first_call_ps = 20000000000;
    bench_open(&b, 1);
    CHECK(bench_run(&b) == 0);
    CHECK_EQ_U64(b.results.lost, 0);
    check_samples(&b);
    bench_close(&b);
}

/* Operations of 10 ns, but for the first. */
static void spend_tens(void *arg, uint64_t ops)
{
    (void)arg;
    fake_spend(first_call_ps + ops * 10000);
    first_call_ps = 0;
}

/* A calibration is right within a quarter, whether the first call outlasts it far or hardly. */
static void test_calibrate(uint64_t first_ps)
{
    const struct work work = {.run = spend_tens, .most = 1 << 22};
    struct timer timer;

    fake_clock(1, 25000);
    first_call_ps = first_ps;
    CHECK(timer_learn(&timer) == 0);
    CHECK_NEAR(timer_calibrate(&timer, &work, 50000), 0.1, 0.025);
}

/* A clock that never moves is found out, in a bounded number of readings. */
static void test_dead(void)
{
    struct timer timer;

    fake_clock(1, 0);
    CHECK(timer_learn(&timer) == -1);
    CHECK(fake.reads < 10000000);
}

/* Where the time is short, samples are made shorter, never fewer than the least rounds. */
static void test_short_time(void)
{
    struct bench b;

    fake_clock(1, 25000);
    bench_open(&b, 12);
    b.effort.rounds_least = 7;
    b.effort.time_ns = 40000000;
    CHECK(bench_run(&b) == 0);
    CHECK(b.results.rounds >= 7);
    CHECK(b.results.sample_ns < MEASURE_SAMPLE_NS);
    CHECK(b.results.sample_ns >= MEASURE_SAMPLE_LEAST_NS);
    check_samples(&b);
    bench_close(&b);
}

/* Where it is not, the most are taken; and in between as many as fit. */
static void test_rounds(void)
{
    struct bench b;

    fake_clock(1, 25000);
    bench_open(&b, 100);
    b.effort.rounds_least = 7;
    b.effort.time_ns = 200000000;
    CHECK(bench_run(&b) == 0);
    CHECK(b.results.rounds > 7 && b.results.rounds < 100);
    CHECK(os_clock_ns() - b.effort.start_ns <= b.effort.time_ns);
    bench_close(&b);
}

/* A probe of another suite: 100 ms a visit, whatever was asked for. */
static const char *sample_slowly(void *arg, const struct probe *probe, uint64_t least_ns,
                                 struct sample *sample)
{
    (void)arg, (void)probe, (void)least_ns;
    fake_spend(100000000000);
    *sample = (struct sample){1, 1e8};
    return NULL;
}

/*
 * A suite that takes more than all of the time leaves the others their seven rounds, and their
 * samples as long as they are: shorter ones would not help.
 */
static void test_slow_suite(void)
{
    static const struct probe probe = {.sample = sample_slowly};
    static const struct place place = {.table = "slow", .column = "all", .measure = MEASURE_NS};
    const struct cell cell = {.probe = &probe, .place = &place};
    struct bench b;

    fake_clock(1, 25000);
    bench_open(&b, 12);
    results_close(&b.results);
    CHECK(plan_add(&b.plan, &cell) == 0);
    CHECK(results_open(&b.results, &b.plan, 12) == 0);
    b.effort.rounds_least = 7;
    b.effort.time_ns = 300000000;
    CHECK(bench_run(&b) == 0);
    CHECK_EQ_U64(b.results.rounds, 7);
    CHECK_EQ_U64(b.results.lost, 0);
    CHECK_EQ_U64(b.results.sample_ns, MEASURE_SAMPLE_NS);
    for (size_t i = 0; i < b.results.count; i++)
        for (size_t round = 0; round < 7; round++)
            CHECK(b.results.series[i].samples[round].ns >= 0.99e6);
    bench_close(&b);
}

/* Runs with a seed, for what is noted then. */
static void run_seeded(uint64_t seed, unsigned distances)
{
    struct bench b;

    fake_clock(1, 25000);
    note_start();
    bench_open_cells(&b, 12, distances);
    b.results.seed = seed;
    CHECK(bench_run(&b) == 0);
    bench_close(&b);
}

/* The seed alone decides on the order of cells, and on places: those of a single cell, too. */
static void test_seed(void)
{
    static const uint64_t seeds[] = {7, 7, 8};
    uint64_t order[3];
    uint64_t places[3];
    uint64_t alone[3];

    for (size_t i = 0; i < 3; i++) {
        run_seeded(seeds[i], 8);
        order[i] = noted.order;
        places[i] = noted.places;
        run_seeded(seeds[i], 0);
        alone[i] = noted.places;
    }
    CHECK_EQ_U64(order[1], order[0]);
    CHECK_EQ_U64(places[1], places[0]);
    CHECK_EQ_U64(alone[1], alone[0]);
    CHECK(order[2] != order[0]);
    CHECK(places[2] != places[0]);
    CHECK(alone[2] != alone[0]);
}

static void test_no_memory(int maps)
{
    struct bench b;

    fake_clock(1, 25000);
    fake.maps_left = maps;
    bench_open(&b, 7);
    CHECK(bench_run(&b) == MEASURE_NO_BUFFERS);
    CHECK_HAS(b.results.no_buffers, "the pages can't be had");
    bench_close(&b);
}

/* Pages of a kind that the system lacks: no others instead, and the reason is told. */
static void test_no_pages(enum page_how how, const char *why)
{
    struct bench b;

    fake_clock(1, 25000);
    bench_open(&b, 7);
    b.results.layout.pages = (struct page_kind){how, 2 << 20};
    CHECK(bench_run(&b) == MEASURE_NO_BUFFERS);
    CHECK_HAS(b.results.no_buffers, why);
    CHECK_STR(b.results.memory, "normal");
    bench_close(&b);
}

/* Rates in bytes per nanosecond of sets of 32, 16, 8 ... MiB, and of memory. */
static void test_usable(void)
{
    /* A guest that owns a part of 32 MiB: half of the lines of 20 MiB came from memory. */
    static const double part[] = {19.2, 51.4, 98.3, 98.0, 97.8, 98.9};
    static const double all[] = {97, 98, 98, 99, 120, 121};
    static const double none[] = {17.5, 17.2, 17.1, 17.3};
    static const double slow[] = {2.4, 2.5, 2.5}; /* memory that is nearly as fast */
    static const double lost[] = {NAN, 51.4, 98.3, 98.0};
    const uint64_t cache = 32 << 20;

    CHECK_EQ_U64(usable_bytes(part, 6, cache, 17.1), 8 << 20);
    CHECK_EQ_U64(usable_bytes(all, 6, cache, 17.1), cache);
    CHECK_EQ_U64(usable_bytes(none, 4, cache, 17.1), 0);
    CHECK_EQ_U64(usable_bytes(slow, 3, cache, 2.0), 0);
    CHECK_EQ_U64(usable_bytes(lost, 4, cache, 17.1), 8 << 20);
    CHECK_EQ_U64(usable_bytes(part, 6, cache, NAN), 0);
    CHECK_EQ_U64(usable_bytes(part, 1, cache, 17.1), 0);
    CHECK_EQ_U64(usable_bytes(part, 0, cache, 17.1), 0);
}

int main(void)
{
    test_truth(1, 25000);           /* a vDSO clock */
    test_truth(1000, 1000000);      /* a microsecond, and as much to read it */
    test_truth(28000, 28000000);    /* a slow system call */
    test_truth(30517, 1000000);     /* 32768 Hz */
    test_truth(1000000, 300000);    /* 1 ms ticks */
    test_truth(10000000, 1000000);  /* 10 ms ticks */
    CHECK(test_stall(1000) <= 20);  /* at most the sample at hand */
    CHECK(test_stall(40000) >= 20); /* longer than any wait */
    CHECK(test_step_back() >= 5);
    test_first_call();
    test_calibrate(0);
    test_calibrate(90000000);
    test_calibrate(20000000000);
    test_dead();
    test_short_time();
    test_rounds();
    test_slow_suite();
    test_seed();
    test_no_memory(0);
    test_no_memory(1);
    test_no_pages(PAGES_HUGETLB, "no pools of huge pages");
    test_no_pages(PAGES_THP, "no transparent huge pages");
    test_usable();
    return check_done("measure");
}
