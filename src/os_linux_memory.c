/* SPDX-License-Identifier: MIT */
/* What Linux tells of memory in /proc and /sys. Every file may be missing, empty or odd. */
#include "os.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "sysfile.h"

enum { PATH_SIZE = 512 };

/* What the kernel itself says is free, for systems without /proc. */
static uint64_t free_memory(void)
{
    struct sysinfo info;

    return sysinfo(&info) < 0 ? OS_MEMORY_UNKNOWN : (uint64_t)info.freeram * info.mem_unit;
}

/* What /proc/meminfo says, in bytes; OS_MEMORY_UNKNOWN where it doesn't. */
static void meminfo(const char *root, struct os_memory *memory)
{
    FILE *file = sysfile_open(root, "/proc/meminfo");
    char line[256];
    uint64_t spare = 0;
    bool known = false;

    if (!file) {
        if (root[0])
            return;
        memory->available = free_memory();
        memory->source = "sysinfo";
        return;
    }
    while (fgets(line, sizeof line, file)) {
        const char *kib = sysfile_value(line, "MemAvailable");

        if (kib)
            memory->available = strtoull(kib, NULL, 10) << 10;
        kib = sysfile_value(line, "MemTotal");
        if (kib)
            memory->total = strtoull(kib, NULL, 10) << 10;
        kib = sysfile_value(line, "MemFree");
        if (!kib)
            kib = sysfile_value(line, "Cached");
        known = known || kib;
        if (kib)
            spare += strtoull(kib, NULL, 10) << 10;
    }
    fclose(file);
    memory->source = "/proc/meminfo";
    /* Linux before 3.14 has no MemAvailable. */
    if (memory->available == OS_MEMORY_UNKNOWN && known)
        memory->available = spare;
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
    FILE *file = sysfile_open(root, "/proc/self/cgroup");
    char line[PATH_SIZE];
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
    FILE *file = sysfile_open(root, "%s/memory.stat", dir);
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

/* Files of a hierarchy, and the group in it, which cgroup_walk() shortens. */
struct cgroup {
    const char *mount;
    const char *limit_file;
    const char *usage_file;
    char path[PATH_SIZE];
};

/* Lowers what a group's limit allows and leaves, if it has one. */
static void cgroup_limit(const char *root, const char *dir, const struct cgroup *group,
                         struct os_memory *memory)
{
    const uint64_t inactive = cgroup_inactive(root, dir);
    char text[64];
    uint64_t limit;
    uint64_t left;
    uint64_t usage = 0;

    if (!sysfile_line(root, text, sizeof text, "%s/%s", dir, group->limit_file) ||
        !isdigit((unsigned char)text[0]))
        return;
    limit = strtoull(text, NULL, 10);
    /* Version 1 says "none" by the largest number of pages. */
    if (limit > UINT64_MAX / 4)
        return;
    if (sysfile_line(root, text, sizeof text, "%s/%s", dir, group->usage_file))
        usage = strtoull(text, NULL, 10);
    usage = usage > inactive ? usage - inactive : 0;
    left = limit > usage ? limit - usage : 0;
    memory->limit = limit < memory->limit ? limit : memory->limit;
    memory->left = left < memory->left ? left : memory->left;
}

/*
 * The limits of a group and of all above it. The hierarchy may be mounted from the group
 * itself, as in containers: then its limit stands at the top.
 */
static void cgroup_walk(const char *root, struct cgroup *group, struct os_memory *memory)
{
    for (;;) {
        char dir[PATH_SIZE + 64];
        char *slash;

        snprintf(dir, sizeof dir, "%s%s", group->mount, group->path);
        cgroup_limit(root, dir, group, memory);
        slash = strrchr(group->path, '/');
        if (!slash)
            return;
        *slash = '\0';
    }
}

void os_memory(const char *root, struct os_memory *memory)
{
    struct cgroup new = {"/sys/fs/cgroup", "memory.max", "memory.current", ""};
    struct cgroup old = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                         "memory.usage_in_bytes", ""};

    *memory = (struct os_memory){OS_MEMORY_UNKNOWN,
                                 OS_MEMORY_UNKNOWN,
                                 OS_MEMORY_UNKNOWN,
                                 OS_MEMORY_UNKNOWN,
                                 false,
                                 NULL};
    meminfo(root, memory);
    if (cgroup_path(root, "", new.path, sizeof new.path)) {
        memory->grouped = true;
        cgroup_walk(root, &new, memory);
    }
    if (cgroup_path(root, "memory", old.path, sizeof old.path)) {
        memory->grouped = true;
        cgroup_walk(root, &old, memory);
    }
}

uint64_t os_memory_available(const char *root)
{
    struct os_memory memory;

    os_memory(root, &memory);
    return memory.available < memory.left ? memory.available : memory.left;
}

/* NUMA. */

#define NODE "/sys/devices/system/node/"

int os_nodes(const char *root, unsigned **ids, size_t *count)
{
    return sysfile_list(root, NODE "online", ids, count);
}

int os_node_cpus(const char *root, unsigned node, unsigned **ids, size_t *count)
{
    char path[64];

    snprintf(path, sizeof path, NODE "node%u/cpulist", node);
    return sysfile_list(root, path, ids, count);
}

uint64_t os_node_bytes(const char *root, unsigned node)
{
    FILE *file = sysfile_open(root, NODE "node%u/meminfo", node);
    char line[256];
    uint64_t bytes = OS_MEMORY_UNKNOWN;

    if (!file)
        return bytes;
    while (fgets(line, sizeof line, file)) {
        /* "Node 0 MemTotal:  16303828 kB" */
        const char *key = strstr(line, "MemTotal");
        const char *kib = key ? sysfile_value(key, "MemTotal") : NULL;

        if (kib)
            bytes = strtoull(kib, NULL, 10) << 10;
    }
    fclose(file);
    return bytes;
}
