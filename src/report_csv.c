/* SPDX-License-Identifier: MIT */
/* The cells of a run as comma-separated values (RFC 4180); README describes the fields. */
#include "report.h"

#include <math.h>
#include <string.h>

#include "csv.h"
#include "table.h"

/* Empty where nothing is known. */
static void put_figure(FILE *f, double value)
{
    fputc(',', f);
    csv_figure(f, value);
}

static void put_cell(const struct results *r, size_t id, const struct series *s, enum unit unit,
                     FILE *f)
{
    const struct median m = results_median(r, s, unit);
    char text[64];

    csv_text(f, r->label);
    fputc(',', f);
    csv_text(f, r->date);
    fputc(',', f);
    csv_text(f, table_title(r, id));
    fputc(',', f);
    csv_text(f, table_row(s));
    fputc(',', f);
    csv_text(f, table_column(s, text, sizeof text));
    if (table_kind(r, id) == TABLES)
        fputs(",,,,,", f);
    else
        fprintf(f, ",%s,%s,%d,%zu,%s", kernel_op_name(s->op), s->hot ? "cached" : "uncached",
                s->touch, s->pld, table_key(s, text, sizeof text));
    fprintf(f, ",%s", results_unit(s, unit));
    put_figure(f, m.value);
    put_figure(f, m.low);
    put_figure(f, m.high);
    fprintf(f, ",%zu,", results_values(r, s, unit));
    csv_text(f, results_reason(r, s, unit));
    put_figure(f, table_row_number(s));
    fputc(',', f);
    csv_text(f, table_kind(r, id) == TABLES ? "" : table_memory_name(r, s->memory));
    fputs("\r\n", f);
}

int report_csv(const struct results *results, enum unit unit, bool head, FILE *stream)
{
    if (head)
        fputs("label,date,table,row,column,op,state,wa,pld,key,unit,median,low,high,n,absent,"
              "row_number,memory\r\n",
              stream);
    for (size_t id = 0; id < table_count(results); id++)
        for (size_t i = 0; i < results->count; i++)
            if (table_has(id, &results->series[i]))
                put_cell(results, id, &results->series[i], unit, stream);
    return fflush(stream) != 0 || ferror(stream) ? -1 : 0;
}
