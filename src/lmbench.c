/* SPDX-License-Identifier: MIT */
#include "lmbench.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    HEADER_LINES = 8, /* that a header may be broken into */
    HEADER_TEXT = 512,
};

/* The titles, without unit and direction, and the units that they state. */
static const struct {
    const char *title;
    enum measure measure;
} tables[] = {
    {"Basic system parameters", MEASURE_COUNT},
    {"Processor, Processes", MEASURE_US},
    {"Basic integer operations", MEASURE_NS},
    {"Basic uint64 operations", MEASURE_NS},
    {"Basic float operations", MEASURE_NS},
    {"Basic double operations", MEASURE_NS},
    {"Context switching", MEASURE_US},
    {"*Local* Communication latencies", MEASURE_US},
    {"*Remote* Communication latencies", MEASURE_US},
    {"File & VM system latencies", MEASURE_US},
    {"*Local* Communication bandwidths", MEASURE_MBPS},
    {"Memory latencies", MEASURE_NS},
};

static const struct {
    const char *text;
    enum measure measure;
} units[] = {
    {"microseconds", MEASURE_US},
    {"nanoseconds", MEASURE_NS},
    {"MB/s", MEASURE_MBPS},
};

/*
 * The headers of lmbench 1.9, 2.0 and 3.0: their words, line by line, and the columns that they
 * name, since a name is spread over the lines, and some stand above two columns. Where white
 * space was lost nothing else tells which columns there are.
 */
static const struct {
    const char *words;
    const char *columns;
} layouts[] = {
    {"Description Mhz", "Description|Mhz"},
    {"Description Mhz tlb cache mem scal pages line par load bytes",
     "Description|Mhz|tlb pages|cache line bytes|mem par|scal load"},
    {"Mhz null null open selct sig sig fork exec sh "
     "call I/O stat clos inst hndl proc proc proc",
     "Mhz|null call|null I/O|stat|open clos|selct|sig inst|sig hndl|fork proc|exec proc|"
     "sh proc"},
    {"Mhz null null open selct sig sig fork exec sh "
     "call I/O stat clos TCP inst hndl proc proc proc",
     "Mhz|null call|null I/O|stat|open clos|selct TCP|sig inst|sig hndl|fork proc|exec proc|"
     "sh proc"},
    {"Mhz null null open slct sig sig fork exec sh "
     "call I/O stat clos TCP inst hndl proc proc proc",
     "Mhz|null call|null I/O|stat|open clos|slct TCP|sig inst|sig hndl|fork proc|exec proc|"
     "sh proc"},
    {"intgr intgr intgr intgr intgr bit add mul div mod",
     "intgr bit|intgr add|intgr mul|intgr div|intgr mod"},
    {"int64 int64 int64 int64 int64 bit add mul div mod",
     "int64 bit|int64 add|int64 mul|int64 div|int64 mod"},
    {"float float float float add mul div bogo", "float add|float mul|float div|float bogo"},
    {"double double double double add mul div bogo",
     "double add|double mul|double div|double bogo"},
    {"2p/0K 2p/16K 2p/64K 8p/16K 8p/64K 16p/16K 16p/64K "
     "ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw ctxsw",
     "2p/0K ctxsw|2p/16K ctxsw|2p/64K ctxsw|8p/16K ctxsw|8p/64K ctxsw|16p/16K ctxsw|"
     "16p/64K ctxsw"},
    {"2p/0K Pipe AF UDP RPC/ TCP RPC/ TCP ctxsw UNIX UDP TCP conn",
     "2p/0K ctxsw|Pipe|AF UNIX|UDP|RPC/UDP|TCP|RPC/TCP|TCP conn"},
    {"UDP RPC/ TCP RPC/ TCP UDP TCP conn", "UDP|RPC/UDP|TCP|RPC/TCP|TCP conn"},
    {"0K File 10K File Mmap Prot Page Create Delete Create Delete Latency Fault Fault",
     "0K File Create|0K File Delete|10K File Create|10K File Delete|Mmap Latency|Prot Fault|"
     "Page Fault"},
    {"0K File 10K File Mmap Prot Page 100fd "
     "Create Delete Create Delete Latency Fault Fault selct",
     "0K File Create|0K File Delete|10K File Create|10K File Delete|Mmap Latency|Prot Fault|"
     "Page Fault|100fd selct"},
    {"Pipe AF TCP File Mmap Bcopy Bcopy Mem Mem UNIX reread reread (libc) (hand) read write",
     "Pipe|AF UNIX|TCP|File reread|Mmap reread|Bcopy (libc)|Bcopy (hand)|Mem read|Mem write"},
    {"Mhz L1 $ L2 $ Main mem Guesses", "Mhz|L1 $|L2 $|Main mem|Guesses"},
    {"Mhz L1 $ L2 $ Main mem Rand mem Guesses", "Mhz|L1 $|L2 $|Main mem|Rand mem|Guesses"},
};

bool lmbench_is_text(const struct lmbench_column *column)
{
    return strcmp(column->name, "Description") == 0 || strcmp(column->name, "Guesses") == 0;
}

bool lmbench_is_mhz(const struct lmbench_column *column)
{
    return strcmp(column->name, "Mhz") == 0;
}

bool lmbench_expand(const char *text, char line[LMBENCH_WIDTH])
{
    size_t n = 0;

    for (; *text && n < LMBENCH_WIDTH - 1; text++)
        if (*text == '\t')
            do
                line[n++] = ' ';
            while (n % 8 != 0 && n < LMBENCH_WIDTH - 1);
        else
            line[n++] = *text;
    line[n] = '\0';
    return *text == '\0';
}

/*
 * What follows `title` in a text that begins with it, or NULL. Asterisks may be lost, and any
 * blanks may stand for one.
 */
static const char *after_title(const char *text, const char *title)
{
    for (; *title; title++) {
        const size_t blanks = strspn(text, " \t");

        if (*title == ' ' && blanks > 0)
            text += blanks;
        else if (*text == *title)
            text++;
        else if (*title != '*')
            return NULL;
    }
    return *text == '\0' || *text == ' ' || *text == '\t' ? text : NULL;
}

/* A title goes on with its unit; the first table's has none. Others are not lmbench's. */
bool lmbench_title(const char *text, struct lmbench_table *table)
{
    text += strspn(text, " \t0123456789.)#");
    for (unsigned i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const char *rest = after_title(text, tables[i].title);

        if (!rest)
            continue;
        *table =
            (struct lmbench_table){.id = i, .title = tables[i].title, .measure = MEASURE_COUNT};
        if (tables[i].measure == MEASURE_COUNT)
            return importer_blank(rest);
        for (size_t u = 0; u < sizeof units / sizeof units[0]; u++)
            if (strstr(rest, units[u].text))
                table->measure = units[u].measure;
        return table->measure != MEASURE_COUNT;
    }
    return false;
}

/* Appends the columns of a rule, "---- -----", to those known; false if the line is none. */
static bool add_rule(const char *text, struct lmbench_table *table, bool *room)
{
    char line[LMBENCH_WIDTH];
    size_t i = 0;

    if (!lmbench_expand(text, line) || line[strspn(line, "- ")] != '\0')
        return false;
    for (;;) {
        struct lmbench_column column = {.name = ""};

        i += strspn(line + i, " ");
        if (!line[i])
            return true;
        column.start = i;
        i += strspn(line + i, "-");
        column.end = i - 1;
        if (table->count == LMBENCH_COLUMNS) {
            *room = false;
            return true;
        }
        table->columns[table->count++] = column;
    }
}

/* The number of words of a line that are rules; 0 if others stand there. */
static size_t rules(const char *text)
{
    struct words words = {.count = 0};

    if (words_add(&words, text) != 0 || text[strspn(text, "- \t")] != '\0')
        return 0;
    return words.count;
}

static bool is_header(const char *text)
{
    struct words words = {.count = 0};

    return words_add(&words, text) == 0 && words.count > 2 &&
           word_is(&words.words[0], "Host") && word_is(&words.words[1], "OS");
}

/* Reads the rule, which may have been broken, from line `*at` on. */
static int read_rule(struct importer *in, size_t *at, struct lmbench_table *table)
{
    const size_t start = *at;
    bool room = true;

    /* A single rule of its own is the rest of a broken one: rows are no rules. */
    while (rules(importer_line(in, *at)) > 0 && add_rule(importer_line(in, *at), table, &room))
        ++*at;
    if (!room)
        return importer_fail(in, start, "\"%s\" has too many columns", table->title);
    if (table->count < 3)
        return importer_fail(in, start, "\"%s\" has no columns", table->title);
    table->host = table->columns[0];
    table->os = table->columns[1];
    table->count -= 2;
    memmove(table->columns, table->columns + 2, table->count * sizeof table->columns[0]);
    table->ruled = *at == start + 1 && !strchr(importer_line(in, start), '\t');
    return 0;
}

/* Names the columns as a known layout does. 1, 0 if none is known, -1 with the error. */
static int name_known(struct importer *in, size_t at, const char *header,
                      struct lmbench_table *table)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        const char *name = layouts[i].columns;
        size_t count = 0;

        if (strcmp(header, layouts[i].words) != 0)
            continue;
        for (;; name++, count++) {
            const size_t length = strcspn(name, "|");

            if (count < table->count)
                importer_copy(table->columns[count].name, RECORD_NAME, name, length);
            name += length;
            if (!*name)
                break;
        }
        if (count + 1 != table->count)
            return importer_fail(in, at, "\"%s\" has %zu columns above its rule, %zu below",
                                 table->title, count + 1, table->count);
        return 1;
    }
    return 0;
}

/* Names columns by what stands above them. */
static void name_by_place(const char *text, struct lmbench_table *table)
{
    char line[LMBENCH_WIDTH];

    if (!lmbench_expand(text, line))
        return;
    for (size_t i = 0; line[i];) {
        const size_t start = i + strspn(line + i, " ");
        const size_t length = strcspn(line + start, " ");
        const struct word word = {line + start, length};
        size_t c = 0;

        i = start + length;
        while (c < table->count && table->columns[c].end < start)
            c++;
        if (length > 0 && c < table->count && i > table->columns[c].start)
            word_append(&word, table->columns[c].name, RECORD_NAME);
    }
}

static int name_columns(struct importer *in, size_t first, size_t rule,
                        struct lmbench_table *table)
{
    char header[HEADER_TEXT] = "";
    char line[LMBENCH_WIDTH];
    int known;

    for (size_t i = first; i < rule; i++) {
        struct words words = {.count = 0};

        if (words_add(&words, importer_line(in, i)) != 0)
            return importer_fail(in, i, "\"%s\" has too many columns", table->title);
        for (size_t w = i == first ? 2 : 0; w < words.count; w++)
            word_append(&words.words[w], header, sizeof header);
    }
    /* "Host" and "OS" stand apart in what was printed, since hosts have up to 9 characters. */
    table->ruled = table->ruled && lmbench_expand(importer_line(in, first), line) &&
                   strstr(line + strspn(line, " "), "  ");
    known = name_known(in, first, header, table);
    if (known != 0)
        return known;
    for (size_t i = first; i < rule && table->ruled; i++)
        name_by_place(importer_line(in, i), table);
    for (size_t c = 0; c < table->count; c++)
        if (!table->columns[c].name[0])
            return importer_fail(in, first, "column %zu of \"%s\" has no known name", c + 3,
                                 table->title);
    return 1;
}

int lmbench_header(struct importer *in, size_t *at, struct lmbench_table *table)
{
    size_t first = *at;
    size_t rule;
    int status;

    while (first < *at + HEADER_LINES && !is_header(importer_line(in, first)))
        first++;
    if (first == *at + HEADER_LINES)
        return 0;
    rule = first + 1;
    while (rule < first + HEADER_LINES && rules(importer_line(in, rule)) < 3)
        rule++;
    if (rule == first + HEADER_LINES)
        return importer_fail(in, first, "\"%s\" has no rule below its columns", table->title);
    if (table->measure != tables[table->id].measure)
        return importer_fail(in, first, "\"%s\" is in %s, not in %s", table->title,
                             measure_name(table->measure),
                             measure_name(tables[table->id].measure));
    *at = rule;
    status = read_rule(in, at, table);
    return status == 0 ? name_columns(in, first, rule, table) : status;
}
