/* SPDX-License-Identifier: MIT */
/*
 * STREAM: "Copy:  200923.2  0.032662  0.031853  0.033301", the best rate first. It counts what
 * is read and what is written, so that its Copy is twice what a copy is elsewhere: the figures
 * stay as they are, in a table that nothing else has.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"

enum {
    NUMBERS = 4, /* rate; average, least and greatest time */
};

struct rate {
    const char *name;
    struct word direction; /* "0->0", which some versions print; or empty */
    double mbps;
    size_t lines;
};

/* The function of a row, or NULL. */
static const char *function_of(const struct words *words)
{
    static const char *const names[] = {"Copy:", "Scale:", "Add:", "Triad:"};

    for (size_t i = 0; words->count > 0 && i < sizeof names / sizeof names[0]; i++)
        if (word_is(&words->words[0], names[i]))
            return names[i];
    return NULL;
}

static bool is_heading(const struct words *words)
{
    return words->count > 2 && word_is(&words->words[0], "Function");
}

/* The words of a row that are numbers; false if it has others. */
static bool numbers(const struct words *words, size_t from, size_t *count)
{
    double value;

    *count = 0;
    for (size_t i = from; i < words->count; i++, ++*count)
        if (!word_number(&words->words[i], "", &value))
            return false;
    return true;
}

/* Reads a row, which may have been broken: 1, 0 if it is none, -1 if it is cut short. */
static int read_row(const struct importer *in, size_t at, struct rate *rate)
{
    struct words words = {.count = 0};
    size_t from = 1;
    size_t count;
    double value;

    if (words_add(&words, importer_line(in, at)) != 0)
        return 0;
    *rate = (struct rate){.name = function_of(&words), .lines = 1};
    if (!rate->name)
        return 0;
    if (words.count > 1 && !word_number(&words.words[1], "", &value) &&
        memchr(words.words[1].text, '>', words.words[1].length)) {
        rate->direction = words.words[1];
        from = 2;
    }
    if (!numbers(&words, from, &count))
        return 0;
    if (count < NUMBERS) {
        if (words_add(&words, importer_line(in, at + 1)) != 0 ||
            !numbers(&words, from, &count) || count != NUMBERS)
            return -1;
        rate->lines = 2;
    }
    if (count != NUMBERS)
        return -1;
    word_number(&words.words[from], "", &rate->mbps);
    return 1;
}

/* What STREAM says above its table and can decide what compares. */
static int add_facts(struct importer *in, long run, size_t at)
{
    static const struct {
        const char *text;
        const char *key;
    } facts[] = {
        {"Number of Threads counted = ", "threads"},
        {"Array size = ", "array"},
    };

    for (size_t i = in->end; i < at; i++)
        for (size_t f = 0; f < sizeof facts / sizeof facts[0]; f++) {
            const char *text = importer_line(in, i);
            char value[32];
            struct word word;
            double number;

            text += strspn(text, " \t");
            if (strncmp(text, facts[f].text, strlen(facts[f].text)) != 0)
                continue;
            text += strlen(facts[f].text);
            word = (struct word){text, strcspn(text, " \t")};
            importer_copy(value, sizeof value, word.text, word.length);
            if (word_number(&word, "", &number) &&
                importer_setting(in, run, facts[f].key, value) != 0)
                return -1;
        }
    return 0;
}

static int add(struct importer *in, long *run, size_t at, const struct rate *rate)
{
    struct figure f = {.measure = MEASURE_MBPS, .count = 1, .spread = NAN};
    char label[RECORD_LABEL] = "";
    double mbps = rate->mbps;

    if (rate->direction.length >= sizeof f.column)
        return importer_fail(in, at, "row %s the direction is too long", rate->name);
    f.values = &mbps;
    snprintf(f.table, sizeof f.table, "STREAM");
    importer_copy(f.row, sizeof f.row, rate->name, strlen(rate->name) - 1);
    if (rate->direction.length > 0)
        importer_copy(f.column, sizeof f.column, rate->direction.text, rate->direction.length);
    if (*run < 0 || record_find(&in->records->records[*run], f.table, f.row, f.column)) {
        if (*run < 0)
            importer_label(in, at, "STREAM version", label);
        *run = importer_run(in, at, label);
        if (*run < 0 ||
            importer_setting(in, *run, "counting",
                             "MB = 10^6 bytes, read and written both counted (STREAM)") != 0 ||
            add_facts(in, *run, at) != 0)
            return -1;
    }
    return importer_figure(in, *run, at, &f);
}

/*
 * The lines of the heading that begins on `at`, 0 if none does: one that was broken ends where
 * the first row begins.
 */
static size_t heading(const struct importer *in, size_t at)
{
    struct words words = {.count = 0};
    struct words next = {.count = 0};

    if (words_add(&words, importer_line(in, at)) != 0 || !is_heading(&words))
        return 0;
    if (words_add(&next, importer_line(in, at + 1)) == 0 && function_of(&next))
        return 1;
    next.count = 0;
    return words_add(&next, importer_line(in, at + 2)) == 0 && function_of(&next) ? 2 : 0;
}

int importer_stream(struct importer *in, size_t *at)
{
    const size_t start = *at;
    size_t row = start + heading(in, start);
    struct rate rate;
    long run = IMPORTER_NONE;
    int got = read_row(in, row, &rate);

    if (got == 0 || (got < 0 && row == start))
        return 0;
    while (got > 0) {
        if (add(in, &run, run < 0 ? start : row, &rate) != 0)
            return -1;
        row += rate.lines;
        in->end = row;
        row += importer_line(in, row)[0] == '\0';
        got = read_row(in, row, &rate);
    }
    if (got < 0)
        return importer_fail(in, row, "row %s of STREAM has not %d numbers", rate.name,
                             NUMBERS);
    *at = in->end;
    return 1;
}
