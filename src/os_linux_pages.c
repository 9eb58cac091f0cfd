/* SPDX-License-Identifier: MIT */
/* The page sizes that Linux has: pools of huge pages, and transparent ones. */
#include "os.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sysfile.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* Linux 6.1; older ones refuse it */
#endif

enum { POOL_SHIFT = 26, PATH_SIZE = 512 };

/*
 * Each size has a folder. They are tried one after the other, since readdir() fails in programs
 * of 32 bits on kernels of 64, whose inodes have numbers that are too large for it.
 */
#define SIZE_LEAST ((size_t)4096)
#define SIZE_MOST (SIZE_MAX / 2)

#define POOLS "/sys/kernel/mm/hugepages"
#define THP "/sys/kernel/mm/transparent_hugepage"

int os_huge(void *memory, size_t bytes)
{
    return madvise(memory, bytes, MADV_HUGEPAGE);
}

void os_collapse(void *memory, size_t bytes)
{
    (void)madvise(memory, bytes, MADV_COLLAPSE);
}

void *os_map_pool(size_t bytes, size_t page_bytes)
{
    unsigned log = 0;
    void *p;

    while (page_bytes >> log > 1)
        log++;
    /* The size stands in the flags' upper bits; Linux before 3.8 gives its default size. */
    p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
             (int)(MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | log << POOL_SHIFT), -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* Pools. */

static uint64_t number_of(const char *text, uint64_t otherwise)
{
    return isdigit((unsigned char)text[0]) ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t pool_number(const char *root, size_t page_bytes, const char *file,
                            uint64_t otherwise)
{
    char text[32];

    if (!sysfile_line(root, text, sizeof text, POOLS "/hugepages-%zukB/%s", page_bytes >> 10,
                      file))
        return otherwise;
    return number_of(text, otherwise);
}

/* Takes `b` off a number that may be unknown. */
static uint64_t less(uint64_t a, uint64_t b)
{
    if (a == OS_MEMORY_UNKNOWN)
        return a;
    return a > b ? a - b : 0;
}

static bool read_pool(const char *root, size_t page_bytes, struct os_pool *pool)
{
    char text[32];

    if (!sysfile_line(root, text, sizeof text, POOLS "/hugepages-%zukB/nr_hugepages",
                      page_bytes >> 10))
        return false;
    *pool = (struct os_pool){
        .page_bytes = page_bytes,
        .total = number_of(text, OS_MEMORY_UNKNOWN),
        /* What others have reserved is free only until they touch it. */
        .free = less(pool_number(root, page_bytes, "free_hugepages", OS_MEMORY_UNKNOWN),
                     pool_number(root, page_bytes, "resv_hugepages", 0)),
        .spare = less(pool_number(root, page_bytes, "nr_overcommit_hugepages", 0),
                      pool_number(root, page_bytes, "surplus_hugepages", 0)),
        .source = "sysfs",
    };
    snprintf(pool->file, sizeof pool->file, POOLS "/hugepages-%zukB/nr_hugepages",
             page_bytes >> 10);
    return true;
}

static uint64_t meminfo_number(const char *root, const char *key)
{
    FILE *file = sysfile_open(root, "/proc/meminfo");
    char line[256];
    uint64_t number = 0;

    if (!file)
        return 0;
    while (fgets(line, sizeof line, file)) {
        const char *value = sysfile_value(line, key);

        if (value)
            number = strtoull(value, NULL, 10);
    }
    fclose(file);
    return number;
}

/* Before Linux 2.6.27, and where /sys is not mounted, there is the default pool only. */
static size_t default_pool(const char *root, struct os_pool *pool)
{
    const uint64_t kib = meminfo_number(root, "Hugepagesize");
    char text[32];

    if (kib == 0 || kib > SIZE_MAX >> 10)
        return 0;
    *pool = (struct os_pool){
        .page_bytes = (size_t)kib << 10,
        .total = meminfo_number(root, "HugePages_Total"),
        .free = less(meminfo_number(root, "HugePages_Free"),
                     meminfo_number(root, "HugePages_Rsvd")),
        .file = "/proc/sys/vm/nr_hugepages",
        .source = "/proc/meminfo",
    };
    if (sysfile_line(root, text, sizeof text, "/proc/sys/vm/nr_overcommit_hugepages"))
        pool->spare = less(strtoull(text, NULL, 10), meminfo_number(root, "HugePages_Surp"));
    return 1;
}

/* Whether the folder of all pools is there, so that no pool in it means that there is none. */
static int find_folder(const char *root)
{
    char path[PATH_SIZE];

    if (snprintf(path, sizeof path, "%s" POOLS, root) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return access(path, X_OK);
}

int os_pools(const char *root, struct os_pool *pools, size_t max, size_t *count)
{
    *count = 0;
    for (size_t size = SIZE_LEAST; size < SIZE_MOST && *count < max; size *= 2)
        *count += read_pool(root, size, &pools[*count]);
    if (*count == 0 && max > 0)
        *count = default_pool(root, pools);
    return *count ? 0 : find_folder(root);
}

/* Transparent huge pages. */

/* The word in brackets of "always [madvise] never"; `size` bytes hold it. */
static bool chosen(const char *text, char *word, size_t size)
{
    const char *open = strchr(text, '[');
    const size_t length = open ? strcspn(open + 1, "]") : 0;

    if (length == 0 || length >= size || open[1 + length] != ']')
        return false;
    memcpy(word, open + 1, length);
    word[length] = '\0';
    return true;
}

/* The size that replaces a page table: older kernels show it as that of their pool only. */
static size_t table_bytes(const char *root, const char **source)
{
    char text[32];
    uint64_t bytes = 0;

    *source = "sysfs";
    if (sysfile_line(root, text, sizeof text, THP "/hpage_pmd_size"))
        bytes = strtoull(text, NULL, 10);
    if (bytes == 0) {
        bytes = meminfo_number(root, "Hugepagesize") << 10;
        *source = bytes ? "sysfs, /proc/meminfo" : *source;
    }
    return bytes <= SIZE_MAX ? (size_t)bytes : 0;
}

/* The mode of one size, which may be that of all; false if it says none. */
static bool read_thp(const char *root, size_t page_bytes, const struct os_thp *general,
                     struct os_thp *thp)
{
    *thp = (struct os_thp){.page_bytes = page_bytes, .source = "sysfs"};
    if (!sysfile_line(root, thp->said, sizeof thp->said, THP "/hugepages-%zukB/enabled",
                      page_bytes >> 10) ||
        !chosen(thp->said, thp->mode, sizeof thp->mode))
        return false;
    if (strcmp(thp->mode, "inherit") == 0) {
        *thp = *general;
        thp->page_bytes = page_bytes;
    }
    return true;
}

int os_thp(const char *root, struct os_thp *sizes, size_t max, size_t *count)
{
    struct os_thp general = {0};

    *count = 0;
    general.page_bytes = table_bytes(root, &general.source);
    if (!sysfile_line(root, general.said, sizeof general.said, THP "/enabled"))
        return -1;
    (void)chosen(general.said, general.mode, sizeof general.mode);
    if (max == 0)
        return 0;
    /* Before Linux 6.8 there is one mode. */
    if (!read_thp(root, general.page_bytes, &general, &sizes[0]))
        sizes[0] = general;
    sizes[0].source = general.source;
    *count = 1;
    /* Sizes without a mode are for files only. */
    for (size_t size = SIZE_LEAST; size < SIZE_MOST && *count < max; size *= 2)
        if (size != general.page_bytes)
            *count += read_thp(root, size, &general, &sizes[*count]);
    return 0;
}
