/* SPDX-License-Identifier: MIT */
/*
 * tinymembench: "NAME : 571.9 MB/s (8.0%)". Its MB are 10^6 bytes, a copy counts once, and the
 * figure in parentheses is the standard deviation of the samples, left out where it is small.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"

struct test {
    char name[RECORD_NAME];
    double mbps;
    double spread; /* or NAN */
    bool cut;      /* the name was too long, and may be another's, too */
};

/* The index of the word ":" that ends the name, or 0. */
static size_t find_colon(const struct words *words)
{
    for (size_t i = words->count; i-- > 1;)
        if (word_is(&words->words[i], ":"))
            return i;
    return 0;
}

/* Its tests copy and fill, which tells its lines from others of that form. */
static bool is_test(const char *name)
{
    static const char *const kinds[] = {"copy", "fill", "memcpy", "memset"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strstr(name, kinds[i]))
            return true;
    return false;
}

/* "(8.0%)" */
static bool deviation(const struct word *word, double *spread)
{
    double percent;

    if (word->length < 2 || word->text[0] != '(' ||
        !word_number(&(struct word){word->text + 1, word->length - 1}, "%)", &percent))
        return false;
    *spread = percent / 100;
    return true;
}

/* Whether the words are a result. */
static bool match(const struct words *words, struct test *test)
{
    const size_t colon = find_colon(words);
    const size_t rest = words->count - colon;
    size_t length = 0; /* of the name, with the 0 */

    *test = (struct test){.spread = NAN};
    if (colon == 0 || rest < 3 || rest > 4 ||
        !word_number(&words->words[colon + 1], "", &test->mbps) ||
        !word_is(&words->words[colon + 2], "MB/s") ||
        (rest == 4 && !deviation(&words->words[colon + 3], &test->spread)))
        return false;
    for (size_t i = 0; i < colon; i++) {
        if (word_is(&words->words[i], ":"))
            return false;
        length += words->words[i].length + 1;
        word_append(&words->words[i], test->name, sizeof test->name);
    }
    test->cut = length > sizeof test->name;
    return is_test(test->name);
}

/* Matches the line or, where it was broken, two of them. How many lines were matched. */
static size_t match_lines(const struct importer *in, size_t at, struct test *test)
{
    struct words words = {.count = 0};
    struct test joined;
    size_t one;

    if (words_add(&words, importer_line(in, at)) != 0 || words.count < 2)
        return 0;
    one = match(&words, test);
    if ((one && !isnan(test->spread)) || (!one && find_colon(&words) == 0) ||
        importer_line(in, at + 1)[0] == '\0')
        return one;
    if (words_add(&words, importer_line(in, at + 1)) == 0 && match(&words, &joined)) {
        *test = joined;
        return 2;
    }
    return one;
}

/* Rules, blank lines and remarks between the groups of one run. */
static bool separates(const char *text)
{
    text += strspn(text, " \t");
    return strspn(text, "-") == strlen(text) || strncmp(text, "==", 2) == 0;
}

static int add(struct importer *in, long *run, size_t at, const struct test *test)
{
    struct figure f = {.measure = MEASURE_MBPS, .count = 1, .spread = test->spread};
    char label[RECORD_LABEL] = "";
    double mbps = test->mbps;

    if (test->cut) {
        importer_say(in, at, "%s...: left out, as its name is too long", test->name);
        return 0;
    }
    f.values = &mbps;
    snprintf(f.table, sizeof f.table, "tinymembench");
    snprintf(f.row, sizeof f.row, "%s", test->name);
    /* A test that comes again is of another run, say of another cluster of cores. */
    if (*run < 0 || record_find(&in->records->records[*run], f.table, f.row, "")) {
        if (*run < 0)
            importer_label(in, at, "tinymembench v", label);
        *run = importer_run(in, at, label);
        if (*run < 0 || importer_setting(in, *run, "counting", RECORD_COUNTING) != 0)
            return -1;
    }
    return importer_figure(in, *run, at, &f);
}

/* A line that has the form of a result but was cut short. */
static bool is_cut(const struct importer *in, size_t at)
{
    struct words words = {.count = 0};
    char name[RECORD_NAME] = "";
    size_t colon;
    double value;

    if (words_add(&words, importer_line(in, at)) != 0)
        return false;
    colon = find_colon(&words);
    for (size_t i = 0; i < colon; i++)
        word_append(&words.words[i], name, sizeof name);
    return colon > 0 && is_test(name) &&
           (colon + 1 == words.count || word_number(&words.words[colon + 1], "", &value));
}

/* Leaves out "1024 : 0.0 ns / 0.0 ns" and its like, which are times beyond those of the L1. */
static bool skip_latencies(struct importer *in, size_t *at)
{
    struct words words = {.count = 0};
    double value;

    if (words_add(&words, importer_line(in, *at)) != 0 || words.count < 4 ||
        !word_is(&words.words[0], "block") || !word_is(&words.words[1], "size") ||
        !word_is(&words.words[2], ":") || !word_is(&words.words[3], "single"))
        return false;
    importer_say(in, *at, "tinymembench's latencies are left out");
    do {
        in->end = ++*at;
        words.count = 0;
    } while (words_add(&words, importer_line(in, *at)) == 0 && words.count > 1 &&
             word_number(&words.words[0], "", &value) && word_is(&words.words[1], ":"));
    return true;
}

int importer_tinymembench(struct importer *in, size_t *at)
{
    struct test test;
    long run = IMPORTER_NONE;
    size_t used = match_lines(in, *at, &test);

    if (used == 0)
        return skip_latencies(in, at);
    while (*at < in->lines.count) {
        if (used > 0) {
            if (add(in, &run, *at, &test) != 0)
                return -1;
            *at += used;
            in->end = *at;
        } else if (is_cut(in, *at)) {
            return importer_fail(in, *at, "a line of tinymembench without its figure");
        } else if (separates(importer_line(in, *at))) {
            ++*at;
        } else {
            break;
        }
        used = match_lines(in, *at, &test);
    }
    *at = in->end;
    return 1;
}

static bool is_ours(const struct record *record)
{
    return record->count > 0 && strcmp(record->figures[0].table, "tinymembench") == 0;
}

void importer_name_clusters(const struct importer *in)
{
    size_t count = 0;
    size_t number = 0;

    for (size_t i = in->first; i < in->records->count; i++)
        count += is_ours(&in->records->records[i]);
    for (size_t i = in->first; i < in->records->count && count > 1; i++) {
        struct record *record = &in->records->records[i];

        number += is_ours(record);
        if (is_ours(record) && !record->label[0])
            snprintf(record->label, sizeof record->label, "cluster %zu", number);
    }
}
