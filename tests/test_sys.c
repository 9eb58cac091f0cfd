/* SPDX-License-Identifier: MIT */
/* What is read from /proc and /sys: trees of real and odd machines, made below a folder. */
#include "check.h"
#include "machine.h"
#include "os.h"
#include "tree.h"

static const char *const root = tree_root;

static void put(const char *path, const char *text)
{
    CHECK(tree_put(path, text));
}

static void put_cache(unsigned cpu, unsigned index, const char *file, const char *text)
{
    char path[128];

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cache/index%u/%s", cpu, index,
             file);
    put(path, text);
}

static void test_caches(void)
{
    struct os_cache c[8];

    CHECK(tree_begin());
    CHECK_EQ_U64(os_caches(root, 0, c, 8), 0);
    put_cache(0, 0, "type", "Data\n");
    put_cache(0, 0, "level", "1\n");
    put_cache(0, 0, "size", "24K\n");
    put_cache(0, 0, "coherency_line_size", "128\n");
    put_cache(0, 0, "ways_of_associativity", "15\n");
    put_cache(0, 0, "shared_cpu_list", "0\n");
    put_cache(0, 1, "type", "Unified\n"); /* arm64 under some firmwares: no sizes */
    put_cache(0, 1, "level", "2\n");
    put_cache(0, 2, "type", "Unified\n");
    put_cache(0, 2, "level", "3\n");
    put_cache(0, 2, "size", "5118K\n");
    put_cache(0, 2, "shared_cpu_list", "0-3,8,10-11\n");
    CHECK_EQ_U64(os_caches(root, 0, c, 8), 3);
    CHECK_EQ_U64(c[0].bytes, 24576);
    CHECK_EQ_U64(c[0].line, 128);
    CHECK_EQ_U64(c[0].ways, 15);
    CHECK_EQ_U64(c[0].shared, 1);
    CHECK_EQ_U64(c[1].bytes, 0);
    CHECK_EQ_U64(c[2].bytes, 5118 * 1024);
    CHECK_EQ_U64(c[2].shared, 7);
    CHECK_EQ_U64(os_caches(root, 1, c, 8), 0);
    CHECK_EQ_U64(os_caches(root, 0, c, 2), 2);
    /* What no cache has counts as not said. */
    put_cache(0, 0, "coherency_line_size", "48\n");
    put_cache(0, 0, "ways_of_associativity", "1000000\n");
    put_cache(0, 0, "size", "1,024K\n");
    CHECK_EQ_U64(os_caches(root, 0, c, 1), 1);
    CHECK(c[0].line == 0 && c[0].ways == 0 && c[0].bytes == 0);
    put_cache(0, 2, "size", "0K\n");
    put_cache(0, 2, "shared_cpu_list", "junk\n");
    CHECK_EQ_U64(os_caches(root, 0, c, 8), 3);
    CHECK_EQ_U64(c[2].bytes, 0);
    CHECK_EQ_U64(c[2].shared, 0);
    CHECK(tree_end());
}

static uint32_t id_of(unsigned cpu)
{
    const char *source;

    return os_cpu_id(root, cpu, &source);
}

static void test_id(void)
{
    char text[64];

    CHECK(tree_begin());
    CHECK_EQ_U64(id_of(0), 0);
    CHECK(os_cpu_text(root, 0, text, sizeof text) == -1);
    /* Linux 2.6 on ARM says it once, after the processors. */
    put("/proc/cpuinfo", "Processor\t: ARM926EJ-S rev 5 (v5l)\nBogoMIPS\t: 99.73\n"
                         "CPU implementer\t: 0x41\nCPU architecture: 5TEJ\nCPU variant\t: 0x0\n"
                         "CPU part\t: 0x926\nCPU revision\t: 5\n\nHardware\t: Board\n");
    CHECK_EQ_U64(id_of(0), 0x410f9265);
    CHECK(os_cpu_text(root, 0, text, sizeof text) == 0);
    CHECK_STR(text, "ARM926EJ-S rev 5 (v5l)");
    /* Newer kernels say it for each: clusters differ. */
    put("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU variant\t: 0x0\n"
                         "CPU part\t: 0xd03\nCPU revision\t: 4\n\n"
                         "processor\t: 4\nCPU implementer\t: 0x41\nCPU variant\t: 0x0\n"
                         "CPU part\t: 0xd08\nCPU revision\t: 2\n");
    CHECK_EQ_U64(id_of(0), 0x410fd034);
    CHECK_EQ_U64(id_of(4), 0x410fd082);
    put("/sys/devices/system/cpu/cpu4/regs/identification/midr_el1", "0x00000000410fd083\n");
    CHECK_EQ_U64(id_of(4), 0x410fd083);
    put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some x86\n");
    CHECK(os_cpu_text(root, 0, text, sizeof text) == 0);
    CHECK_STR(text, "Some x86");
    CHECK(tree_end());
}

static void test_memory(void)
{
    CHECK(tree_begin());
    CHECK_EQ_U64(os_memory_available(root), OS_MEMORY_UNKNOWN);
    put("/proc/meminfo", "MemTotal: 32768 kB\nMemFree: 1000 kB\nCached: 500 kB\n");
    CHECK_EQ_U64(os_memory_available(root), 1500u << 10);
    put("/proc/meminfo", "MemFree: 1000 kB\nMemAvailable: 20000 kB\nCached: 500 kB\n");
    CHECK_EQ_U64(os_memory_available(root), 20000u << 10);
    /* Version 2: the nearest limit on the way up counts. */
    put("/proc/self/cgroup", "0::/a/b\n");
    put("/sys/fs/cgroup/a/memory.max", "8388608\n");
    put("/sys/fs/cgroup/a/memory.current", "4194304\n");
    put("/sys/fs/cgroup/a/b/memory.max", "max\n");
    CHECK_EQ_U64(os_memory_available(root), 4194304);
    /* What the group could drop at once is not lost to it. */
    put("/sys/fs/cgroup/a/memory.stat", "anon 100\ninactive_file 1048576\n");
    CHECK_EQ_U64(os_memory_available(root), 5242880);
    put("/sys/fs/cgroup/a/b/memory.max", "1048576\n");
    put("/sys/fs/cgroup/a/b/memory.current", "1048577\n");
    CHECK_EQ_U64(os_memory_available(root), 0);
    /* Version 1. */
    put("/proc/self/cgroup", "7:memory:/x\n4:cpu,cpuacct:/\n");
    put("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "2097152\n");
    put("/sys/fs/cgroup/memory/x/memory.usage_in_bytes", "1048576\n");
    CHECK_EQ_U64(os_memory_available(root), 1048576);
    put("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "9223372036854771712\n");
    CHECK_EQ_U64(os_memory_available(root), 20000u << 10);
    /* The limit of a group above; and one that is mounted from the group itself. */
    put("/proc/self/cgroup", "7:hugetlb,memory:/x/y\n");
    put("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "2097152\n");
    CHECK_EQ_U64(os_memory_available(root), 1048576);
    put("/proc/self/cgroup", "7:memory:/elsewhere\n");
    put("/sys/fs/cgroup/memory/memory.limit_in_bytes", "3145728\n");
    put("/sys/fs/cgroup/memory/memory.usage_in_bytes", "1048576\n");
    CHECK_EQ_U64(os_memory_available(root), 2097152);
    CHECK(tree_end());
}

static void test_capacity(void)
{
    CHECK(tree_begin());
    CHECK_EQ_U64(os_cpu_capacity(root, 0), 0);
    put("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "1800000\n");
    CHECK_EQ_U64(os_cpu_capacity(root, 0), 1800000);
    put("/sys/devices/system/cpu/cpu0/cpu_capacity", "1024\n");
    CHECK_EQ_U64(os_cpu_capacity(root, 0), 1024);
    CHECK(tree_end());
}

/* A machine without /proc and /sys: everything has a default that says so. */
static void test_nothing(void)
{
    struct machine m;
    const char *why = "";

    CHECK(tree_begin());
    CHECK(machine_describe(&m, root, MACHINE_CPU_ANY, &why) == 0);
    CHECK(m.cpu_count >= 1);
    CHECK(m.line.bytes && m.line.assumed);
    CHECK(m.l1d.bytes && m.l1d.assumed && m.l1d_ways);
    CHECK(m.llc.bytes && m.llc.assumed);
    CHECK_EQ_U64(m.memory_available, OS_MEMORY_UNKNOWN);
    machine_free(&m);
    CHECK(machine_describe(&m, root, 1 << 20, &why) == -1);
    CHECK_HAS(why, "may not be used");
    machine_free(&m);
    CHECK(tree_end());
}

int main(void)
{
    test_caches();
    test_id();
    test_memory();
    test_capacity();
    test_nothing();
    return check_done("sys");
}
