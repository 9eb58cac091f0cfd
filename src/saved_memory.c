/* SPDX-License-Identifier: MIT */
/* The lines of a saved run that tell of memory beside ordinary one. */
#include <errno.h>
#include <string.h>

#include "saved.h"
#include "scan.h"

/* Texts of a memory, each in a line of its own. */
static const struct {
    const char *key;
    size_t offset;
} texts[] = {
    {"# memory-source", offsetof(struct results_memory, source)},
    {"# memory-documented", offsetof(struct results_memory, says)},
    {"# memory-evidence", offsetof(struct results_memory, evidence)},
    {"# memory-backing", offsetof(struct results_memory, backing)},
};

enum { TEXTS = sizeof texts / sizeof texts[0] };

void saved_put_memories(FILE *f, const struct results *r)
{
    for (size_t i = 1; i <= r->more_memories; i++) {
        const struct results_memory *m = &r->memories[i];

        fprintf(f, "# memory-kind: %s %llu B, %s, behaves as %s\n", m->name,
                (unsigned long long)m->bytes, caching_name(m->documented),
                caching_name(m->found));
        for (size_t t = 0; t < TEXTS; t++) {
            const char *text;

            memcpy(&text, (const char *)m + texts[t].offset, sizeof text);
            if (text[0])
                fprintf(f, "%s: %s\n", texts[t].key, text);
        }
    }
}

static bool scan_caching(const char **text, enum caching *caching)
{
    for (*caching = 0; *caching < CACHINGS; ++*caching)
        if (scan_literal(text, caching_name(*caching)))
            return true;
    return false;
}

/* "wc 16777216 B, write-combined, behaves as cached"; names differ. */
static int take_kind(struct results *r, const char *value)
{
    char name[KIND_NAME];
    struct results_memory *m;

    if (!scan_word(&value, ' ', name, sizeof name) || !kind_can_name(name, strlen(name)))
        return -1;
    for (size_t i = 1; i <= r->more_memories; i++)
        if (strcmp(r->memories[i].name, name) == 0)
            return -1;
    m = results_memory(r, name);
    if (!m || !scan_literal(&value, " ") || !scan_number(&value, UINT64_MAX, &m->bytes) ||
        !scan_literal(&value, " B, ") || !scan_caching(&value, &m->documented) ||
        !scan_literal(&value, ", behaves as ") || !scan_caching(&value, &m->found))
        return -1;
    return *value ? -1 : 0;
}

int saved_take_memory(struct results *r, const char *key, const char *value)
{
    const char *kept;

    errno = EINVAL;
    if (strcmp(key, "# memory-kind") == 0)
        return take_kind(r, value);
    for (size_t t = 0; t < TEXTS; t++) {
        if (strcmp(key, texts[t].key) != 0)
            continue;
        if (r->more_memories == 0)
            return -1;
        kept = results_keep(r, value);
        if (!kept)
            return -1;
        memcpy((char *)&r->memories[r->more_memories] + texts[t].offset, &kept, sizeof kept);
        return 0;
    }
    return 1;
}
