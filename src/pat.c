/* SPDX-License-Identifier: MIT */
#include "pat.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sysfile.h"

enum { LINE = 256 };

static const struct {
    const char *name;
    enum caching caching;
} types[] = {
    {"write-back", CACHING_CACHED},        {"write-through", CACHING_CACHED},
    {"write-combining", CACHING_COMBINED}, {"uncached-minus", CACHING_UNCACHED},
    {"uncached", CACHING_UNCACHED},
};

/* Two addresses, the second behind the last byte; false if none are there. */
static bool read_range(const char *text, uint64_t *from, uint64_t *to)
{
    char *end;

    *from = strtoull(text, &end, 16);
    if (end == text || *end != '-')
        return false;
    *to = strtoull(end + 1, &end, 16);
    return *to > *from;
}

static enum caching type_of(const char *text)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const size_t length = strlen(types[i].name);

        if (strncmp(text, types[i].name, length) == 0 && strchr(" \n", text[length]))
            return types[i].caching;
    }
    return CACHING_UNKNOWN;
}

/*
 * "PAT: [mem 0x00000000fd000000-0x00000000fe000000] write-combining", or, of older kernels,
 * "write-combining @ 0xfd000000-0xfe000000".
 */
static enum caching read_line(const char *line, uint64_t address, uint64_t bytes)
{
    const char *open = strstr(line, "[mem ");
    const char *at = strstr(line, " @ ");
    const char *type = open ? strstr(line, "] ") : line;
    uint64_t from;
    uint64_t to;

    if ((!open && !at) || !type || !read_range(open ? open + 5 : at + 3, &from, &to) ||
        address < from || address >= to || bytes > to - address)
        return CACHING_UNKNOWN;
    return type_of(open ? type + 2 : type);
}

enum caching pat_caching(const char *root, uint64_t address, uint64_t bytes)
{
    FILE *file = sysfile_open(root, "/sys/kernel/debug/x86/pat_memtype_list");
    enum caching caching = CACHING_UNKNOWN;
    char line[LINE];

    if (!file)
        return CACHING_UNKNOWN;
    while (caching == CACHING_UNKNOWN && fgets(line, sizeof line, file))
        caching = read_line(line, address, bytes);
    fclose(file);
    return caching;
}
