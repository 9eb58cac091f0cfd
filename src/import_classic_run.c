/* SPDX-License-Identifier: MIT */
/* Which run a table of memspeed belongs to, and what memspeed's own head tells of it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "importer.h"

static bool has_table(const struct record *record, const char *title)
{
    for (size_t i = 0; i < record->count; i++)
        if (strcmp(record->figures[i].table, title) == 0)
            return true;
    return false;
}

/* The first run of this name that lacks the table: the tables of runs may take turns. */
static long find_run(const struct importer *in, const char *label, const char *title)
{
    for (size_t i = in->first; i < in->records->count; i++) {
        const struct record *record = &in->records->records[i];

        if (record->pasted && strcmp(record->label, label) == 0 && !has_table(record, title))
            return (long)i;
    }
    return IMPORTER_NONE;
}

/* A size as memspeed prints it, "64 KiB" at the beginning of `text`, in bytes; 0 if it is none.
 */
static double size_of(const char *text)
{
    struct words words = {.count = 0};
    double value;

    if (words_add(&words, text) != 0 || words.count < 2 ||
        !word_number(&words.words[0], "", &value) || value > 1e9)
        return 0;
    if (word_is(&words.words[1], "bytes"))
        return value;
    if (word_begins(&words.words[1], "KiB"))
        return value * 1024;
    return word_begins(&words.words[1], "MiB") ? value * 1048576 : 0;
}

/* A line of memspeed's own head, if its text says the thing plainly. */
static int read_head_line(struct importer *in, long run, const char *text)
{
    static const struct {
        const char *name;
        const char *key;
        const char *before; /* a size follows this */
    } facts[] = {
        {"host ", "host", NULL},
        {"kernel ", "kernel", NULL},
        {"cpu ", "cpu", NULL},
        {"line ", "line", ""},
        {"uncached ", "buffer", "2 buffers of "},
    };
    char value[32];

    text += strspn(text, " \t");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        const char *said = text + strlen(facts[i].name);
        double bytes;

        if (strncmp(text, facts[i].name, strlen(facts[i].name)) != 0)
            continue;
        said += strspn(said, " \t");
        if (!facts[i].before)
            return importer_setting(in, run, facts[i].key, said);
        if (strncmp(said, facts[i].before, strlen(facts[i].before)) != 0)
            return 0;
        bytes = size_of(said + strlen(facts[i].before));
        snprintf(value, sizeof value, "%.0f", bytes);
        return bytes > 0 ? importer_setting(in, run, facts[i].key, value) : 0;
    }
    return 0;
}

/* The line of the gap before the table where a head begins, "memspeed   1.0.0, ..."; or `at`.
 */
static size_t find_head(const struct importer *in, size_t at)
{
    for (size_t i = in->end; i < at; i++) {
        struct words words = {.count = 0};

        if (words_add(&words, importer_line(in, i)) == 0 && words.count >= 2 &&
            word_is(&words.words[0], "memspeed") &&
            isdigit((unsigned char)words.words[1].text[0]))
            return i;
    }
    return at;
}

/* The run that a table with a head belongs to: a new one; -1 with the error. */
static long open_headed(struct importer *in, size_t head, size_t at)
{
    char label[RECORD_LABEL];
    long run;

    importer_label(in, head, NULL, label);
    /* The command is no name where the head can tell one. */
    if (strstr(label, "memspeed"))
        label[0] = '\0';
    for (size_t i = head; i < at; i++) {
        const char *text = importer_line(in, i);

        text += strspn(text, " \t");
        if (strncmp(text, "label ", 6) == 0) {
            text += 6 + strspn(text + 6, " \t");
            importer_copy(label, sizeof label, text, strlen(text));
        }
    }
    run = importer_run(in, head, label);
    for (size_t i = head; run >= 0 && i < at; i++)
        if (read_head_line(in, run, importer_line(in, i)) != 0)
            return -1;
    return run;
}

int importer_own_run(struct importer *in, const char *title, size_t at, long *run)
{
    const size_t head = find_head(in, at);
    size_t i = in->end;

    *run = IMPORTER_NONE;
    if (head < at) {
        *run = open_headed(in, head, at);
        return *run < 0 ? -1 : 0;
    }
    while (i < at && importer_blank(importer_line(in, i)))
        i++;
    if (i == at && in->classic >= 0 && !has_table(&in->records->records[in->classic], title))
        *run = in->classic;
    return 0;
}

long importer_classic_run(struct importer *in, const char *title, size_t at)
{
    const size_t head = find_head(in, at);
    char label[RECORD_LABEL] = "";
    long run = IMPORTER_NONE;

    if (head < at)
        return open_headed(in, head, at);
    importer_label(in, at, NULL, label);
    if (label[0])
        run = find_run(in, label, title);
    else if (in->classic >= 0 && !has_table(&in->records->records[in->classic], title))
        run = in->classic;
    if (run >= 0)
        return run;
    run = importer_run(in, at, label);
    if (run >= 0)
        in->records->records[run].pasted = true;
    return run;
}
