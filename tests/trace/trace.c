/* SPDX-License-Identifier: MIT */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct code *code;
    const struct trace_sink *sink;
    bool marked;    /* the trace itself says where calls begin */
    bool beginning; /* within trace_begin() */
    bool tracing;
};

static void begin(struct reader *r)
{
    r->beginning = false;
    r->tracing = true;
    r->sink->begin(r->sink->arg);
}

static void end(struct reader *r)
{
    if (r->tracing)
        r->sink->end(r->sink->arg);
    r->tracing = false;
}

/* Finds the beginnings and ends of calls, where the trace does not say them. */
static void mark(struct reader *r, const char *symbol)
{
    if (strcmp(symbol, "trace_begin") == 0)
        r->beginning = true;
    else if (strcmp(symbol, "trace_end") == 0)
        end(r);
    else if (r->beginning)
        begin(r);
}

static int executed(struct reader *r, uint64_t address)
{
    const struct insn *insn = code_find(r->code, address);

    if (!r->marked && insn)
        mark(r, insn->symbol);
    if (!r->tracing)
        return 0;
    if (!insn)
        return -1;
    r->sink->executed(r->sink->arg, insn);
    return 0;
}

/* "D address symbol text" */
static int describe(struct reader *r, char *line)
{
    char *symbol;
    char *text;
    const uint64_t address = strtoull(line + 2, &symbol, 16);

    text = *symbol == ' ' ? strchr(symbol + 1, ' ') : NULL;
    if (!text)
        return -1;
    *text = '\0';
    code_add(r->code, address, symbol + 1, text + 1);
    return 0;
}

/* "I  address,size" and " L address,size"; M is a load and a store. */
static int event(struct reader *r, const char *line)
{
    const char kind = line[line[0] == ' '];
    char *rest;
    const uint64_t address = strtoull(line + 2, &rest, 16);
    const unsigned size = *rest == ',' ? (unsigned)strtoul(rest + 1, NULL, 10) : 0;

    if (size == 0)
        return -1;
    if (kind == 'I')
        return executed(r, address);
    if (!r->tracing)
        return 0;
    if (kind == 'L' || kind == 'M')
        r->sink->accessed(r->sink->arg, address, size, false);
    if (kind == 'S' || kind == 'M')
        r->sink->accessed(r->sink->arg, address, size, true);
    return 0;
}

/* Lines of other kinds are valgrind's own. */
static int dispatch(struct reader *r, char *line)
{
    if (strncmp(line, "D ", 2) == 0)
        return describe(r, line);
    if (strcmp(line, "B") == 0)
        begin(r);
    else if (strcmp(line, "E") == 0)
        end(r);
    else if (strncmp(line, "I  ", 3) == 0 ||
             (line[0] == ' ' && line[1] && strchr("LSM", line[1]) && line[2] == ' '))
        return event(r, line);
    return 0;
}

int trace_read(FILE *file, struct code *code, const struct trace_sink *sink, char *isa,
               size_t size, unsigned long *number)
{
    struct reader reader = {.code = code, .sink = sink};
    char line[512];

    for (*number = 1; fgets(line, sizeof line, file); ++*number) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "T ", 2) == 0) {
            reader.marked = true;
            snprintf(isa, size, "%s", line + 2);
        } else if (dispatch(&reader, line) < 0) {
            return -1;
        }
    }
    return reader.tracing ? -1 : 0;
}
