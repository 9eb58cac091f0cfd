/* SPDX-License-Identifier: MIT */
/*
 * mbw: "0  Method: MEMCPY  Elapsed: 0.05421  MiB: 1024  Copy: 18890.45 MiB/s", a line per pass
 * and one with the average. Passes are samples; an average is used where its passes are not
 * there. A copy of n bytes counts n.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "importer.h"

#define MB_PER_MIB 1.048576

enum {
    PASSES_MAX = 4096,
    WORDS = 10,
    AVERAGE = -1,
};

struct pass {
    char method[RECORD_NAME];
    long index; /* or AVERAGE */
    double mbps;
    double mib;
    bool cut; /* the method's name was too long, and may be another's, too */
    size_t lines;
};

/* The passes of one method that have been read. */
struct method {
    char name[RECORD_NAME];
    double values[PASSES_MAX];
    size_t count;
    double average; /* or NAN */
    size_t at;      /* the line of the first */
};

struct block {
    struct importer *in;
    long run;
    struct method method;
};

/* Whether the words begin as a line does. */
static bool opens(const struct words *words)
{
    double value;

    return words->count >= 2 && word_is(&words->words[1], "Method:") &&
           (word_is(&words->words[0], "AVG") || word_number(&words->words[0], "", &value));
}

static bool match(const struct words *words, struct pass *pass)
{
    static const char *const names[] = {NULL,   "Method:", NULL,    "Elapsed:", NULL,
                                        "MiB:", NULL,      "Copy:", NULL,       "MiB/s"};
    double mibps;
    double value;

    if (words->count != WORDS || !opens(words))
        return false;
    for (size_t i = 0; i < WORDS; i++)
        if (names[i] && !word_is(&words->words[i], names[i]))
            return false;
    if (!word_number(&words->words[4], "", &value) ||
        !word_number(&words->words[6], "", &pass->mib) ||
        !word_number(&words->words[8], "", &mibps))
        return false;
    pass->index = AVERAGE;
    if (word_number(&words->words[0], "", &value)) {
        if (memchr(words->words[0].text, '.', words->words[0].length) ||
            value >= (double)PASSES_MAX)
            return false;
        pass->index = (long)value;
    }
    importer_copy(pass->method, sizeof pass->method, words->words[2].text,
                  words->words[2].length);
    pass->cut = words->words[2].length >= sizeof pass->method;
    pass->mbps = mibps * MB_PER_MIB;
    return true;
}

/* Reads a line, which may have been broken: 1, 0 if it is none, -1 if it is not whole. */
static int read_pass(const struct importer *in, size_t at, struct pass *pass)
{
    struct words words = {.count = 0};

    for (pass->lines = 1; pass->lines <= 2; pass->lines++) {
        if (words_add(&words, importer_line(in, at + pass->lines - 1)) != 0 || !opens(&words))
            return 0;
        if (match(&words, pass))
            return 1;
    }
    return -1;
}

/* Puts what is known of the method into the run. */
static int finish(struct block *block)
{
    struct method *m = &block->method;
    struct figure f = {.measure = MEASURE_MBPS, .spread = NAN};

    if (!m->name[0])
        return 0;
    f.values = m->count ? m->values : &m->average;
    f.count = m->count ? m->count : 1;
    snprintf(f.table, sizeof f.table, "mbw");
    snprintf(f.row, sizeof f.row, "%s", m->name);
    if (m->count)
        block->in->records->records[block->run].sampled = true;
    m->name[0] = '\0';
    return importer_figure(block->in, block->run, m->at, &f);
}

static int open_run(struct block *block, size_t at, const struct pass *pass)
{
    char label[RECORD_LABEL] = "";
    char bytes[32];

    if (block->run < 0)
        importer_label(block->in, at, "Long uses", label);
    block->run = importer_run(block->in, at, label);
    if (block->run < 0)
        return -1;
    snprintf(bytes, sizeof bytes, "%.0f", pass->mib * 1048576);
    return importer_setting(block->in, block->run, "counting", RECORD_COUNTING) == 0 &&
                   importer_setting(block->in, block->run, "buffer", bytes) == 0
               ? 0
               : -1;
}

/* Whether a line can't be of the run that the lines before it are of. */
static bool is_new(const struct block *block, const struct pass *pass)
{
    const struct method *m = &block->method;

    if (block->run < 0)
        return true;
    if (strcmp(m->name, pass->method) != 0)
        return record_find(&block->in->records->records[block->run], "mbw", pass->method, "");
    if (pass->index == AVERAGE)
        return !isnan(m->average);
    return !isnan(m->average) || (size_t)pass->index < m->count;
}

static int add(struct block *block, size_t at, const struct pass *pass)
{
    struct method *m = &block->method;
    const bool anew = is_new(block, pass);

    if (pass->cut) {
        importer_say(block->in, at, "%s...: left out, as its name is too long", pass->method);
        return 0;
    }
    if (!(pass->mbps > 0)) {
        importer_say(block->in, at, "%s is 0: not measured", pass->method);
        return 0;
    }
    if ((anew || strcmp(m->name, pass->method) != 0) && finish(block) != 0)
        return -1;
    /* The method that was finished may be the one of this line. */
    if (anew && open_run(block, at, pass) != 0)
        return -1;
    if (!m->name[0]) {
        snprintf(m->name, sizeof m->name, "%s", pass->method);
        m->count = 0;
        m->average = NAN;
        m->at = at;
    }
    if (pass->index == AVERAGE) {
        m->average = pass->mbps;
        return 0;
    }
    while (m->count < (size_t)pass->index)
        m->values[m->count++] = NAN;
    m->values[m->count++] = pass->mbps;
    return 0;
}

/* Reads the lines of the block; blank lines may part the methods. */
static int read_block(struct block *block, size_t *at)
{
    struct importer *in = block->in;
    struct pass pass;
    int got;

    for (;;) {
        got = read_pass(in, *at, &pass);
        if (got < 0)
            return importer_fail(in, *at, "a line of mbw that is not whole");
        if (got > 0) {
            if (add(block, *at, &pass) != 0)
                return -1;
            *at += pass.lines;
            in->end = *at;
        } else if (*at < in->lines.count && importer_line(in, *at)[0] == '\0') {
            ++*at;
        } else {
            break;
        }
    }
    *at = in->end;
    return finish(block);
}

int importer_mbw(struct importer *in, size_t *at)
{
    struct pass pass;
    struct block *block;
    int status;

    if (read_pass(in, *at, &pass) == 0)
        return 0;
    block = calloc(1, sizeof *block); /* its samples are much for the stack of a small board */
    if (!block)
        return importer_errno(in);
    block->in = in;
    block->run = IMPORTER_NONE;
    status = read_block(block, at);
    free(block);
    return status == 0 ? 1 : -1;
}
