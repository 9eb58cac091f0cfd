/* SPDX-License-Identifier: MIT */
/* How figures, tables, warnings and findings look, from results that were made up. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "report.h"
#include "suite.h"

static void figure(double value, int width, const char *want)
{
    char text[32];

    report_figure(value, width, text, sizeof text);
    CHECK_STR(text, want);
}

static void test_figures(void)
{
    figure(922.09, 13, "       922.09");
    figure(922.09, 9, "   922.09");
    figure(12345.67, 9, " 12345.67");
    figure(224000.0, 9, " 224000.0"); /* 64 bytes a cycle at 3.5 GHz */
    figure(123456.78, 9, " 123456.8");
    figure(12345678.9, 9, " 12345679");
    figure(0, 9, "     0.00");
    figure(0.00368525, 9, " 0.003685"); /* updates, 10^9 a second */
    figure(0.00368525, 11, "   0.003685");
    figure(0.0000368525, 9, " 0.000037");
    figure(0.0974, 9, "  0.09740");
    figure(0.1081, 9, "     0.11");
    figure(63.996, 9, "    64.00");
    figure(99999.999, 9, " 100000.0");
}

static const struct kernel kernels[] = {
    {.method = "STM8", .op = OP_WRITE, .width = 4, .registers = 8, .temporal = true},
    {.method = "STM8",
     .op = OP_WRITE,
     .width = 4,
     .registers = 8,
     .temporal = true,
     .touch = true},
    {.method = "LDM", .op = OP_READ, .width = 4, .registers = 8, .temporal = true},
    {.method = "memcpy", .op = OP_COPY, .temporal = true, .libc = true},
};

struct made {
    struct plan plan;
    struct results results;
    char *text;
    size_t size;
};

/* A run of `rounds` rounds in which every sample of a cell is its figure x (1 + wobble). */
static void make(struct made *made, size_t rounds, double wobble)
{
    static const struct {
        size_t kernel;
        bool hot;
        size_t pld;
        double mbps;
    } cells[] = {
        {0, false, 0, 2000}, {1, false, 0, 400},  {0, true, 0, 4000}, {1, true, 0, 3500},
        {2, false, 0, 500},  {2, false, 2, 590},  {2, false, 8, 600}, {2, true, 0, 224000},
        {2, true, 2, 1},     {2, true, 8, 12345}, {3, false, 0, 300}, {3, true, 0, 301},
    };

    *made = (struct made){0};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        const struct cell cell = {.kernel = &kernels[cells[i].kernel],
                                  .hot = cells[i].hot,
                                  .pld = cells[i].pld,
                                  .absent = i == 8 ? "no reason" : NULL};

        CHECK(plan_add(&made->plan, &cell) == 0);
    }
    made->results.threads = 1;
    made->results.prefetch = PREFETCH_L1;
    made->results.isa = "test";
    made->results.sample_ns = 1000000;
    made->results.timer.step_ns = 20;
    made->results.layout.buffer_bytes = 1 << 20;
    made->results.machine.llc.bytes = 1 << 18;
    made->results.machine.l1d.bytes = 32768;
    made->results.machine.l1d_ways = 8;
    made->results.machine.page_bytes = 4096;
    made->results.machine.cpus = calloc(1, sizeof(unsigned));
    CHECK(results_open(&made->results, &made->plan, rounds) == 0);
    made->results.rounds = rounds;
    for (size_t round = 0; round < rounds; round++) {
        const double factor = 1 + (round % 2 ? wobble : -wobble);

        made->results.mhz[round] = 1000;
        for (size_t i = 0; i < made->results.count; i++) {
            struct series *s = &made->results.series[i];

            s->op_bytes = 1000;
            if (!s->absent)
                s->samples[round] = (struct sample){1000, 1e9 / (cells[i].mbps * factor)};
        }
    }
}

static void render(struct made *made, enum unit unit, bool spread)
{
    const struct view view = {.unit = unit, .spread = spread};
    FILE *f = open_memstream(&made->text, &made->size);

    CHECK(f != NULL);
    CHECK(report_text(&made->results, &view, f) == 0);
    fclose(f);
}

static void unmake(struct made *made)
{
    free(made->text);
    results_close(&made->results);
    machine_free(&made->results.machine);
    plan_free(&made->plan);
}

static void test_tables(void)
{
    struct made m;

    make(&m, 12, 0.001);
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "\n*** Memory Write Throughput (in MB/s) ***\n"
                      "method       uncached  write alloc       cached  cached + wa\n"
                      "STM8          2000.00       400.00      4000.00      3500.00\n");
    CHECK_HAS(m.text, "\n*** Uncached Memory Read/Copy Throughput (in MB/s) ***\n"
                      "method      PLD=0    PLD=2    PLD=8\n"
                      "LDM        500.00   590.00   600.00\n"
                      "memcpy     300.00        -        -\n");
    CHECK_HAS(m.text, "LDM      224000.0      n/a 12345.00\n");
    CHECK_HAS(m.text, "n/a: LDM: no reason\n");
    CHECK(strstr(m.text, "warning:") == NULL);
    unmake(&m);
}

static void test_findings(void)
{
    struct made m;

    make(&m, 12, 0.001);
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "* fastest uncached write: STM8, 2000 MB/s\n");
    CHECK_HAS(m.text, "* fastest uncached read: LDM at PLD=8, 600 MB/s; as good: PLD=2 8, 2 is "
                      "enough\n");
    CHECK_HAS(m.text,
              "* plain streams of writes behave as not allocating: with write allocation "
              "STM8\n  runs at 20 % of plain\n");
    unmake(&m);
}

/* Sets all samples of a series to so many MB/s. */
static void set_mbps(struct results *r, size_t i, double mbps)
{
    for (size_t round = 0; round < r->rounds; round++)
        r->series[i].samples[round] = (struct sample){1000, 1e9 / mbps};
}

/* The figure beside a sentence is that which the sentence is of. */
static void test_findings_figures(void)
{
    struct made m;

    make(&m, 12, 0.001);
    set_mbps(&m.results, 4, 590);  /* LDM: PLD=0, as good as PLD=8's 600 */
    set_mbps(&m.results, 5, 295);  /* PLD=2 */
    set_mbps(&m.results, 1, 1990); /* STM8 with write allocation: as good as 2000 */
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "* fastest uncached read: LDM, 590 MB/s; no PLD beats PLD=0, PLD=2 is "
                      "50 % slower\n");
    CHECK_HAS(m.text, "* fastest uncached write: STM8, 2000 MB/s; not surely better than STM8 "
                      "write\n  alloc\n");
    unmake(&m);
    make(&m, 12, 0.001);
    set_mbps(&m.results, 1, 2200);
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "* fastest uncached write: STM8 write alloc, 2200 MB/s\n");
    unmake(&m);
    /* The libc's copy against another one: twice as fast is 200 % of that. */
    make(&m, 12, 0.001);
    m.results.series[4].op = m.results.series[7].op = OP_COPY;
    set_mbps(&m.results, 4, 150);
    set_mbps(&m.results, 7, 602);
    m.results.series[5].op = m.results.series[6].op = OP_WRITE;
    m.results.series[9].op = OP_WRITE;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "* memcpy runs at 200 % of the best other row uncached, 50 % cached\n");
    unmake(&m);
}

static void test_spread(void)
{
    struct made m;

    make(&m, 12, 0.02);
    render(&m, UNIT_MBPS, true);
    CHECK_HAS(m.text, "STM8          2000.00   2.0%       400.00   2.0%");
    unmake(&m);
}

static void test_unit(void)
{
    struct made m;

    make(&m, 7, 0);
    render(&m, UNIT_BYTES_PER_CYCLE, false);
    CHECK_HAS(m.text, "*** Memory Write Throughput (in B/cycle) ***");
    CHECK_HAS(m.text, "STM8             2.00         0.40         4.00         3.50\n");
    unmake(&m);
}

/* How often a text stands in another. */
static size_t times(const char *text, const char *what)
{
    size_t count = 0;

    for (; (text = strstr(text, what)); text += strlen(what))
        count++;
    return count;
}

/* What concerns the whole run is said once, below the last of its tables. */
static void test_run_warnings(void)
{
    struct made m;
    const char *last;
    const char *clock;

    make(&m, 12, 0.1);
    m.results.mhz[3] = 1100;
    m.results.threads = 2;
    free(m.results.machine.cpus);
    m.results.machine.cpus = calloc(2, sizeof(unsigned));
    m.results.machine.cpus[0] = 3;
    m.results.machine.cpus[1] = 2;
    m.results.apart = 4;
    m.results.overlap = 0.004;
    snprintf(m.results.machine.emulator, sizeof m.results.machine.emulator, "qemu-arm");
    render(&m, UNIT_MBPS, false);
    last = strstr(m.text, "*** Cached");
    clock =
        strstr(m.text, "\n\nwarning: EMULATED by qemu-arm: the figures mean nothing\n"
                       "warning: the processor's clock moved by up to 10 % from its median");
    CHECK(last && clock && last < clock);
    CHECK_EQ_U64(times(m.text, "warning: EMULATED"), 1);
    CHECK_EQ_U64(times(m.text, "clock moved"), 1);
    /* 11 cells in 12 rounds. */
    CHECK_EQ_U64(times(m.text, "warning: 4 of 132 samples are doubtful as totals: the 2 CPUs "
                               "worked at the same\n         time for less than 95 % of them, "
                               "in the worst for 0 %\n"),
                 1);
    CHECK_EQ_U64(times(m.text, "this machine was"), 1);
    CHECK_EQ_U64(times(m.text, "interval wider than"), 3);
    CHECK_HAS(m.text, "\nrunning on CPUs 2-3 (allowed: ");
    unmake(&m);
    /* A column has one name. */
    make(&m, 12, 0);
    for (size_t round = 0; round < 12; round++)
        m.results.series[1].samples[round].ns *= round % 2 ? 1.4 : 1;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "the widest is STM8\n         write alloc, +-");
    CHECK(strstr(m.text, "busy") == NULL);
    unmake(&m);
}

/* Each condition has its line under the tables that it qualifies. */
static void test_warnings(void)
{
    struct made m;

    make(&m, 12, 0.1);
    m.results.mhz[3] = 1100;
    m.results.moved = 2;
    m.results.layout.buffer_bytes = 1 << 18;
    m.results.layout.hot[OP_COPY].span_bytes = 20000;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "warning: the processor's clock moved by up to 10 %");
    CHECK_HAS(m.text,
              "warning: the first thread was found on another CPU after 2 of 12 rounds\n");
    CHECK_HAS(m.text, "warning: the buffers, 256 KiB, are under 4 x the last-level cache");
    /* Where it was measured whether they are cold, that decides. */
    free(m.text);
    m.results.cold_gain = 1.05;
    render(&m, UNIT_MBPS, false);
    CHECK(strstr(m.text, "warning: the buffers") == NULL);
    free(m.text);
    m.results.cold_gain = 3.3;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "warning: the buffers, 256 KiB, are read 3.3 x as fast as larger ones");
    CHECK_HAS(m.text, "warning: hot blocks span 20000 bytes; only up to 16 KiB surely stays");
    CHECK_HAS(m.text, "figures: 95 % interval wider than +-5 %");
    unmake(&m);
    make(&m, 2, 0);
    m.results.timer.step_ns = 10000000;
    m.results.sample_ns = 10000000;
    snprintf(m.results.machine.emulator, sizeof m.results.machine.emulator, "qemu-arm");
    m.results.signal = 2;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "warning: the clock steps by 10 ms");
    CHECK_HAS(m.text, "warning: 2 rounds: too few for intervals\n");
    CHECK_HAS(m.text, "warning: EMULATED by qemu-arm: the figures mean nothing\n");
    CHECK_HAS(m.text, "warning: ended early by signal 2; the last of 2 rounds may be partial");
    CHECK(strstr(m.text, "* fastest") == NULL); /* nothing is concluded from emulated figures */
    unmake(&m);
}

/* A lost sample is no figure: a cell without any reads n/a, never 0, inf or nan. */
static void test_lost(void)
{
    struct made m;

    make(&m, 7, 0);
    for (size_t round = 0; round < 7; round++)
        m.results.series[0].samples[round] = (struct sample){0};
    m.results.series[1].samples[2] = (struct sample){0};
    m.results.mhz[1] = 0;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "STM8              n/a       400.00      4000.00      3500.00\n");
    CHECK_HAS(m.text, "warning: 8 of 28 samples were lost");
    CHECK(strstr(m.text, "inf") == NULL && strstr(m.text, "nan") == NULL);
    unmake(&m);
}

/* What the memory is, if it is not the usual. */
static void test_memory(void)
{
    struct made m;

    make(&m, 7, 0);
    render(&m, UNIT_MBPS, false);
    CHECK(strstr(m.text, "\nmemory ") == NULL);
    free(m.text);
    m.results.memory = "2M";
    m.results.backing = "2M (100 %)";
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "\nmemory     pages asked for: 2M; backed by: 2M (100 %)\n");
    unmake(&m);
}

/* A number that the latencies gave. */
static void add_found(struct results *r, const char *column, double kib)
{
    struct series s = {.place = {.measure = MEASURE_COUNT}};
    struct series *added;

    place_name(&s.place, LATENCY_CACHES_TABLE, "", column);
    added = results_add(r, &s, r->rounds);
    CHECK(added != NULL);
    if (added)
        added->samples[0] = sample_number(kib);
}

/* A set that the latencies were taken of. */
static void add_largest(struct results *r, const char *row)
{
    struct series s = {.place = {.measure = MEASURE_NS}};
    struct series *added;

    place_name(&s.place, LATENCY_TABLE, row, "window base");
    added = results_add(r, &s, r->rounds);
    CHECK(added != NULL);
    for (size_t round = 0; added && round < r->rounds; round++)
        added->samples[round] = (struct sample){1000, 1000};
}

/* What is usable of the last level, by the latencies, where that is less than the system says.
 */
static void test_usable(void)
{
    static const char line[] = "\nusable     about 8 MiB of the last level, as the latencies "
                               "tell\n";
    struct made m;

    make(&m, 7, 0);
    m.results.machine.llc.bytes = 32 << 20;
    add_largest(&m.results, "128 MiB");
    add_found(&m.results, "L1 KiB", 32);
    add_found(&m.results, "L2 KiB", 8192);
    CHECK(results_ready(&m.results, 7) == 0);
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, line);
    CHECK_HAS(m.text, "\nlast level 32 MiB ");
    free(m.text);
    m.results.machine.llc.bytes = 10 << 20; /* 8 MiB can be 10, as curves are */
    render(&m, UNIT_MBPS, false);
    CHECK(strstr(m.text, "\nusable ") == NULL);
    free(m.text);
    m.results.machine.llc.bytes = 128 << 20; /* the curve ends before the step could */
    render(&m, UNIT_MBPS, false);
    CHECK(strstr(m.text, "\nusable ") == NULL);
    unmake(&m);
}

/* A row of a sweep: methods of a column each, so many MB/s. */
static void add_set(struct results *r, const char *row, size_t columns, double mbps)
{
    for (size_t i = 0; i < columns; i++) {
        struct series s = {.op_bytes = 1000, .place = {.measure = MEASURE_MBPS}};
        struct series *added;
        char column[PLACE_NAME];

        snprintf(column, sizeof column, "read METHOD%zu", i);
        place_name(&s.place, SWEEP_TABLE, row, column);
        added = results_add(r, &s, r->rounds);
        CHECK(added != NULL);
        for (size_t round = 0; added && round < r->rounds; round++)
            added->samples[round] = (struct sample){1000, 1e9 / mbps};
    }
}

/* Cells that are absent are named by row and column, those of one reason together. */
static void test_places_absent(void)
{
    static const char *const columns[] = {"write A", "read A", "copy B"};
    static const char *const rows[] = {"1 KiB", "2 KiB", "4 KiB"};
    struct made m;

    make(&m, 7, 0);
    for (size_t row = 0; row < 3; row++)
        for (size_t i = 0; i < 3; i++) {
            struct series s = {.op_bytes = 1000, .place = {.measure = MEASURE_MBPS}};
            struct series *added;

            place_name(&s.place, SWEEP_TABLE, rows[row], columns[i]);
            s.absent = row == 0 && i < 2 ? "too small" : row < 2 && i == 2 ? "halves" : NULL;
            added = results_add(&m.results, &s, 7);
            CHECK(added != NULL);
            for (size_t round = 0; added && !s.absent && round < 7; round++)
                added->samples[round] = (struct sample){1000, 1e6};
        }
    CHECK(results_ready(&m.results, 7) == 0);
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "\nn/a: 1 KiB of write A, read A: too small\n"
                      "n/a: 1 KiB, 2 KiB of copy B: halves\n");
    free(m.text);
    /* A row that no column has, and a column that no row has. */
    for (size_t i = m.results.count - 9; i < m.results.count; i++)
        m.results.series[i].absent = i < m.results.count - 6 ? "too small" : NULL;
    for (size_t i = m.results.count - 9; i < m.results.count; i += 3)
        m.results.series[i].absent = "no A";
    for (size_t i = m.results.count - 9; i < m.results.count; i++)
        if (!m.results.series[i].absent && !m.results.series[i].samples)
            m.results.series[i].absent = "halves";
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "\nn/a: write A: no A\n");
    CHECK_HAS(m.text, "\nn/a: 1 KiB of read A, copy B: too small\n");
    free(m.text);
    m.results.series[m.results.count - 9].absent = "too small";
    m.results.series[m.results.count - 6].absent = NULL;
    m.results.series[m.results.count - 3].absent = NULL;
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "\nn/a: 1 KiB: too small\n");
    unmake(&m);
}

/* Rules where a set outgrows the caches that the system describes; a line has 80 columns. */
static void test_sweep(void)
{
    struct made m;

    make(&m, 7, 0);
    m.results.machine.levels[0] = 32768;
    m.results.machine.levels[2] = 3 << 20;
    m.results.machine.levels[3] = 4 << 20; /* ends between the same two rows */
    m.results.threads = 2;
    add_set(&m.results, "1280 bytes", 6, 900);
    add_set(&m.results, "32 KiB", 6, 800);
    add_set(&m.results, "40 KiB", 6, 700);
    add_set(&m.results, "3 MiB", 6, 600);
    add_set(&m.results, "5 MiB", 6, 500);
    CHECK(results_ready(&m.results, 7) == 0);
    m.results.machine.cpus = realloc(m.results.machine.cpus, 2 * sizeof(unsigned));
    render(&m, UNIT_MBPS, false);
    CHECK_HAS(m.text, "\n"
                      "*** Throughput by Working Set (in MB/s) ***\n"
                      "            read METHOD0  read METHOD1  read METHOD2\n"
                      "1280 bytes        900.00        900.00        900.00\n"
                      "32 KiB            800.00        800.00        800.00\n"
                      "--- beyond L1, 32 KiB ---\n"
                      "40 KiB            700.00        700.00        700.00\n"
                      "3 MiB             600.00        600.00        600.00\n"
                      "--- beyond L3, 3 MiB ---\n"
                      "--- beyond L4, 4 MiB ---\n"
                      "5 MiB             500.00        500.00        500.00\n"
                      "            read METHOD3  read METHOD4  read METHOD5\n"
                      "1280 bytes        900.00        900.00        900.00\n"
                      "32 KiB            800.00        800.00        800.00\n"
                      "--- beyond L1, 32 KiB ---\n");
    CHECK_HAS(m.text, "sets: each of the 2 CPUs has one of its own\n");
    unmake(&m);
}

int main(void)
{
    test_figures();
    test_tables();
    test_findings();
    test_findings_figures();
    test_spread();
    test_unit();
    test_warnings();
    test_run_warnings();
    test_lost();
    test_memory();
    test_usable();
    test_places_absent();
    test_sweep();
    return check_done("report");
}
