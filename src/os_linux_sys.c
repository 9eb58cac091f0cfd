/* SPDX-License-Identifier: MIT */
/* What Linux tells of processors in /proc and /sys. Every file may be missing, empty or odd. */
#include "os.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sysfile.h"

#define CPU "/sys/devices/system/cpu/"

int os_cpus(const char *root, enum os_cpus which, unsigned **ids, size_t *count)
{
    static const char *const files[] = {[OS_CPUS_PRESENT] = CPU "present",
                                        [OS_CPUS_ONLINE] = CPU "online",
                                        [OS_CPUS_OFFLINE] = CPU "offline"};

    return sysfile_list(root, files[which], ids, count);
}

bool os_describes(void)
{
    return true;
}

/* Where a file of a cache is. */
struct place {
    const char *root;
    unsigned cpu;
    unsigned index;
};

/* Reads a file of a cache: "" if there is none. */
static bool cache_line(const struct place *at, const char *file, char *text, size_t size)
{
    if (sysfile_line(at->root, text, size, CPU "cpu%u/cache/index%u/%s", at->cpu, at->index,
                     file))
        return true;
    text[0] = '\0';
    return false;
}

/* A number in [least, most], the most that caches have; else 0, as if it were not said. */
static uint64_t cache_number(const struct place *at, const char *file, uint64_t least,
                             uint64_t most, char said[OS_SAID])
{
    char text[OS_SAID];
    uint64_t value;

    cache_line(at, file, text, sizeof text);
    value = sysfile_size(text);
    if (said)
        memcpy(said, text, sizeof text);
    return value >= least && value <= most ? value : 0;
}

#define CACHE_MOST ((uint64_t)64 << 30)
static bool read_cache(const struct place *at, struct os_cache *cache)
{
    char type[16];
    unsigned *sharers;
    size_t shared;

    *cache = (struct os_cache){.index = at->index};
    if (cache_line(at, "type", type, sizeof type) && strchr("DIU", type[0]))
        cache->type = type[0];
    cache->level = (unsigned)cache_number(at, "level", 1, 9, NULL);
    cache->bytes = cache_number(at, "size", 1024, CACHE_MOST, cache->size_said);
    if (!type[0] && !cache->level && !cache->size_said[0])
        return false;
    cache->line = (unsigned)cache_number(at, "coherency_line_size", 16, 1024, cache->line_said);
    if (cache->line & (cache->line - 1))
        cache->line = 0;
    cache->ways =
        (unsigned)cache_number(at, "ways_of_associativity", 1, 1024, cache->ways_said);
    cache->sets = (unsigned)cache_number(at, "number_of_sets", 1, 1u << 30, NULL);
    if (os_cache_sharers(at->root, at->cpu, at->index, &sharers, &shared) == 0) {
        cache->shared = (unsigned)shared;
        free(sharers);
    }
    return true;
}

size_t os_caches(const char *root, unsigned cpu, struct os_cache *caches, size_t max)
{
    size_t count = 0;

    for (unsigned index = 0; index < 16 && count < max; index++)
        count += read_cache(&(struct place){root, cpu, index}, &caches[count]);
    return count;
}

int os_cache_sharers(const char *root, unsigned cpu, unsigned index, unsigned **ids,
                     size_t *count)
{
    char path[128];

    snprintf(path, sizeof path, CPU "cpu%u/cache/index%u/shared_cpu_list", cpu, index);
    return sysfile_list(root, path, ids, count);
}

unsigned long os_cpu_capacity(const char *root, unsigned cpu)
{
    char text[64];

    if (sysfile_line(root, text, sizeof text, CPU "cpu%u/cpu_capacity", cpu) ||
        sysfile_line(root, text, sizeof text, CPU "cpu%u/cpufreq/cpuinfo_max_freq", cpu))
        return strtoul(text, NULL, 10);
    return 0;
}

int os_governor(const char *root, unsigned cpu, char *text, size_t size)
{
    if (sysfile_line(root, text, size, CPU "cpu%u/cpufreq/scaling_governor", cpu))
        return 0;
    errno = ENOENT;
    return -1;
}

static unsigned long read_khz(const char *root, unsigned cpu, const char *file)
{
    char text[64];

    if (!sysfile_line(root, text, sizeof text, CPU "cpu%u/cpufreq/%s", cpu, file))
        return 0;
    return strtoul(text, NULL, 10);
}

void os_frequency(const char *root, unsigned cpu, struct os_frequency *frequency)
{
    *frequency = (struct os_frequency){
        .now_khz = read_khz(root, cpu, "scaling_cur_freq"),
        .least_khz = read_khz(root, cpu, "scaling_min_freq"),
        .most_khz = read_khz(root, cpu, "scaling_max_freq"),
    };
}

int os_command_line(const char *root, char *text, size_t size)
{
    if (sysfile_line(root, text, size, "/proc/cmdline"))
        return 0;
    errno = ENOENT;
    return -1;
}

/* /proc/cpuinfo: "key : value" lines in blocks that "processor : N" opens. */

/*
 * The value of `key` for `cpu`: the one in its block; or one outside of blocks, since older ARM
 * kernels say once for all CPUs what they know, at the start or behind an empty line; or, if
 * its block has none, the last that another has, where there is no such line. A CPU that is not
 * listed while others are gets no other's value.
 */
static bool cpuinfo(const char *root, unsigned cpu, const char *key, char *text, size_t size)
{
    enum { NOT, OTHERS, COMMON, OWN };
    FILE *file = sysfile_open(root, "/proc/cpuinfo");
    char line[1024];
    int found = NOT;
    int block = COMMON;
    bool listed = false;

    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        const char *value;

        line[strcspn(line, "\n")] = '\0';
        value = sysfile_value(line, "processor");
        if (line[0] == '\0')
            block = COMMON;
        else if (value && isdigit((unsigned char)*value))
            block = strtoul(value, NULL, 10) == cpu ? OWN : OTHERS;
        listed = listed || block == OWN;
        value = sysfile_value(line, key);
        if (value && *value && block >= found) {
            snprintf(text, size, "%s", value);
            found = block;
        }
    }
    fclose(file);
    return found >= COMMON || (found == OTHERS && listed);
}

static uint32_t cpuinfo_number(const char *root, unsigned cpu, const char *key)
{
    char text[64];

    return cpuinfo(root, cpu, key, text, sizeof text) ? (uint32_t)strtoul(text, NULL, 0) : 0;
}

uint32_t os_cpu_id(const char *root, unsigned cpu, const char **source)
{
    char text[64];
    uint32_t implementer;

    *source = "midr_el1 in sysfs";
    if (sysfile_line(root, text, sizeof text, CPU "cpu%u/regs/identification/midr_el1", cpu))
        return (uint32_t)strtoull(text, NULL, 16);
    *source = "/proc/cpuinfo";
    implementer = cpuinfo_number(root, cpu, "CPU implementer");
    if (implementer == 0)
        return 0;
    return implementer << 24 | (cpuinfo_number(root, cpu, "CPU variant") & 0xf) << 20 |
           0xfu << 16 | (cpuinfo_number(root, cpu, "CPU part") & 0xfff) << 4 |
           (cpuinfo_number(root, cpu, "CPU revision") & 0xf);
}

int os_cpu_text(const char *root, unsigned cpu, char *text, size_t size)
{
    /* x86 and ARM; old ARM; MIPS; PowerPC; RISC-V. */
    static const char *const keys[] = {"model name", "Processor", "cpu model", "cpu", "uarch"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (cpuinfo(root, cpu, keys[i], text, size))
            return 0;
    errno = ENOENT;
    return -1;
}
