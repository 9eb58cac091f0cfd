/* SPDX-License-Identifier: MIT */
/* Rows of lmbench's tables: by the places of their cells, or by their number. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "lmbench.h"

/* A cell: a number, or what stands for one that was not measured (NAN). */
static bool cell(const struct word *word, double *value)
{
    static const char *const none[] = {"-1", "-", "n/a", "--"};

    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        if (word_is(word, none[i])) {
            *value = NAN;
            return true;
        }
    if (word_number(word, "", value) ||
        (word_number(word, "K", value) && (*value *= 1e3, true)) ||
        (word_number(word, "M", value) && (*value *= 1e6, true))) {
        if (*value == 0)
            *value = NAN;
        return true;
    }
    return false;
}

static bool has_digit(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (isdigit((unsigned char)text[i]))
            return true;
    return false;
}

static bool is_percent(const struct word *word)
{
    return word->length > 1 && word->text[word->length - 1] == '%' &&
           has_digit(word->text, word->length);
}

/* Appends the words between two places of a line. */
static void append_slice(const char *line, size_t start, size_t end, char *text, size_t size)
{
    char slice[LMBENCH_WIDTH];
    struct words words = {.count = 0};

    importer_copy(slice, sizeof slice, line + start, end - start);
    words_add(&words, slice);
    for (size_t i = 0; i < words.count; i++)
        word_append(&words.words[i], text, size);
}

/* The one column whose rule the characters from start to end (behind the last) meet. */
static long column_at(const struct lmbench_table *table, size_t start, size_t end)
{
    long found = -1;

    for (size_t c = 0; c < table->count; c++) {
        if (end <= table->columns[c].start || start > table->columns[c].end)
            continue;
        if (found >= 0)
            return -1;
        found = (long)c;
    }
    return found;
}

/* Puts a word in its column. */
static void place_word(const struct lmbench_table *table, const struct word *word, size_t start,
                       struct lmbench_row *row)
{
    const struct lmbench_column *last = &table->columns[table->count - 1];
    const long c = column_at(table, start, start + word->length);
    double value;

    if (is_percent(word)) {
        row->percent = true;
    } else if ((c >= 0 && lmbench_is_text(&table->columns[c])) ||
               (lmbench_is_text(last) && start > last->start)) {
        word_append(word, row->text, sizeof row->text);
    } else if (!cell(word, &value)) {
        row->prose = true;
        row->wrong = "it has something that is no figure";
    } else if (c < 0) {
        row->wrong = "a figure stands between columns";
    } else if (row->filled[c]) {
        row->wrong = "two figures stand in one column";
    } else {
        row->filled[c] = true;
        row->values[c] = value;
        row->cells++;
    }
}

/* Reads a row whose cells have their places. False if it is none. */
static bool read_ruled(const struct importer *in, size_t at, const struct lmbench_table *table,
                       struct lmbench_row *row)
{
    char line[LMBENCH_WIDTH];
    size_t length;

    if (!lmbench_expand(importer_line(in, at), line))
        return false;
    length = strlen(line);
    if (length <= table->os.end || strspn(line, " ") != table->host.start ||
        line[table->host.end + 1] != ' ' || line[table->os.end] == ' ' ||
        (line[table->os.end + 1] && line[table->os.end + 1] != ' '))
        return false;
    append_slice(line, 0, table->host.end + 1, row->label, sizeof row->label);
    append_slice(line, table->host.end + 1, table->os.end + 1, row->label, sizeof row->label);
    if (!has_digit(row->label, strlen(row->label)))
        return false;
    for (size_t i = table->os.end + 1; i < length;) {
        const size_t start = i + strspn(line + i, " ");
        const struct word word = {line + start, strcspn(line + start, " ")};

        if (word.length > 0)
            place_word(table, &word, start, row);
        i = start + word.length;
    }
    row->lines = 1;
    return row->cells > 0 || !row->prose;
}

/* The words of a row, with those of the lines that it was broken into. */
static size_t gather(const struct importer *in, size_t at, size_t want, struct words *words)
{
    size_t lines = 0;

    for (;;) {
        struct words more = {.count = 0};
        double value;

        if (words_add(words, importer_line(in, at + lines)) != 0)
            return 0;
        lines++;
        if (words->count >= want || words_add(&more, importer_line(in, at + lines)) != 0 ||
            more.count == 0)
            return lines;
        for (size_t i = 0; i < more.count; i++)
            if (!cell(&more.words[i], &value))
                return lines;
    }
}

/* The columns that hold figures or the clock. */
static size_t figure_columns(const struct lmbench_table *table)
{
    size_t count = 0;

    for (size_t c = 0; c < table->count; c++)
        count += !lmbench_is_text(&table->columns[c]);
    return count;
}

/* Gives the cells to the columns, in their order; all must be there. */
static void deal(const struct lmbench_table *table, const struct words *words, size_t i,
                 struct lmbench_row *row)
{
    if (row->cells == 0)
        return;
    if (row->cells != figure_columns(table)) {
        row->wrong = row->cells < figure_columns(table)
                         ? "cells are missing, and white space no longer tells which"
                         : "there are more figures than columns";
        return;
    }
    for (size_t c = 0; c < table->count; c++)
        if (!lmbench_is_text(&table->columns[c]))
            cell(&words->words[i++], &row->values[c]);
}

/*
 * Reads a row whose white space was lost: "HOST NAME RELEASE", text, cells, text. False if it
 * is none.
 */
static bool read_collapsed(const struct importer *in, size_t at,
                           const struct lmbench_table *table, struct lmbench_row *row)
{
    struct words words = {.count = 0};
    const bool described = lmbench_is_text(&table->columns[0]);
    const size_t first = described ? 4 : 3;
    double value;

    row->lines = gather(in, at, first + figure_columns(table), &words);
    if (row->lines == 0 || words.count < 3 ||
        !has_digit(words.words[2].text, words.words[2].length))
        return false;
    for (size_t i = 0; i < 3; i++)
        word_append(&words.words[i], row->label, sizeof row->label);
    for (size_t i = 3; i < words.count; i++)
        row->percent = row->percent || is_percent(&words.words[i]);
    if (described && words.count > 3) {
        if (cell(&words.words[3], &value))
            row->wrong = "its description is missing";
        word_append(&words.words[3], row->text, sizeof row->text);
    }
    while (first + row->cells < words.count && cell(&words.words[first + row->cells], &value))
        row->cells++;
    if (first + row->cells < words.count) {
        if (row->cells == 0)
            return row->percent;
        if (!lmbench_is_text(&table->columns[table->count - 1])) {
            row->prose = true;
            row->wrong = "it has something that is no figure";
        }
    }
    for (size_t i = first + row->cells; i < words.count; i++)
        word_append(&words.words[i], row->text, sizeof row->text);
    if (!row->wrong)
        deal(table, &words, first, row);
    return true;
}

static struct lmbench_row empty_row(void)
{
    struct lmbench_row row = {.label = ""};

    for (size_t c = 0; c < LMBENCH_COLUMNS; c++)
        row.values[c] = NAN;
    return row;
}

bool lmbench_row(const struct importer *in, size_t at, const struct lmbench_table *table,
                 struct lmbench_row *row)
{
    *row = empty_row();
    row->ruled = true;
    if (table->ruled && read_ruled(in, at, table, row))
        return true;
    *row = empty_row();
    return read_collapsed(in, at, table, row);
}
