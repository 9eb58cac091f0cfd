/* SPDX-License-Identifier: MIT */
#include "report_gups.h"

#include <math.h>

#include "gups.h"
#include "pages_table.h"
#include "suite.h"

const struct series *report_gups_series(const struct results *results, struct page_kind kind)
{
    struct place place;
    char name[PAGES_NAME];

    place_name(&place, GUPS_TABLE, pages_name(kind, name, sizeof name), GUPS_PLAIN);
    return results_find(results, &place);
}

static double cpu_s(const struct gups_pages *gups)
{
    return gups->cpu_ns == GUPS_CPU_UNKNOWN ? NAN : (double)gups->cpu_ns * 1e-9;
}

static void print_run(FILE *f, const struct gups_pages *gups)
{
    const struct gups_result result = {gups->log2, gups->updates, cpu_s(gups),
                                       (double)gups->real_ns * 1e-9};
    char name[PAGES_NAME];

    fprintf(f, "\n%s pages, plain updates, all rounds together\n",
            pages_name(gups->kind, name, sizeof name));
    gups_report(f, &result);
    if (gups->verified)
        fprintf(f, "Errors = %llu\n", (unsigned long long)gups->errors);
    else
        fputs("Errors = n/a (not verified)\n", f);
}

static void print_kinds(const struct results *r, FILE *f)
{
    struct pages_row rows[RESULTS_GUPS];

    for (size_t i = 0; i < r->gups_count; i++) {
        const struct gups_pages *gups = &r->gups[i];
        const struct series *plain = report_gups_series(r, gups->kind);
        const char *reason =
            plain ? results_reason(r, plain, UNIT_MBPS) : "it was not in the plan";

        rows[i] = (struct pages_row){.kind = gups->kind, .backing = gups->backing};
        rows[i].absent = gups->measured && !reason[0] ? NULL : reason[0] ? reason : "unknown";
        rows[i].figure = plain ? results_median(r, plain, UNIT_MBPS).value : NAN;
    }
    fputc('\n', f);
    pages_table(f, "GUP/s", rows, r->gups_count);
}

void report_gups(const struct results *results, FILE *stream)
{
    for (size_t i = 0; i < results->gups_count; i++)
        if (results->gups[i].measured)
            print_run(stream, &results->gups[i]);
    /* Base pages alone have nothing beside them. */
    if (results->gups_count > 1 ||
        (results->gups_count == 1 && results->gups[0].kind.how != PAGES_BASE))
        print_kinds(results, stream);
}

static void put_backing(struct json *json, const struct backing *backing)
{
    json_number(json, "bytes", backing->bytes);
    json_open(json, "backing", '[');
    for (size_t i = 0; i < backing->count; i++) {
        json_open(json, NULL, '{');
        json_number(json, "page_bytes", backing->parts[i].page_bytes);
        json_number(json, "bytes", backing->parts[i].bytes);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_known(json, "backing_source", backing->unknown ? "" : backing->source);
    json_known(json, "backing_unknown", backing->unknown ? backing->unknown : "");
}

static void put_run(struct json *json, const struct gups_pages *gups)
{
    json_number(json, "log2", gups->log2);
    json_number(json, "wanted", gups->wanted);
    json_number(json, "updates", gups->updates);
    json_double(json, "cpu_s", cpu_s(gups));
    json_double(json, "real_s", (double)gups->real_ns * 1e-9);
    json_bool(json, "verified", gups->verified);
    if (gups->verified)
        json_number(json, "errors", gups->errors);
    else
        json_null(json, "errors");
    put_backing(json, &gups->backing);
}

void report_gups_json(const struct results *results, struct json *json)
{
    char name[PAGES_NAME];

    json_open(json, "gups", '[');
    for (size_t i = 0; i < results->gups_count; i++) {
        const struct gups_pages *gups = &results->gups[i];

        json_open(json, NULL, '{');
        json_text(json, "pages", pages_name(gups->kind, name, sizeof name));
        json_bool(json, "measured", gups->measured);
        if (gups->measured)
            put_run(json, gups);
        json_close(json, '}');
    }
    json_close(json, ']');
}
