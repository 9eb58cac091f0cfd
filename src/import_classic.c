/* SPDX-License-Identifier: MIT */
/*
 * The classic tables of memspeed, as pasted into mails: read by words, so that neither blanks
 * nor where lines were broken matters.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "importer.h"
#include "kind.h"

enum {
    METHOD_MAX = 8,
    COLUMNS_MAX = 64,
    COLUMN_NAME = 16,
    MEMORY_LINES = 3, /* that what is said of memory may take */
};

static const char *const titles[] = {
    "Memory Write Throughput",
    "Uncached Memory Read/Copy Throughput",
    "Cached Memory Read/Copy Throughput",
};

struct column {
    char name[COLUMN_NAME];
    bool spread; /* followed by +-% */
};

struct table {
    const char *kind;         /* one of the titles */
    char title[RECORD_TITLE]; /* with the memory that it is of, if that is not ordinary */
    char unit[16];
    struct column columns[COLUMNS_MAX];
    size_t count;
    size_t cells; /* words of a row behind its name */
    bool spaced;  /* a blank line after each line, as some mail programs do */
    long run;
    size_t start;
};

/* Matches "*** TITLE (in UNIT) ***". */
static bool match_title(const struct words *words, struct table *table)
{
    for (size_t t = 0; t < sizeof titles / sizeof titles[0]; t++) {
        const size_t length = words->count > 1 ? words_match(words, 1, titles[t]) : 0;

        if (length == 0 || words->count != length + 4 || !word_is(&words->words[0], "***") ||
            !word_is(&words->words[length + 1], "(in") ||
            !word_is(&words->words[length + 3], "***"))
            continue;
        table->kind = titles[t];
        snprintf(table->title, sizeof table->title, "%s", titles[t]);
        importer_copy(table->unit, sizeof table->unit, words->words[length + 2].text,
                      words->words[length + 2].length);
        return true;
    }
    return false;
}

/* The title may have been broken; *at then moves behind it. */
static bool read_title(const struct importer *in, size_t *at, struct table *table)
{
    struct words words = {.count = 0};
    const char *text = importer_line(in, *at);

    if (strncmp(text + strspn(text, " \t"), "***", 3) != 0)
        return false;
    for (size_t lines = 1; lines <= 2; lines++)
        if (words_add(&words, importer_line(in, *at + lines - 1)) == 0 &&
            match_title(&words, table)) {
            *at += lines;
            return true;
        }
    return false;
}

/*
 * "memory: wc (/dev/dri/card0 (vgem); write-combined)", which may have been broken,
 * below the title: moves behind it.
 */
static void read_memory(const struct importer *in, size_t *at, struct table *table)
{
    struct words words = {.count = 0};
    size_t line = *at;

    while (line < in->lines.count && importer_blank(importer_line(in, line)))
        line++;
    if (words_add(&words, importer_line(in, line)) != 0 || words.count < 2 ||
        !word_is(&words.words[0], "memory:") ||
        !kind_can_name(words.words[1].text, words.words[1].length))
        return;
    snprintf(table->title, sizeof table->title, "%s [%.*s]", table->kind,
             (int)words.words[1].length, words.words[1].text);
    for (size_t lines = 0; lines < MEMORY_LINES; lines++)
        if (importer_begins(in, ++line, "method") || importer_blank(importer_line(in, line)))
            break;
    *at = line;
}

/* Moves to the next line of the table; blank lines end it unless they follow each line. */
static size_t next_line(const struct importer *in, const struct table *table, size_t at)
{
    if (table->spaced && importer_blank(importer_line(in, at)))
        at++;
    return at;
}

static bool pld_word(const struct word *word)
{
    double value;

    return word_begins(word, "PLD=") &&
           word_number(&(struct word){word->text + 4, word->length - 4}, "", &value) &&
           word->length < COLUMN_NAME && !memchr(word->text, '.', word->length);
}

static bool column_word(const struct word *word)
{
    static const char *const parts[] = {"uncached", "write", "alloc", "cached",
                                        "+",        "wa",    "+-%"};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (word_is(word, parts[i]))
            return true;
    return pld_word(word);
}

/* The words of the column that begins with word `i` as its name; how many they are, or 0. */
static size_t column_name(const struct words *words, size_t i, char name[COLUMN_NAME])
{
    static const char *const names[] = {"cached + wa", "cached", "uncached", "write alloc"};

    if (pld_word(&words->words[i])) {
        importer_copy(name, COLUMN_NAME, words->words[i].text, words->words[i].length);
        return 1;
    }
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        const size_t used = words_match(words, i, names[n]);

        if (used > 0) {
            snprintf(name, COLUMN_NAME, "%s", names[n]);
            return used;
        }
    }
    return 0;
}

static int add_column(struct importer *in, struct table *table, const char *name)
{
    const bool write = table->kind == titles[0];

    if (write == (strncmp(name, "PLD=", 4) == 0))
        return importer_fail(in, table->start, "'%s' is no column of \"%s\"", name,
                             table->title);
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return importer_fail(in, table->start, "two columns '%s'", name);
    if (table->count == COLUMNS_MAX)
        return importer_fail(in, table->start, "more than %d columns", COLUMNS_MAX);
    snprintf(table->columns[table->count].name, COLUMN_NAME, "%s", name);
    table->columns[table->count++].spread = false;
    return 0;
}

static int add_columns(struct importer *in, struct table *table, const struct words *words)
{
    for (size_t i = 1; i < words->count;) {
        char name[COLUMN_NAME];
        const size_t used = column_name(words, i, name);

        if (used == 0)
            return importer_fail(in, table->start, "the columns of \"%s\" are not known",
                                 table->title);
        if (add_column(in, table, name) != 0)
            return -1;
        table->cells++;
        i += used;
        if (i < words->count && word_is(&words->words[i], "+-%")) {
            table->columns[table->count - 1].spread = true;
            table->cells++;
            i++;
        }
    }
    return 0;
}

/* Reads "method" and the columns, and moves behind them. */
static int read_columns(struct importer *in, struct table *table, size_t *at)
{
    struct words words = {.count = 0};

    if (importer_blank(importer_line(in, *at))) {
        table->spaced = true;
        ++*at;
    }
    if (words_add(&words, importer_line(in, *at)) != 0 || words.count < 2 ||
        !word_is(&words.words[0], "method"))
        return importer_fail(in, table->start, "\"%s\" has no columns", table->title);
    for (;;) {
        struct words more = {.count = 0};
        const size_t next = next_line(in, table, ++*at);

        if (words_add(&more, importer_line(in, next)) != 0 || more.count == 0 ||
            !column_word(&more.words[0]))
            return add_columns(in, table, &words);
        if (words_add(&words, importer_line(in, next)) != 0)
            return importer_fail(in, next, "too many columns");
        *at = next;
    }
}

static bool cell_word(const struct word *word)
{
    double value;

    return word_number(word, "", &value) || word_number(word, "%", &value) ||
           word_is(word, "n/a") || word_is(word, "-");
}

/* The words from index `from` on that can be cells. */
static size_t cell_words(const struct words *words, size_t from)
{
    size_t i = from;

    while (i < words->count && cell_word(&words->words[i]))
        i++;
    return i - from;
}

/* "CPY_M", "CPY_M<" */
static bool method_word(const struct word *word)
{
    const size_t length =
        word->length - (word->length && strchr("<>", word->text[word->length - 1]));

    if (length == 0 || length > METHOD_MAX || !isalpha((unsigned char)word->text[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)word->text[i]) && word->text[i] != '_')
            return false;
    return true;
}

/*
 * Whether a line begins a row: a method and figures, which have decimals unless they are very
 * large. Then anything but figures behind them is an error, not the end of the table.
 */
static bool opens_row(const struct words *words)
{
    const size_t cells = words->count ? cell_words(words, 1) : 0;

    return cells > 0 && method_word(&words->words[0]) &&
           (cells == words->count - 1 ||
            memchr(words->words[1].text, '.', words->words[1].length));
}

/* Adds the words of the lines that the row on line `*at` was broken into; moves behind it. */
static void gather_row(const struct importer *in, const struct table *table,
                       struct words *words, size_t *at)
{
    for (;;) {
        const size_t next = next_line(in, table, ++*at);
        struct words more = {.count = 0};

        if (words->count > table->cells || words_add(&more, importer_line(in, next)) != 0 ||
            more.count == 0 || cell_words(&more, 0) < more.count)
            return;
        words_add(words, importer_line(in, next));
        *at = next;
    }
}

static int check_row(struct importer *in, const struct table *table, const struct words *words,
                     size_t at)
{
    if (cell_words(words, 1) != words->count - 1)
        return importer_fail(in, at, "row %.*s has something that is no figure",
                             (int)words->words[0].length, words->words[0].text);
    if (words->count - 1 != table->cells)
        return importer_fail(in, at, "row %.*s has %zu figures, not %zu",
                             (int)words->words[0].length, words->words[0].text,
                             words->count - 1, table->cells);
    return 0;
}

/*
 * Where the table goes on behind line `at`, which begins no row: behind blank lines and at most
 * one remark, if a whole row is there. `at` if it does not.
 */
static size_t find_more(const struct importer *in, const struct table *table, size_t at)
{
    size_t row = at;

    for (size_t remarks = 0; remarks < 2 && row < in->lines.count; remarks++) {
        struct words words = {.count = 0};
        size_t end;

        while (row < in->lines.count && importer_blank(importer_line(in, row)))
            row++;
        end = row;
        if (words_add(&words, importer_line(in, row)) == 0 && opens_row(&words)) {
            gather_row(in, table, &words, &end);
            if (words.count - 1 == table->cells && cell_words(&words, 1) == table->cells)
                return row;
        }
        row++;
    }
    return at;
}

static int add_row(struct importer *in, const struct table *table, const struct words *words,
                   size_t at)
{
    size_t i = 1;

    for (size_t c = 0; c < table->count; c++) {
        struct figure f = {.measure = MEASURE_MBPS, .count = 1, .spread = NAN};
        double value = 0;
        double half;
        const bool known = word_number(&words->words[i++], "", &value);

        f.values = &value;
        snprintf(f.table, sizeof f.table, "%s", table->title);
        importer_copy(f.row, sizeof f.row, words->words[0].text, words->words[0].length);
        snprintf(f.column, sizeof f.column, "%s", table->columns[c].name);
        if (!known && cell_words(words, i - 1) > 0 &&
            words->words[i - 1].text[words->words[i - 1].length - 1] == '%')
            return importer_fail(in, at, "row %s: a spread stands where %s should", f.row,
                                 f.column);
        if (table->columns[c].spread) {
            /*
             * Half of the 95 % interval of the median: as if the median were distributed
             * normally, 1.96 standard deviations of it.
             */
            if (word_number(&words->words[i], "%", &half))
                f.spread = half / 100 / 1.96;
            else if (word_number(&words->words[i], "", &half))
                return importer_fail(in, at, "row %s: no spread after %s", f.row, f.column);
            i++;
        }
        if (known && importer_figure(in, table->run, at, &f) != 0)
            return -1;
    }
    return 0;
}

static int read_rows(struct importer *in, const struct table *table, size_t *at)
{
    size_t rows = 0;

    for (;; rows++) {
        struct words words = {.count = 0};
        size_t row = next_line(in, table, *at);

        if (words_add(&words, importer_line(in, row)) != 0 || !opens_row(&words)) {
            *at = rows ? find_more(in, table, row) : row;
            if (*at == row)
                break;
            row = *at;
            words.count = 0;
            words_add(&words, importer_line(in, row));
        }
        *at = row;
        gather_row(in, table, &words, at);
        if (check_row(in, table, &words, row) != 0 || add_row(in, table, &words, row) != 0)
            return -1;
    }
    return rows ? 0 : importer_fail(in, table->start, "\"%s\" has no rows", table->title);
}

int importer_classic(struct importer *in, size_t *at)
{
    struct table table = {.start = *at, .run = IMPORTER_NONE};

    if (!read_title(in, at, &table))
        return 0;
    read_memory(in, at, &table);
    if (strcmp(table.unit, "MB/s)") != 0) {
        importer_say(in, table.start, "\"%s\" is left out: its unit is (in %s", table.title,
                     table.unit);
        while (!importer_blank(importer_line(in, *at)))
            ++*at;
        importer_skip_notes(in, at);
        in->end = *at;
        return 1;
    }
    if (read_columns(in, &table, at) != 0)
        return -1;
    table.run = importer_classic_run(in, table.title, table.start);
    if (table.run < 0 || importer_setting(in, table.run, "counting", RECORD_COUNTING) != 0 ||
        read_rows(in, &table, at) != 0)
        return -1;
    in->records->records[table.run].classic_old = in->records->records[table.run].pasted;
    importer_skip_notes(in, at);
    in->classic = table.run;
    in->end = *at;
    return 1;
}
