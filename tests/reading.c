/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LOAD_BYTES = 65536,
};

static void warn(void *arg, const char *text)
{
    struct reading *r = arg;
    const size_t used = strlen(r->warnings);

    snprintf(r->warnings + used, sizeof r->warnings - used, "%s\n", text);
}

void reading_text(struct reading *reading, const char *text)
{
    const struct import_text t = {"mail", text, strlen(text)};

    *reading = (struct reading){.status = 0};
    reading->status = import_text(&reading->records, &t, warn, reading, reading->error);
}

void reading_file(struct reading *reading, const char *path)
{
    *reading = (struct reading){.status = 0};
    reading->status = import_file(&reading->records, path, warn, reading, reading->error);
}

char *reading_load(const char *name)
{
    char path[512];
    char *text = calloc(1, LOAD_BYTES);
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", DATA, name);
    f = fopen(path, "rb");
    if (!f || !text || fread(text, 1, LOAD_BYTES - 1, f) == 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        abort();
    }
    fclose(f);
    return text;
}
