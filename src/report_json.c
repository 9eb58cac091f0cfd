/* SPDX-License-Identifier: MIT */
/* A run as one line of JSON; README describes the members. */
#include "report.h"

#include <math.h>

#include "found.h"
#include "json.h"
#include "record.h"
#include "report_gups.h"
#include "saved.h"
#include "table.h"

/* A number that is 0 where it is not known. */
static void put_known(struct json *json, const char *key, uint64_t value)
{
    if (value)
        json_number(json, key, value);
    else
        json_null(json, key);
}

static void put_fact(struct json *json, const char *key, const struct fact *fact)
{
    json_open(json, key, '{');
    json_number(json, "bytes", fact->bytes);
    json_text(json, "source", fact->source);
    json_close(json, '}');
}

static void put_sizes(struct json *json, const char *key, const size_t sizes[OPS])
{
    json_open(json, key, '{');
    for (int op = 0; op < OPS; op++)
        json_number(json, kernel_op_name((enum op)op), sizes[op]);
    json_close(json, '}');
}

/* Which run it is. */
static void put_origin(struct json *json, const struct results *r)
{
    json_text(json, "memspeed", r->version);
    json_text(json, "label", r->label);
    json_known(json, "date", r->date);
    json_known(json, "command", r->command);
    json_text(json, "host", r->machine.host);
    json_text(json, "kernel", r->machine.kernel);
    json_known(json, "cmdline", r->machine.command_line);
    json_text(json, "libc", r->libc);
    json_text(json, "isa", r->isa);
}

static void put_cpu(struct json *json, const struct results *r)
{
    const struct machine *m = &r->machine;
    char midr[16] = "";

    if (m->cpu_id)
        snprintf(midr, sizeof midr, "0x%08lx", (unsigned long)m->cpu_id);
    json_text(json, "cpu", m->cpu_name);
    json_known(json, "midr", midr);
    json_known(json, "emulated", m->emulator);
    json_text(json, "cpus_allowed", m->allowed);
    json_open(json, "cpus_used", '[');
    for (size_t i = 0; i < r->threads; i++)
        json_number(json, NULL, m->cpus[i]);
    json_close(json, ']');
    json_bool(json, "pinned", m->pinned);
    json_known(json, "cores", m->cores);
    json_known(json, "governor", m->governor);
    json_open(json, "frequency_khz", '{');
    put_known(json, "now", m->frequency.now_khz);
    put_known(json, "least", m->frequency.least_khz);
    put_known(json, "most", m->frequency.most_khz);
    json_close(json, '}');
    json_double(json, "load",
                m->load < 0 ? NAN : rint(m->load * 100) / 100); /* as %.2f has it */
}

/* Memory beside ordinary one. */
static void put_caching(struct json *json, const char *key, enum caching caching)
{
    json_known(json, key, caching == CACHING_UNKNOWN ? "" : caching_name(caching));
}

static void put_memories(struct json *json, const struct results *r)
{
    json_open(json, "memories", '[');
    for (size_t i = 1; i <= r->more_memories; i++) {
        const struct results_memory *m = &r->memories[i];

        json_open(json, NULL, '{');
        json_text(json, "name", m->name);
        json_number(json, "buffer_bytes", m->bytes);
        json_known(json, "source", m->source);
        json_known(json, "backing", m->backing);
        put_caching(json, "documented", m->documented);
        json_known(json, "documented_by", m->says);
        put_caching(json, "behaves", m->found);
        json_known(json, "evidence", m->evidence);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_memory(struct json *json, const struct results *r)
{
    const struct layout *l = &r->layout;
    size_t sizes[2][OPS];
    size_t levels = MACHINE_LEVELS;
    const char *how;

    for (int op = 0; op < OPS; op++) {
        sizes[0][op] = l->hot[op].block_bytes;
        sizes[1][op] = l->hot[op].span_bytes;
    }
    put_fact(json, "line", &r->machine.line);
    put_fact(json, "l1d", &r->machine.l1d);
    json_number(json, "l1d_ways", r->machine.l1d_ways);
    put_fact(json, "llc", &r->machine.llc);
    put_known(json, "llc_usable_bytes", found_usable(r, &how));
    while (levels > 0 && !r->machine.levels[levels - 1])
        levels--;
    json_open(json, "caches", '[');
    for (size_t i = 0; i < levels; i++)
        put_known(json, NULL, r->machine.levels[i]);
    json_close(json, ']');
    json_text(json, "memory", r->memory);
    json_known(json, "backing", r->backing);
    put_memories(json, r);
    json_number(json, "page_bytes", r->machine.page_bytes);
    json_number(json, "buffer_bytes", l->buffer_bytes);
    put_sizes(json, "block_bytes", sizes[0]);
    put_sizes(json, "span_bytes", sizes[1]);
    json_text(json, "prefetch", r->prefetch_name);
    json_open(json, "settings", '{');
    for (size_t i = 0; i < r->setting_count; i++)
        json_text(json, r->settings[i].key, r->settings[i].value);
    json_close(json, '}');
}

/* How it was measured and how that went. The seed may be too large for a number. */
static void put_course(struct json *json, const struct results *r)
{
    char seed[24];

    snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
    json_number(json, "threads", r->threads);
    json_text(json, "clock", r->clock);
    json_number(json, "clock_step_ns", r->timer.step_ns);
    json_number(json, "clock_reading_ns", r->timer.cost_ns);
    json_text(json, "seed", seed);
    json_number(json, "sample_ns", r->sample_ns);
    json_number(json, "rounds", r->rounds);
    json_number(json, "lost", r->lost);
    json_number(json, "moved", r->moved);
    json_double(json, "cold_gain", r->cold_gain);
    json_double(json, "overlap", r->overlap);
    json_number(json, "apart", r->apart);
    put_known(json, "partial", (uint64_t)r->signal);
    json_open(json, "clock_mhz", '[');
    for (size_t i = 0; i < r->rounds; i++)
        json_double(json, NULL, r->mhz[i] > 0 ? r->mhz[i] : NAN);
    json_close(json, ']');
    json_open(json, "notes", '[');
    for (size_t i = 0; i < r->note_count; i++)
        json_text(json, NULL, r->notes[i]);
    json_close(json, ']');
}

static void put_line(void *arg, const char *text)
{
    json_text(arg, NULL, text);
}

static void put_samples(struct json *json, const struct results *r, const struct series *s,
                        enum unit unit)
{
    if (s->absent) {
        json_null(json, "samples");
        return;
    }
    json_open(json, "samples", '[');
    for (size_t round = 0; round < r->rounds; round++)
        json_double(json, NULL, results_value(r, s, round, unit));
    json_close(json, ']');
}

/* What a cell of the classic tables is of. */
static void put_kernel(struct json *json, const struct results *r, const struct series *s)
{
    char key[64];

    json_text(json, "memory", table_memory_name(r, s->memory));
    json_text(json, "method", s->method);
    json_text(json, "op", kernel_op_name(s->op));
    json_text(json, "state", s->hot ? "cached" : "uncached");
    json_bool(json, "wa", s->touch);
    json_number(json, "pld", s->pld);
    json_text(json, "key", table_key(s, key, sizeof key));
    json_bool(json, "libc", s->libc);
}

static void put_cell(struct json *json, const struct results *r, const struct series *s,
                     enum unit unit)
{
    const struct median m = results_median(r, s, unit);
    char text[64];

    json_open(json, NULL, '{');
    json_text(json, "row", table_row(s));
    json_double(json, "row_number", table_row_number(s));
    json_text(json, "column", table_column(s, text, sizeof text));
    if (!s->place.table[0])
        put_kernel(json, r, s);
    json_text(json, "unit", results_unit(s, unit));
    json_double(json, "median", m.value);
    json_double(json, "low", m.low);
    json_double(json, "high", m.high);
    json_known(json, "absent", results_reason(r, s, unit));
    put_samples(json, r, s, unit);
    json_close(json, '}');
}

static void put_table(struct json *json, const struct results *r, size_t id, enum unit unit)
{
    json_open(json, NULL, '{');
    json_text(json, "title", table_title(r, id));
    json_open(json, "cells", '[');
    for (size_t i = 0; i < r->count; i++)
        if (table_has(id, &r->series[i]))
            put_cell(json, r, &r->series[i], unit);
    json_close(json, ']');
    json_open(json, "warnings", '[');
    table_warnings(r, id, unit, &(struct sink){put_line, json});
    json_close(json, ']');
    json_close(json, '}');
}

int report_json(const struct results *results, enum unit unit, FILE *stream)
{
    struct json json = {.stream = stream};

    json_open(&json, NULL, '{');
    put_origin(&json, results);
    put_cpu(&json, results);
    put_memory(&json, results);
    put_course(&json, results);
    report_gups_json(results, &json);
    json_text(&json, "counting", RECORD_COUNTING);
    json_text(&json, "unit", table_unit(unit));
    json_open(&json, "tables", '[');
    for (size_t id = 0; id < table_count(results); id++)
        if (!table_empty(results, id))
            put_table(&json, results, id, unit);
    json_close(&json, ']');
    json_open(&json, "warnings", '[');
    table_run_warnings(results, unit, &(struct sink){put_line, &json});
    json_close(&json, ']');
    json_open(&json, "findings", '[');
    if (!results->machine.emulator[0])
        table_findings(results, unit, &(struct sink){put_line, &json});
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', stream);
    return fflush(stream) != 0 || ferror(stream) ? -1 : 0;
}
