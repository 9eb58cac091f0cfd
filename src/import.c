/* SPDX-License-Identifier: MIT */
#include "import.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "importer.h"
#include "results.h"

/* Binary files have bytes of 0, and text has none. */
static int check_text(struct importer *in, const char *text, size_t size)
{
    const char *zero;
    size_t line = 1;

    if (size > IMPORT_BYTES_MAX) {
        snprintf(in->error, IMPORT_ERROR, "%.120s: is larger than %d MiB", in->name,
                 IMPORT_BYTES_MAX >> 20);
        return -1;
    }
    zero = size ? memchr(text, '\0', size) : NULL;
    if (!zero)
        return 0;
    for (const char *p = text; p < zero; p++)
        line += *p == '\n';
    snprintf(in->error, IMPORT_ERROR, "%.120s:%zu: this is no text", in->name, line);
    return -1;
}

static int read_tables(struct importer *in)
{
    static importer_fn *const importers[] = {
        importer_classic,      importer_places, importer_gups, importer_lmbench,
        importer_tinymembench, importer_stream, importer_mbw};

    for (size_t at = 0; at < in->lines.count;) {
        int taken = 0;

        for (size_t i = 0; taken == 0 && i < sizeof importers / sizeof importers[0]; i++)
            taken = importers[i](in, &at);
        if (taken < 0)
            return -1;
        at += !taken;
    }
    importer_name_clusters(in);
    /* Of some runs all rows may have been left out. */
    for (size_t i = in->records->count; i-- > in->first;)
        if (in->records->records[i].count == 0)
            records_remove(in->records, i);
    if (in->figures == 0)
        return importer_fail(in, 0, "there is no table of a kind that can be read");
    return 0;
}

int import_text(struct records *records, const struct import_text *text, import_warn_fn *warn,
                void *arg, char *error)
{
    struct importer in = {
        .records = records,
        .first = records->count,
        .name = text->name,
        .warn = warn,
        .arg = arg,
        .error = error,
        .classic = IMPORTER_NONE,
    };
    int status;

    if (check_text(&in, text->text, text->size) != 0)
        return -1;
    if (lines_split(&in.lines, text->text, text->size) != 0) {
        if (errno != EFBIG)
            return importer_errno(&in);
        snprintf(error, IMPORT_ERROR, "%.120s:%d: has too many lines", text->name, LINES_MAX);
        return -1;
    }
    status = read_tables(&in);
    lines_free(&in.lines);
    return status;
}

/* Reads a saved run: 1 if the text is none. */
static int read_saved(struct records *records, const char *path, char *text, size_t size,
                      char *error)
{
    struct results results = {.rounds = 0};
    char origin[RECORD_VALUE];
    int status = import_saved_text(&results, path, text, size, error);

    if (status != 0)
        return status;
    snprintf(origin, sizeof origin, "%.140s:1", path);
    status = import_results(records, &results, origin);
    if (status != 0)
        snprintf(error, IMPORT_ERROR, "%.120s: %s", path, strerror(errno));
    results_close(&results);
    return status;
}

int import_read(const char *path, char **text, size_t *size, char *error)
{
    if (lines_read(path, IMPORT_BYTES_MAX, text, size) == 0)
        return 0;
    if (errno == EFBIG)
        snprintf(error, IMPORT_ERROR, "%.120s: is larger than %d MiB", path,
                 IMPORT_BYTES_MAX >> 20);
    else
        snprintf(error, IMPORT_ERROR, "%.120s: %s", path, strerror(errno));
    return -1;
}

int import_file(struct records *records, const char *path, import_warn_fn *warn, void *arg,
                char *error)
{
    struct import_text text = {.name = path};
    char *read;
    int status;

    if (import_read(path, &read, &text.size, error) < 0)
        return -1;
    text.text = read;
    status = read_saved(records, path, read, text.size, error);
    if (status == 1)
        status = import_text(records, &text, warn, arg, error);
    free(read);
    return status;
}
