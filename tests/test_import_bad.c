/* SPDX-License-Identifier: MIT */
/* Texts that can't be read, or not in whole: what is said of them, and where it points. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "lines.h"
#include "reading.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define WRITE "*** Memory Write Throughput (in MB/s) ***\n"
#define READ "*** Cached Memory Read/Copy Throughput (in MB/s) ***\n"
#define SUMMARY "Context switching - times in microseconds - smaller is better\n"
#define HEADER                                                                                 \
    "Host                 OS  2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K\n"             \
    "                         ctxsw  ctxsw  ctxsw ctxsw  ctxsw   ctxsw   ctxsw\n"
#define RULE "--------- ------------- ------ ------ ------ ------ ------ ------- -------\n"
#define ROW "benchtest  Linux 2.5.63    1.0    2.0    3.0    4.0    5.0     6.0     7.0\n"
#define LONG "a_name_of_more_than_63_characters_and_the_same_up_to_the_63rd_of_them_"

/* Nothing is read of these. */
static void test_refused(void)
{
    /* A text, and the error. */
    static const char *const bad[][2] = {
        {"", "mail:1: there is no table of a kind that can be read"},
        {"Hi,\n\nno table here.\n", "mail:1: there is no table"},
        {"\n\n" WRITE, "mail:3: \"Memory Write Throughput\" has no columns"},
        {WRITE "STRB 1.00 2.00\n", "mail:1: \"Memory Write Throughput\" has no columns"},
        {WRITE "method uncached cached\n", "mail:1: \"Memory Write Throughput\" has no rows"},
        {WRITE "method uncached cached\nSTRB 1.00 2.00\nSTR 1.0",
         "mail:4: row STR has 1 figures, not 2"},
        {WRITE "method uncached cached\nSTRB 1.00 2.00 3.00\n",
         "mail:3: row STRB has 3 figures, not 2"},
        {WRITE "method uncached cached\nSTRB 1.00 oops\n",
         "mail:3: row STRB has something that is no figure"},
        {WRITE "method uncached cached\nSTRB 1.00 1.2.3\n",
         "mail:3: row STRB has something that is no figure"},
        {WRITE "method uncached cached\nSTRB 1.00 .\n",
         "mail:3: row STRB has something that is no figure"},
        {WRITE "method uncached +-%\nSTRB 1.00 2.00\n", "mail:3: row STRB: no spread"},
        {WRITE "method uncached cached\nSTRB 1.00 2.0%\n", "mail:3: row STRB: a spread stands"},
        {WRITE "method uncached warm\nSTRB 1.00 2.00\n", "mail:1: the columns of"},
        {WRITE "method uncached uncached\nSTRB 1.00 2.00\n", "mail:1: two columns 'uncached'"},
        {WRITE "method PLD=0 PLD=1\nSTRB 1.00 2.00\n", "mail:1: 'PLD=0' is no column of"},
        {READ "method uncached\nLDRB 1.00\n", "mail:1: 'uncached' is no column of"},
        {WRITE "method uncached\nSTRB 1.00\nSTRB 2.00\n",
         "mail:4: STRB uncached has two values in one run"},
        {"*** Memory Write Throughput (in B/cycle) ***\nmethod uncached\nSTRB 1.00\n",
         "mail:1: there is no table"},
        {"Copy: 0->" LONG " 1.0 1.0 1.0 1.0\n", "mail:1: row Copy: the direction is too long"},
        {SUMMARY HEADER ROW, "mail:2: \"Context switching\" has no rule below its columns"},
        {SUMMARY HEADER "--------- ------------- ------ ------\n" ROW,
         "mail:2: \"Context switching\" has 7 columns above its rule, 2 below"},
        {SUMMARY HEADER RULE "\nBye\n", "mail:5: \"Context switching\" has no rows"},
        {"Context switching - times in nanoseconds - smaller is better\n" HEADER RULE ROW,
         "mail:2: \"Context switching\" is in ns, not in us"},
        {SUMMARY "Host OS what now\n--- --- --- ---\na b 1.2 3 4\n",
         "mail:2: column 3 of \"Context switching\" has no known name"},
        {" C copy : 571.9 MB/s\n C fill : 57", "mail:2: a line of tinymembench"},
        {"Copy: 1.0 2.0 3.0 4.0\nScale: 1.0 2.0\n", "mail:2: row Scale: of STREAM"},
        {"Function Best Rate MB/s\nCopy: 1.0 2.0\n", "mail:2: row Copy: of STREAM"},
        {"0 Method: MEMCPY Elapsed: 0.05 MiB: 1024 Copy: 18890.45 MiB\n",
         "mail:1: a line of mbw that is not whole"},
        {"5000 Method: MEMCPY Elapsed: 0.05 MiB: 1024 Copy: 18890.45 MiB/s\n",
         "mail:1: a line of mbw that is not whole"},
    };

    for (size_t i = 0; i < LENGTH(bad); i++) {
        struct reading r;

        reading_text(&r, bad[i][0]);
        if (!CHECK(r.status == -1) || !CHECK_HAS(r.error, bad[i][1]))
            fprintf(stderr, "    %s\n", bad[i][0]);
        CHECK(strchr(r.error, '\n') == NULL);
        records_free(&r.records);
    }
}

/* Of these something is left out, and told. */
static void test_left_out(void)
{
    static const struct {
        const char *text;
        const char *warning;
        size_t figures;
    } some[] = {
        {SUMMARY HEADER RULE ROW, "", 7},
        {SUMMARY HEADER RULE ROW
         "benchtest  Linux 2.5.63    1.0        2.0    3.0    4.0    5.0\n",
         "", 7},
        {SUMMARY HEADER RULE ROW "benchtest  Linux 2.5.63    1.0  2.0 oops\n",
         "mail:6: \"Context switching\": 1 of 2 rows are left out, as of benchtest Linux "
         "2.5.63: "
         "it has something",
         7},
        {SUMMARY HEADER RULE ROW "benchtest  Linux 2.5.63    1.0 222222222222\n",
         "mail:6: \"Context switching\": 1 of 2 rows are left out, as of benchtest Linux "
         "2.5.63: "
         "a figure stands between columns",
         7},
        {SUMMARY HEADER RULE ROW "benchtest  Linux 2.5.63    1.0  2 3\n",
         "mail:6: \"Context switching\": 1 of 2 rows are left out, as of benchtest Linux "
         "2.5.63: "
         "two figures",
         7},
        {SUMMARY HEADER RULE ROW "benchtest Linux 2.5.63 1 2 3\n",
         "mail:6: \"Context switching\": 1 of 2 rows are left out, as of benchtest Linux "
         "2.5.63: "
         "cells are missing",
         7},
        /* These would stand in columns if tabs were not a sign that white space was lost. */
        {"Basic float operations - times in nanoseconds\n"
         "Host\tOS\tfloat\tfloat\tfloat\tfloat\n\tadd\tmul\tdiv\tbogo\n"
         "---------\t-------------\t------\t------\t------\t------\n"
         "benchtest\tLinux\t2.5.6\t1.0\t2.0\t3.0\t4.0\n"
         "benchtest\tLinux\t2.5.6\t1.0\t3.0\t4.0\n",
         "mail:6: \"Basic float operations\": 1 of 2 rows are left out, as of benchtest Linux "
         "2.5.6: "
         "cells are missing",
         4},
        {SUMMARY HEADER RULE ROW "benchtest Linux 2.5.63 1 2 3 4 5 6 7 8\n",
         "mail:6: \"Context switching\": 1 of 2 rows are left out, as of benchtest Linux "
         "2.5.63: "
         "there are more figures",
         7},
        {WRITE "method uncached cached\nSTRB 0.00 2.00\n",
         "mail:3: STRB uncached is 0: not measured", 1},
        {"*** Memory Write Throughput (in B/cycle) ***\nmethod uncached\nSTRB 1.00\n\n" WRITE
         "method uncached\nSTRB 2.00\n",
         "mail:1: \"Memory Write Throughput\" is left out: its unit is (in B/cycle)", 1},
        {"0 Method: DUMB Elapsed: 0.05 MiB: 1024 Copy: 0.00 MiB/s\n"
         "1 Method: DUMB Elapsed: 0.05 MiB: 1024 Copy: 1.00 MiB/s\n",
         "mail:1: DUMB is 0: not measured", 1},
        /* Cut names could become one, and different tests runs of it. */
        {"copy " LONG "1 : 1.0 MB/s\ncopy " LONG "2 : 2.0 MB/s\n C copy : 3.0 MB/s\n",
         ": left out, as its name is too long", 1},
        {"0 Method: " LONG "1 Elapsed: 0.1 MiB: 10.0 Copy: 100.0 MiB/s\n"
         "0 Method: " LONG "2 Elapsed: 0.1 MiB: 10.0 Copy: 200.0 MiB/s\n"
         "0 Method: MEMCPY Elapsed: 0.1 MiB: 10.0 Copy: 300.0 MiB/s\n",
         ": left out, as its name is too long", 1},
    };

    for (size_t i = 0; i < LENGTH(some); i++) {
        struct reading r;

        reading_text(&r, some[i].text);
        CHECK_STR(r.error, "");
        CHECK(some[i].warning[0] ? strstr(r.warnings, some[i].warning) != NULL
                                 : r.warnings[0] == '\0');
        /* Runs of which nothing was read are none. */
        CHECK_EQ_U64(r.records.count, some[i].warning[0] ? 1 : r.records.count);
        if (!CHECK(r.records.count > 0 && r.records.records[0].count == some[i].figures))
            fprintf(stderr, "    %s%s", some[i].text, r.warnings);
        records_free(&r.records);
    }
}

/* Names must not control a terminal, and heads of mails are none. */
static void test_clean(void)
{
    struct reading r;

    reading_text(&r, "evil\x1b[2J\xc2\x9b\xff name:\n" WRITE "method uncached\nSTRB 1.00\n");
    if (CHECK(r.records.count == 1))
        CHECK_STR(r.records.records[0].label, "evil?[2J?? name");
    records_free(&r.records);
    reading_text(&r, "Subject: mainline\nX-List: arm\n\n" WRITE "method uncached\nSTRB 1.00\n");
    if (CHECK(r.records.count == 1))
        CHECK_STR(r.records.records[0].label, "");
    records_free(&r.records);
}

/* Limits that keep the time short that a text can cost. */
static void test_limits(void)
{
    enum {
        LINE = 32,
        LINES = 4200,
    };
    static const char *const errors[] = {"mail:4097: too many", "mail:2050: more than"};
    char *text = malloc((size_t)LINE * LINES);

    if (!CHECK(text != NULL))
        return;
    for (size_t f = 0; f < LENGTH(errors); f++) {
        size_t used = 0;
        struct reading r;

        for (size_t i = 0; i < LINES; i++)
            used += (size_t)(f ? snprintf(text + used, LINE, "label\nCopy: 1 2 3 4\n")
                               : snprintf(text + used, LINE, "C copy %zu : 1.0 MB/s\n", i));
        reading_text(&r, text);
        CHECK_HAS(r.error, errors[f]);
        records_free(&r.records);
    }
    free(text);
}

static void test_files(void)
{
    static const char big[] = "big.tmp";
    static const char saved[] = "test.saved";
    const struct import_text binary = {"elf",
                                       "\x7f"
                                       "ELF\n\0\0",
                                       7};
    const struct import_text huge = {"huge", "", IMPORT_BYTES_MAX + 1u};
    struct reading r = {.status = 0};
    char *text;
    size_t size;
    int fd;

    CHECK(import_text(&r.records, &binary, NULL, NULL, r.error) == -1);
    CHECK_STR(r.error, "elf:2: this is no text");
    CHECK(import_text(&r.records, &huge, NULL, NULL, r.error) == -1);
    CHECK_STR(r.error, "huge: is larger than 64 MiB");

    reading_file(&r, "/nonexistent/file");
    CHECK_STR(r.error, "/nonexistent/file: No such file or directory");
    reading_file(&r, "/");
    CHECK_STR(r.error, "/: Is a directory");

    /* 100 MB, which take no room on the disk. */
    CHECK(lines_read(DATA "/stream.eml", 100, &text, &size) == -1 && errno == EFBIG);
    CHECK(text == NULL);
    fd = open(big, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    CHECK(fd >= 0 && ftruncate(fd, 100000000) == 0);
    close(fd);
    reading_file(&r, big);
    CHECK_STR(r.error, "big.tmp: is larger than 64 MiB");
    unlink(big);

    /* The reader of saved runs has the word on what begins as they do. */
    fd = open(saved, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    CHECK(write(fd, "label: x\nnonsense\n", 18) == 18);
    close(fd);
    reading_file(&r, saved);
    CHECK(r.status == -1 && r.records.count == 0);
    CHECK_HAS(r.error, "test.saved:2: ");
    records_free(&r.records);
    unlink(saved);
}

int main(void)
{
    test_refused();
    test_left_out();
    test_clean();
    test_limits();
    test_files();
    return check_done("import_bad");
}
