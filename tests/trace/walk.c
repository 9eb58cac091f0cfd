/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 16, STACK = 16, OPERANDS = 2, STEPS_MOST = 1 << 20, WORD = 8 };

static const char *const register_names[REGISTERS] = {
    "%rax", "%rbx", "%rcx", "%rdx", "%rsi", "%rdi", "%rbp", "%rsp",
    "%r8",  "%r9",  "%r10", "%r11", "%r12", "%r13", "%r14", "%r15",
};

enum { RDI = 5, RSP = 7 };

struct walker {
    const struct call *call;
    const struct trace_sink *sink;
    uint64_t registers[REGISTERS];
    uint64_t stack[STACK]; /* what was pushed */
    size_t depth;
    bool zero; /* the flag */
};

/* An instruction's operands, as text. */
struct operands {
    char text[OPERANDS][48];
    unsigned count;
};

static uint64_t *find_register(struct walker *w, const char *name)
{
    for (size_t i = 0; i < REGISTERS; i++)
        if (strcmp(name, register_names[i]) == 0)
            return &w->registers[i];
    return NULL;
}

/* Splits at the commas that are not in parentheses. */
static void split(const char *text, struct operands *o)
{
    unsigned depth = 0;
    size_t used = 0;

    *o = (struct operands){0};
    text += strcspn(text, " ");
    text += strspn(text, " ");
    o->count = *text != '\0';
    for (; *text && *text != ' ' && o->count; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        if (*text == ',' && depth == 0 && o->count < OPERANDS) {
            o->count++;
            used = 0;
        } else if (used + 1 < sizeof o->text[0]) {
            o->text[o->count - 1][used++] = *text;
        }
    }
}

/* The address of "disp(%base)" or "disp(%base,%index,1)"; false if it is something else. */
static bool address_of(struct walker *w, const char *text, uint64_t *address)
{
    char base[8], index[8];
    char *rest;
    const long long displacement = strtoll(text, &rest, 16);
    const int n = sscanf(rest, "(%7[^,)],%7[^,)]", base, index);
    uint64_t *reg = n >= 1 ? find_register(w, base) : NULL;

    if (!reg)
        return false;
    *address = *reg + (uint64_t)displacement;
    reg = n == 2 ? find_register(w, index) : NULL;
    if (reg)
        *address += *reg;
    return n == 1 || reg;
}

static unsigned size_of(const char *reg)
{
    return strncmp(reg, "%zmm", 4) == 0   ? 64
           : strncmp(reg, "%ymm", 4) == 0 ? 32
           : strncmp(reg, "%xmm", 4) == 0 ? 16
           : reg[1] == 'e'                ? 4
                                          : WORD;
}

/* What a load of struct pass yields; of other memory nothing that matters. */
static uint64_t loaded(const struct call *call, uint64_t address)
{
    const uint64_t members[] = {call->dst, call->src, call->bytes, call->passes,
                                (uint64_t)call->dist};
    const uint64_t n = (address - call->pass) / WORD;

    return n < sizeof members / sizeof members[0] ? members[n] : 0;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Moves of all kinds. */
static bool move(struct walker *w, struct operands *o)
{
    uint64_t *to = find_register(w, o->text[1]);
    const uint64_t *from = find_register(w, o->text[0]);
    uint64_t address;

    if (o->count != 2)
        return false;
    if (address_of(w, o->text[0], &address)) {
        w->sink->accessed(w->sink->arg, address, size_of(o->text[1]), false);
        if (to)
            *to = loaded(w->call, address);
    } else if (address_of(w, o->text[1], &address)) {
        w->sink->accessed(w->sink->arg, address, size_of(o->text[0]), true);
    } else if (to && from) {
        *to = *from;
    } else {
        return false;
    }
    return true;
}

static bool arithmetic(struct walker *w, const char *text, struct operands *o)
{
    uint64_t *to = find_register(w, o->text[o->count - 1]);
    const uint64_t by = starts(text, "dec") ? 1 : strtoull(o->text[0] + 1, NULL, 16);

    if (!to || (!starts(text, "dec") && o->text[0][0] != '$'))
        return false;
    *to = starts(text, "add") ? *to + by : *to - by;
    w->zero = *to == 0;
    return true;
}

static bool push_pop(struct walker *w, bool push, uint64_t *reg)
{
    if (!reg || (push ? w->depth == STACK : w->depth == 0))
        return false;
    if (push) {
        w->stack[w->depth++] = *reg;
        w->registers[RSP] -= WORD;
    }
    w->sink->accessed(w->sink->arg, w->registers[RSP], WORD, push);
    if (!push) {
        *reg = w->stack[--w->depth];
        w->registers[RSP] += WORD;
    }
    return true;
}

/* Jumps that go by the flag, and those that always go. */
static bool jump(const struct walker *w, const char *text, const struct operands *o,
                 uint64_t *next)
{
    if (!starts(text, "jne ") && !starts(text, "je ") && !starts(text, "jmp "))
        return false;
    if (text[1] == 'm' || w->zero == (text[1] == 'e'))
        *next = strtoull(o->text[0], NULL, 16);
    return true;
}

/* "test $mask,%register" */
static bool test(struct walker *w, const struct operands *o)
{
    const uint64_t *reg = find_register(w, o->text[1]);

    if (!reg || o->text[0][0] != '$')
        return false;
    w->zero = (*reg & strtoull(o->text[0] + 1, NULL, 16)) == 0;
    return true;
}

/* Executes an instruction other than a return; false if it is not known. */
static bool step(struct walker *w, const struct insn *insn, uint64_t *next)
{
    const char *text = insn->text;
    struct operands o;

    split(text, &o);
    *next = insn->next;
    if (jump(w, text, &o, next))
        return true;
    if (starts(text, "test "))
        return test(w, &o);
    if (starts(text, "push") || starts(text, "pop"))
        return push_pop(w, text[1] == 'u', find_register(w, o.text[0]));
    if (starts(text, "mov ") || starts(text, "vmovaps ") || starts(text, "vmovntps "))
        return move(w, &o);
    if (starts(text, "add ") || starts(text, "sub ") || starts(text, "dec "))
        return arithmetic(w, text, &o);
    return starts(text, "endbr64") || starts(text, "prefetcht0") || starts(text, "nop") ||
           starts(text, "cs nop") || starts(text, "data16") || starts(text, "xchg ") ||
           starts(text, "sfence") || starts(text, "vzeroupper");
}

const char *walk(const struct code *code, const struct call *call,
                 const struct trace_sink *sink)
{
    struct walker w = {.call = call, .sink = sink};
    const struct insn *insn = code_function(code, call->symbol);

    w.registers[RDI] = call->pass;
    w.registers[RSP] = call->pass - WORD;
    for (unsigned n = 0; insn && n < STEPS_MOST; n++) {
        uint64_t next;

        sink->executed(sink->arg, insn);
        if (starts(insn->text, "ret"))
            return w.depth == 0 ? NULL : insn->text;
        if (!step(&w, insn, &next))
            return insn->text;
        insn = code_find(code, next);
    }
    return insn ? "no end" : "no such function";
}
