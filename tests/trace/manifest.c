/* SPDX-License-Identifier: MIT */
#include "manifest.h"

#include <stdlib.h>
#include <string.h>

/* Reads " name=value" and moves behind it; sets `at` to NULL if something else is there. */
static uint64_t number(const char **at, const char *name, int base)
{
    const size_t length = strlen(name);
    uint64_t value;
    char *end;

    if (!*at || strncmp(*at, name, length) != 0) {
        *at = NULL;
        return 0;
    }
    value = strtoull(*at + length, &end, base);
    *at = end == *at + length ? NULL : end;
    return value;
}

static int parse(struct call *call, const char *line)
{
    char what[8];
    int words = 0;
    const char *at = line;
    uint64_t op;

    if (sscanf(line, "%7s %47s %15s%n", what, call->symbol, call->method, &words) != 3)
        return -1;
    at += words;
    op = number(&at, " op=", 10);
    call->touch = (unsigned)number(&at, " touch=", 10);
    call->prefetch = (unsigned)number(&at, " prefetch=", 10);
    call->temporal = (unsigned)number(&at, " temporal=", 10);
    call->libc = (unsigned)number(&at, " libc=", 10);
    call->line = (unsigned)number(&at, " line=", 10);
    call->width = (unsigned)number(&at, " width=", 10);
    call->registers = (unsigned)number(&at, " registers=", 10);
    call->block = (unsigned)number(&at, " block=", 10);
    call->dst = number(&at, " dst=", 16);
    call->src = number(&at, " src=", 16);
    call->bytes = number(&at, " bytes=", 10);
    call->passes = number(&at, " passes=", 10);
    call->dist = (int64_t)number(&at, " dist=", 10);
    call->pass = number(&at, " pass=", 16);
    if (!at || *at != '\n' || op > MANIFEST_COPY)
        return -1;
    call->op = (enum manifest_op)op;
    call->skipped = strcmp(what, "skip") == 0;
    return call->skipped || strcmp(what, "call") == 0 ? 0 : -1;
}

int manifest_read(struct manifest *manifest, FILE *file)
{
    char line[512];
    size_t room = 0;

    *manifest = (struct manifest){0};
    while (fgets(line, sizeof line, file)) {
        if (manifest->count == room) {
            struct call *more;

            room = room ? 2 * room : 256;
            more = realloc(manifest->calls, room * sizeof *more);
            if (!more)
                return -1;
            manifest->calls = more;
        }
        if (parse(&manifest->calls[manifest->count], line) < 0)
            return -1;
        manifest->count++;
    }
    return 0;
}

void manifest_free(struct manifest *manifest)
{
    free(manifest->calls);
    *manifest = (struct manifest){0};
}
