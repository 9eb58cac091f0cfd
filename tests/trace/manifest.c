/* SPDX-License-Identifier: MIT */
#include "manifest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int parse(struct call *call, const char *line)
{
    char what[8];
    unsigned op;
    const int n = sscanf(
        line,
        "%7s %47s %15s op=%u touch=%u prefetch=%u temporal=%u libc=%u line=%u width=%u "
        "registers=%u block=%u dst=%" SCNx64 " src=%" SCNx64 " bytes=%" SCNu64
        " passes=%" SCNu64 " dist=%" SCNd64 " pass=%" SCNx64,
        what, call->symbol, call->method, &op, &call->touch, &call->prefetch, &call->temporal,
        &call->libc, &call->line, &call->width, &call->registers, &call->block, &call->dst,
        &call->src, &call->bytes, &call->passes, &call->dist, &call->pass);

    if (n != 18 || op > MANIFEST_COPY)
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
