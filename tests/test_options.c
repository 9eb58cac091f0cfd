/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>

#include "check.h"
#include "options.h"

static void test_size(const char *text, bool ok, uint64_t bytes)
{
    size_t got = 0;

    if (!CHECK(options_size(text, &got) == (ok ? 0 : -1)))
        fprintf(stderr, "    %s\n", text);
    if (ok)
        CHECK_EQ_U64(got, bytes);
}

static void test_sizes(void)
{
    test_size("4096", true, 4096);
    test_size("64k", true, 65536);
    test_size("64K", true, 65536);
    test_size("3M", true, 3145728);
    test_size("1GiB", true, 1073741824);
    test_size("2MiB", true, 2097152);
    test_size("12q", false, 0);
    test_size("", false, 0);
    test_size("-1", false, 0);
    test_size(" 1", false, 0);
    test_size("k", false, 0);
    test_size("1kB", false, 0);
    test_size("1KiBs", false, 0);
    test_size("0x10", false, 0);
    test_size("1.5M", false, 0);
    test_size("99999999999G", false, 0);
    test_size("99999999999999999999", false, 0);
#if SIZE_MAX == 0xffffffff
    test_size("5G", false, 0);
    test_size("4G", false, 0);
    test_size("4095M", true, 4293918720u);
#else
    test_size("5G", true, 5368709120u);
#endif
}

/* Parses words separated by spaces. Returns the status; `o` and `error` are filled. */
static int parse(const char *line, struct options *o, char *error)
{
    static char copy[256]; /* options point into it */
    char *argv[40] = {"memspeed"};
    int argc = 1;

    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    optind = 0;
    error[0] = '\0';
    return options_parse(o, argc, argv, error);
}

static void test_good(void)
{
    struct options o;
    char error[OPTIONS_ERROR];

    CHECK(parse("", &o, error) == 0);
    CHECK(o.command == COMMAND_RUN && o.threads == 1 && o.cpu == MACHINE_CPU_ANY);
    CHECK_EQ_U64(o.pld_count, 8);
    CHECK_EQ_U64(o.pld[7], 64);
    CHECK(parse("-c -b 64k --block=4K --line 32 --pld 0,3,5 --only LDR --only CPY* --cpu 2 "
                "--time 2.5 --rounds 9 --seed 18446744073709551615 -j all --unit B/cycle "
                "--spread --format csv -q -o x --label y",
                &o, error) == 0);
    CHECK_EQ_U64(o.buffer_bytes, 65536);
    CHECK_EQ_U64(o.block_bytes, 4096);
    CHECK_EQ_U64(o.line_bytes, 32);
    CHECK_EQ_U64(o.pld_count, 3);
    CHECK_EQ_U64(o.pld[1], 3);
    CHECK_EQ_U64(o.only_count, 2);
    CHECK_STR(o.only[1], "CPY*");
    CHECK_EQ_U64((uint64_t)o.cpu, 2);
    CHECK_EQ_U64(o.time_ns, 2500000000u);
    CHECK_EQ_U64(o.rounds, 9);
    CHECK_EQ_U64(o.seed, UINT64_MAX);
    CHECK(o.seeded && o.threads == 0 && o.view.unit == UNIT_BYTES_PER_CYCLE);
    CHECK(o.view.spread && o.view.format == REPORT_CSV && o.quiet);
    CHECK_STR(o.output, "x");
    CHECK_STR(o.label, "y");
}

static void test_bad(void)
{
    /* The line, and what the message must name. */
    static const char *const bad[][2] = {
        {"--foo", "--foo"},
        {"-x", "-x"},
        {"-b", "-b"},
        {"--line", "--line"},
        {"-b 12q", "12q"},
        {"-b 0", "0"},
        {"-b 1000", "1000"},
        {"-b 99999999999G", "99999999999G"},
        {"--block 100", "100"},
        {"--line 48", "48"},
        {"--line 8", "8"},
        {"--line 2048", "2048"},
        {"--prefetch PLDL3KEEP", "PLDL3KEEP"},
        {"--prefetch=", "none of these kernels'"},
        {"--pld 1,,2", "1,,2"},
        {"--pld 1,2,1", "1 is given twice"},
        {"--pld 10000", "10000"},
        {"--pld -1", "-1"},
        {"--cpu x", "x"},
        {"--cpu -1", "-1"},
        {"--time 0", "0"},
        {"--time x", "x"},
        {"--time 1e3", "1e3"},
        {"--time inf", "inf"},
        {"--time 1.2.3", "1.2.3"},
        {"--rounds 0", "0"},
        {"--rounds 1x", "1x"},
        {"--seed 18446744073709551616", "18446744073709551616"},
        {"-j 0", "0"},
        {"-j some", "some"},
        {"--unit furlongs", "furlongs"},
        {"measure", "measure"},
    };
    struct options o;
    char error[OPTIONS_ERROR];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (!CHECK(parse(bad[i][0], &o, error) == -1))
            fprintf(stderr, "    %s\n", bad[i][0]);
        CHECK_HAS(error, bad[i][1]);
        CHECK(strchr(error, '\n') == NULL);
    }
}

/* Options that none of the chosen suites has are refused, and which ones have it is told. */
static void test_suites(void)
{
    static const char *const good[] = {
        "--pld 1",
        "-c --only x",
        "-s --only x -j 2",
        "-l --line 64 -b 64k --curve",
        "-g -c -j 1",
        "-a --pld 1 --curve --table 1M --updates 1",
        "-l -g --pages base,thp",
        "-s -l -c --pages thp",
        "-g --time 1 --rounds 7 --seed 1 --cpu 0 --label x",
    };
    static const char *const bad[][2] = {
        {"-g --pld 0", "--pld: only -c has it"},
        {"-g -b 1M", "--buffer: only -c, -l and -s have it"},
        {"-l -g -s --block 4k", "--block: only -c has it"},
        {"-l --only x", "--only: only -c and -s have it"},
        {"-l -g -j 1", "-j: only -c and -s have it"},
        {"-g --line 64", "--line: only -c, -l and -s have it"},
        {"-c -s --curve", "--curve: only -l has it"},
        {"--table 1M", "--table: only -g has it"},
        {"-c -l -s --updates 5", "--updates: only -g has it"},
        {"-a --pages base,thp", "--pages: -c and -s take one kind"},
    };
    struct options o;
    char error[OPTIONS_ERROR];

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!CHECK(parse(good[i], &o, error) == 0))
            fprintf(stderr, "    %s: %s\n", good[i], error);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(parse(bad[i][0], &o, error) == -1);
        CHECK_HAS(error, bad[i][1]);
    }
}

int main(void)
{
    test_sizes();
    test_good();
    test_bad();
    test_suites();
    return check_done("options");
}
