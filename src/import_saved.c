/* SPDX-License-Identifier: MIT */
/* Reads what report_saved.c writes, and takes nothing for granted. */
#include "import.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "import_head.h"
#include "importer.h"
#include "record.h"
#include "saved.h"
#include "scan.h"
#include "table.h"

enum {
    CELLS_MAX = 16384,
    SAMPLES_MAX = 4 << 20, /* cells x rounds */
};
#define OPS_MAX ((uint64_t)1 << 53)
#define NS_MAX 1e18

/* Names long enough to crowd out what is wrong are cut. */
static int say_wrong(struct reader *reader, size_t line, const char *format, va_list args)
{
    char number[24] = "";
    size_t used;

    if (line)
        snprintf(number, sizeof number, ":%zu", line);
    snprintf(reader->error, IMPORT_ERROR, "%.120s%s: ", reader->path, number);
    used = strlen(reader->error);
    vsnprintf(reader->error + used, IMPORT_ERROR - used, format, args);
    /* Values may have tabs. */
    importer_untab(reader->error);
    return -1;
}

int reader_line_error(struct reader *reader, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_wrong(reader, reader->feed.number, format, args);
    va_end(args);
    return -1;
}

int reader_file_error(struct reader *reader, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say_wrong(reader, 0, format, args);
    va_end(args);
    return -1;
}

static int no_memory(struct reader *reader)
{
    return reader_file_error(reader, "%s", strerror(ENOMEM));
}

/* Copies' touch is told by their methods' names, and not by the benchmarks'. */
static bool same_cell(const struct series *a, const struct series *b)
{
    if (a->place.table[0] || b->place.table[0])
        return place_same(&a->place, &b->place);
    return table_same_row(a, b) && a->hot == b->hot && a->pld == b->pld &&
           (a->op != OP_WRITE || a->touch == b->touch);
}

static const struct series *find_key(const struct reader *reader, const struct series *s)
{
    for (size_t i = 0; i < reader->key_count; i++)
        if (table_same_method(&reader->keys[i], s))
            return &reader->keys[i];
    return NULL;
}

static int take_key(struct reader *reader, const char *value)
{
    struct series key = {0};
    struct series *grown;

    if (!saved_scan_key(value, &key))
        return reader_line_error(reader, "# key: not as it is saved: %.80s", value);
    if (find_key(reader, &key))
        return reader_line_error(reader, "# key: a second one of %s", key.method);
    if (reader->key_count == CELLS_MAX)
        return reader_line_error(reader, "# key: more than %d", CELLS_MAX);
    grown = array_grow(reader->keys, reader->key_count, sizeof *grown);
    if (!grown)
        return no_memory(reader);
    reader->keys = grown;
    grown[reader->key_count++] = key;
    return 0;
}

/* The series of a sample: in most cases the next. */
static struct series *find_series(struct reader *reader, const struct series *key)
{
    struct results *r = reader->results;

    for (size_t i = 0; i < r->count; i++) {
        const size_t at = (reader->next + i) % r->count;

        if (same_cell(&r->series[at], key)) {
            reader->next = at + 1;
            return &r->series[at];
        }
    }
    return NULL;
}

/* What the keys tell of a cell of the classic tables. */
static int take_kernel(struct reader *reader, struct series *s)
{
    const struct series *key = find_key(reader, s);

    if (!key)
        return reader_line_error(reader, "there is no # key: of %s before", s->method);
    s->width = key->width;
    s->registers = key->registers;
    s->temporal = key->temporal;
    s->zeros = key->zeros;
    s->libc = key->libc;
    s->touch = s->touch || key->touch;
    s->op_bytes = s->hot ? reader->results->layout.hot[s->op].block_bytes : LAYOUT_COLD_OP;
    return 0;
}

/* " ns 64", behind the name of a place. */
static bool scan_measure(const char **text, struct series *s)
{
    if (!scan_literal(text, " ") || !saved_scan_unit(text, &s->place.measure) ||
        !scan_literal(text, " ") || !scan_size(text, &s->op_bytes))
        return false;
    return (s->place.measure == MEASURE_MBPS) == (s->op_bytes > 0);
}

/* A cell that was to be measured, or an absent one and its reason. */
static int take_cell(struct reader *reader, const char *value, bool absent)
{
    struct results *r = reader->results;
    struct series s = {0};

    if (r->count == 0 && head_finish(reader) < 0)
        return -1;
    if (!saved_scan_name(&value, r, &s) || (s.place.table[0] && !scan_measure(&value, &s)) ||
        (absent ? !scan_literal(&value, " ") || !*value : *value))
        return reader_line_error(reader, "no name of a cell");
    if (find_series(reader, &s))
        return reader_line_error(reader, "the same cell once more");
    if (!s.place.table[0] && take_kernel(reader, &s) < 0)
        return -1;
    if (r->count == CELLS_MAX || (r->count + 1) * (r->rounds + 1) > SAMPLES_MAX)
        return reader_line_error(reader, "too many cells");
    if (absent) {
        s.absent = results_keep(r, value);
        if (!s.absent)
            return no_memory(reader);
    }
    if (results_add(r, &s, r->rounds))
        return 0;
    return errno == ENOSPC ? reader_line_error(reader, "more than %d tables", RESULTS_TITLES)
                           : no_memory(reader);
}

static int take_round(struct reader *reader, const char *value)
{
    size_t round;

    if (!scan_size(&value, &round) || *value)
        return reader_line_error(reader, "# round: no number: %.80s", value);
    if (round != reader->round + 1 || round > reader->results->rounds)
        return reader_line_error(reader, "round %zu after round %zu of %zu", round,
                                 reader->round, reader->results->rounds);
    reader->round = round;
    reader->next = 0;
    return 0;
}

/* Whether a measure's samples have a rate behind their time. */
static bool has_rate(enum measure measure)
{
    return measure == MEASURE_MBPS || measure == MEASURE_GUPS;
}

/* Whether the two figures of a sample, as rounded as they are saved, are of the same thing. */
static bool agrees(const struct results *r, const struct series *s, size_t round, double rate)
{
    const double error = results_measure(s) == MEASURE_GUPS ? 1e-6 : 0.01;

    return !has_rate(results_measure(s)) ||
           fabs(results_value(r, s, round, UNIT_MBPS) - rate) <= error + rate * 1e-5;
}

/* " 503 2013.2700 ns/op 2034.46 MB/s", behind the name; not all measures have a rate. */
static bool scan_sample(const char *text, enum measure measure, struct sample *sample,
                        double *rate)
{
    double ns_each;

    if (!scan_literal(&text, " ") || !scan_number(&text, OPS_MAX, &sample->ops) ||
        !scan_literal(&text, " ") || !scan_decimal(&text, &ns_each) ||
        !scan_literal(&text, " ") || !scan_literal(&text, saved_each(measure)))
        return false;
    if (has_rate(measure) &&
        (!scan_literal(&text, " ") || !scan_decimal(&text, rate) || !scan_literal(&text, " ") ||
         !scan_literal(&text, measure_name(measure))))
        return false;
    sample->ns = round(ns_each * (double)sample->ops);
    return !*text && sample->ns > 0 && sample->ns <= NS_MAX;
}

static int take_sample(struct reader *reader, const char *line)
{
    struct results *r = reader->results;
    struct series key = {0};
    struct series *s;
    struct sample sample;
    double rate = 0;

    if (!saved_scan_name(&line, r, &key))
        return reader_line_error(reader, "not a sample as it is saved");
    if (reader->round == 0)
        return reader_line_error(reader, "a sample before the first # round:");
    s = find_series(reader, &key);
    if (!s || s->absent)
        return reader_line_error(reader, "a sample of a cell that is %s",
                                 s ? "absent" : "not announced");
    if (s->samples[reader->round - 1].ops)
        return reader_line_error(reader, "a second sample of this cell in round %zu",
                                 reader->round);
    if (!scan_sample(line, results_measure(s), &sample, &rate))
        return reader_line_error(reader, "not a sample as it is saved");
    s->samples[reader->round - 1] = sample;
    if (!agrees(r, s, reader->round - 1, rate))
        return reader_line_error(reader, "its time and rate do not agree");
    reader->found++;
    return 0;
}

static int take_note(struct reader *reader, const char *value)
{
    if (strlen(value) >= RESULTS_NOTE || reader->results->note_count == RESULTS_NOTES)
        return reader_line_error(reader, "# note: too long, or more than %d", RESULTS_NOTES);
    results_note(reader->results, "%s", value);
    return 0;
}

static int take_gups(struct reader *reader, const char *value)
{
    struct results *r = reader->results;
    struct gups_pages *gups = &r->gups[r->gups_count];

    if (r->gups_count == RESULTS_GUPS)
        return reader_line_error(reader, "# gups: more than %d", RESULTS_GUPS);
    if (!saved_scan_gups(value, r, gups))
        return reader_line_error(reader, "# gups: not as it is saved: %.80s", value);
    for (size_t i = 0; i < r->gups_count; i++)
        if (r->gups[i].kind.how == gups->kind.how && r->gups[i].kind.bytes == gups->kind.bytes)
            return reader_line_error(reader, "# gups: a second one of these pages");
    r->gups_count++;
    return 0;
}

/* Memories are numbered before there are cells of them. */
static int take_memory(struct reader *reader, const char *key, const char *value)
{
    const int status = saved_take_memory(reader->results, key, value);

    if (status > 0)
        return 1;
    if (reader->results->count > 0)
        return reader_line_error(reader, "%s behind the first cell", key);
    if (status < 0 && errno == ENOMEM)
        return no_memory(reader);
    return status == 0 ? 0
                       : reader_line_error(reader, "%s: not as it is saved: %.80s", key, value);
}

/* Lines that may stand more than once; 1 for others. Warnings follow from the rest. */
static int take_repeated(struct reader *reader, const char *key, const char *value)
{
    if (strcmp(key, "# key") == 0)
        return take_key(reader, value);
    if (strcmp(key, "# cell") == 0 || strcmp(key, "# absent") == 0)
        return take_cell(reader, value, key[2] == 'a');
    if (strcmp(key, "# round") == 0)
        return take_round(reader, value);
    if (strcmp(key, "# note") == 0)
        return take_note(reader, value);
    if (strcmp(key, "# gups") == 0)
        return take_gups(reader, value);
    return take_memory(reader, key, value);
}

/* Configuration that a later version knows: it decides about comparisons, so it is kept. */
static int take_setting(struct reader *reader, const char *key, const char *value)
{
    struct results *r = reader->results;
    struct setting *grown;

    for (size_t i = 0; i < r->setting_count; i++)
        if (strcmp(r->settings[i].key, key) == 0)
            return reader_line_error(reader, "%s: a second one", key);
    if (strlen(value) >= sizeof grown->value)
        return reader_line_error(reader, "%s: more than %zu characters", key,
                                 sizeof grown->value - 1);
    if (r->setting_count == RESULTS_SETTINGS)
        return reader_line_error(reader, "more than %d unknown settings", RESULTS_SETTINGS);
    grown = array_grow(r->settings, r->setting_count, sizeof *grown);
    if (!grown)
        return no_memory(reader);
    r->settings = grown;
    grown += r->setting_count++;
    snprintf(grown->key, sizeof grown->key, "%s", key);
    snprintf(grown->value, sizeof grown->value, "%s", value);
    return 0;
}

/* "key: value" or "# key: value"; the value may be empty. */
static int take_pair(struct reader *reader, const char *line)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const bool comment = strncmp(line, "# ", 2) == 0;
    const char *name = line + (comment ? 2 : 0);
    const size_t length = (size_t)(name - line) + strspn(name, letters);
    const char *value = line + length + 1;
    char key[RECORD_NAME];
    int status;

    if (line[length] != ':' || line + length == name || length >= sizeof key ||
        (*value && *value != ' '))
        return reader_line_error(reader, "neither a key and its value nor a sample");
    snprintf(key, sizeof key, "%.*s", (int)length, line);
    value += *value == ' ';
    status = head_take(reader, key, value);
    if (status > 0)
        status = take_repeated(reader, key, value);
    if (status <= 0)
        return status;
    return comment ? 0 : take_setting(reader, key, value);
}

static int take_line(struct reader *reader, const char *line)
{
    if (reader->feed.odd)
        return reader_line_error(reader, "control characters in it");
    if (!reader->feed.ended)
        return reader_line_error(reader, "the file is cut off in this line");
    if (strncmp(line, "Benchmark", 9) == 0)
        return take_sample(reader, line);
    if (!*line || strncmp(line, "Unit ", 5) == 0)
        return 0;
    return take_pair(reader, line);
}

/* What is missing is seen at the end. */
static int finish(struct reader *reader)
{
    struct results *r = reader->results;

    if (head_finish(reader) < 0)
        return -1;
    if (reader->round != r->rounds)
        return reader_file_error(reader, "it ends in round %zu of %zu", reader->round,
                                 r->rounds);
    if (reader->found != reader->samples)
        return reader_file_error(reader, "%zu samples are announced, %zu are there",
                                 reader->samples, reader->found);
    if (head_check(reader) < 0)
        return -1;
    return results_ready(r, r->rounds) < 0 ? no_memory(reader) : 0;
}

static bool is_saved(const struct feed *feed)
{
    static const char comment[] = "\n# memspeed: ";

    return feed->size > 0 && (strncmp(feed->text, "label: ", 7) == 0 ||
                              strncmp(feed->text, comment + 1, sizeof comment - 2) == 0 ||
                              strstr(feed->text, comment));
}

static int read_run(struct reader *reader)
{
    const char *line;

    while ((line = feed_next(&reader->feed)))
        if (take_line(reader, line) < 0)
            return -1;
    return finish(reader);
}

int import_saved_text(struct results *results, const char *name, char *text, size_t size,
                      char *error)
{
    struct reader reader = {
        .results = results, .path = name, .error = error, .feed = {.text = text, .size = size}};
    int status;

    if (!is_saved(&reader.feed))
        return 1;
    *results = (struct results){.isa = "", .prefetch = PREFETCH_L1, .overlap = 1};
    results->date = results->command = results->backing = "";
    results->cold_gain = NAN;
    results->machine.load = -1;
    status = read_run(&reader);
    free(reader.keys);
    if (status < 0)
        results_close(results);
    return status;
}

int import_saved(struct results *results, const char *path, char *error)
{
    char *text;
    size_t size;
    int status;

    if (import_read(path, &text, &size, error) < 0)
        return -1;
    status = import_saved_text(results, path, text, size, error);
    free(text);
    return status;
}
