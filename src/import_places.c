/* SPDX-License-Identifier: MIT */
/*
 * The tables of memspeed's other suites, as pasted into mails: read by words, as the classic
 * ones are; their columns are known by their names, and their rows by what they are called.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"
#include "report.h"
#include "suite.h"

enum { COLUMNS_MAX = 64, TITLE_LINES = 2, HEADER_LINES = 3 };

/* What rows are called: nothing, "64 KiB", "12", "base". */
enum rows { ROWS_UNNAMED, ROWS_SIZES, ROWS_NUMBERS, ROWS_PAGES };

static const struct title {
    const char *title;
    enum measure measure;
    enum rows rows;
} known_titles[] = {
    {VM_LATENCY_TABLE, MEASURE_US, ROWS_UNNAMED},
    {VM_BANDWIDTH_TABLE, MEASURE_MBPS, ROWS_UNNAMED},
    {LATENCY_BASIC_TABLE, MEASURE_COUNT, ROWS_UNNAMED},
    {LATENCY_SUMMARY_TABLE, MEASURE_NS, ROWS_UNNAMED},
    {GUPS_TABLE, MEASURE_GUPS, ROWS_PAGES},
    {SWEEP_TABLE, MEASURE_MBPS, ROWS_SIZES},
    {LATENCY_TABLE, MEASURE_NS, ROWS_SIZES},
    {LATENCY_LINE_TABLE, MEASURE_NS, ROWS_SIZES},
    {LATENCY_PAGES_TABLE, MEASURE_NS, ROWS_NUMBERS},
    {LATENCY_CHAINS_TABLE, MEASURE_NS, ROWS_NUMBERS},
};

struct column {
    char name[RECORD_NAME];
    bool spread; /* followed by +-% */
};

struct table {
    struct importer *in;
    const struct title *known;
    char title[RECORD_NAME];
    char unit[16]; /* "" if it has none */
    struct column columns[COLUMNS_MAX];
    size_t count;
    size_t cells; /* words of a row behind its name */
    long run;
    size_t start;
    size_t rows;
};

/* Matches "*** TITLE (in UNIT) ***" or "*** TITLE ***". */
static bool match_title(const struct words *words, struct table *table)
{
    size_t end = words->count;

    if (end < 3 || !word_is(&words->words[0], "***") || !word_is(&words->words[end - 1], "***"))
        return false;
    end--;
    table->unit[0] = '\0';
    if (end > 2 && word_is(&words->words[end - 2], "(in")) {
        const struct word *unit = &words->words[end - 1];

        importer_copy(table->unit, sizeof table->unit, unit->text, unit->length);
        table->unit[strcspn(table->unit, ")")] = '\0';
        end -= 2;
    }
    table->title[0] = '\0';
    for (size_t i = 1; i < end; i++)
        word_append(&words->words[i], table->title, sizeof table->title);
    table->known = NULL;
    for (size_t k = 0; k < sizeof known_titles / sizeof known_titles[0]; k++)
        if (strcmp(table->title, known_titles[k].title) == 0)
            table->known = &known_titles[k];
    return table->known || table->unit[0];
}

/* The title may have been broken. How many lines it takes; 0 if none is there. */
static size_t read_title(const struct importer *in, size_t at, struct table *table)
{
    struct words words = {.count = 0};

    for (size_t lines = 1; lines <= TITLE_LINES; lines++)
        if (words_add(&words, importer_line(in, at + lines - 1)) != 0 || words.count == 0 ||
            !word_is(&words.words[0], "***"))
            return 0;
        else if (match_title(&words, table))
            return lines;
    return 0;
}

/* How many words the column has that begins with word `i`; 0 if none does. */
static size_t column_words(const struct words *words, size_t i)
{
    static const char *const names[] = {
        "Mmap Latency",     "Prot Fault",   "Page Fault",   "File reread", "Mmap reread",
        "Bcopy (libc)",     "Bcopy (hand)", "Mem read",     "Mem write",   "tlb pages",
        "cache line bytes", "mem par",      "Main mem",     "Rand mem",    "one a page",
        "one a line",       GUPS_PLAIN,     GUPS_PREFETCHED};
    static const char *const first[] = {"write", "read", "copy", "stride", "window", "random"};

    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        const size_t used = words_match(words, i, names[n]);

        if (used > 0)
            return used;
    }
    if (i + 1 >= words->count)
        return 0;
    /* "L2 $" */
    if (word_is(&words->words[i + 1], "$"))
        return word_begins(&words->words[i], "L") ? 2 : 0;
    for (size_t n = 0; n < sizeof first / sizeof first[0]; n++) {
        const struct word *second = &words->words[i + 1];

        if (!word_is(&words->words[i], first[n]))
            continue;
        /* "stride base, 8 MiB" */
        if (second->text[second->length - 1] == ',')
            return i + 3 < words->count ? 4 : 0;
        return word_is(second, "+-%") ? 0 : 2;
    }
    return 0;
}

/* Takes the words as columns; false, and the table as it was, if they are others. */
static bool take_columns(struct table *table, const struct words *words)
{
    struct column columns[COLUMNS_MAX];
    size_t count = 0;
    size_t cells = 0;

    for (size_t i = 0; i < words->count;) {
        struct column *column = &columns[count];
        const size_t used = count < COLUMNS_MAX ? column_words(words, i) : 0;

        if (used == 0)
            return false;
        *column = (struct column){.name = ""};
        for (size_t w = 0; w < used; w++)
            word_append(&words->words[i + w], column->name, sizeof column->name);
        i += used;
        column->spread = i < words->count && word_is(&words->words[i], "+-%");
        i += column->spread;
        count++;
        cells += column->spread ? 2 : 1;
    }
    memcpy(table->columns, columns, count * sizeof *columns);
    table->count = count;
    table->cells = cells;
    return count > 0;
}

static bool cell_word(const struct word *word)
{
    double value;

    return word_number(word, "", &value) || word_number(word, "%", &value) ||
           word_is(word, "n/a") || word_is(word, "-");
}

/* "base", "thp", "thp:64K", "2M" */
static bool pages_word(const struct word *word)
{
    const char last = word->text[word->length - 1];

    return word_is(word, "base") || word_begins(word, "thp") ||
           (isdigit((unsigned char)word->text[0]) && strchr("KMG", last));
}

/* Whether a row begins with these words; of how many its name consists. */
static bool opens_row(const struct table *table, const struct words *words, size_t *name)
{
    double value;

    switch (table->known->rows) {
    case ROWS_UNNAMED:
        *name = 0;
        break;
    case ROWS_SIZES:
        *name = 2;
        if (words->count < 3 || !word_number(&words->words[0], "", &value) ||
            (!word_is(&words->words[1], "bytes") && !word_is(&words->words[1], "KiB") &&
             !word_is(&words->words[1], "MiB")))
            return false;
        break;
    case ROWS_NUMBERS:
        *name = 1;
        if (words->count < 2 || !word_number(&words->words[0], "", &value) ||
            memchr(words->words[0].text, '.', words->words[0].length))
            return false;
        break;
    default:
        *name = 1;
        if (words->count < 2 || !pages_word(&words->words[0]))
            return false;
        break;
    }
    return words->count > *name && cell_word(&words->words[*name]);
}

static bool row_at(const struct table *table, size_t at)
{
    struct words words = {.count = 0};
    size_t name;

    return words_add(&words, importer_line(table->in, at)) == 0 &&
           opens_row(table, &words, &name);
}

/* Reads the columns, which may have been broken, with a row behind them. How many lines they
 * take; 0 if none are there. */
static size_t read_columns(struct table *table, size_t at)
{
    struct words words = {.count = 0};

    for (size_t lines = 1; lines <= HEADER_LINES; lines++) {
        size_t next = at + lines;

        if (words_add(&words, importer_line(table->in, next - 1)) != 0 || words.count == 0)
            return 0;
        while (next < table->in->lines.count && importer_blank(importer_line(table->in, next)))
            next++;
        if (row_at(table, next) && take_columns(table, &words))
            return lines;
    }
    return 0;
}

static int add_cell(struct table *table, size_t at, const char *row,
                    const struct column *column, const struct word *cell)
{
    struct figure f = {.measure = table->known->measure, .count = 1, .spread = NAN};
    double value = 0;
    double half;

    if (!word_number(cell, "", &value))
        return word_is(cell, "n/a") || word_is(cell, "-")
                   ? 0
                   : importer_fail(table->in, at, "a spread stands where %s should",
                                   column->name);
    /* Half of the 95 % interval, as of the classic tables. */
    if (column->spread && word_number(cell + 1, "%", &half))
        f.spread = half / 100 / 1.96;
    f.values = &value;
    snprintf(f.table, sizeof f.table, "%s", table->known->title);
    snprintf(f.row, sizeof f.row, "%s", row);
    snprintf(f.column, sizeof f.column, "%s", column->name);
    return importer_figure(table->in, table->run, at, &f);
}

/* Reads the row on line `*at`, which may have been broken, and moves behind it. */
static int read_row(struct table *table, size_t *at)
{
    struct importer *in = table->in;
    const size_t start = *at;
    struct words words = {.count = 0};
    char row[RECORD_NAME] = "";
    size_t name = 0;
    size_t i;

    words_add(&words, importer_line(in, (*at)++));
    opens_row(table, &words, &name);
    while (words.count - name < table->cells) {
        struct words more = {.count = 0};

        if (words_add(&more, importer_line(in, *at)) != 0 || more.count == 0 ||
            !cell_word(&more.words[0]))
            break;
        if (words_add(&words, importer_line(in, (*at)++)) != 0)
            break;
    }
    for (i = 0; i < name; i++)
        word_append(&words.words[i], row, sizeof row);
    if (words.count - name != table->cells)
        return importer_fail(in, start, "\"%s\": row '%s' has %zu figures, not %zu",
                             table->known->title, row, words.count - name, table->cells);
    for (size_t c = 0; c < table->count; c++) {
        const struct column *column = &table->columns[c];

        if (add_cell(table, start, row, column, &words.words[i]) != 0)
            return -1;
        i += column->spread ? 2 : 1;
    }
    table->rows++;
    return 0;
}

/* Reads rows, and columns that stand below others for want of room beside them. */
static int read_rows(struct table *table, size_t *at)
{
    for (size_t i = *at; i < table->in->lines.count;) {
        const size_t columns = row_at(table, i) ? 0 : read_columns(table, i);

        if (row_at(table, i)) {
            if (read_row(table, &i) != 0)
                return -1;
            *at = i;
        } else if (columns > 0) {
            i += columns;
        } else if (importer_begins(table->in, i, "--- beyond") ||
                   importer_blank(importer_line(table->in, i))) {
            i++;
        } else {
            break;
        }
    }
    return 0;
}

/* Names a table that is not read, and moves behind its title. */
static int leave_out(const struct table *table, size_t *at, size_t lines, const char *why)
{
    importer_say(table->in, table->start, "\"%s\" is left out: %s", table->title, why);
    *at += lines;
    table->in->end = *at;
    return 1;
}

/* "caches by latency: L1 32 KiB, L2 1 MiB" */
static int read_caches(struct importer *in, size_t *at)
{
    struct words words = {.count = 0};
    long run;

    words_add(&words, importer_line(in, *at));
    if (importer_own_run(in, LATENCY_CACHES_TABLE, *at, &run) != 0)
        return -1;
    if (run < 0)
        importer_say(in, *at, "the caches by latency are left out: no table stands above");
    for (size_t i = 3; run >= 0 && i + 2 < words.count; i += 3) {
        struct figure f = {.measure = MEASURE_COUNT, .count = 1, .spread = NAN};
        const bool mib = word_begins(&words.words[i + 2], "MiB");
        char level[8]; /* "L2" */
        double value;

        if (!word_number(&words.words[i + 1], "", &value) ||
            (!mib && !word_begins(&words.words[i + 2], "KiB")))
            return importer_fail(in, *at, "a cache's size is no figure");
        value *= mib ? 1024 : 1;
        f.values = &value;
        snprintf(f.table, sizeof f.table, "%s", LATENCY_CACHES_TABLE);
        importer_copy(level, sizeof level, words.words[i].text, words.words[i].length);
        snprintf(f.column, sizeof f.column, "%s KiB", level);
        if (importer_figure(in, run, *at, &f) != 0)
            return -1;
    }
    in->end = ++*at;
    importer_skip_notes(in, at);
    in->end = *at;
    return 1;
}

int importer_places(struct importer *in, size_t *at)
{
    struct table table = {.in = in, .start = *at};
    const size_t lines = read_title(in, *at, &table);
    size_t columns = *at + lines;
    size_t used;

    if (lines == 0)
        return importer_begins(in, *at, IMPORTER_CACHES) ? read_caches(in, at) : 0;
    /* What is in other tables too. */
    if (strcmp(table.title, REPORT_MEMORIES) == 0) {
        while (!importer_blank(importer_line(in, *at)))
            ++*at;
        importer_skip_notes(in, at);
        in->end = *at;
        return 1;
    }
    if (!table.known)
        return leave_out(&table, at, lines, "it is no table that is known");
    if (strcmp(table.unit, measure_name(table.known->measure)) != 0)
        return leave_out(&table, at, lines, "its unit is another");
    while (columns < in->lines.count && importer_blank(importer_line(in, columns)))
        columns++;
    used = read_columns(&table, columns);
    if (used == 0)
        return leave_out(&table, at, lines, "its columns and rows are not known");
    table.run = importer_classic_run(in, table.known->title, table.start);
    if (table.run < 0 || (table.known->measure == MEASURE_MBPS &&
                          importer_setting(in, table.run, "counting", RECORD_COUNTING) != 0))
        return -1;
    *at = columns + used;
    if (read_rows(&table, at) != 0)
        return -1;
    importer_skip_notes(in, at);
    in->classic = table.run;
    in->end = *at;
    return 1;
}
