/* SPDX-License-Identifier: MIT */
/* What Linux tells in /proc and /sys. Every file may be missing, empty or odd. */
#include "os.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "format.h"

enum { PATH_MAX_ = 512 };

/* Opens root + formatted path. */
FORMAT(2, 0) static FILE *open_at(const char *root, const char *format, va_list args)
{
    char path[PATH_MAX_];
    const size_t used = (size_t)snprintf(path, sizeof path, "%s", root);
    int more;

    if (used >= sizeof path)
        return NULL;
    more = vsnprintf(path + used, sizeof path - used, format, args);
    if (more < 0 || (size_t)more >= sizeof path - used)
        return NULL;
    return fopen(path, "r");
}

/* Reads the first line of a file, without its end; false if there is none. */
FORMAT(4, 5)
static bool read_line(const char *root, char *text, size_t size, const char *format, ...)
{
    va_list args;
    FILE *file;
    bool ok;

    va_start(args, format);
    file = open_at(root, format, args);
    va_end(args);
    if (!file)
        return false;
    ok = fgets(text, (int)size, file) != NULL;
    fclose(file);
    if (ok)
        text[strcspn(text, "\n")] = '\0';
    return ok && text[0] != '\0';
}

/* A number with an optional K, M or G, as in the cache directories; 0 if it is none. */
static uint64_t parse_size(const char *text)
{
    char *end;
    const unsigned long long value = strtoull(text, &end, 0);

    switch (*end) {
    case 'K':
        return (uint64_t)value << 10;
    case 'M':
        return (uint64_t)value << 20;
    case 'G':
        return (uint64_t)value << 30;
    default:
        return value;
    }
}

static uint64_t read_size(const char *root, unsigned cpu, const char *file, unsigned index)
{
    char text[64];

    if (!read_line(root, text, sizeof text, "/sys/devices/system/cpu/cpu%u/cache/index%u/%s",
                   cpu, index, file))
        return 0;
    return parse_size(text);
}

/* How many CPUs a list such as "0-3,8" names. */
static unsigned count_list(const char *list)
{
    unsigned count = 0;

    while (isdigit((unsigned char)*list)) {
        char *end;
        const unsigned long first = strtoul(list, &end, 10);
        const unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;

        if (last >= first)
            count += (unsigned)(last - first + 1);
        list = *end == ',' ? end + 1 : end;
    }
    return count;
}

/* What a cache can have; else 0, as if it were not said. */
#define CACHE_MOST ((uint64_t)64 << 30)
static uint64_t plausible(uint64_t value, uint64_t least, uint64_t most)
{
    return value >= least && value <= most ? value : 0;
}

static bool read_cache(const char *root, unsigned cpu, unsigned index, struct os_cache *cache)
{
    char text[4096];

    if (!read_line(root, text, sizeof text, "/sys/devices/system/cpu/cpu%u/cache/index%u/type",
                   cpu, index))
        return false;
    *cache = (struct os_cache){
        .level = (unsigned)plausible(read_size(root, cpu, "level", index), 1, 9),
        .type = text[0],
        .bytes = plausible(read_size(root, cpu, "size", index), 1024, CACHE_MOST),
        .line =
            (unsigned)plausible(read_size(root, cpu, "coherency_line_size", index), 16, 1024),
        .ways =
            (unsigned)plausible(read_size(root, cpu, "ways_of_associativity", index), 1, 1024),
    };
    if (cache->line & (cache->line - 1))
        cache->line = 0;
    if (read_line(root, text, sizeof text,
                  "/sys/devices/system/cpu/cpu%u/cache/index%u/shared_cpu_list", cpu, index))
        cache->shared = count_list(text);
    return true;
}

size_t os_caches(const char *root, unsigned cpu, struct os_cache *caches, size_t max)
{
    size_t count = 0;

    for (unsigned index = 0; index < 16 && count < max; index++)
        count += read_cache(root, cpu, index, &caches[count]);
    return count;
}

unsigned long os_cpu_capacity(const char *root, unsigned cpu)
{
    char text[64];

    if (read_line(root, text, sizeof text, "/sys/devices/system/cpu/cpu%u/cpu_capacity", cpu) ||
        read_line(root, text, sizeof text,
                  "/sys/devices/system/cpu/cpu%u/cpufreq/cpuinfo_max_freq", cpu))
        return strtoul(text, NULL, 10);
    return 0;
}

int os_governor(const char *root, unsigned cpu, char *text, size_t size)
{
    if (read_line(root, text, size, "/sys/devices/system/cpu/cpu%u/cpufreq/scaling_governor",
                  cpu))
        return 0;
    errno = ENOENT;
    return -1;
}

static unsigned long read_khz(const char *root, unsigned cpu, const char *file)
{
    char text[64];

    if (!read_line(root, text, sizeof text, "/sys/devices/system/cpu/cpu%u/cpufreq/%s", cpu,
                   file))
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
    if (read_line(root, text, size, "/proc/cmdline"))
        return 0;
    errno = ENOENT;
    return -1;
}

/* /proc/cpuinfo: "key : value" lines in blocks that "processor : N" opens. */

/* The value in `line` if its key is `key`. */
static const char *value_of(const char *line, const char *key)
{
    const size_t length = strlen(key);
    const char *p = line + length;

    if (strncmp(line, key, length) != 0)
        return NULL;
    p += strspn(p, " \t");
    if (*p != ':')
        return NULL;
    return p + 1 + strspn(p + 1, " \t");
}

FORMAT(2, 3) static FILE *open_file(const char *root, const char *format, ...)
{
    va_list args;
    FILE *file;

    va_start(args, format);
    file = open_at(root, format, args);
    va_end(args);
    return file;
}

/*
 * The value of `key` for `cpu`: the one in its block, or the last before it or at the end of
 * the file, since older ARM kernels say once for all CPUs what they know.
 */
static bool cpuinfo(const char *root, unsigned cpu, const char *key, char *text, size_t size)
{
    FILE *file = open_file(root, "/proc/cpuinfo");
    char line[1024];
    bool mine = true;
    bool found = false;

    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        const char *value;

        line[strcspn(line, "\n")] = '\0';
        value = value_of(line, "processor");
        if (value && isdigit((unsigned char)*value))
            mine = strtoul(value, NULL, 10) == cpu;
        value = value_of(line, key);
        if (value && *value && (mine || !found)) {
            snprintf(text, size, "%s", value);
            found = true;
        }
    }
    fclose(file);
    return found;
}

static uint32_t cpuinfo_number(const char *root, unsigned cpu, const char *key)
{
    char text[64];

    return cpuinfo(root, cpu, key, text, sizeof text) ? (uint32_t)strtoul(text, NULL, 0) : 0;
}

uint32_t os_cpu_id(const char *root, unsigned cpu)
{
    char text[64];
    uint32_t implementer;

    if (read_line(root, text, sizeof text,
                  "/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1", cpu))
        return (uint32_t)strtoull(text, NULL, 16);
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

/* Memory. */

/* What the kernel itself says is free, for systems without /proc. */
static uint64_t free_memory(void)
{
    struct sysinfo info;

    return sysinfo(&info) < 0 ? OS_MEMORY_UNKNOWN : (uint64_t)info.freeram * info.mem_unit;
}

static uint64_t meminfo(const char *root)
{
    FILE *file = open_file(root, "/proc/meminfo");
    char line[256];
    uint64_t available = OS_MEMORY_UNKNOWN;
    uint64_t spare = 0;
    bool known = false;

    if (!file)
        return root[0] ? OS_MEMORY_UNKNOWN : free_memory();
    while (fgets(line, sizeof line, file)) {
        const char *kib = value_of(line, "MemAvailable");

        if (kib)
            available = strtoull(kib, NULL, 10) << 10;
        kib = value_of(line, "MemFree");
        if (!kib)
            kib = value_of(line, "Cached");
        known = known || kib;
        if (kib)
            spare += strtoull(kib, NULL, 10) << 10;
    }
    fclose(file);
    /* Linux before 3.14 has no MemAvailable. */
    return available != OS_MEMORY_UNKNOWN || !known ? available : spare;
}

/* Whether "cpu,cpuacct" or "" has a controller; the empty list has the empty one. */
static bool has_controller(const char *list, const char *controller)
{
    const size_t length = strlen(controller);

    if (length == 0)
        return list[0] == '\0';
    for (const char *p = list; p; p = strchr(p, ',')) {
        p += *p == ',';
        if (strncmp(p, controller, length) == 0 && (p[length] == ',' || p[length] == '\0'))
            return true;
    }
    return false;
}

/* The path of this process' control group in the hierarchy of `controller` ("" is version 2).
 */
static bool cgroup_path(const char *root, const char *controller, char *path, size_t size)
{
    FILE *file = open_file(root, "/proc/self/cgroup");
    char line[PATH_MAX_];
    bool found = false;

    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        char *list = strchr(line, ':');
        char *dir = list ? strchr(list + 1, ':') : NULL;

        if (!dir)
            continue;
        *dir = '\0';
        dir[1 + strcspn(dir + 1, "\n")] = '\0';
        found = has_controller(list + 1, controller);
        if (found)
            snprintf(path, size, "%s", strcmp(dir + 1, "/") == 0 ? "" : dir + 1);
    }
    fclose(file);
    return found;
}

/* Page cache that a group can drop at once: its usage counts it, but it is not in the way. */
static uint64_t cgroup_inactive(const char *root, const char *dir)
{
    FILE *file = open_file(root, "%s/memory.stat", dir);
    static const char key[] = "inactive_file ";
    char line[256];
    uint64_t bytes = 0;

    if (!file)
        return 0;
    while (fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            bytes = strtoull(line + strlen(key), NULL, 10);
    fclose(file);
    return bytes;
}

/* What a limit leaves; UINT64_MAX where none is set. */
static uint64_t cgroup_left(const char *root, const char *dir, const char *limit_file,
                            const char *usage_file)
{
    const uint64_t inactive = cgroup_inactive(root, dir);
    char text[64];
    uint64_t limit;
    uint64_t usage = 0;

    if (!read_line(root, text, sizeof text, "%s/%s", dir, limit_file) ||
        !isdigit((unsigned char)text[0]))
        return UINT64_MAX;
    limit = strtoull(text, NULL, 10);
    if (read_line(root, text, sizeof text, "%s/%s", dir, usage_file))
        usage = strtoull(text, NULL, 10);
    usage = usage > inactive ? usage - inactive : 0;
    return limit > usage ? limit - usage : 0;
}

/*
 * What the limits of a group and of all above it leave. The hierarchy may be mounted from the
 * group itself, as in containers: then its limit stands at the top.
 */
static uint64_t cgroup_walk(const char *root, const char *mount, char *path,
                            const char *limit_file, const char *usage_file)
{
    uint64_t left = UINT64_MAX;

    for (;;) {
        char dir[PATH_MAX_ + 64];
        char *slash;
        uint64_t here;

        snprintf(dir, sizeof dir, "%s%s", mount, path);
        here = cgroup_left(root, dir, limit_file, usage_file);
        left = here < left ? here : left;
        slash = strrchr(path, '/');
        if (!slash)
            return left;
        *slash = '\0';
    }
}

static uint64_t cgroup_available(const char *root)
{
    char path[PATH_MAX_];
    uint64_t left = UINT64_MAX;
    uint64_t old;

    if (cgroup_path(root, "", path, sizeof path))
        left = cgroup_walk(root, "/sys/fs/cgroup", path, "memory.max", "memory.current");
    if (!cgroup_path(root, "memory", path, sizeof path))
        return left;
    old = cgroup_walk(root, "/sys/fs/cgroup/memory", path, "memory.limit_in_bytes",
                      "memory.usage_in_bytes");
    return old < left ? old : left;
}

uint64_t os_memory_available(const char *root)
{
    const uint64_t system = meminfo(root);
    const uint64_t group = cgroup_available(root);

    return system < group ? system : group;
}
