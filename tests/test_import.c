/* SPDX-License-Identifier: MIT */
/*
 * Tables of memspeed and of other tools, as published, read whole: figures stand here as they
 * stand there, and how many there are follows from the rows and columns.
 */
#include <math.h>

#include "figures.h"

static void test_classic(void)
{
    struct reading r;

    read_data(&r, "classic-armv5te.txt");
    CHECK_EQ_U64(r.records.count, 1);
    /* 5 rows of 4, and twice 12 rows of 8. */
    CHECK_EQ_U64(run(&r, 0)->count, 5 * 4 + 2 * 12 * 8);
    CHECK_STR(r.warnings, "");
    CHECK(run(&r, 0)->classic_old && !run(&r, 0)->sampled);
    CHECK_STR(run(&r, 0)->label, "");
    CHECK_STR(run(&r, 0)->origin, "mail:1");
    CHECK_STR(record_get(run(&r, 0), "counting"), "MB = 10^6 bytes, copies counted once");
    check_figure(run(&r, 0), "Memory Write Throughput|STRB|uncached", MEASURE_MBPS, 188.46);
    check_figure(run(&r, 0), "Memory Write Throughput|STM8|write alloc", MEASURE_MBPS, 386.43);
    check_figure(run(&r, 0), "Memory Write Throughput|STRD|cached", MEASURE_MBPS, 3236.05);
    check_figure(run(&r, 0), "Memory Write Throughput|STRD|cached + wa", MEASURE_MBPS, 3941.39);
    check_figure(run(&r, 0), "Uncached Memory Read/Copy Throughput|LDM|PLD=16", MEASURE_MBPS,
                 610.00);
    check_figure(run(&r, 0), "Cached Memory Read/Copy Throughput|CPY_Dwa|PLD=64", MEASURE_MBPS,
                 1190.25);
    CHECK(isnan(run(&r, 0)->figures[0].spread));
    records_free(&r.records);
}

/* Tables of two runs in one mail, first one run after the other, then taking turns. */
static void test_classic_runs(void)
{
    static const char apart[] = "Hi all,\n\nmainline:\n"
                                "*** Memory Write Throughput (in MB/s) ***\n"
                                "method uncached cached\nSTRB 188.46 577.25\n"
                                "    this one is better now\n\nSTR 786.38 -\n\n"
                                "*** Cached Memory Read/Copy Throughput (in MB/s) ***\n"
                                "method PLD=0\nLDRB 922.34\nHTH\n\n=== with LSP ===\n\n"
                                "*** Memory Write Throughput (in MB/s) ***\n"
                                "method uncached\nSTRB 922.09\n";
    static const char turns[] = "a:\n*** Memory Write Throughput (in MB/s) ***\n"
                                "method uncached\nSTR 1.00\n"
                                "b:\n*** Memory Write Throughput (in MB/s) ***\n"
                                "method uncached\nSTR 2.00\n"
                                "b:\n*** Cached Memory Read/Copy\n"
                                "Throughput (in MB/s) ***\nmethod PLD=0\nLDR 5.00\n"
                                "a:\n*** Cached Memory Read/Copy Throughput (in MB/s) ***\n"
                                "method PLD=0\nLDR 3.00\n"
                                "a:\n*** Memory Write Throughput (in MB/s) ***\n"
                                "method uncached\nSTR 4.00\n";
    struct reading r;

    reading_text(&r, apart);
    CHECK_EQ_U64(r.records.count, 2);
    CHECK_STR(run(&r, 0)->label, "mainline");
    CHECK_STR(run(&r, 0)->origin, "mail:4");
    CHECK_EQ_U64(run(&r, 0)->count, 4);
    CHECK_STR(run(&r, 1)->label, "with LSP");
    CHECK_EQ_U64(run(&r, 1)->count, 1);
    check_figure(run(&r, 1), "Memory Write Throughput|STRB|uncached", MEASURE_MBPS, 922.09);
    records_free(&r.records);

    reading_text(&r, turns);
    CHECK_EQ_U64(r.records.count, 3);
    CHECK_STR(run(&r, 0)->label, "a");
    CHECK_EQ_U64(run(&r, 0)->count, 2);
    CHECK_STR(run(&r, 1)->label, "b");
    check_figure(run(&r, 1), "Cached Memory Read/Copy Throughput|LDR|PLD=0", MEASURE_MBPS, 5);
    CHECK_STR(run(&r, 2)->label, "a");
    check_figure(run(&r, 2), "Memory Write Throughput|STR|uncached", MEASURE_MBPS, 4);
    records_free(&r.records);
}

/* What memspeed prints today: a head, spreads, cells without figures, notes below. */
static void test_classic_today(void)
{
    static const char text[] =
        "$ ./memspeed -c --spread\n"
        "memspeed   1.0.0, x86_64 kernels\nlabel      tuned\nhost       board7\n"
        "cpu        ARM926EJ-S\tr0p5\nline       32 bytes (assumed)\n"
        "uncached   2 buffers of 64 KiB, walked through; in no cache\n\n"
        "*** Memory Write Throughput (in MB/s) ***\n"
        "method       uncached    +-%  write alloc    +-%       cached    +-%  cached + wa    "
        "+-%\n"
        "STRB           188.46   9.8%       331.38  -              n/a    n/a            -     "
        " -\n"
        "memset       224000.1 100.0%        10000   0.0%         1.50  19.6%         2.00    "
        "n/a\n"
        "n/a: STRB: no such\n     thing\nmemset: glibc 2.36 in this static binary\n"
        "+-%: half the 95 % interval of the median\n"
        "warning: 4 of 36 figures\n\n"
        "*** Uncached Memory Read/Copy Throughput (in MB/s) ***\n"
        "method      PLD=0    +-%   PLD=100    +-%\n"
        "LDRB       369.06   1.0%      4.00      -\n\n"
        "* fastest uncached read: LDRB, 369 MB/s\n";
    struct reading r;
    const struct figure *f;

    reading_text(&r, text);
    CHECK_EQ_U64(r.records.count, 1);
    CHECK_EQ_U64(run(&r, 0)->count, 2 + 4 + 2);
    CHECK(!run(&r, 0)->classic_old);
    CHECK_STR(run(&r, 0)->label, "tuned");
    CHECK_STR(record_get(run(&r, 0), "cpu"), "ARM926EJ-S r0p5");
    CHECK_STR(record_get(run(&r, 0), "line"), "32");
    CHECK_STR(record_get(run(&r, 0), "buffer"), "65536");
    /* 9.8 % is half the interval: 1.96 standard deviations of 5 %. */
    f = check_figure(run(&r, 0), "Memory Write Throughput|STRB|uncached", MEASURE_MBPS, 188.46);
    CHECK_NEAR(f ? f->spread : 0, 0.05, 1e-12);
    f = check_figure(run(&r, 0), "Memory Write Throughput|memset|cached + wa", MEASURE_MBPS, 2);
    CHECK(f && isnan(f->spread));
    f = check_figure(run(&r, 0), "Uncached Memory Read/Copy Throughput|LDRB|PLD=100",
                     MEASURE_MBPS, 4);
    CHECK(f && isnan(f->spread));
    records_free(&r.records);
}

/*
 * What other suites print: the run that its head names; a summary of another host below it is
 * another run; tables without a head by the name above them.
 */
static void test_places(void)
{
    static const char text[] =
        "memspeed   1.0.0, x86_64 kernels\nhost       board7.example\nkernel     Linux 6.1\n\n"
        "*** File & VM system latencies (in us) ***\n"
        "  Mmap Latency    +-%  Prot Fault    +-%  Page Fault    +-%\n"
        "         96.08   9.8%       0.613    n/a         n/a    n/a\n"
        "n/a: Page Fault: no room\nwarning: odd\n\n"
        "Memory latencies in nanoseconds - smaller is better\n"
        "-------------------------------------------------------------------------\n"
        "Host                 OS  Mhz   L1 $   L2 $ Main mem Rand mem Guesses\n"
        "--------- ------------- ---- ------ ------ -------- -------- ------------\n"
        "board7.ex     Linux 6.1  500  6.000   12.5    100.0    200.0\n"
        "caches by latency: L1 32 KiB, L2 1 MiB\n"
        "* the last level is 1 MiB by latency\n\n"
        "*** Basic system parameters ***\n  tlb pages  cache line bytes    mem par\n"
        "         64                32       3.10\n\n"
        "warning: the processor's clock moved\n\n"
        "before:\n*** Throughput by Working Set (in MB/s) ***\n"
        "          write STM8  read LDM\n1 KiB          100.00       n/a\n"
        "--- beyond L1, 1 KiB ---\n1280 bytes      50.00     25.00\n"
        "        copy CPY_M\n1 KiB         10.00\n\n"
        "after:\n*** Throughput by Working Set (in MB/s) ***\n"
        "          write STM8\n1 KiB          200.00\n";
    struct reading r;
    const struct figure *f;

    reading_text(&r, text);
    CHECK_STR(r.error, "");
    CHECK_STR(r.warnings, "");
    CHECK_EQ_U64(r.records.count, 3);
    CHECK_EQ_U64(run(&r, 0)->count, 2 + 4 + 2 + 3);
    CHECK_STR(record_get(run(&r, 0), "host"), "board7.example");
    f = check_figure(run(&r, 0), "File & VM system latencies||Mmap Latency", MEASURE_US, 96.08);
    CHECK_NEAR(f ? f->spread : 0, 0.05, 1e-12);
    check_figure(run(&r, 0), "Memory latencies||Rand mem", MEASURE_NS, 200);
    check_figure(run(&r, 0), "Caches by Latency||L2 KiB", MEASURE_COUNT, 1024);
    check_figure(run(&r, 0), "Basic system parameters||cache line bytes", MEASURE_COUNT, 32);
    CHECK_STR(run(&r, 1)->label, "before");
    CHECK_EQ_U64(run(&r, 1)->count, 4);
    check_figure(run(&r, 1), "Throughput by Working Set|1280 bytes|read LDM", MEASURE_MBPS, 25);
    check_figure(run(&r, 1), "Throughput by Working Set|1 KiB|copy CPY_M", MEASURE_MBPS, 10);
    CHECK_STR(run(&r, 2)->label, "after");
    records_free(&r.records);

    /* Another host's summary. */
    reading_text(&r,
                 "memspeed   1.0.0, x86_64 kernels\nhost       board8\n\n"
                 "*** Random updates (in GUP/s) ***\n       plain\nbase   0.10\n\n"
                 "Memory latencies in nanoseconds - smaller is better\n"
                 "-------------------------------------------------------------------------\n"
                 "Host                 OS  Mhz   L1 $   L2 $ Main mem Rand mem Guesses\n"
                 "--------- ------------- ---- ------ ------ -------- -------- ------------\n"
                 "board7        Linux 6.1  500  6.000   12.5    100.0    200.0\n");
    CHECK_EQ_U64(r.records.count, 2);
    CHECK_EQ_U64(run(&r, 0)->count, 1);
    CHECK_STR(run(&r, 1)->label, "board7 Linux 6.1");
    CHECK_EQ_U64(run(&r, 1)->count, 4);
    records_free(&r.records);
}

static void test_tinymembench(void)
{
    static const char clusters[] =
        "tinymembench v0.4.9 (simple benchmark)\n\n====\n== Memory bandwidth tests ==\n====\n\n"
        " C copy        :    571.9 MB/s (0.5%)\n C fill        :   1316.3 MB/s\n ---\n"
        " standard memset :  1000.0 MB/s\n\n====\n== Memory latency test ==\n====\n\n"
        "block size : single random read / dual random read\n"
        "      1024 :    0.0 ns          /     0.0 ns\n"
        " 67108864 :   69.4 ns          /    94.7 ns\n"
        "tinymembench v0.4.9 (simple benchmark)\n"
        " C copy        :   2000.0 MB/s\n C copy        :   3000.0 MB/s\n"
        "big cores:\n C copy : 4000.5 MB/s\n";
    struct reading r;
    const struct figure *f;

    read_data(&r, "tinymembench-a10.txt");
    CHECK_EQ_U64(r.records.count, 1);
    CHECK_EQ_U64(run(&r, 0)->count, 8);
    CHECK_STR(run(&r, 0)->label, "");
    f = check_figure(run(&r, 0), "tinymembench|NEON copy", MEASURE_MBPS, 571.9);
    CHECK_NEAR(f ? f->spread : 0, 0.08, 1e-12);
    f = check_figure(run(&r, 0), "tinymembench|NEON unrolled copy", MEASURE_MBPS, 539.6);
    CHECK(f && isnan(f->spread));
    check_figure(run(&r, 0), "tinymembench|ARM fill (STM with 8 registers)", MEASURE_MBPS,
                 1315.6);
    records_free(&r.records);

    reading_text(&r, clusters);
    CHECK_EQ_U64(r.records.count, 4);
    CHECK_EQ_U64(run(&r, 0)->count, 3);
    CHECK_STR(run(&r, 0)->label, "cluster 1");
    CHECK_STR(run(&r, 1)->label, "cluster 2");
    CHECK_STR(run(&r, 2)->label, "cluster 3");
    CHECK_STR(run(&r, 3)->label, "big cores");
    check_figure(run(&r, 3), "tinymembench|C copy", MEASURE_MBPS, 4000.5);
    CHECK_HAS(r.warnings, "mail:16: tinymembench's latencies are left out");
    records_free(&r.records);
}

static void test_stream(void)
{
    static const char whole[] =
        "node 0\n-------\nSTREAM version $Revision: 5.10 $\n-------\n"
        "Number of Threads counted = 96\nArray size = x\nprecision of your system "
        "timer.\n-------\n"
        "Function    Best Rate MB/s  Avg time     Min time     Max time\n"
        "Copy:          685041.8     0.010067     0.010045     0.010089\n"
        "Triad:         718799.1     0.014390     0.014360     0.014484\n-------\n";
    struct reading r;

    read_data(&r, "stream.eml");
    CHECK_EQ_U64(r.records.count, 2);
    CHECK_STR(run(&r, 0)->label, "dram only");
    CHECK_STR(run(&r, 1)->label, "default interleave");
    CHECK_EQ_U64(run(&r, 1)->count, 4);
    check_figure(run(&r, 0), "STREAM|Copy|0->0", MEASURE_MBPS, 200923.2);
    check_figure(run(&r, 1), "STREAM|Triad|0->0", MEASURE_MBPS, 48727.5);
    CHECK_HAS(record_get(run(&r, 0), "counting"), "read and written");
    records_free(&r.records);

    reading_text(&r, whole);
    CHECK_EQ_U64(r.records.count, 1);
    CHECK_STR(run(&r, 0)->label, "node 0");
    CHECK_STR(record_get(run(&r, 0), "threads"), "96");
    CHECK(record_get(run(&r, 0), "array") == NULL);
    check_figure(run(&r, 0), "STREAM|Triad", MEASURE_MBPS, 718799.1);
    records_free(&r.records);
}

static const char mbw[] =
    "With bandwidth 500000:\n"
    "0\tMethod: MEMCPY\tElapsed: 0.05421\tMiB: 1024\tCopy: 18890.45 MiB/s\n"
    "2\tMethod: MEMCPY\tElapsed: 0.05418\tMiB: 1024\tCopy: 18901.31 MiB/s\n"
    "AVG\tMethod: MEMCPY\tElapsed: 0.05416\tMiB: 1024\tCopy: 18908.99 MiB/s\n"
    "AVG\tMethod: DUMB\tElapsed: 0.08412\tMiB: 1024\tCopy: 1000.00 MiB/s\n"
    "With bandwidth 700000:\n"
    "AVG\tMethod: DUMB\tElapsed: 0.08412\tMiB: 64.00000\tCopy: 2000.0 MiB/s\n"
    "AVG\tMethod: DUMB\tElapsed: 0.08412\tMiB: 64.00000\tCopy: 3000.0 MiB/s\n";

static void test_mbw(void)
{
    struct reading r;
    const struct figure *f;

    reading_text(&r, mbw);
    CHECK_EQ_U64(r.records.count, 3);
    CHECK_STR(run(&r, 0)->label, "With bandwidth 500000");
    CHECK(run(&r, 0)->sampled && !run(&r, 1)->sampled);
    CHECK_STR(record_get(run(&r, 0), "buffer"), "1073741824");
    /* 18890.45 MiB/s x 1.048576; the second pass is not there. */
    f = check_figure(run(&r, 0), "mbw|MEMCPY", MEASURE_MBPS, 18890.45 * 1.048576);
    if (f && CHECK_EQ_U64(f->count, 3)) {
        CHECK(isnan(f->values[1]));
        CHECK_NEAR(f->values[2], 19819.460, 0.001);
    }
    f = check_figure(run(&r, 0), "mbw|DUMB", MEASURE_MBPS, 1048.576);
    CHECK(f && f->count == 1);
    check_figure(run(&r, 1), "mbw|DUMB", MEASURE_MBPS, 2097.152);
    CHECK_STR(record_get(run(&r, 1), "buffer"), "67108864");
    check_figure(run(&r, 2), "mbw|DUMB", MEASURE_MBPS, 3145.728);
    records_free(&r.records);
}

int main(void)
{
    test_classic();
    test_classic_runs();
    test_classic_today();
    test_places();
    test_tinymembench();
    test_stream();
    test_mbw();
    return check_done("import");
}
