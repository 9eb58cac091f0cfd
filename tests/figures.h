/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FIGURES_H
#define MEMSPEED_FIGURES_H

/* Checks of what was read; to be included instead of check.h, once per program. */
#include <stdlib.h>

#include "check.h"
#include "reading.h"

/* Reads a file of tests/data without errors. */
static inline void read_data(struct reading *r, const char *name)
{
    char *text = reading_load(name);

    reading_text(r, text);
    free(text);
    CHECK_STR(r->error, "");
}

/* A run that must be there; an empty one stands in for it. */
static inline const struct record *run(const struct reading *r, size_t i)
{
    static const struct record none;

    return CHECK(i < r->records.count) ? &r->records.records[i] : &none;
}

/* Checks a figure, "TABLE|ROW|COLUMN". */
static inline const struct figure *check_figure(const struct record *record, const char *where,
                                                enum measure measure, double value)
{
    char name[3][RECORD_NAME] = {"", "", ""};
    const struct figure *f;

    sscanf(where, "%63[^|]|%63[^|]|%63[^|]", name[0], name[1], name[2]);
    if (strstr(where, "||"))
        sscanf(strstr(where, "||") + 2, "%63[^|]", name[2]);
    f = record_find(record, name[0], name[1], name[2]);
    if (!CHECK(f != NULL)) {
        fprintf(stderr, "    %s in %s\n", where, record->label);
        return NULL;
    }
    CHECK(f->measure == measure);
    if (!CHECK_NEAR(f->values[0], value, value * 1e-12))
        fprintf(stderr, "    %s in %s\n", where, record->label);
    return f;
}

#endif
