/* SPDX-License-Identifier: MIT */
#include "saved.h"

#include <string.h>

#include "options.h"
#include "scan.h"

const char *const saved_op[OPS] = {
    [OP_WRITE] = "Write", [OP_READ] = "Read", [OP_COPY] = "Copy"};

const char *const saved_prefetch[PREFETCH_STORE + 1] = {
    [PREFETCH_L1] = "L1", [PREFETCH_STREAM] = "once", [PREFETCH_L2] = "L2"};

static bool scan_method(const char **text, char end, struct series *s)
{
    return scan_word(text, end, s->method, sizeof s->method) && !strpbrk(s->method, " \t/") &&
           (strlen(s->method) <= KERNEL_NAME_MAX || results_way(s));
}

const char *saved_unit(enum measure measure)
{
    return measure == MEASURE_COUNT ? "count" : measure_name(measure);
}

const char *saved_each(enum measure measure)
{
    return measure == MEASURE_COUNT || measure == MEASURE_MHZ ? saved_unit(measure) : "ns/op";
}

bool saved_scan_unit(const char **text, enum measure *measure)
{
    for (*measure = 0; *measure < MEASURES; ++*measure)
        if (scan_literal(text, saved_unit(*measure)))
            return true;
    return false;
}

/* A name up to one of `ends`, blanks and '_' in it as they are saved; it may be empty. */
static bool scan_place(const char **text, const char *ends, char name[PLACE_NAME])
{
    const size_t length = strcspn(*text, ends);

    if (length >= PLACE_NAME)
        return false;
    for (size_t i = 0; i < length; i++) {
        name[i] = (*text)[i];
        if (name[i] == '_')
            name[i] = ' ';
        else if (name[i] == '~')
            name[i] = '_';
    }
    name[length] = '\0';
    *text += length;
    return true;
}

bool saved_bare(const char *title)
{
    return *title >= 'A' && *title <= 'Z';
}

static bool scan_placed(const char **text, struct series *s)
{
    /* Only what is not bare has it, so that each title is saved in one way. */
    if (!saved_bare(*text) || (scan_literal(text, SAVED_TABLE) && saved_bare(*text)))
        return false;
    return scan_place(text, "/ ", s->place.table) && scan_literal(text, "/row=") &&
           scan_place(text, "/ ", s->place.row) && scan_literal(text, "/column=") &&
           scan_place(text, "/ ", s->place.column) && place_valid(&s->place);
}

/* Nothing, or "/memory=wc". */
static bool scan_memory(const char **text, const struct results *r, struct series *s)
{
    size_t length;

    if (!scan_literal(text, "/memory="))
        return s->op != OP_COPY || !results_way(s);
    length = strcspn(*text, " ");
    for (s->memory = 1; s->memory <= r->more_memories; s->memory++) {
        const char *name = r->memories[s->memory].name;

        if (strlen(name) == length && strncmp(*text, name, length) == 0) {
            *text += length;
            return true;
        }
    }
    return false;
}

bool saved_scan_name(const char **text, const struct results *r, struct series *s)
{
    int op = 0;

    if (!scan_literal(text, "Benchmark"))
        return false;
    while (op < OPS && !scan_literal(text, saved_op[op]))
        op++;
    if (op == OPS)
        return scan_placed(text, s);
    if (!scan_literal(text, "/method=") || !scan_method(text, '/', s) ||
        !scan_literal(text, "/state="))
        return false;
    s->op = (enum op)op;
    s->hot = scan_literal(text, "cached");
    if (!s->hot && !scan_literal(text, "uncached"))
        return false;
    if (s->op != OP_WRITE)
        return scan_literal(text, "/pld=") && scan_size(text, &s->pld) &&
               s->pld <= OPTIONS_PLD_MAX && scan_memory(text, r, s);
    s->touch = scan_literal(text, "/wa=1");
    return (s->touch || scan_literal(text, "/wa=0")) && scan_memory(text, r, s);
}

static bool scan_kind(const char **text, struct series *s)
{
    s->zeros = scan_literal(text, "zeros");
    s->temporal = s->zeros || scan_literal(text, "temporal");
    return s->temporal || scan_literal(text, "streaming");
}

bool saved_scan_key(const char *text, struct series *s)
{
    uint64_t width;
    uint64_t registers;
    int op = 0;

    if (!scan_method(&text, ' ', s) || !scan_literal(&text, " "))
        return false;
    while (op < OPS && !scan_literal(&text, kernel_op_name((enum op)op)))
        op++;
    if (op == OPS || !scan_literal(&text, " ") || !scan_number(&text, UINT8_MAX, &width) ||
        !scan_literal(&text, "x") || !scan_number(&text, UINT8_MAX, &registers) ||
        !scan_literal(&text, " ") || !scan_kind(&text, s))
        return false;
    s->op = (enum op)op;
    s->width = (uint8_t)width;
    s->registers = (uint8_t)registers;
    s->libc = scan_literal(&text, " libc");
    s->touch = scan_literal(&text, " wa");
    return !*text;
}
