/* SPDX-License-Identifier: MIT */
/* Page sizes on Linux: of made-up machines, and what backs real memory on this one. */
#include <errno.h>

#include "check.h"
#include "os.h"
#include "pages.h"
#include "pages_backing.h"
#include "tree.h"

#define MIB ((size_t)1 << 20)
#define POOLS "/sys/kernel/mm/hugepages/hugepages-"
#define THP "/sys/kernel/mm/transparent_hugepage/"
#define ENDLESS (SIZE_MAX - 255 * MIB) /* no process gets so much, even of 32 bits */

static const char *const root = tree_root;

static void put(const char *path, const char *text)
{
    CHECK(tree_put(path, text));
}

/* The pools of an arm64 machine: 64K is there, 2M can be made, the others are empty. */
static void put_pools(void)
{
    put(POOLS "2048kB/nr_hugepages", "8\n");
    put(POOLS "2048kB/free_hugepages", "3\n");
    put(POOLS "2048kB/resv_hugepages", "1\n");
    put(POOLS "2048kB/nr_overcommit_hugepages", "10\n");
    put(POOLS "2048kB/surplus_hugepages", "4\n");
    put(POOLS "64kB/nr_hugepages", "100\n");
    put(POOLS "64kB/free_hugepages", "100\n");
    put(POOLS "1048576kB/nr_hugepages", "0\n");
    put(POOLS "1048576kB/free_hugepages", "0\n");
    /* What is none. */
    put(POOLS "32768kB/free_hugepages", "7\n");
    put(POOLS "16kB.old/nr_hugepages", "7\n");
}

/* Both give how many there are; SIZE_MAX for what is not known. */
static size_t read_pools(struct os_pool *pools, size_t max)
{
    size_t count;

    return os_pools(root, pools, max, &count) == 0 ? count : SIZE_MAX;
}

static size_t read_thp(struct os_thp *sizes, size_t max)
{
    size_t count;

    return os_thp(root, sizes, max, &count) == 0 ? count : SIZE_MAX;
}

static void test_pools(void)
{
    struct os_pool p[8];
    size_t count = 1;

    CHECK(tree_begin());
    CHECK_EQ_I64(os_pools(root, p, 8, &count), -1);
    CHECK(errno == ENOENT && count == 0);
    /* Without /sys: the default pool, or a kernel that does not say that it has any. */
    put("/proc/meminfo", "MemTotal: 1000 kB\n");
    CHECK_EQ_U64(read_pools(p, 8), SIZE_MAX);
    put("/proc/meminfo", "HugePages_Total:      20\nHugePages_Free:       7\n"
                         "HugePages_Rsvd:        2\nHugePages_Surp:        1\n"
                         "Hugepagesize:      16384 kB\n");
    put("/proc/sys/vm/nr_overcommit_hugepages", "5\n");
    CHECK_EQ_U64(read_pools(p, 8), 1);
    CHECK_EQ_U64(p[0].page_bytes, 16 * MIB);
    CHECK_EQ_U64(p[0].total, 20);
    CHECK_EQ_U64(p[0].free, 5);
    CHECK_EQ_U64(p[0].spare, 4);
    CHECK_STR(p[0].file, "/proc/sys/vm/nr_hugepages");
    CHECK_STR(p[0].source, "/proc/meminfo");
    put_pools();
    CHECK_EQ_U64(read_pools(p, 8), 3);
    CHECK_EQ_U64(p[0].page_bytes, 65536);
    CHECK_EQ_U64(p[0].free, 100);
    CHECK_EQ_U64(p[0].spare, 0);
    CHECK_EQ_U64(p[1].page_bytes, 2 * MIB);
    CHECK_EQ_U64(p[1].total, 8);
    CHECK_EQ_U64(p[1].free, 2);
    CHECK_EQ_U64(p[1].spare, 6);
    CHECK_STR(p[1].file, POOLS "2048kB/nr_hugepages");
    CHECK_STR(p[1].source, "sysfs");
    CHECK_EQ_U64(p[2].page_bytes, 1024 * MIB);
    CHECK_EQ_U64(read_pools(p, 2), 2);
    /* More reserved than free. */
    put(POOLS "2048kB/resv_hugepages", "4\n");
    CHECK_EQ_U64(read_pools(p, 8), 3);
    CHECK_EQ_U64(p[1].free, 0);
    CHECK(tree_end());
    /* Numbers that are none, and a folder without pools. */
    CHECK(tree_begin());
    put(POOLS "16kB/nr_hugepages", "many\n");
    put(POOLS "16kB/resv_hugepages", "1\n");
    CHECK_EQ_U64(read_pools(p, 8), 1);
    CHECK_EQ_U64(p[0].total, OS_MEMORY_UNKNOWN);
    CHECK_EQ_U64(p[0].free, OS_MEMORY_UNKNOWN);
    CHECK_EQ_U64(p[0].spare, 0);
    CHECK(tree_end());
    CHECK(tree_begin());
    put(POOLS "16kB.old/nr_hugepages", "7\n");
    CHECK_EQ_U64(read_pools(p, 8), 0);
    CHECK(tree_end());
}

static void test_thp(void)
{
    struct os_thp t[8];

    CHECK(tree_begin());
    CHECK_EQ_U64(read_thp(t, 8), SIZE_MAX);
    /* Linux 2.6.38 tells no size, but its pool's is the same. */
    put(THP "enabled", "[always] madvise never\n");
    CHECK_EQ_U64(read_thp(t, 8), 1);
    CHECK_EQ_U64(t[0].page_bytes, 0);
    CHECK_STR(t[0].source, "sysfs");
    put("/proc/meminfo", "Hugepagesize:       2048 kB\n");
    CHECK_EQ_U64(read_thp(t, 8), 1);
    CHECK_EQ_U64(t[0].page_bytes, 2 * MIB);
    CHECK_STR(t[0].mode, "always");
    CHECK_STR(t[0].source, "sysfs, /proc/meminfo");
    /* Linux 6.8: sizes with modes of their own. */
    put(THP "enabled", "always madvise [never]\n");
    put(THP "hpage_pmd_size", "33554432\n");
    put(THP "hugepages-32768kB/enabled", "always [inherit] madvise never\n");
    put(THP "hugepages-64kB/enabled", "always inherit [madvise] never\n");
    put(THP "hugepages-1024kB/enabled", "always inherit madvise [never]\n");
    put(THP "hugepages-2048kB/enabled", "always [inherit] madvise never\n");
    put(THP "hugepages-8kB/shmem_enabled", "always inherit [never]\n"); /* for files only */
    CHECK_EQ_U64(read_thp(t, 8), 4);
    CHECK_EQ_U64(t[0].page_bytes, 32 * MIB);
    CHECK_STR(t[0].mode, "never");
    CHECK_STR(t[0].source, "sysfs");
    CHECK_EQ_U64(t[1].page_bytes, 65536);
    CHECK_STR(t[1].mode, "madvise");
    CHECK_EQ_U64(t[2].page_bytes, MIB);
    CHECK_STR(t[2].mode, "never");
    CHECK_EQ_U64(t[3].page_bytes, 2 * MIB);
    CHECK_STR(t[3].mode, "never");
    put(THP "hugepages-32768kB/enabled", "[always] inherit madvise never\n");
    CHECK_EQ_U64(read_thp(t, 1), 1);
    CHECK_STR(t[0].mode, "always");
    /* Nothing is chosen, for all and for those that go with them. */
    put(THP "enabled", "always madvise never\n");
    CHECK_EQ_U64(read_thp(t, 8), 4);
    CHECK_STR(t[0].mode, "always");
    CHECK_STR(t[1].mode, "madvise");
    CHECK_STR(t[3].mode, "");
    CHECK_STR(t[3].said, "always madvise never");
    put(THP "enabled", "always [madvise\n");
    put(THP "hugepages-32768kB/enabled", "always inherit madvise never\n");
    CHECK_EQ_U64(read_thp(t, 8), 4);
    CHECK_STR(t[0].mode, "");
    CHECK_STR(t[0].said, "always [madvise");
    CHECK(tree_end());
}

static void check_offer(const struct page_offer *offer, const char *name, bool usable,
                        const char *note)
{
    char text[PAGES_NAME];

    CHECK_STR(pages_name(offer->kind, text, sizeof text), name);
    CHECK_EQ_U64(offer->usable, usable);
    CHECK_STR(offer->note, note);
}

static void test_list(void)
{
    struct page_offer o[PAGES_KINDS];

    CHECK(tree_begin());
    CHECK_EQ_U64(pages_list(root, o, PAGES_KINDS), 1);
    put_pools();
    put(THP "enabled", "always [madvise] never\n");
    put(THP "hpage_pmd_size", "2097152\n");
    put(THP "hugepages-64kB/enabled", "always inherit madvise [never]\n");
    CHECK_EQ_U64(pages_list(root, o, PAGES_KINDS), 6);
    check_offer(&o[0], "base", true, "always there");
    check_offer(&o[1], "thp", true, "madvise");
    CHECK_EQ_U64(o[1].bytes, 2 * MIB);
    check_offer(&o[2], "thp:64K", false, "never");
    check_offer(&o[3], "64K", true, "100 of 100 free");
    check_offer(&o[4], "2M", true, "2 of 8 free");
    check_offer(&o[5], "1G", false,
                "0 of 0 free (write to "
                "/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages)");
    CHECK_EQ_U64(pages_list(root, o, 4), 4);
    put(THP "enabled", "always madvise never\n");
    put(POOLS "64kB/free_hugepages", "none\n");
    CHECK_EQ_U64(pages_list(root, o, PAGES_KINDS), 6);
    check_offer(&o[1], "thp", true, "mode not known");
    check_offer(&o[3], "64K", true, "number not known");
    CHECK(tree_end());
}

static void check_refused(size_t bytes, struct page_kind kind, const char *reason)
{
    struct mapping m;
    char why[WHY] = "";

    if (!CHECK(pages_map(&m, bytes, kind, root, why) == -1)) {
        pages_unmap(&m);
        return;
    }
    CHECK_STR(why, reason);
    CHECK(errno != 0 && m.map == NULL);
}

/* What the user is told where huge pages can't be had. */
static void test_reasons(void)
{
    char why[WHY];

    CHECK(tree_begin());
    put_pools();
    check_refused(ENDLESS, (struct page_kind){PAGES_HUGETLB, 16 * MIB},
                  "no pool of 16M pages in this kernel");
    put(THP "enabled", "always madvise [never]\n");
    put(THP "hpage_pmd_size", "2097152\n");
    put(THP "hugepages-64kB/enabled", "always inherit madvise [never]\n");
    check_refused(MIB, (struct page_kind){PAGES_THP, 0}, "THP is 'never' here");
    check_refused(MIB, (struct page_kind){PAGES_THP, 65536}, "thp:64K is 'never' here");
    check_refused(MIB, (struct page_kind){PAGES_THP, 32768},
                  "no transparent pages of 32K in this kernel");
    put(THP "enabled", "[always] madvise never\n");
    snprintf(why, sizeof why, "the pages can't be had: %s", strerror(ENOMEM));
    check_refused(SIZE_MAX - MIB, (struct page_kind){PAGES_THP, 0}, why);
    CHECK(tree_end());
}

/* A pool that is too small. */
static void test_short_pool(void)
{
    const size_t pages = ENDLESS / (64 * MIB) + (ENDLESS % (64 * MIB) != 0);
    char want[WHY];

    CHECK(tree_begin());
    put(POOLS "65536kB/nr_hugepages", "4\n");
    put(POOLS "65536kB/free_hugepages", "3\n");
    put(POOLS "65536kB/nr_overcommit_hugepages", "1\n");
    snprintf(want, sizeof want,
             "pool of 64M pages: 3 of 4 free, %zu wanted (write to " POOLS
             "65536kB/nr_hugepages)",
             pages);
    check_refused(ENDLESS, (struct page_kind){PAGES_HUGETLB, 64 * MIB}, want);
    /* A pool that says it has them all, and still: the system's own words. */
    put(POOLS "65536kB/nr_overcommit_hugepages", "1000000000000000\n");
    {
        struct mapping m;
        char why[WHY] = "";

        CHECK(pages_map(&m, ENDLESS, (struct page_kind){PAGES_HUGETLB, 64 * MIB}, root, why) ==
              -1);
        CHECK_HAS(why, "the pages can't be had: ");
    }
    CHECK(tree_end());
}

/* smaps. */

#define AT "20000000-20400000 rw-p 00000000 00:00 0 \n"
#define BEFORE "1f000000-20000000 rw-p 00000000 00:00 0 \nKernelPageSize: 4 kB\nRss: 900 kB\n"
#define AFTER                                                                                  \
    "20400000-20800000 ---p 00000000 00:00 0  [a:b-c 1]\nKernelPageSize: 4 kB\nRss: 7 kB\n"    \
    "AnonHugePages: 4 kB\nVmFlags: rd wr\n"

static const struct mapping four = {.base = (unsigned char *)0x20000000,
                                    .bytes = 4 * MIB,
                                    .page_bytes = 4096,
                                    .how = PAGES_BASE};
static const struct mapping four_thp = {.base = (unsigned char *)0x20000000,
                                        .bytes = 4 * MIB,
                                        .page_bytes = 2 * MIB,
                                        .how = PAGES_THP};

static void check_smaps(const struct mapping *m, const char *smaps, const char *text,
                        const char *source)
{
    struct backing backing;
    char got[128];

    put("/proc/self/smaps", smaps);
    CHECK(pages_backing(m, root, &backing) == 0);
    CHECK_REASON("known", backing.unknown);
    CHECK_STR(backing_text(&backing, got, sizeof got), text);
    CHECK_STR(backing.source, source);
}

static void check_unknown(const struct mapping *m, const char *smaps, const char *reason)
{
    struct backing backing;
    char got[128];

    if (smaps)
        put("/proc/self/smaps", smaps);
    CHECK(pages_backing(m, root, &backing) == -1);
    CHECK_STR(backing.unknown, reason);
    CHECK_STR(backing_text(&backing, got, sizeof got), "unknown");
}

/* What Linux 6 prints of a mapping; the numbers are kB. */
#define VMA(page, rss, anon_huge, pool)                                                        \
    "Size: 4096 kB\nKernelPageSize: " page " kB\nMMUPageSize: " page " kB\nRss: " rss          \
    " kB\nPss: 1 kB\nAnonHugePages: " anon_huge " kB\nShmemPmdMapped: 0 kB\nFilePmdMapped: 0 " \
    "kB\nShared_Hugetlb: 0 kB\nPrivate_Hugetlb: " pool " kB\nVmFlags: rd wr mr mw me ac \n"

static void test_smaps(void)
{
    CHECK(tree_begin());
    check_unknown(&four, NULL, "this system has no /proc/self/smaps");
    put(THP "enabled", "always [madvise] never\n");
    put(THP "hpage_pmd_size", "2097152\n");
    check_smaps(&four, BEFORE AT VMA("4", "4096", "0", "0") AFTER, "4K (100 %)", "smaps");
    check_smaps(&four, AT VMA("4", "4096", "2048", "0") AFTER, "2M (50 % 4K)", "smaps");
    check_smaps(&four_thp, BEFORE AT VMA("4", "4096", "4096", "0"), "2M (100 %)", "smaps");
    check_smaps(&four, BEFORE AT VMA("4", "3072", "0", "0") AFTER, "4K (25 % in no page)",
                "smaps");
    check_smaps(&four, BEFORE AT VMA("2048", "0", "0", "4096") AFTER, "2M (100 %)", "smaps");
    check_smaps(&four, BEFORE AT VMA("64", "0", "0", "2048") AFTER, "64K (50 % in no page)",
                "smaps");
    /* Two mappings, and one with its neighbour, in whole or in part. */
    check_smaps(&four,
                BEFORE "20000000-20200000 rw-p 0 00:00 0\n" VMA(
                    "4", "2048", "2048",
                    "0") "20200000-20400000 rw-p 0 00:00 0\n" VMA("4", "2048", "0", "0") AFTER,
                "2M (50 % 4K)", "smaps");
    check_unknown(&four, "1f000000-20400000 rw-p 0 00:00 0\n" VMA("4", "4096", "0", "0"),
                  "/proc/self/smaps does not show this memory by itself");
    check_unknown(&four, "20000000-20400001 rw-p 0 00:00 0\n" VMA("4", "4096", "0", "0"),
                  "/proc/self/smaps does not show this memory by itself");
    check_unknown(&four, "20000000-203ff000 rw-p 0 00:00 0\n" VMA("4", "4092", "0", "0"),
                  "/proc/self/smaps does not show this memory by itself");
    check_unknown(&four, "20200000-20600000 rw-p 0 00:00 0\n" VMA("4", "4096", "0", "0"),
                  "/proc/self/smaps does not show this memory by itself");
    check_unknown(&four, BEFORE AFTER, "/proc/self/smaps does not show this memory by itself");
    check_unknown(&four, AT "Rss: 4096 kB\n", "/proc/self/smaps does not tell page sizes");
    check_unknown(&four, AT VMA("4", "2048", "4096", "0"),
                  "/proc/self/smaps contradicts itself");
    check_unknown(&four, AT VMA("4", "8192", "0", "0"), "/proc/self/smaps contradicts itself");
    /* Linux before 4.4 does not count the pages of a pool. */
    check_smaps(&four, BEFORE AT "KernelPageSize: 2048 kB\nRss: 0 kB\n" AFTER, "2M (100 %)",
                "smaps");
    /* Only kpageflags tells of smaller transparent pages, where they may be. */
    put(THP "hugepages-64kB/enabled", "always inherit [madvise] never\n");
    check_smaps(&four, AT VMA("4", "4096", "0", "0"), "4K (100 %)", "smaps");
    check_smaps(&four_thp, AT VMA("4", "4096", "4096", "0"), "2M (100 %)", "smaps");
    check_unknown(&four_thp, AT VMA("4", "4096", "2048", "0"),
                  "smaps tells of the largest transparent pages only");
    CHECK(tree_end());
    CHECK(tree_begin());
    check_unknown(&four, AT VMA("4", "4096", "4096", "0"),
                  "huge pages of a size that the system does not tell");
    CHECK(tree_end());
}

/* pagemap and kpageflags. */

#define PRESENT ((uint64_t)1 << 63)
#define HEAD ((uint64_t)1 << 15)
#define TAIL ((uint64_t)1 << 16)

/* `count` pages from the mapping's page `page` on lie in frames from `frame` on, in one piece.
 */
static void put_piece(size_t page, uint64_t frame, size_t count)
{
    uint64_t pages[512];
    uint64_t flags[512];

    for (size_t i = 0; i < count; i++) {
        pages[i] = PRESENT | (frame + i);
        flags[i] = (count == 1 ? 0 : i ? TAIL : HEAD) | 0x868;
    }
    CHECK(tree_put_words("/proc/self/pagemap", 0x20000 + page, pages, count));
    CHECK(tree_put_words("/proc/kpageflags", frame, flags, count));
}

/* 2 MiB in one piece, pieces of 16 pages behind it, and 16 single pages. */
static void put_pieces(void)
{
    put_piece(0, 0x10000, 512);
    for (size_t i = 512; i < 1008; i += 16)
        put_piece(i, 0x4000 + 2 * i, 16);
    for (size_t i = 1008; i < 1024; i++)
        put_piece(i, 0x3000 + 2 * i, 1);
}

static void test_pieces(void)
{
    struct os_pieces p[4];

    CHECK(tree_begin());
    CHECK_EQ_U64(os_pieces(root, four.base, four.bytes, p, 4), 0);
    put_pieces();
    CHECK_EQ_U64(os_pieces(root, four.base, four.bytes, p, 4), 3);
    CHECK_EQ_U64(p[0].piece_bytes, 2 * MIB);
    CHECK_EQ_U64(p[0].bytes, 2 * MIB);
    CHECK_EQ_U64(p[1].piece_bytes, 65536);
    CHECK_EQ_U64(p[1].bytes, 31 * 65536);
    CHECK_EQ_U64(p[2].piece_bytes, 4096);
    CHECK_EQ_U64(p[2].bytes, 16 * 4096);
    /* Pieces of which a part is mapped elsewhere, or does not come in order: single pages. */
    CHECK_EQ_U64(os_pieces(root, four.base + 2 * MIB + 32768, 32768, p, 4), 1);
    CHECK_EQ_U64(p[0].piece_bytes, 4096);
    CHECK_EQ_U64(p[0].bytes, 32768);
    put_piece(513, 0x9000, 1);
    CHECK_EQ_U64(os_pieces(root, four.base + 2 * MIB, 65536, p, 4), 1);
    CHECK_EQ_U64(p[0].piece_bytes, 4096);
    CHECK_EQ_U64(p[0].bytes, 65536);
    /* Two pieces that lie side by side stay two. */
    put_piece(0, 0x6000, 16);
    put_piece(16, 0x6010, 16);
    CHECK_EQ_U64(os_pieces(root, four.base, 2 * 65536, p, 4), 1);
    CHECK_EQ_U64(p[0].piece_bytes, 65536);
    /* Behind one follows the end of another. */
    put_piece(16, 0x7000, 16);
    put_piece(8, 0x6000, 16);
    CHECK_EQ_U64(os_pieces(root, four.base + 32768, 24 * (size_t)4096, p, 4), 2);
    CHECK_EQ_U64(p[0].bytes, 65536);
    CHECK_EQ_U64(p[1].bytes, 32768);
    /* Swapped out; and a kernel that hides the frames. */
    CHECK(tree_put_words("/proc/self/pagemap", 0x20000, (const uint64_t[]){0}, 1));
    CHECK_EQ_U64(os_pieces(root, four.base, 4096, p, 4), 0);
    CHECK(tree_put_words("/proc/self/pagemap", 0x20000, (const uint64_t[]){PRESENT}, 1));
    CHECK_EQ_U64(os_pieces(root, four.base, 65536, p, 4), 0);
    CHECK(tree_end());
}

static void test_cross_check(void)
{
    CHECK(tree_begin());
    put(THP "enabled", "always [madvise] never\n");
    put(THP "hpage_pmd_size", "2097152\n");
    put(THP "hugepages-64kB/enabled", "always inherit [madvise] never\n");
    put_pieces();
    check_smaps(&four_thp, AT VMA("4", "4096", "2048", "0"), "2M (48 % 64K, 1 % 4K)",
                "smaps, kpageflags");
    /* A piece of 2 MiB may be mapped in base pages: smaps knows. */
    check_smaps(&four_thp, AT VMA("4", "4096", "0", "0"), "4K (48 % 64K)", "smaps, kpageflags");
    check_smaps(&four_thp, AT VMA("4", "4096", "4096", "0"), "2M (100 %)",
                "smaps (kpageflags differs)");
    check_smaps(&four, AT VMA("2048", "0", "0", "4096"), "2M (100 %)",
                "smaps (kpageflags differs)");
    /* More in pieces of 64K than is in smaller pages at all; and huge pages that are none. */
    check_smaps(&four_thp, AT VMA("4", "3072", "2048", "0"), "2M (25 % 4K, 25 % in no page)",
                "smaps (kpageflags differs)");
    for (size_t i = 0; i < 512; i++)
        put_piece(i, 0x8000 + 2 * i, 1);
    check_smaps(&four_thp, AT VMA("4", "4096", "2048", "0"), "2M (50 % 4K)",
                "smaps (kpageflags differs)");
    put_piece(0, 0x10000, 512);
    put_piece(512, 0x20000, 512);
    check_smaps(&four, AT VMA("2048", "0", "0", "4096"), "2M (100 %)", "smaps, kpageflags");
    CHECK(tree_end());
}

/* This machine. */

/* Whether /proc can tell about this process: under an emulator it may be about another. */
static bool native(void)
{
    char name[64];

    return !os_emulator(name, sizeof name);
}

/* Whatever backs it, it adds up, in pages that there can be, and the sources agree. */
static void check_real(const struct mapping *m, size_t other_bytes)
{
    struct backing backing;
    uint64_t sum = 0;

    if (pages_backing(m, "", &backing) < 0) {
        CHECK(!native());
        CHECK(backing.unknown != NULL);
        return;
    }
    for (size_t i = 0; i < backing.count; i++) {
        sum += backing.parts[i].bytes;
        CHECK(backing.parts[i].page_bytes == os_page_bytes() ||
              backing.parts[i].page_bytes <= other_bytes);
    }
    CHECK_EQ_U64(sum, m->bytes);
    CHECK(strcmp(backing.source, "smaps") == 0 ||
          strcmp(backing.source, "smaps, kpageflags") == 0);
}

/* Ordinary pages are ordinary, also beside huge ones, which lie in the mapping next to them. */
static void test_real(void)
{
    const size_t page = os_page_bytes();
    struct mapping thp;
    struct mapping base;
    struct mapping again;
    char why[WHY] = "";
    const bool has_thp =
        pages_map(&thp, 8 * MIB, (struct page_kind){PAGES_THP, 0}, "", why) == 0;

    CHECK(has_thp || why[0]);
    if (!CHECK(pages_map(&base, 4 * MIB, (struct page_kind){PAGES_BASE, page}, "", why) == 0))
        return;
    CHECK(pages_map(&again, 4 * MIB, (struct page_kind){PAGES_BASE, page}, "", why) == 0);
    check_real(&base, page);
    check_real(&again, page);
    if (has_thp) {
        CHECK_EQ_U64((uintptr_t)thp.base % thp.page_bytes, 0);
        CHECK_EQ_U64(thp.bytes % thp.page_bytes, 0);
        check_real(&thp, thp.page_bytes);
        pages_unmap(&thp);
    }
    pages_unmap(&base);
    pages_unmap(&again);
}

/* Each pool of this machine gives a page, or says why not. */
static void test_real_pools(void)
{
    struct page_offer offers[PAGES_KINDS];
    const size_t count = pages_list("", offers, PAGES_KINDS);

    for (size_t i = 0; i < count; i++) {
        struct mapping m;
        char why[WHY] = "";

        if (offers[i].kind.how != PAGES_HUGETLB || offers[i].bytes > 64 * MIB)
            continue;
        if (pages_map(&m, 1, offers[i].kind, "", why) == 0) {
            CHECK_EQ_U64(m.bytes, offers[i].bytes);
            check_real(&m, offers[i].bytes);
            pages_unmap(&m);
        } else {
            CHECK(why[0] && (!offers[i].usable || !native()));
            if (native())
                CHECK_HAS(why, " free, 1 wanted (write to /");
        }
    }
}

int main(void)
{
    test_pools();
    test_thp();
    test_list();
    test_reasons();
    test_short_pool();
    /* The made-up mapping is of a machine with pages of 4 KiB. */
    if (os_page_bytes() == 4096) {
        test_smaps();
        test_pieces();
        test_cross_check();
    }
    test_real();
    test_real_pools();
    return check_done("pages_sys");
}
