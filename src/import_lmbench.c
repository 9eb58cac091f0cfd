/* SPDX-License-Identifier: MIT */
/*
 * lmbench's summaries. A row is one table's part of a run; the n-th row of a host and OS in
 * each table of a summary belongs to the n-th run of them. MB are 10^6 bytes, K and M are
 * powers of 1000, and -1 and 0 mean that nothing was measured.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lmbench.h"

struct reading {
    struct importer *in;
    struct lmbench_table table;
    bool taken[IMPORTER_RECORDS]; /* the summary's runs that have a row in this table */
    size_t refused;
    size_t first_refused;
    const char *wrong; /* with that row */
    long own;          /* memspeed's run that the first row belongs to, or IMPORTER_NONE */
    char label[RECORD_LABEL];
    size_t rows;
};

/* The summary's run that a row of this label belongs to, if there is one yet. */
static long find_run(const struct reading *r, const char *label)
{
    const struct records *records = r->in->records;

    for (size_t i = r->in->lmbench.first; i < records->count; i++)
        if (!r->taken[i - r->in->lmbench.first] &&
            strcmp(records->records[i].label, label) == 0)
            return (long)i;
    return IMPORTER_NONE;
}

static long open_run(struct reading *r, size_t at, const char *label)
{
    struct importer *in = r->in;
    const long run = importer_run(in, at, label);

    if (run < 0 || importer_setting(in, run, "counting", RECORD_COUNTING) != 0 ||
        importer_setting(in, run, "host", label) != 0 ||
        (in->lmbench.version[0] &&
         importer_setting(in, run, "lmbench", in->lmbench.version) != 0))
        return -1;
    return run;
}

/* Keeps a clock that no other table of the run has told. */
static int add_mhz(struct importer *in, long run, double mhz)
{
    struct record *record = &in->records->records[run];

    for (size_t i = 0; i < record->mhz_count; i++)
        if (record->mhz[i] == mhz)
            return 0;
    return record_mhz(record, mhz) == 0 ? 0 : importer_errno(in);
}

static int add_row(struct reading *r, long run, size_t at, struct lmbench_row *row)
{
    const struct lmbench_table *table = &r->table;

    if (row->text[0] && lmbench_is_text(&table->columns[0]) &&
        importer_setting(r->in, run, "description", row->text) != 0)
        return -1;
    for (size_t c = 0; c < table->count; c++) {
        struct figure f = {.measure = table->measure, .count = 1, .spread = NAN};

        if (isnan(row->values[c]))
            continue;
        if (lmbench_is_mhz(&table->columns[c])) {
            if (add_mhz(r->in, run, row->values[c]) != 0)
                return -1;
            continue;
        }
        f.values = &row->values[c];
        snprintf(f.table, sizeof f.table, "%s", table->title);
        snprintf(f.column, sizeof f.column, "%s", table->columns[c].name);
        if (importer_figure(r->in, run, at, &f) != 0)
            return -1;
    }
    return 0;
}

/* Counts a row whose figures can't be told apart; the first one is named in the end. */
static void refuse(struct reading *r, size_t at, const struct lmbench_row *row)
{
    if (r->refused++ > 0)
        return;
    r->first_refused = at;
    r->wrong = row->wrong;
    snprintf(r->label, sizeof r->label, "%s", row->label);
}

/* Whether a row is memspeed's own: the first one, of the host that its head names, if any. */
static bool is_own(const struct reading *r, const struct lmbench_row *row)
{
    const char *host;
    size_t length;

    if (r->own < 0 || r->rows > 0)
        return false;
    host = record_get(&r->in->records->records[r->own], "host");
    length = host ? strlen(host) : 0;
    return strncmp(row->label, host ? host : "",
                   length < LMBENCH_HOST ? length : LMBENCH_HOST) == 0;
}

/* Reads a row: 1, 0 if none is there, -1 with the error. */
static int read_row(struct reading *r, size_t *at)
{
    struct lmbench_row row;
    long run;

    if (!lmbench_row(r->in, *at, &r->table, &row))
        return 0;
    run = is_own(r, &row) ? r->own : find_run(r, row.label);
    /* Three words without figures are a row if one has been seen that begins so. */
    if (!row.ruled && run < 0 && !row.percent && (row.cells == 0 || row.prose))
        return 0;
    r->rows++;
    if (!row.percent) {
        if (run < 0)
            run = open_run(r, *at, row.label);
        if (run < 0)
            return -1;
        r->taken[(size_t)run - r->in->lmbench.first] = true;
        if (row.wrong)
            refuse(r, *at, &row);
        else if (add_row(r, run, *at, &row) != 0)
            return -1;
    }
    *at += row.lines;
    return 1;
}

/* Blank lines and marks such as "~~~~??" that people put below figures. */
static bool is_mark(const char *text)
{
    for (; *text; text++)
        if (isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80)
            return false;
    return true;
}

/* Whether a whole row stands on a line, behind a remark. */
static bool goes_on(const struct reading *r, size_t at)
{
    struct lmbench_row row;

    return r->rows > 0 && lmbench_row(r->in, at, &r->table, &row) && row.cells > 0 &&
           !row.wrong;
}

static int read_rows(struct reading *r, size_t *at)
{
    struct importer *in = r->in;
    const size_t start = *at;
    struct lmbench_table next;

    for (size_t i = start; i < in->lines.count;) {
        int got;

        if (is_mark(importer_line(in, i))) {
            i++;
            continue;
        }
        if (lmbench_title(importer_line(in, i), &next))
            break;
        got = read_row(r, &i);
        if (got < 0)
            return -1;
        if (got == 0 && !goes_on(r, ++i))
            break;
        *at = i;
    }
    if (r->rows == 0)
        return importer_fail(in, start, "\"%s\" has no rows", r->table.title);
    if (r->refused > 0)
        importer_say(in, r->first_refused,
                     "\"%s\": %zu of %zu rows are left out, as of %.40s: %s", r->table.title,
                     r->refused, r->rows, r->label, r->wrong);
    return 0;
}

/* "L M B E N C H  3 . 0   S U M M A R Y" begins a summary. */
static bool read_banner(struct importer *in, size_t at)
{
    static const char letters[] = "LMBENCHSUMMARY";
    struct words words = {.count = 0};
    char all[64] = "";
    size_t n = 0;

    if (words_add(&words, importer_line(in, at)) != 0 || words.count < 7 ||
        !word_is(&words.words[0], "L") || !word_is(&words.words[1], "M"))
        return false;
    in->lmbench.version[0] = '\0';
    for (size_t i = 0; i < words.count; i++) {
        const struct word *w = &words.words[i];

        if (w->length != 1 || n + 1 >= sizeof all)
            return false;
        if (isalpha((unsigned char)*w->text))
            all[n++] = *w->text;
        else if (strlen(in->lmbench.version) + 1 < sizeof in->lmbench.version)
            strncat(in->lmbench.version, w->text, 1);
    }
    return strcmp(all, letters) == 0;
}

int importer_lmbench(struct importer *in, size_t *at)
{
    struct reading r = {.in = in, .own = IMPORTER_NONE};
    const size_t start = *at;
    size_t i = start;
    int status;

    if (read_banner(in, i)) {
        in->lmbench.first = in->records->count;
        in->lmbench.seen = 0;
        in->end = ++*at;
        return 1;
    }
    if (!lmbench_title(importer_line(in, i), &r.table))
        return 0;
    i++;
    status = lmbench_header(in, &i, &r.table);
    if (status <= 0)
        return status;
    /* A table that comes again begins another summary. */
    if (in->lmbench.seen & 1u << r.table.id)
        in->lmbench.seen = 0;
    if (in->lmbench.seen == 0) {
        if (importer_own_run(in, r.table.title, start, &r.own) != 0)
            return -1;
        in->lmbench.first = r.own >= 0 ? (size_t)r.own : in->records->count;
    }
    in->lmbench.seen |= 1u << r.table.id;
    if (read_rows(&r, &i) != 0)
        return -1;
    if (r.own >= 0) {
        importer_skip_notes(in, &i);
        in->classic = r.own;
        in->lmbench.seen = 0;
    }
    *at = i;
    in->end = i;
    return 1;
}
