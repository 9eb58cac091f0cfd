/* SPDX-License-Identifier: MIT */
#include "importer.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void print_place(const struct importer *in, size_t at, char *text)
{
    const struct lines *lines = &in->lines;
    const size_t last = lines->count ? lines->lines[lines->count - 1].number : 1;

    /* Long paths are cut, so that the line and what is wrong are always there. */
    snprintf(text, IMPORT_ERROR, "%.120s:%zu: ", in->name,
             at < lines->count ? lines->lines[at].number : last);
}

int importer_fail(struct importer *in, size_t at, const char *format, ...)
{
    va_list args;

    print_place(in, at, in->error);
    va_start(args, format);
    vsnprintf(in->error + strlen(in->error), IMPORT_ERROR - strlen(in->error), format, args);
    va_end(args);
    return -1;
}

int importer_errno(struct importer *in)
{
    snprintf(in->error, IMPORT_ERROR, "%.120s: %s", in->name, strerror(errno));
    return -1;
}

void importer_say(const struct importer *in, size_t at, const char *format, ...)
{
    char text[IMPORT_ERROR];
    va_list args;

    if (!in->warn)
        return;
    print_place(in, at, text);
    va_start(args, format);
    vsnprintf(text + strlen(text), sizeof text - strlen(text), format, args);
    va_end(args);
    in->warn(in->arg, text);
}

const char *importer_line(const struct importer *in, size_t at)
{
    return at < in->lines.count ? in->lines.lines[at].text : "";
}

void importer_untab(char *text)
{
    for (; *text; text++)
        if (*text == '\t')
            *text = ' ';
}

long importer_run(struct importer *in, size_t at, const char *label)
{
    struct record *record;

    if (in->records->count - in->first >= IMPORTER_RECORDS)
        return importer_fail(in, at, "more than %d runs", IMPORTER_RECORDS);
    record = records_add(in->records);
    if (!record)
        return importer_errno(in);
    importer_copy(record->label, sizeof record->label, label, strlen(label));
    importer_untab(record->label);
    snprintf(record->origin, sizeof record->origin, "%.140s:%zu", in->name,
             in->lines.lines[at].number);
    return (long)(in->records->count - 1);
}

int importer_figure(struct importer *in, long run, size_t at, const struct figure *figure)
{
    struct record *record = &in->records->records[run];
    const struct figure *known =
        record_find(record, figure->table, figure->row, figure->column);

    if (figure->count == 1 && figure->values[0] == 0) {
        importer_say(in, at, "%s %s is 0: not measured", figure->row, figure->column);
        return 0;
    }
    if (known) {
        if (figure->count != 1 || known->count != 1 || known->values[0] != figure->values[0])
            return importer_fail(in, at, "%s %s has two values in one run", figure->row,
                                 figure->column);
        return 0;
    }
    if (record->count == IMPORTER_RUN || in->figures++ == IMPORTER_FIGURES)
        return importer_fail(in, at, "too many figures");
    return record_figure(record, figure) == 0 ? 0 : importer_errno(in);
}

int importer_setting(struct importer *in, long run, const char *key, const char *value)
{
    char cut[RECORD_VALUE];

    importer_copy(cut, sizeof cut, value, strlen(value));
    importer_untab(cut);
    return record_setting(&in->records->records[run], key, cut) == 0 ? 0 : importer_errno(in);
}

void importer_copy(char *to, size_t size, const char *from, size_t length)
{
    if (length > size - 1) {
        length = size - 1;
        /* A character that would be cut begins with the last byte that continues none. */
        while (length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(to, from, length);
    to[length] = '\0';
}

/* Whether a line is of the head of a mail, or of one of its parts. */
static bool is_mail_head(const char *text)
{
    static const char *const names[] = {
        "From:",        "To:",         "Cc:",     "Date:",     "Subject:",  "Message-ID:",
        "In-Reply-To:", "References:", "Sender:", "Received:", "Reply-To:", "MIME-Version:",
        "User-Agent:",  "Content-",    "X-",      "List-",     "Status:",   "Lines:",
    };
    const char *colon = strchr(text, ':');

    if (!colon || colon[1] != ' ' || memchr(text, ' ', (size_t)(colon - text)))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncasecmp(text, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Whether a line has a letter or a digit; rules and boundaries between parts of mails tell
 * nothing. */
static bool tells(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    if (text[0] == '-' && text[1] == '-' && text[2] != ' ' && text[2] != '-')
        return false;
    for (; *text; text++)
        if (isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80)
            return true;
    return false;
}

static bool ends_with_colon(const char *text)
{
    const size_t length = strlen(text);

    return length > 0 && text[length - 1] == ':';
}

/* Copies a line without what adorns a heading: "=== mainline ===", "# mainline", "mainline:" */
static void undress(const char *text, char label[RECORD_LABEL])
{
    static const char ornaments[] = "=*#~-";
    size_t length;
    size_t n;

    text += strspn(text, " \t");
    n = strspn(text, ornaments);
    if (text[n] == ' ' || text[n] == '\t')
        text += n;
    text += strspn(text, " \t");
    length = strlen(text);
    for (n = length; n > 0 && strchr(ornaments, text[n - 1]);)
        n--;
    if (n > 0 && n < length && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        length = n;
    while (length > 0 && strchr(" \t:", text[length - 1]))
        length--;
    importer_copy(label, RECORD_LABEL, text, length);
}

void importer_label(const struct importer *in, size_t at, const char *head,
                    char label[RECORD_LABEL])
{
    label[0] = '\0';
    for (size_t i = at; head && i > in->end; i--) {
        const char *text = importer_line(in, i - 1);

        if (strncmp(text + strspn(text, " \t"), head, strlen(head)) == 0) {
            at = i - 1;
            break;
        }
    }
    while (at > in->end && !tells(importer_line(in, at - 1)))
        at--;
    if (at == in->end || is_mail_head(importer_line(in, at - 1)))
        return;
    /* The command that made a table stands between it and its name. */
    if (strstr(importer_line(in, at - 1), "./") && at - 1 > in->end &&
        ends_with_colon(importer_line(in, at - 2)))
        at--;
    undress(importer_line(in, at - 1), label);
}

bool importer_blank(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

bool importer_begins(const struct importer *in, size_t at, const char *text)
{
    struct words words = {.count = 0};

    (void)words_add(&words, importer_line(in, at));
    return words_match(&words, 0, text) > 0;
}

void importer_skip_notes(const struct importer *in, size_t *at)
{
    static const char *const notes[] = {"n/a:",
                                        "warning:",
                                        "memset:",
                                        "memcpy:",
                                        "Mem write:",
                                        "+-%:",
                                        "stores may go",
                                        "prefetch:",
                                        "sets: each of",
                                        "pages backed by",
                                        "copies:",
                                        "* fastest",
                                        "* plain streams",
                                        "* memset runs",
                                        "* memcpy runs",
                                        "* the last level is",
                                        "* the L1 data cache is"};

    for (;;) {
        size_t i = *at;
        bool note = false;

        while (i < in->lines.count && importer_blank(importer_line(in, i)))
            i++;
        for (size_t n = 0; n < sizeof notes / sizeof notes[0]; n++)
            note = note || importer_begins(in, i, notes[n]);
        if (!note)
            return;
        /* What is a line of figures may stand directly below a warning. */
        do
            i++;
        while (!importer_blank(importer_line(in, i)) &&
               !importer_begins(in, i, IMPORTER_CACHES));
        *at = i;
    }
}

int words_add(struct words *words, const char *text)
{
    for (;;) {
        const size_t length = strcspn(text += strspn(text, " \t"), " \t");

        if (length == 0)
            return 0;
        if (words->count == IMPORTER_WORDS)
            return -1;
        words->words[words->count++] = (struct word){text, length};
        text += length;
    }
}

size_t words_match(const struct words *words, size_t at, const char *text)
{
    struct words want = {.count = 0};
    size_t i = 0;

    words_add(&want, text);
    while (i < want.count && at + i < words->count &&
           words->words[at + i].length == want.words[i].length &&
           memcmp(words->words[at + i].text, want.words[i].text, want.words[i].length) == 0)
        i++;
    return i == want.count ? i : 0;
}

bool word_is(const struct word *word, const char *text)
{
    return strlen(text) == word->length && memcmp(word->text, text, word->length) == 0;
}

bool word_begins(const struct word *word, const char *text)
{
    return strlen(text) <= word->length && memcmp(word->text, text, strlen(text)) == 0;
}

void word_append(const struct word *word, char *text, size_t size)
{
    size_t used = strlen(text);

    if (used > 0 && used + 2 < size)
        text[used++] = ' ';
    importer_copy(text + used, size - used, word->text, word->length);
}

bool word_number(const struct word *word, const char *after, double *value)
{
    char text[32];
    size_t digits = 0;
    size_t points = 0;
    size_t n = 0;

    while (n < word->length && n < sizeof text - 1 &&
           (isdigit((unsigned char)word->text[n]) || word->text[n] == '.')) {
        if (word->text[n] == '.')
            points++;
        else
            digits++;
        text[n] = word->text[n];
        n++;
    }
    if (digits == 0 || points > 1 || word->length - n != strlen(after) ||
        memcmp(word->text + n, after, strlen(after)) != 0)
        return false;
    text[n] = '\0';
    *value = strtod(text, NULL);
    return true;
}
