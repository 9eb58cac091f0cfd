/* SPDX-License-Identifier: MIT */
#include "iomem.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sysfile.h"

enum { LINE = 256, NAME = 64 };

static const char file_name[] = "/proc/iomem";

struct entry {
    uint64_t first;
    uint64_t last;
    char name[NAME];
};

/* "  4000000000-400007ffff : 0000:00:01.0" */
static bool read_entry(const char *line, struct entry *entry)
{
    char *end;

    line += strspn(line, " ");
    if (!isxdigit((unsigned char)*line))
        return false;
    errno = 0;
    entry->first = strtoull(line, &end, 16);
    if (*end != '-' || !isxdigit((unsigned char)end[1]))
        return false;
    entry->last = strtoull(end + 1, &end, 16);
    if (errno || strncmp(end, " : ", 3) != 0 || entry->last < entry->first)
        return false;
    snprintf(entry->name, sizeof entry->name, "%.*s", (int)strcspn(end + 3, "\n"), end + 3);
    return true;
}

/* "0000:00:01.0": a device, whoever drives it. */
static bool is_function(const char *name)
{
    static const char form[] = "xxxx:xx:xx.x";
    size_t i = 0;

    for (; form[i]; i++)
        if (form[i] == 'x' ? !isxdigit((unsigned char)name[i]) : name[i] != form[i])
            return false;
    return !name[i];
}

/* What only says where something may be, and claims nothing. */
static bool is_room(const char *name)
{
    return strcasecmp(name, "reserved") == 0 || strncmp(name, "PCI Bus", 7) == 0 ||
           is_function(name);
}

/* What the entries say together, read up to the first that forbids it. */
struct verdict {
    bool told; /* there are addresses other than 0 */
    bool any;
    bool odd; /* a line was none of an entry */
    bool claimed;
    struct entry by;
};

static void read_entries(FILE *file, uint64_t first, uint64_t last, struct verdict *verdict)
{
    char line[LINE];

    while (!verdict->claimed && fgets(line, sizeof line, file)) {
        struct entry entry;

        if (!read_entry(line, &entry)) {
            verdict->odd = true;
            continue;
        }
        verdict->any = true;
        verdict->told = verdict->told || entry.last > 0;
        if (entry.first > last || entry.last < first || is_room(entry.name))
            continue;
        verdict->claimed = true;
        verdict->by = entry;
    }
}

int iomem_free(const char *root, uint64_t address, uint64_t bytes, char *why)
{
    struct verdict verdict = {.told = false};
    FILE *file = sysfile_open(root, "%s", file_name);
    bool failed;

    if (!file)
        return why_fail(EPERM, why, "%s can't be read: %s", file_name, strerror(errno));
    read_entries(file, address, address + bytes - 1, &verdict);
    failed = ferror(file) != 0;
    fclose(file);
    if (failed || verdict.odd || !verdict.any)
        return why_fail(EPERM, why, "%s can't be read in full", file_name);
    if (!verdict.told)
        return why_fail(EPERM, why, "%s shows addresses to root only", file_name);
    if (verdict.claimed)
        return why_fail(EPERM, why, "%s at 0x%llx-0x%llx is there (%s)", verdict.by.name,
                        (unsigned long long)verdict.by.first,
                        (unsigned long long)verdict.by.last, file_name);
    return 0;
}
