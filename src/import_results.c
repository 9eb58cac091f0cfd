/* SPDX-License-Identifier: MIT */
#include "import.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "results.h"
#include "saved.h"
#include "table.h"

/* Formats a number as a setting; -1 with errno. */
static int set_number(struct record *record, const char *key, size_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%zu", number);
    return record_setting(record, key, text);
}

static int set_block(struct record *record, const struct layout *layout)
{
    char text[96];

    snprintf(text, sizeof text, "%zu/%zu/%zu", layout->hot[OP_WRITE].block_bytes,
             layout->hot[OP_READ].block_bytes, layout->hot[OP_COPY].block_bytes);
    return record_setting(record, "block", text);
}

/* The table of the random updates, which is the same for all kinds of pages. */
static int set_table(struct record *record, const struct results *r)
{
    char text[32];

    for (size_t i = 0; i < r->gups_count; i++) {
        if (!r->gups[i].measured)
            continue;
        snprintf(text, sizeof text, "2^%u words", r->gups[i].log2);
        return record_setting(record, "gups-table", text);
    }
    return 0;
}

/* What a memory beside ordinary one is: two may go by one name, "wc". */
static int set_memories(struct record *record, const struct results *r)
{
    char key[RECORD_NAME];
    char text[RECORD_VALUE];

    for (size_t i = 1; i <= r->more_memories; i++) {
        const struct results_memory *m = &r->memories[i];

        snprintf(key, sizeof key, "memory %s", m->name);
        snprintf(text, sizeof text, "%.60s%s%llu B, documented as %s, behaves as %s", m->source,
                 m->source[0] ? ", " : "", (unsigned long long)m->bytes,
                 caching_name(m->documented), caching_name(m->found));
        if (record_setting(record, key, text) < 0)
            return -1;
    }
    return 0;
}

/* The configuration lines. */
static int set_configuration(struct record *record, const struct results *r)
{
    if (record_setting(record, "cpu", r->machine.cpu_name) < 0 ||
        record_setting(record, "isa", r->isa) < 0 ||
        set_number(record, "line", r->layout.line_bytes) < 0 ||
        set_number(record, "buffer", r->layout.buffer_bytes) < 0 ||
        set_block(record, &r->layout) < 0 || set_number(record, "threads", r->threads) < 0 ||
        record_setting(record, "prefetch", r->prefetch_name) < 0 ||
        record_setting(record, "memory", r->memory) < 0 ||
        set_number(record, "page", r->machine.page_bytes) < 0 ||
        record_setting(record, "counting", RECORD_COUNTING) < 0)
        return -1;
    for (size_t i = 0; i < r->setting_count; i++)
        if (record_setting(record, r->settings[i].key, r->settings[i].value) < 0)
            return -1;
    return set_memories(record, r) < 0 ? -1 : set_table(record, r);
}

/* What else may explain a difference. */
static int set_circumstances(struct record *record, const struct machine *m)
{
    if (record_setting(record, "host", m->host) < 0 ||
        record_setting(record, "kernel", m->kernel) < 0 ||
        record_setting(record, "pinned", m->pinned ? "yes" : "no") < 0)
        return -1;
    if (m->emulator[0] && record_setting(record, "emulated", m->emulator) < 0)
        return -1;
    return m->governor[0] ? record_setting(record, "governor", m->governor) : 0;
}

/* The samples of a series; nothing where there is none. `values` has room for the rounds. */
static int add_figure(struct record *record, const struct results *r, const struct series *s,
                      double *values)
{
    struct figure figure = {.measure = results_measure(s), .values = values, .spread = NAN};
    size_t known = 0;
    size_t id = 0;

    if (s->absent)
        return 0;
    while (!table_has(id, s))
        id++;
    for (; figure.count < r->rounds; figure.count++) {
        values[figure.count] = results_value(r, s, figure.count, UNIT_MBPS);
        known += isnan(values[figure.count]) ? 0 : 1;
    }
    if (known == 0)
        return 0;
    snprintf(figure.table, sizeof figure.table, "%s", table_title(r, id));
    snprintf(figure.row, sizeof figure.row, "%s", table_row(s));
    table_column(s, figure.column, sizeof figure.column);
    return record_figure(record, &figure);
}

static int fill(struct record *record, const struct results *r, double *values)
{
    if (set_configuration(record, r) < 0 || set_circumstances(record, &r->machine) < 0)
        return -1;
    for (size_t i = 0; i < r->rounds; i++)
        if (record_mhz(record, r->mhz[i]) < 0)
            return -1;
    for (size_t i = 0; i < r->count; i++)
        if (add_figure(record, r, &r->series[i], values) < 0)
            return -1;
    return 0;
}

int import_results(struct records *records, const struct results *results, const char *origin)
{
    double *values = calloc(results->rounds + 1, sizeof *values);
    struct record *record = values ? records_add(records) : NULL;
    int status = -1;

    if (record) {
        snprintf(record->label, sizeof record->label, "%s", results->label);
        snprintf(record->origin, sizeof record->origin, "%s", origin);
        record->sampled = true;
        status = fill(record, results, values);
    }
    free(values);
    return status;
}
