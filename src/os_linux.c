/* SPDX-License-Identifier: MIT */
/* What Linux adds: the raw clock, pinning, the auxiliary vector, signs of an emulator. */
#include "os.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

static bool clock_read(clockid_t id, uint64_t *ns)
{
    struct timespec t;

    if (clock_gettime(id, &t) < 0)
        return false;
    *ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    return true;
}

uint64_t os_clock_ns(void)
{
    uint64_t ns;

    if (clock_read(CLOCK_MONOTONIC_RAW, &ns) || clock_read(CLOCK_MONOTONIC, &ns))
        return ns;
    return 0;
}

const char *os_clock_name(void)
{
    uint64_t ns;

    return clock_read(CLOCK_MONOTONIC_RAW, &ns) ? "CLOCK_MONOTONIC_RAW" : "CLOCK_MONOTONIC";
}

int os_cpus_allowed(unsigned **ids, size_t *count)
{
    /* The kernel refuses a set smaller than its own: grow until it does not. */
    for (int max = CPU_SETSIZE; max <= (1 << 20); max *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)max);
        const size_t size = CPU_ALLOC_SIZE((size_t)max);

        if (!set)
            return -1;
        if (sched_getaffinity(0, size, set) < 0) {
            const int error = errno;

            CPU_FREE(set);
            errno = error;
            if (error == EINVAL)
                continue;
            return -1;
        }
        *count = 0;
        *ids = calloc((size_t)CPU_COUNT_S(size, set), sizeof **ids);
        for (int cpu = 0; *ids && cpu < max; cpu++)
            if (CPU_ISSET_S((size_t)cpu, size, set))
                (*ids)[(*count)++] = (unsigned)cpu;
        CPU_FREE(set);
        return *ids ? 0 : -1;
    }
    return -1;
}

bool os_pin_possible(void)
{
    return true;
}

int os_pin(unsigned cpu)
{
    cpu_set_t *set = CPU_ALLOC((size_t)cpu + 1);
    const size_t size = CPU_ALLOC_SIZE((size_t)cpu + 1);
    int status;

    if (!set)
        return -1;
    CPU_ZERO_S(size, set);
    CPU_SET_S((size_t)cpu, size, set);
    status = sched_setaffinity(0, size, set);
    CPU_FREE(set);
    return status;
}

int os_cpu_now(void)
{
    return sched_getcpu();
}

double os_load(void)
{
    double load;

    return getloadavg(&load, 1) == 1 ? load : -1;
}

unsigned long os_hwcap(unsigned word)
{
    return getauxval(word == 0 ? AT_HWCAP : AT_HWCAP2);
}

bool os_static(void)
{
    return getauxval(AT_BASE) == 0;
}

/*
 * qemu-user answers for /proc/self/maps itself, but lets the same list under the thread's path
 * through to the host: there the emulator's own file is mapped.
 */
bool os_emulator(char *name, size_t size)
{
    FILE *maps = fopen("/proc/thread-self/maps", "r");
    char line[512];
    bool found = false;

    if (!maps)
        return false;
    while (!found && fgets(line, sizeof line, maps)) {
        const char *file = strrchr(line, '/');

        found = file && strncmp(file, "/qemu-", 6) == 0;
        if (found)
            snprintf(name, size, "%.*s", (int)strcspn(file + 1, " \n"), file + 1);
    }
    fclose(maps);
    return found;
}
