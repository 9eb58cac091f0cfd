/* SPDX-License-Identifier: MIT */
/*
 * Random updates: the numbers and tables are from another program, which calculates with
 * integers of any length modulo the polynomial 2^64 + 7.
 */
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <time.h>

#include "check.h"
#include "gups.h"
#include "os.h"

typedef void run_fn(struct gups *gups, uint64_t updates);
static run_fn *const runs[] = {gups_run, gups_run_ahead};

static void test_starts(void)
{
    static const struct {
        uint64_t n;
        uint64_t ran;
    } known[] = {
        {0, 1},
        {1, 2},
        {2, 4},
        {63, UINT64_C(0x8000000000000000)},
        {64, 0x7},
        {66, 0x1c},
        {127, UINT64_C(0x8000000000000009)},
        {128, 0x15},
        {1000, UINT64_C(0xb6b6db0000000103)},
        {1048576, UINT64_C(0x100010111)},
        {UINT64_C(2147483647), UINT64_C(0x80000009)},
        {UINT64_C(2147483648), UINT64_C(0x100000012)},
        {UINT64_C(4294967296), 0x103},
        {UINT64_C(4398046511104), UINT64_C(0x100010105)},
        {UINT64_C(1317624576693539400), UINT64_C(0x8000000000000003)},
        {UINT64_C(1317624576693539401), 1}, /* the published period */
        {UINT64_MAX, 2},
    };
    uint64_t ran = 1;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        CHECK_EQ_U64(gups_starts(known[i].n), known[i].ran);
    for (uint64_t n = 0; n < 300; n++, ran = gups_next(ran))
        CHECK_EQ_U64(gups_starts(n), ran);
}

/* FNV-1a on whole words. */
static uint64_t hash(const uint64_t *words, size_t count)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < count; i++)
        sum = (sum ^ words[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static void test_tables(run_fn *run)
{
    static const uint64_t eight[] = {UINT64_C(0x1fffffff8), 1, 0, 3, 0, 5, 6, 7};
    uint64_t table[1024];
    struct gups gups;

    CHECK_EQ_I64(gups_open(&gups, table, sizeof eight, 3), 0);
    run(&gups, 32);
    CHECK_MEM(table, eight, sizeof eight);
    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 10), 0);
    CHECK_EQ_U64(gups_updates(10), 4096);
    run(&gups, 4096);
    CHECK_EQ_U64(hash(table, 1024), UINT64_C(0x1b7a7b73f06fbdf6));
    CHECK_EQ_U64(gups.ran, 0x13);
    CHECK_EQ_U64(gups.done, 4096);
    /* One word: every update hits it, and the sum of x^1 ... x^4 is left. */
    CHECK_EQ_I64(gups_open(&gups, table, 8, 0), 0);
    run(&gups, gups_updates(0));
    CHECK_EQ_U64(table[0], 2 + 4 + 8 + 16);
}

/* A run in pieces, by both loops in turn, is the same run. */
static void test_pieces(void)
{
    static const uint64_t pieces[] = {1, 0, 2, 31, 32, 33, 900, 3, 1000, 2094};
    uint64_t table[1024];
    struct gups gups;

    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 10), 0);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        runs[i % 2](&gups, pieces[i]);
    CHECK_EQ_U64(gups.done, 4096);
    CHECK_EQ_U64(hash(table, 1024), UINT64_C(0x1b7a7b73f06fbdf6));
}

/* Makes all updates once more, which is back at the beginning. */
static void undo(struct gups *gups)
{
    const uint64_t done = gups->done;

    gups->ran = 1;
    gups_run(gups, done);
    gups->ran = 1;
    gups->done = 0;
}

/* Millions, and counts beyond 32 bits. */
static void test_counts(run_fn *run)
{
    const uint64_t slices = (UINT64_C(2) << 20) + 5;
    const uint64_t late = (UINT64_C(1) << 32) - 5;
    uint64_t table[16];
    struct gups gups;

    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 4), 0);
    run(&gups, slices);
    CHECK_EQ_U64(gups.ran, gups_starts(slices));
    undo(&gups);
    CHECK_EQ_U64(gups_errors(&gups), 0);
    gups.ran = gups_starts(late);
    gups.done = late;
    run(&gups, 10);
    CHECK_EQ_U64(gups.done, late + 10);
    CHECK_EQ_U64(gups.ran, gups_starts(late + 10));
    CHECK_EQ_U64(gups_updates(30), UINT64_C(1) << 32);
    CHECK_EQ_U64(gups_updates(40), UINT64_C(1) << 42);
}

static void test_verify(run_fn *run)
{
    uint64_t table[1024];
    struct gups gups;

    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 10), 0);
    run(&gups, 12345);
    CHECK(gups_errors(&gups) > 0);
    undo(&gups);
    CHECK_EQ_U64(gups_errors(&gups), 0);
    /* It can go on from there. */
    run(&gups, 4096);
    CHECK_EQ_U64(hash(table, 1024), UINT64_C(0x1b7a7b73f06fbdf6));
    table[0] ^= 1;
    table[511] ^= 1;
    table[1023] ^= UINT64_C(1) << 63;
    undo(&gups);
    CHECK_EQ_U64(gups_errors(&gups), 3);
}

static void test_sizes(void)
{
    uint64_t table[16];
    struct gups gups;

    CHECK_EQ_I64(gups_log2(0), -1);
    CHECK_EQ_I64(gups_log2(7), -1);
    CHECK_EQ_I64(gups_log2(8), 0);
    CHECK_EQ_I64(gups_log2(15), 0);
    CHECK_EQ_I64(gups_log2(16), 1);
    CHECK_EQ_I64(gups_log2((UINT64_C(1) << 30) - 1), 26);
    CHECK_EQ_I64(gups_log2(UINT64_C(1) << 30), 27);
    CHECK_EQ_I64(gups_log2(UINT64_MAX), sizeof(size_t) == 4 ? 27 : 59);

    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 4), 0);
    errno = 0;
    CHECK_EQ_I64(gups_open(&gups, table, sizeof table - 1, 4), -1);
    CHECK_EQ_I64(errno, ENOMEM);
    errno = 0;
    CHECK_EQ_I64(gups_open(&gups, table, 0, 0), -1);
    CHECK_EQ_I64(errno, ENOMEM);
    errno = 0;
    CHECK_EQ_I64(gups_open(&gups, table, SIZE_MAX, 61), -1);
    CHECK_EQ_I64(errno, ENOMEM);
    errno = 0;
    CHECK_EQ_I64(gups_open(&gups, (unsigned char *)table + 4, 64, 2), -1);
    CHECK_EQ_I64(errno, EINVAL);
}

static void check_report(const struct gups_result *result, const char *want)
{
    char text[512] = "";
    FILE *file = tmpfile();

    if (!CHECK(file))
        return;
    gups_report(file, result);
    rewind(file);
    CHECK(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    CHECK_STR(text, want);
}

/* As published for a board with and without superpages; and what is not known. */
static void test_report(void)
{
    static const struct gups_result on = {27, 536870912, 97.085938, 97.082504};
    static const struct gups_result off = {27, 536870912, 145.679688, 145.680798};
    static const struct gups_result unknown = {32, UINT64_C(1) << 34, NAN, 0};

    check_report(&on, "Main table size = 2^27 = 134217728 words\n"
                      "Number of updates = 536870912\n"
                      "CPU time used = 97.085938 seconds\n"
                      "Real time used = 97.082504 seconds\n"
                      "0.005530048 Billion(10^9) Updates per second [GUP/s]\n");
    check_report(&off, "Main table size = 2^27 = 134217728 words\n"
                       "Number of updates = 536870912\n"
                       "CPU time used = 145.679688 seconds\n"
                       "Real time used = 145.680798 seconds\n"
                       "0.003685255 Billion(10^9) Updates per second [GUP/s]\n");
    check_report(&unknown, "Main table size = 2^32 = 4294967296 words\n"
                           "Number of updates = 17179869184\n"
                           "CPU time used = n/a\n"
                           "Real time used = 0.000000 seconds\n"
                           "n/a Billion(10^9) Updates per second [GUP/s]\n");
    CHECK_NEAR(gups_rate(&(struct gups_result){10, 4096, NAN, 2e-6}), 2.048, 1e-12);
    CHECK(isnan(gups_rate(&(struct gups_result){10, 4096, NAN, NAN})));
}

/* Fifty milliseconds of work, in steps of a few, are told within a tick or two of the system.
 */
static void test_cpu_time(void)
{
    const uint64_t before = os_cpu_ns();
    const uint64_t start = os_clock_ns();
    uint64_t table[16];
    struct gups gups;

    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 4), 0);
    /* At most ten seconds, whatever else the machine does. */
    while (os_cpu_ns() < before + 50000000 && os_clock_ns() < start + UINT64_C(10000000000))
        gups_run(&gups, 100000);
    CHECK(os_cpu_ns() - before >= 50000000);
    CHECK(os_cpu_ns() - before < 500000000);
    CHECK_NEAR((double)os_cpu_ns(), (double)clock() / CLOCKS_PER_SEC * 1e9, 2e7);
}

/* Last: a noted signal stays noted. */
static void test_signal(void)
{
    uint64_t table[16];
    struct gups gups;

    os_signals_catch();
    raise(SIGINT);
    errno = 0;
    CHECK_EQ_I64(gups_open(&gups, table, sizeof table, 4), -1);
    CHECK_EQ_I64(errno, EINTR);
}

int main(void)
{
    test_starts();
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        test_tables(runs[i]);
        test_counts(runs[i]);
        test_verify(runs[i]);
    }
    test_pieces();
    test_sizes();
    test_report();
    test_cpu_time();
    test_signal();
    return check_done("gups");
}
