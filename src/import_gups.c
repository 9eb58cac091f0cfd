/* SPDX-License-Identifier: MIT */
/*
 * The five lines of HPC Challenge's RandomAccess, which memspeed prints below its table of
 * random updates, too. They don't say in what kind of pages the table was: no row is named.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"
#include "suite.h"

struct block {
    char log2[16]; /* "2^27" */
    double rate;
    char pages[RECORD_NAME]; /* "base", where memspeed names them above; else "" */
};

/* "Main table size = 2^27 = 134217728 words" */
static bool read_size(const struct importer *in, size_t at, struct block *block)
{
    struct words words = {.count = 0};

    if (words_add(&words, importer_line(in, at)) != 0 || words.count < 5 ||
        words_match(&words, 0, "Main table size =") == 0)
        return false;
    importer_copy(block->log2, sizeof block->log2, words.words[4].text, words.words[4].length);
    return word_begins(&words.words[4], "2^");
}

/* "0.005530048 Billion(10^9) Updates per second [GUP/s]" */
static bool read_rate(const struct importer *in, size_t at, struct block *block)
{
    struct words words = {.count = 0};

    return words_add(&words, importer_line(in, at)) == 0 &&
           words_match(&words, 1, "Billion(10^9) Updates per second [GUP/s]") > 0 &&
           word_number(&words.words[0], "", &block->rate);
}

/* "thp pages, plain updates, all rounds together" */
static void read_pages(const struct importer *in, size_t at, struct block *block)
{
    struct words words = {.count = 0};

    if (at > in->end && words_add(&words, importer_line(in, at - 1)) == 0 &&
        words_match(&words, 1, "pages, plain updates, all rounds together") > 0)
        word_append(&words.words[0], block->pages, sizeof block->pages);
}

/* The run that memspeed's lines are of, which may have the median of its table already. */
static long open_run(struct importer *in, size_t at, const struct block *block)
{
    char label[RECORD_LABEL];

    if (block->pages[0] && in->classic >= 0)
        return in->classic;
    importer_label(in, at, NULL, label);
    return importer_run(in, at, block->pages[0] ? "" : label);
}

static int add(struct importer *in, size_t at, const struct block *block)
{
    struct figure f = {.measure = MEASURE_GUPS, .count = 1, .spread = NAN};
    const long run = open_run(in, at, block);
    double rate = block->rate;
    char size[RECORD_NAME];

    if (run < 0)
        return -1;
    snprintf(size, sizeof size, "%s words", block->log2);
    if (importer_setting(in, run, "gups-table", size) != 0)
        return -1;
    f.values = &rate;
    snprintf(f.table, sizeof f.table, "%s", GUPS_TABLE);
    snprintf(f.row, sizeof f.row, "%s", block->pages);
    snprintf(f.column, sizeof f.column, "%s", GUPS_PLAIN);
    if (block->pages[0])
        in->classic = run;
    if (record_find(&in->records->records[run], f.table, f.row, f.column))
        return 0;
    return importer_figure(in, run, at, &f);
}

int importer_gups(struct importer *in, size_t *at)
{
    struct block block = {.rate = NAN};
    size_t i = *at + 1;

    if (!read_size(in, *at, &block))
        return 0;
    read_pages(in, *at, &block);
    while (importer_begins(in, i, "Number of updates") ||
           importer_begins(in, i, "CPU time used") || importer_begins(in, i, "Real time used"))
        i++;
    if (read_rate(in, i, &block)) {
        if (add(in, *at, &block) != 0)
            return -1;
        i++;
    } else {
        importer_say(in, *at, "random updates without their rate are left out");
    }
    i += importer_begins(in, i, "Errors =") || importer_begins(in, i, "Found");
    importer_skip_notes(in, &i);
    *at = i;
    in->end = i;
    return 1;
}
