/* SPDX-License-Identifier: MIT */
/* A Unix of which no more than POSIX is known: no pinning, no topology. */
#include "os.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

uint64_t os_clock_ns(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_MONOTONIC, &t) < 0)
        return 0;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

const char *os_clock_name(void)
{
    return "CLOCK_MONOTONIC";
}

int os_cpus_allowed(unsigned **ids, size_t *count)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);

    *count = online > 0 ? (size_t)online : 1;
    *ids = calloc(*count, sizeof **ids);
    if (!*ids)
        return -1;
    for (size_t i = 0; i < *count; i++)
        (*ids)[i] = (unsigned)i;
    return 0;
}

bool os_pin_possible(void)
{
    return false;
}

int os_pin(unsigned cpu)
{
    (void)cpu;
    errno = ENOSYS;
    return -1;
}

int os_cpu_now(void)
{
    return -1;
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

int os_smaps(const char *root, const void *memory, size_t bytes, struct os_smaps *smaps)
{
    (void)root, (void)memory, (void)bytes, (void)smaps;
    errno = ENOSYS;
    return -1;
}

int os_nodes(const char *root, unsigned **ids, size_t *count)
{
    (void)root, (void)ids, (void)count;
    errno = ENOSYS;
    return -1;
}

int os_node_cpus(const char *root, unsigned node, unsigned **ids, size_t *count)
{
    (void)root, (void)node, (void)ids, (void)count;
    errno = ENOSYS;
    return -1;
}

uint64_t os_node_bytes(const char *root, unsigned node)
{
    (void)root, (void)node;
    return OS_MEMORY_UNKNOWN;
}

bool os_describes(void)
{
    return false;
}

int os_cpus(const char *root, enum os_cpus which, unsigned **ids, size_t *count)
{
    (void)root, (void)which, (void)ids, (void)count;
    errno = ENOSYS;
    return -1;
}

size_t os_caches(const char *root, unsigned cpu, struct os_cache *caches, size_t max)
{
    (void)root, (void)cpu, (void)caches, (void)max;
    return 0;
}

int os_cache_sharers(const char *root, unsigned cpu, unsigned index, unsigned **ids,
                     size_t *count)
{
    (void)root, (void)cpu, (void)index, (void)ids, (void)count;
    errno = ENOSYS;
    return -1;
}

unsigned long os_cpu_capacity(const char *root, unsigned cpu)
{
    (void)root, (void)cpu;
    return 0;
}

uint32_t os_cpu_id(const char *root, unsigned cpu, const char **source)
{
    (void)root, (void)cpu;
    *source = "";
    return 0;
}

int os_cpu_text(const char *root, unsigned cpu, char *text, size_t size)
{
    (void)root, (void)cpu, (void)text, (void)size;
    errno = ENOSYS;
    return -1;
}

int os_governor(const char *root, unsigned cpu, char *text, size_t size)
{
    (void)root, (void)cpu, (void)text, (void)size;
    errno = ENOSYS;
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
    errno = ENOSYS;
    return -1;
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

bool os_static(void)
{
    return false;
}

bool os_emulator(char *name, size_t size)
{
    (void)name, (void)size;
    return false;
}
