/* SPDX-License-Identifier: MIT */
/* Comparisons for programs: CSV (RFC 4180) and JSON. */
#include <math.h>
#include <string.h>

#include "csv.h"
#include "json.h"
#include "report_compare.h"

static const char *basis_name(enum basis basis)
{
    static const char *const names[] = {
        [BASIS_RUNS] = "runs", [BASIS_ROUNDS] = "rounds", [BASIS_FIGURES] = "figures"};

    return names[basis];
}

static const char *mark_name(const struct verdict *v)
{
    static const char *const names[] = {[MARK_NONE] = "not compared",
                                        [MARK_SAME] = "neither",
                                        [MARK_BETTER] = "better",
                                        [MARK_WORSE] = "worse"};

    return names[v->mark];
}

/* A ratio's logarithm as the ratio. */
static double ratio(double logarithm)
{
    return exp(logarithm);
}

static void csv_cell(const struct comparison *c, const struct verdict *v, FILE *f)
{
    const double numbers[] = {v->value[0],
                              v->value[1],
                              ratio(v->change),
                              ratio(v->departure),
                              ratio(v->low),
                              ratio(v->high),
                              v->p,
                              v->q,
                              ratio(v->least)};

    csv_text(f, c->before->label);
    fputc(',', f);
    csv_text(f, c->after->label);
    fputc(',', f);
    csv_text(f, v->figure->table);
    fputc(',', f);
    csv_text(f, v->figure->row);
    fputc(',', f);
    csv_text(f, v->figure->column);
    fprintf(f, ",%s", measure_name(v->figure->measure));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        fputc(',', f);
        csv_figure(f, numbers[i]);
    }
    fprintf(f, ",%s,%d\r\n", mark_name(v), v->degraded);
}

int report_compare_csv(const struct groups *groups, const struct comparison *pairs,
                       const struct compare_view *view, FILE *f)
{
    fputs("baseline,group,table,row,column,unit,before,after,ratio,departure,low,high,p,q,"
          "least,verdict,degraded\r\n",
          f);
    for (size_t p = 0; p + 1 < groups->count; p++)
        for (size_t i = 0; i < pairs[p].count; i++) {
            const struct verdict *v = &pairs[p].cells[i];

            if (compare_view_has(view, v->figure) && (!view->degraded || v->degraded))
                csv_cell(&pairs[p], v, f);
        }
    return fflush(f) != 0 || ferror(f) ? -1 : 0;
}

static void json_family(struct json *json, const struct family *family)
{
    json_open(json, NULL, '{');
    json_text(json, "table", family->table);
    json_text(json, "state", family->state);
    json_number(json, "cells", family->cells);
    json_double(json, "ratio", ratio(family->factor));
    json_double(json, "low", ratio(family->low));
    json_double(json, "high", ratio(family->high));
    json_double(json, "p", family->p);
    json_double(json, "least", ratio(family->least));
    json_bool(json, "tested", family->tested);
    json_bool(json, "called", family->called);
    json_close(json, '}');
}

static void json_cell(struct json *json, const struct verdict *v)
{
    json_open(json, NULL, '{');
    json_text(json, "table", v->figure->table);
    json_text(json, "row", v->figure->row);
    json_text(json, "column", v->figure->column);
    json_text(json, "unit", measure_name(v->figure->measure));
    json_double(json, "before", v->value[0]);
    json_double(json, "after", v->value[1]);
    json_double(json, "ratio", ratio(v->change));
    json_double(json, "departure", ratio(v->departure));
    json_double(json, "low", ratio(v->low));
    json_double(json, "high", ratio(v->high));
    json_double(json, "p", v->p);
    json_double(json, "q", v->q);
    json_double(json, "least", ratio(v->least));
    json_text(json, "verdict", mark_name(v));
    json_bool(json, "degraded", v->degraded);
    json_close(json, '}');
}

static void json_group(struct json *json, const char *key, const struct group *group,
                       double mhz)
{
    json_open(json, key, '{');
    json_text(json, "label", group->label);
    json_double(json, "clock_mhz", mhz);
    json_open(json, "runs", '[');
    for (size_t r = 0; r < group->count; r++)
        json_text(json, NULL, group->runs[r]->origin);
    json_close(json, ']');
    json_close(json, '}');
}

static void json_pair(struct json *json, const struct comparison *c,
                      const struct compare_view *view)
{
    json_open(json, NULL, '{');
    json_group(json, "before", c->before, c->mhz[0]);
    json_group(json, "after", c->after, c->mhz[1]);
    json_text(json, "basis", basis_name(c->basis));
    json_open(json, "common", '[');
    for (size_t i = 0; i < c->family_count; i++)
        json_family(json, &c->families[i]);
    json_close(json, ']');
    json_open(json, "cells", '[');
    for (size_t i = 0; i < c->count; i++)
        if (compare_view_has(view, c->cells[i].figure) &&
            (!view->degraded || c->cells[i].degraded))
            json_cell(json, &c->cells[i]);
    json_close(json, ']');
    json_close(json, '}');
}

int report_compare_json(const struct groups *groups, const struct comparison *pairs,
                        const struct compare_view *view, FILE *f)
{
    struct json json = {.stream = f};

    json_open(&json, NULL, '{');
    json_double(&json, "threshold", ratio(view->judgement.threshold));
    json_double(&json, "false_discovery_rate", view->judgement.alpha);
    json_open(&json, "comparisons", '[');
    for (size_t p = 0; p + 1 < groups->count; p++)
        json_pair(&json, &pairs[p], view);
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', f);
    return fflush(f) != 0 || ferror(f) ? -1 : 0;
}
