/* SPDX-License-Identifier: MIT */
/* What info makes of systems that no test can have for real; sets of CPUs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cpus.h"
#include "info.h"
#include "isa.h"
#include "os.h"
#include "os_device.h"
#include "suite.h"

/*
 * A system of six CPUs in two clusters: 0-3 are slow, 4-5 fast, with larger caches. `allowed`
 * is a mask of those that may be used; with 0, the system does not say.
 */
static struct {
    unsigned allowed;
    const char *emulator;
    bool stopped; /* the clock */
    uint64_t now_ns;
} fake;

uint64_t os_clock_ns(void)
{
    fake.now_ns += fake.stopped ? 0 : 40;
    return fake.now_ns;
}

const char *os_clock_name(void)
{
    return "FAKE";
}

static int list_mask(unsigned mask, unsigned **ids, size_t *count)
{
    *count = 0;
    *ids = calloc(32, sizeof **ids);
    for (unsigned i = 0; *ids && i < 32; i++)
        if (mask >> i & 1)
            (*ids)[(*count)++] = i;
    return *ids ? 0 : -1;
}

int os_cpus_allowed(unsigned **ids, size_t *count)
{
    if (fake.allowed)
        return list_mask(fake.allowed, ids, count);
    errno = EPERM;
    return -1;
}

int os_cpus(const char *root, enum os_cpus which, unsigned **ids, size_t *count)
{
    (void)root;
    return list_mask(which == OS_CPUS_OFFLINE ? 0 : 0x3f, ids, count);
}

size_t os_caches(const char *root, unsigned cpu, struct os_cache *caches, size_t max)
{
    (void)root, (void)max;
    caches[0] = (struct os_cache){.level = 1,
                                  .type = 'D',
                                  .bytes = cpu < 4 ? 16384 : 65536,
                                  .line = cpu < 4 ? 32 : 128,
                                  .ways = 4,
                                  .shared = 1};
    caches[1] = (struct os_cache){.index = 1,
                                  .level = 2,
                                  .type = 'U',
                                  .bytes = cpu < 4 ? 1 << 18 : 1 << 20,
                                  .line = 128,
                                  .ways = 8,
                                  .shared = cpu < 4 ? 4 : 2};
    return 2;
}

int os_cache_sharers(const char *root, unsigned cpu, unsigned index, unsigned **ids,
                     size_t *count)
{
    (void)root;
    return list_mask(index == 0 ? 1u << cpu : cpu < 4 ? 0x0f : 0x30, ids, count);
}

unsigned long os_cpu_capacity(const char *root, unsigned cpu)
{
    (void)root;
    return cpu < 4 ? 446 : 1024;
}

bool os_emulator(char *name, size_t size)
{
    snprintf(name, size, "%s", fake.emulator);
    return fake.emulator[0];
}

/* The rest says nothing. */

bool os_describes(void)
{
    return true;
}

bool os_pin_possible(void)
{
    return true;
}

void os_yield(void)
{
}

double os_load(void)
{
    return -1;
}

unsigned long os_hwcap(unsigned word)
{
    (void)word;
    return 0;
}

size_t os_page_bytes(void)
{
    return 4096;
}

void os_names(char *host, size_t host_size, char *kernel, size_t kernel_size)
{
    snprintf(host, host_size, "board");
    snprintf(kernel, kernel_size, "Fake 1.0");
}

uint64_t os_memory_available(const char *root)
{
    (void)root;
    return OS_MEMORY_UNKNOWN;
}

void os_memory(const char *root, struct os_memory *memory)
{
    (void)root;
    *memory = (struct os_memory){OS_MEMORY_UNKNOWN,
                                 OS_MEMORY_UNKNOWN,
                                 OS_MEMORY_UNKNOWN,
                                 OS_MEMORY_UNKNOWN,
                                 false,
                                 NULL};
}

int os_thp(const char *root, struct os_thp *sizes, size_t max, size_t *count)
{
    (void)root, (void)sizes, (void)max, (void)count;
    errno = ENOENT;
    return -1;
}

int os_pools(const char *root, struct os_pool *pools, size_t max, size_t *count)
{
    (void)root, (void)pools, (void)max, (void)count;
    errno = EACCES;
    return -1;
}

size_t os_device_list(const char *root, struct device_offer *offers, size_t max)
{
    (void)root, (void)offers, (void)max;
    return 0;
}

int os_nodes(const char *root, unsigned **ids, size_t *count)
{
    (void)root, (void)ids, (void)count;
    errno = ENOENT;
    return -1;
}

int os_node_cpus(const char *root, unsigned node, unsigned **ids, size_t *count)
{
    (void)node;
    return os_nodes(root, ids, count);
}

uint64_t os_node_bytes(const char *root, unsigned node)
{
    (void)root, (void)node;
    return OS_MEMORY_UNKNOWN;
}

uint32_t os_cpu_id(const char *root, unsigned cpu, const char **source)
{
    (void)root, (void)cpu;
    *source = "";
    return 0;
}

int os_cpu_text(const char *root, unsigned cpu, char *text, size_t size)
{
    (void)root, (void)cpu;
    snprintf(text, size, "Core");
    return 0;
}

int os_governor(const char *root, unsigned cpu, char *text, size_t size)
{
    (void)root, (void)cpu, (void)text, (void)size;
    return -1;
}

void os_frequency(const char *root, unsigned cpu, struct os_frequency *frequency)
{
    (void)root, (void)cpu;
    *frequency = (struct os_frequency){0};
}

int os_command_line(const char *root, char *text, size_t size)
{
    (void)root, (void)text, (void)size;
    return -1;
}

/* Tells of the fake system, as text or JSON; to be freed. */
typedef void tell_fn(const struct info *info, const struct results *measured, FILE *stream);

static char *told_with(tell_fn *tell, const struct results *measured)
{
    struct info info;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    if (!CHECK(f != NULL))
        abort();
    CHECK(info_gather(&info, "") == 0);
    tell(&info, measured, f);
    info_free(&info);
    fclose(f);
    return text;
}

static char *told(tell_fn *tell)
{
    return told_with(tell, NULL);
}

/* A run uses the fast cluster where it may, and then that cluster's caches. */
static void test_clusters(void)
{
    char *text;

    fake.allowed = 0x3f;
    text = told(info_text);
    CHECK_HAS(text, "\nallowed    0-5 (sched_getaffinity)\n");
    CHECK_HAS(text, "\nL1 data    CPUs 0-3: 16 KiB, lines of 32 bytes, 4 ways; one each");
    CHECK_HAS(text, "\nL1 data    CPUs 4-5: 64 KiB, lines of 128 bytes, 4 ways; one each");
    CHECK_HAS(text,
              "\nL2         CPUs 4-5: 1 MiB, lines of 128 bytes, 8 ways; shared by CPUs 4-5");
    CHECK_HAS(text, "\nodd        nothing found\n");
    CHECK_HAS(text, "\nrunning on CPU 5\nline       128 bytes (sysfs)\n"
                    "L1 data    64 KiB (sysfs)\nlast level 1 MiB (sysfs)\n"
                    "uncached   2 buffers of 4 MiB");
    /* 4 ways of 4 KiB pages hold less than half of 64 KiB. */
    CHECK_HAS(text, "\nhot bound  16 KiB: half of L1, or 4 ways (sysfs) x pages of 4 KiB\n");
    CHECK_HAS(text, "\nhuge pages not known: Permission denied\n");
    CHECK_HAS(text, "\nclock      FAKE, steps of 40 ns, ");
    free(text);
    fake.allowed = 0x05;
    text = told(info_text);
    CHECK_HAS(text, "\nallowed    0,2 (sched_getaffinity)\n");
    CHECK_HAS(text, "\nrunning on CPU 2\nline       32 bytes (sysfs)\n"
                    "L1 data    16 KiB (sysfs)\nlast level 256 KiB (sysfs)\n"
                    "uncached   2 buffers of 1 MiB");
    free(text);
    text = told(info_json);
    CHECK_HAS(text, "\"cpus_allowed\":[0,2],\"cpus_present\":[0,1,2,3,4,5]");
    CHECK_HAS(text, "{\"cpus\":[0,1,2,3],\"level\":2,\"type\":\"unified\",\"bytes\":262144,"
                    "\"line\":128,\"ways\":8,\"sets\":null,\"shared_by\":[[0,1,2,3]]}");
    CHECK_HAS(text, "\"obstacle\":null,\"classic\":{\"cpu\":2,\"pinned\":true,\"line\":"
                    "{\"bytes\":32,\"source\":\"sysfs\",\"assumed\":false}");
    CHECK_HAS(text, "\"buffer_bytes\":1048576,");
    free(text);
}

/* Where it is not known which CPUs may be used, nothing is measured, and the rest is told. */
static void test_no_affinity(void)
{
    char *text;

    fake.allowed = 0;
    text = told(info_text);
    CHECK_HAS(text, "\nallowed    not known: Operation not permitted\n");
    CHECK_HAS(text, "\nL1 data    CPUs 4-5: 64 KiB");
    CHECK_HAS(text, "\nmemspeed -c without options:\nnothing    can be measured: the system "
                    "does not say which CPUs may be used\n");
    CHECK(strstr(text, "running on") == NULL);
    free(text);
    text = told(info_json);
    CHECK_HAS(text, "\"cpus_allowed\":null,");
    CHECK_HAS(text, "\"obstacle\":\"the system does not say which CPUs may be used\","
                    "\"classic\":null}");
    free(text);
    fake.allowed = 0x3f;
}

/* What sysfs says is the host's: it is shown, and a run takes none of it. */
static void test_emulator(void)
{
    char wanted[128];
    char *text;

    fake.emulator = "qemu-odd";
    text = told(info_text);
    CHECK_HAS(text,
              "\nnote       EMULATED by qemu-odd: what sysfs and /proc say is the host's");
    CHECK_HAS(text, "\nL1 data    CPUs 4-5: 64 KiB");
    snprintf(wanted, sizeof wanted,
             "\nline       %d bytes (assumed, the system does not say)\n", ISA_DEFAULT_LINE);
    CHECK_HAS(text, wanted);
    free(text);
    fake.emulator = "";
}

static void add(struct results *r, enum measure measure, const char *table, const char *name,
                double number)
{
    const bool latency = strcmp(table, LATENCY_TABLE) == 0;
    struct series s = {.place = {.measure = measure}};
    struct series *added;

    place_name(&s.place, table, latency ? name : "", latency ? "window base" : name);
    added = results_add(r, &s, r->rounds);
    if (CHECK(added != NULL))
        added->samples[0] = sample_number(number);
}

/* What `info --measure` makes of sets up to some MiB, and a second cache of some KiB. */
static char *told_found(tell_fn *tell, double sets_mib, double l2_kib, int signal)
{
    const struct plan none = {0};
    struct results r = {.signal = signal, .machine.llc = {.bytes = 1 << 20}};
    char row[32];
    char *text;

    r.layout.buffer_bytes = 4 << 20;
    CHECK(results_open(&r, &none, 1) == 0);
    r.rounds = 1;
    r.mhz[0] = 1000;
    r.sample_ns = 1000000;
    snprintf(row, sizeof row, "%.0f MiB", sets_mib);
    add(&r, MEASURE_NS, LATENCY_TABLE, row, 50);
    add(&r, MEASURE_NS, LATENCY_SUMMARY_TABLE, "L1 $", 1);
    add(&r, MEASURE_COUNT, LATENCY_CACHES_TABLE, "L1 KiB", 64);
    if (l2_kib > 0) {
        add(&r, MEASURE_NS, LATENCY_SUMMARY_TABLE, "L2 $", 5);
        add(&r, MEASURE_COUNT, LATENCY_CACHES_TABLE, "L2 KiB", l2_kib);
    }
    add(&r, MEASURE_COUNT, LATENCY_BASIC_TABLE, "cache line bytes", 64);
    results_note(&r, "the time is short");
    CHECK(results_ready(&r, 1) == 0);
    text = told_with(tell, &r);
    results_close(&r);
    return text;
}

/* The fake machine has 64 KiB and 1 MiB, and lines of 128 bytes. */
static void test_measured(void)
{
    char *text = told_found(info_text, 4, 1024, 0);

    CHECK_HAS(text, "\nmeasured   L1: 64 KiB, 1 ns\nmeasured   L2: 1 MiB, 5 ns\n");
    CHECK_HAS(text, "\ndiffers    line: 64 bytes measured, 128 (sysfs)\n");
    CHECK(strstr(text, "differs    L") == NULL);
    CHECK_HAS(text, "\nwarning    the time is short\n");
    CHECK_HAS(text, "\nwarning    1 round: too few for intervals\n");
    free(text);
    /* The next size that a cache can have is no other. */
    text = told_found(info_text, 4, 768, 0);
    CHECK(strstr(text, "differs    L") == NULL);
    free(text);
    text = told_found(info_text, 4, 256, 0);
    CHECK_HAS(text, "\ndiffers    L2: 256 KiB measured, 1 MiB as the system says: only a part "
                    "of it can\n           be used\n");
    free(text);
    text = told_found(info_text, 4, 0, 0);
    CHECK_HAS(text, "\ndiffers    L2: not seen in the latencies, as the system says it is "
                    "there\n");
    free(text);
    /* Sets that don't go far beyond it tell nothing of the last cache. */
    text = told_found(info_text, 1, 0, 0);
    CHECK(strstr(text, "differs    L") == NULL);
    free(text);
    text = told_found(info_text, 1, 512, 0);
    CHECK(strstr(text, "differs    L") == NULL);
    free(text);
    text = told_found(info_text, 4, 1024, 2);
    CHECK_HAS(text, "\nwarning    ended early by signal 2; ");
    free(text);
    text = told_found(info_json, 4, 256, 0);
    CHECK_HAS(text, "\"differs\":[\"L2: 256 KiB measured, ");
    CHECK_HAS(text, "\"warnings\":[\"the time is short\",");
    free(text);
    fake.emulator = "qemu-odd";
    text = told_found(info_text, 4, 256, 0);
    CHECK(strstr(text, "differs") == NULL);
    free(text);
    fake.emulator = "";
}

static void test_clock(void)
{
    char *text;

    fake.stopped = true;
    text = told(info_text);
    CHECK_HAS(text, "\nclock      FAKE, which does not advance (measured)\n");
    free(text);
    text = told(info_json);
    CHECK_HAS(text, "\"clock_step_ns\":null,\"clock_reading_ns\":null,");
    free(text);
    fake.stopped = false;
}

static void test_sets(void)
{
    static const unsigned ids[] = {8, 3, 0, 1, 8, 2, 100};
    struct cpus set = {0};
    struct cpus other = {0};
    char text[32];

    CHECK_STR(cpus_text(&set, text, sizeof text), "");
    CHECK(!cpus_has(&set, 0));
    CHECK(cpus_same(&set, &other));
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        CHECK(cpus_add(&set, ids[i]) == 0);
    CHECK_EQ_U64(set.count, 6);
    CHECK(cpus_has(&set, 0) && cpus_has(&set, 100) && !cpus_has(&set, 4));
    CHECK(!cpus_same(&set, &other));
    CHECK_STR(cpus_text(&set, text, sizeof text), "0-3,8,100");
    /* Exactly fitting; and cut, between numbers, with room for the mark. */
    CHECK_STR(cpus_text(&set, text, 10), "0-3,8,100");
    CHECK_STR(cpus_text(&set, text, 9), "0-3,...");
    CHECK_STR(cpus_text(&set, text, 8), "0-3,...");
    CHECK_STR(cpus_text(&set, text, 7), "...");
    CHECK_STR(cpus_text(&set, text, 4), "...");
    cpus_free(&set);
    CHECK_EQ_U64(set.count, 0);
}

int main(void)
{
    fake.emulator = "";
    fake.now_ns = 1000;
    test_sets();
    test_clusters();
    test_no_affinity();
    test_emulator();
    test_measured();
    test_clock();
    return check_done("info");
}
