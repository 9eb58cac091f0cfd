/* SPDX-License-Identifier: MIT */
/* Summaries of lmbench as people post them, with their white space and without. */
#include "figures.h"

static void check_missing(const struct record *record, const char *table, const char *column)
{
    if (!CHECK(record_find(record, table, "", column) == NULL))
        fprintf(stderr, "    %s, %s in %s\n", table, column, record->label);
}

static void test_lmbench_collapsed(void)
{
    struct reading r;

    /* Full rows: 10 times and a clock, 9 bandwidths of which TCP's is -1, 3 latencies. */
    read_data(&r, "lmbench-1.9-collapsed.txt");
    CHECK_EQ_U64(r.records.count, 8);
    for (size_t i = 0; i < r.records.count; i++) {
        CHECK_EQ_U64(run(&r, i)->count, 10 + 8 + 3);
        CHECK_EQ_U64(run(&r, i)->mhz_count, 1);
        CHECK_NEAR(run(&r, i)->mhz[0], 200, 0);
        check_missing(run(&r, i), "*Local* Communication bandwidths", "TCP");
        check_missing(run(&r, i), "Processor, Processes", "Mhz");
    }
    CHECK_STR(run(&r, 0)->label, "2410-a NetBSD 1.6ZI");
    CHECK_STR(run(&r, 7)->label, "2410-d NetBSD 1.6ZI");
    CHECK_STR(run(&r, 7)->origin, "mail:16");
    CHECK_STR(record_get(run(&r, 0), "lmbench"), "1.9");
    check_figure(run(&r, 7), "Processor, Processes||null I/O", MEASURE_US, 9.5);
    check_figure(run(&r, 7), "Processor, Processes||open clos", MEASURE_US, 1478);
    check_figure(run(&r, 7), "Processor, Processes||selct", MEASURE_US, 260);
    check_figure(run(&r, 1), "Processor, Processes||sh proc", MEASURE_US, 77000);
    check_figure(run(&r, 5), "*Local* Communication bandwidths||Pipe", MEASURE_MBPS, 24);
    check_figure(run(&r, 7), "*Local* Communication bandwidths||Mem write", MEASURE_MBPS, 193);
    check_figure(run(&r, 1), "Memory latencies||L2 $", MEASURE_NS, 484);
    CHECK_HAS(r.warnings, "mail:22: \"Context switching\": 8 of 8 rows");
    CHECK_HAS(r.warnings, "mail:35: \"*Local* Communication latencies\": 8 of 8 rows");
    CHECK_HAS(r.warnings, "mail:48: \"File & VM system latencies\": 8 of 8 rows");
    records_free(&r.records);

    /*
     * Parameters 4, processes 10, integer 5, float 4, double 4, context 7, files 8, bandwidths
     * 9, latencies 4; nothing of uint64 and local latencies (short), remote ones (empty).
     */
    read_data(&r, "lmbench-3.0-collapsed.txt");
    CHECK_EQ_U64(r.records.count, 16);
    for (size_t i = 0; i < r.records.count; i++)
        CHECK_EQ_U64(run(&r, i)->count, 4 + 10 + 5 + 4 + 4 + 7 + 8 + 9 + 4);
    CHECK_STR(record_get(run(&r, 15), "description"), "powerpc-linux-gnu");
    check_figure(run(&r, 12), "Basic system parameters||mem par", MEASURE_COUNT, 1.17);
    check_figure(run(&r, 15), "Context switching||16p/64K ctxsw", MEASURE_US, 191.4);
    check_figure(run(&r, 12), "File & VM system latencies||Prot Fault", MEASURE_US, 1.389);
    check_figure(run(&r, 11), "File & VM system latencies||10K File Create", MEASURE_US, 35700);
    check_figure(run(&r, 0), "Processor, Processes||exec proc", MEASURE_US, 29000);
    check_figure(run(&r, 15), "Memory latencies||Rand mem", MEASURE_NS, 1101.3);
    check_missing(run(&r, 0), "*Remote* Communication latencies", "UDP");
    CHECK_HAS(r.warnings, "\"Basic uint64 operations\": 16 of 16 rows");
    CHECK(strstr(r.warnings, "Remote") == NULL);
    records_free(&r.records);
}

/* Cells are found below their names, whatever is missing before them. */
static void test_lmbench_missing(void)
{
    struct reading r;

    read_data(&r, "lmbench-quoted.txt");
    CHECK_EQ_U64(r.records.count, 6);
    CHECK_STR(r.warnings, "");
    for (size_t i = 0; i < r.records.count; i++)
        CHECK_EQ_U64(run(&r, i)->count, i < 4 ? 3 : 5);
    CHECK_STR(run(&r, 2)->label, "ARM710a.o NetBSD 1.6E");
    CHECK_NEAR(run(&r, 2)->mhz[0], 40, 0);
    check_figure(run(&r, 0), "Processor, Processes||open clos", MEASURE_US, 965);
    check_figure(run(&r, 5), "*Local* Communication latencies||TCP conn", MEASURE_US, 8461);
    check_figure(run(&r, 0), "File & VM system latencies||Prot Fault", MEASURE_US, 27.6);
    check_figure(run(&r, 3), "File & VM system latencies||Page Fault", MEASURE_US, 15000);
    check_figure(run(&r, 4), "*Local* Communication bandwidths||Mmap reread", MEASURE_MBPS,
                 39.4);
    records_free(&r.records);

    read_data(&r, "lmbench-missing.txt");
    CHECK_EQ_U64(r.records.count, 3);
    CHECK_EQ_U64(run(&r, 0)->count, 16);
    CHECK_EQ_U64(run(&r, 1)->count, 8 + 5);
    CHECK_STR(run(&r, 1)->label, "hosta.rd Linux 2.4.20");
    check_missing(run(&r, 1), "*Local* Communication bandwidths", "TCP");
    check_figure(run(&r, 1), "*Local* Communication bandwidths||AF UNIX", MEASURE_MBPS, 199);
    check_figure(run(&r, 1), "*Local* Communication bandwidths||File reread", MEASURE_MBPS,
                 758.3);
    check_missing(run(&r, 1), "Context switching", "8p/16K ctxsw");
    check_figure(run(&r, 1), "Context switching||8p/64K ctxsw", MEASURE_US, 14.7);
    records_free(&r.records);
}

static void test_lmbench_runs(void)
{
    struct reading r;

    read_data(&r, "lmbench-runs.txt");
    CHECK_EQ_U64(r.records.count, 10); /* 5 of 2.5.63, and 5 of 2.5.57 */
    check_figure(run(&r, 3), "*Local* Communication bandwidths||AF UNIX", MEASURE_MBPS, 630);
    check_figure(run(&r, 6), "Memory latencies||L2 $", MEASURE_NS, 55);
    CHECK_EQ_U64(run(&r, 6)->count, 3);
    records_free(&r.records);

    read_data(&r, "lmbench-percent.txt");
    CHECK_STR(r.warnings, "");
    CHECK_EQ_U64(r.records.count, 2);
    check_figure(run(&r, 0), "*Local* Communication bandwidths||Mmap reread", MEASURE_MBPS,
                 13500);
    records_free(&r.records);

    read_data(&r, "lmbench-zeros.txt");
    CHECK_STR(r.warnings, "");
    CHECK_EQ_U64(r.records.count, 5);
    CHECK_EQ_U64(run(&r, 2)->count, 5); /* the last 4 of 9 are 0 */
    CHECK_EQ_U64(run(&r, 3)->count, 5 + 3);
    CHECK_STR(run(&r, 0)->label, "indy IRIX 6.2");
    check_missing(run(&r, 2), "*Local* Communication bandwidths", "Bcopy (libc)");
    check_figure(run(&r, 4), "Memory latencies||Main mem", MEASURE_NS, 281);
    records_free(&r.records);
}

/* A table that comes again begins another summary; hosts may have less room than usual. */
static void test_lmbench_summaries(void)
{
    static const char text[] =
        "Subject: figures\n\n"
        ">Basic float operations - times in nanoseconds - smaller is better\n"
        ">-----------------------------------------------------------------\n"
        ">Host            OS  float  float  float  float\n"
        ">                     add    mul    div    bogo\n"
        ">---- ------------- ------ ------ ------ ------\n"
        ">doug  Linux 2.5.65    1.0           3.0    4.0\n"
        ">\n"
        ">Basic uint64 operations - times in nanoseconds - smaller is better\n"
        ">------------------------------------------------------------------\n"
        ">Host            OS int64  int64  int64  int64  int64\n"
        ">                    bit    add    mul    div    mod\n"
        ">---- ------------- ------ ------ ------ ------ ------\n"
        ">doug  Linux 2.5.65  1.000        6.1400   18.6   3.01\n"
        ">\n"
        ">And with the patch:\n"
        ">Basic float operations - times in nanoseconds - smaller is better\n"
        ">Host            OS  float  float  float  float\n"
        ">                     add    mul    div    bogo\n"
        ">---- ------------- ------ ------ ------ ------\n"
        ">doug  Linux 2.5.65    5.0    6.0    7.0    8.0\n";
    struct reading r;

    reading_text(&r, text);
    CHECK_STR(r.error, "");
    CHECK_STR(r.warnings, "");
    CHECK_EQ_U64(r.records.count, 2);
    CHECK_EQ_U64(run(&r, 0)->count, 3 + 4);
    CHECK_STR(run(&r, 1)->label, "doug Linux 2.5.65");
    check_figure(run(&r, 0), "Basic float operations||float div", MEASURE_NS, 3);
    check_figure(run(&r, 0), "Basic uint64 operations||int64 mul", MEASURE_NS, 6.14);
    check_figure(run(&r, 1), "Basic float operations||float mul", MEASURE_NS, 6);
    records_free(&r.records);
}

/* Rows that compare others are of no run, be they where they will. */
static void test_lmbench_percent(void)
{
    static const char text[] =
        "Basic float operations - times in nanoseconds - smaller is better\n"
        "Host            OS  float  float  float  float\n"
        "                     add    mul    div    bogo\n"
        "---- ------------- ------ ------ ------ ------\n"
        "doug  Linux 2.5.65    1.0    2.0    3.0    4.0\n"
        "doug  Linux 2.5.65  9.44% -9.36%  2.00%  3.00%\n"
        "  within the noise, I think\n"
        "doug  Linux 2.5.65    5.0    6.0    7.0    8.0\n"
        "\n"
        "Basic double operations - times in nanoseconds - smaller is better\n"
        "Host OS double double double double\n"
        "add mul div bogo\n"
        "---- ------------- ------ ------ ------ ------\n"
        "doug Linux 2.5.65 1.5 2.5 3.5 4.5\n"
        "doug Linux 2.5.65 9.44% -9.36% 2.00% 3.00%\n"
        "doug Linux 2.5.65 5.5 6.5 7.5 8.5\n";
    struct reading r;

    reading_text(&r, text);
    CHECK_STR(r.warnings, "");
    CHECK_EQ_U64(r.records.count, 2);
    check_figure(run(&r, 1), "Basic float operations||float add", MEASURE_NS, 5);
    check_figure(run(&r, 1), "Basic double operations||double add", MEASURE_NS, 5.5);
    records_free(&r.records);
}

int main(void)
{
    test_lmbench_collapsed();
    test_lmbench_missing();
    test_lmbench_runs();
    test_lmbench_summaries();
    test_lmbench_percent();
    return check_done("import_lmbench");
}
