/* SPDX-License-Identifier: MIT */
/* Page sizes, as far as they are the same on every system. */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buffer.h"
#include "check.h"
#include "os.h"
#include "pages.h"
#include "pages_backing.h"
#include "pages_table.h"

#define MIB ((size_t)1 << 20)

static void check_kind(const char *text, enum page_how how, size_t bytes)
{
    struct page_kind kind = {PAGES_BASE, 0};
    const char *why = NULL;
    char name[PAGES_NAME];

    if (!CHECK(pages_parse(text, &kind, &why) == 0)) {
        fprintf(stderr, "%s: %s\n", text, why);
        return;
    }
    CHECK_EQ_U64(kind.how, how);
    CHECK_EQ_U64(kind.bytes, bytes);
    if (how != PAGES_BASE)
        CHECK_STR(pages_name(kind, name, sizeof name), text);
}

static void check_bad(const char *text, const char *reason)
{
    struct page_kind kind;
    const char *why = NULL;

    if (CHECK(pages_parse(text, &kind, &why) == -1))
        CHECK_HAS(why, reason);
    else
        fprintf(stderr, "\"%s\" is read\n", text);
}

static void test_parse(void)
{
    const size_t base = os_page_bytes();
    char text[PAGES_NAME];
    char longer[2 * PAGES_NAME];

    check_kind("base", PAGES_BASE, base);
    check_kind("thp", PAGES_THP, 0);
    check_kind("thp:512K", PAGES_THP, 512 * 1024);
    check_kind("2M", PAGES_HUGETLB, 2 * MIB);
    check_kind("16M", PAGES_HUGETLB, 16 * MIB);
    check_kind("1G", PAGES_HUGETLB, 1024 * MIB);
    check_kind(pages_size(2 * base, text, sizeof text), PAGES_HUGETLB, 2 * base);
    /* Its own size is no pool's. */
    check_kind(pages_size(base, text, sizeof text), PAGES_BASE, base);
    snprintf(longer, sizeof longer, "thp:%s", text);
    check_bad(longer, "no larger than");
    check_bad("1K", "smaller than");
    check_bad("512", "power of two, and 1K at least");
    check_bad("3M", "power of two");
    check_bad("", "neither base");
    check_bad("THP", "neither base");
    check_bad("thp:", "neither base");
    check_bad("2Mx", "neither base");
    check_bad("2M ", "neither base");
    check_bad("-2M", "neither base");
    check_bad("0M", "neither base");
    check_bad("18014398509484032K", "neither base"); /* 2^64 + 2M */
}

static void test_sizes(void)
{
    char text[PAGES_NAME];

    CHECK_STR(pages_size(4096, text, sizeof text), "4K");
    CHECK_STR(pages_size(100, text, sizeof text), "100");
    CHECK_STR(pages_size(1536 * 1024, text, sizeof text), "1536K");
    CHECK_STR(pages_size((uint64_t)16 << 30, text, sizeof text), "16G");
    CHECK_STR(pages_name((struct page_kind){PAGES_BASE, 4096}, text, sizeof text), "base");
    CHECK_EQ_U64(pages_entries((uint64_t)1 << 30, 4096), 262144);
    CHECK_EQ_U64(pages_entries((uint64_t)1 << 30, MIB), 1024);
    CHECK_EQ_U64(pages_entries(MIB + 1, MIB), 2);
    CHECK_EQ_U64(pages_entries(1, MIB), 1);
}

static void check_backing(const struct backing *backing, const char *text, uint64_t entries)
{
    char got[128];

    CHECK_STR(backing_text(backing, got, sizeof got), text);
    CHECK_EQ_U64(backing_entries(backing), entries);
}

static void test_backing_text(void)
{
    check_backing(&(struct backing){64 * MIB, {{2 * MIB, 64 * MIB}}, 1, "", NULL}, "2M (100 %)",
                  32);
    check_backing(
        &(struct backing){100 * MIB, {{4096, 88 * MIB}, {2 * MIB, 12 * MIB}}, 2, "", NULL},
        "4K (12 % 2M)", 88 * 256 + 6);
    check_backing(
        &(struct backing){
            100 * MIB, {{4096, 60 * MIB}, {65536, 30 * MIB}, {2 * MIB, 6 * MIB}}, 3, "", NULL},
        "4K (30 % 64K, 6 % 2M, 4 % in no page)", 60 * 256 + 30 * 16 + 3);
    /* Neither none nor all where that is not so. */
    check_backing(
        &(struct backing){1024 * MIB, {{2 * MIB, 1022 * MIB}, {4096, 2 * MIB}}, 2, "", NULL},
        "2M (<1 % 4K)", 511 + 512);
    check_backing(&(struct backing){1000 * MIB, {{4096, MIB}}, 1, "", NULL},
                  "4K (99 % in no page)", 256);
    check_backing(&(struct backing){MIB, {{0, 0}}, 0, "", NULL}, "no page", 0);
    check_backing(&(struct backing){MIB, {{0, 0}}, 0, "", "why"}, "unknown", 0);
}

/* What pages_table() prints; to be freed. */
static char *table(const struct pages_row *rows, size_t count)
{
    enum { MOST = 8192 };
    char *text = calloc(MOST, 1);
    FILE *f = tmpfile();

    if (!CHECK(f && text))
        exit(1);
    pages_table(f, "GUP/s", rows, count);
    rewind(f);
    CHECK(fread(text, 1, MOST - 1, f) < MOST - 1);
    fclose(f);
    return text;
}

/* The published run on an ARMv7 board with and without its kernel's pages of 1M. */
static void test_table(void)
{
    const uint64_t gib = (uint64_t)1 << 30;
    const struct pages_row rows[] = {
        {{PAGES_BASE, 4096}, {gib, {{4096, gib}}, 1, "smaps", NULL}, 0.003685255, NULL},
        {{PAGES_HUGETLB, MIB}, {gib, {{MIB, gib}}, 1, "smaps", NULL}, 0.005530048, NULL},
        {{PAGES_THP, 0}, {gib, {{0, 0}}, 0, "", "nobody tells"}, 12.5, NULL},
        {{PAGES_HUGETLB, 2 * MIB},
         {0},
         0,
         "pool of 2M pages: 0 of 0 free, 512 wanted (write to "
         "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages)"},
    };
    char *text = table(rows, 4);

    CHECK_STR(
        text,
        "pages     backed by                                  GUP/s    ratio TLB entries\n"
        "base      4K (100 %)                              0.003685     1.00      262144\n"
        "1M        1M (100 %)                              0.005530     1.50        1024\n"
        "thp       unknown                                    12.50  3391.90         n/a\n"
        "2M        n/a                                          n/a      n/a         n/a\n"
        "thp: nobody tells\n"
        "2M: pool of 2M pages: 0 of 0 free, 512 wanted (write to\n"
        "    /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages)\n");
    free(text);
    /* Without base pages there is nothing to compare with. */
    text = table(rows + 1, 1);
    CHECK_HAS(text, "0.005530      n/a        1024\n");
    free(text);
}

/* No line is longer than 80 columns, whatever stands in it. */
static void test_table_width(void)
{
    const struct pages_row rows[] = {
        {{PAGES_BASE, 4096}, {0}, 0, "word"},
        {{PAGES_THP, 65536},
         {UINT64_C(1000000) * MIB,
          {{4096, UINT64_C(400000) * MIB},
           {65536, UINT64_C(300000) * MIB},
           {2 * MIB, UINT64_C(200000) * MIB}},
          3,
          "smaps",
          NULL},
         123456789,
         NULL},
        {{PAGES_HUGETLB, 2 * MIB},
         {0},
         0,
         "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages and one two three four five "
         "six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
         "eighteen"},
    };
    char *text = table(rows, 3);
    size_t lines = 0;

    for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
        CHECK(strcspn(p, "\n") <= 80);
        lines++;
    }
    CHECK_EQ_U64(lines, 1 + 3 + 1 + 1 + 3);
    CHECK_HAS(text, "thp:64K   4K (30 % 64K, 20 % 2M, 10 % in no p...");
    CHECK_HAS(text, "\nthp:64K: 4K (30 % 64K, 20 % 2M, 10 % in no page)\n");
    CHECK_HAS(text, "eighteen\n");
    free(text);
}

/* Whether a byte can be written, without dying of it. */
static bool writable(void *at)
{
    size_t done;

    return os_try(at, 1, 1, &done) == 0;
}

static void test_map(void)
{
    const size_t page = os_page_bytes();
    struct mapping m;
    char why[WHY] = "";

    if (!CHECK(pages_map(&m, 2 * page + 1, (struct page_kind){PAGES_BASE, page}, "", why) == 0))
        return;
    CHECK_EQ_U64(m.bytes, 3 * page);
    CHECK_EQ_U64(m.page_bytes, page);
    CHECK_EQ_U64((uintptr_t)m.base % page, 0);
    CHECK(writable(m.base) && writable(m.base + m.bytes - 1));
    CHECK(!writable(m.base - 1) && errno == EFAULT);
    CHECK(!writable(m.base + m.bytes) && errno == EFAULT);
    pages_unmap(&m);
    CHECK(m.base == NULL);
    /* More than a process can have, also of 32 bits. */
    CHECK(pages_map(&m, SIZE_MAX - 4 * MIB, (struct page_kind){PAGES_BASE, page}, "", why) ==
          -1);
    CHECK_EQ_I64(errno, ENOMEM);
    CHECK_HAS(why, "the pages can't be had: ");
    CHECK_HAS(why, strerror(ENOMEM));
    CHECK(m.map == NULL);
    CHECK(pages_map(&m, SIZE_MAX, (struct page_kind){PAGES_BASE, page}, "", why) == -1);
    CHECK_EQ_I64(errno, ENOMEM);
}

/* In a process of its own, whose address space may not grow. */
static void test_limit(void)
{
    const struct rlimit limit = {MIB, MIB};
    const size_t page = os_page_bytes();
    struct mapping m;
    char why[WHY] = "";
    int status = -1;
    pid_t child;

    /* qemu-user keeps the limit to itself. */
    if (os_emulator(why, sizeof why))
        return;
    child = fork();
    if (child == 0) {
        if (setrlimit(RLIMIT_AS, &limit) < 0)
            _exit(2);
        if (pages_map(&m, 64 * MIB, (struct page_kind){PAGES_BASE, page}, "", why) == 0)
            _exit(3);
        _exit(errno == ENOMEM && strstr(why, "the pages can't be had: ") ? 0 : 4);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK_EQ_I64(WEXITSTATUS(status), 0);
}

/* Touching a file's mapping behind its end is SIGBUS, as are pages that a group may not have.
 */
static void test_bus_error(void)
{
    const size_t page = os_page_bytes();
    FILE *f = tmpfile();
    unsigned char *p;
    size_t done = 0;

    if (!CHECK(f && ftruncate(fileno(f), (off_t)(2 * page)) == 0))
        return;
    p = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
    if (CHECK(p != MAP_FAILED)) {
        CHECK(os_try(p, 2 * page, page, &done) == 0);
        CHECK_EQ_U64(done, 2 * page);
        CHECK(p[0] != 0 && p[page] != 0 && p[1] == 0);
        CHECK(os_try(p, 4 * page, page, &done) == -1);
        CHECK_EQ_I64(errno, EFAULT);
        CHECK_EQ_U64(done, 2 * page);
        munmap(p, 4 * page);
    }
    fclose(f);
}

static void test_buffer(void)
{
    const size_t page = os_page_bytes();
    const struct buffer_want want = {.bytes = 3 * page + 1,
                                     .slack = page + 1,
                                     .seed = 1,
                                     .kind = {PAGES_BASE, page},
                                     .root = ""};
    const struct buffer_want huge = {
        .bytes = SIZE_MAX - 4 * MIB, .kind = {PAGES_HUGETLB, 1024 * MIB}, .root = ""};
    struct buffer b;
    char why[WHY] = "";

    if (!CHECK(buffer_map_kind(&b, &want, why) == 0))
        return;
    CHECK_EQ_U64(b.bytes, 3 * page + 1);
    CHECK(b.base == b.mapping.base + 2 * page);
    CHECK_EQ_U64(b.mapping.bytes, 8 * page);
    CHECK(memchr(b.mapping.base, 0, b.mapping.bytes) == NULL);
    buffer_unmap(&b);
    CHECK(b.base == NULL && b.mapping.map == NULL);
    CHECK(buffer_map_kind(&b, &huge, why) == -1);
    CHECK(why[0] != '\0');
}

/* The system lists base pages first, and knows at least those. */
static void test_list(void)
{
    struct page_offer offers[PAGES_KINDS];
    const size_t count = pages_list("", offers, PAGES_KINDS);

    CHECK(count >= 1);
    CHECK_EQ_U64(offers[0].kind.how, PAGES_BASE);
    CHECK_EQ_U64(offers[0].bytes, os_page_bytes());
    CHECK(offers[0].usable);
    CHECK_EQ_U64(pages_list("", offers, 1), 1);
}

int main(void)
{
    test_parse();
    test_sizes();
    test_backing_text();
    test_table();
    test_table_width();
    test_map();
    test_limit();
    test_bus_error();
    test_buffer();
    test_list();
    return check_done("pages");
}
