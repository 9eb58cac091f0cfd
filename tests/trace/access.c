/* SPDX-License-Identifier: MIT */
#include "access.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD = 4,           /* of the machines that the kernels are compiled for, at least */
    PATTERN = 64,       /* bytes that a write kernel may read */
    PASS = 40,          /* size of struct pass, at most */
    STACK_BELOW = 8192, /* what a kernel may use, below struct pass and above it */
    STACK_ABOVE = 256,
    LONGEST_STEP = 128, /* bytes that kernels access at once */
    VECTOR = 16,        /* SVE vectors have multiples of it */
    VECTOR_MOST = 256,
};

__attribute__((format(printf, 2, 3))) static void fail(struct access_check *c,
                                                       const char *format, ...)
{
    va_list args;

    if (c->reason[0])
        return;
    va_start(args, format);
    vsnprintf(c->reason, sizeof c->reason, format, args);
    va_end(args);
}

static bool within(uint64_t address, unsigned size, uint64_t start, uint64_t bytes)
{
    return address >= start && address + size <= start + bytes;
}

void access_begin(struct access_check *c, const struct call *call)
{
    const struct isa *isa = c->isa;
    const bool portable = c->portable;
    const unsigned zeroed = c->zeroed;

    *c = (struct access_check){
        .isa = isa, .portable = portable, .zeroed = zeroed, .call = call, .again = true};
    c->loads = calloc(3, call->bytes);
    if (!c->loads) {
        perror("trace");
        exit(2);
    }
    c->stores = c->loads + call->bytes;
    c->touches = c->stores + call->bytes;
}

/* Counts an access of the buffer at `start`; each byte must have been accessed `before` times.
 */
static void count(struct access_check *c, unsigned char *counts, uint64_t offset, unsigned size,
                  const char *what)
{
    const uint64_t before = (counts == c->loads ? c->loaded : c->stored) / c->call->bytes;

    for (unsigned i = 0; i < size; i++) {
        if (counts[offset + i] != before && !c->call->libc)
            fail(c, "byte %" PRIu64 " is %s %s", offset + i, what,
                 counts[offset + i] > before ? "twice" : "late");
        if (counts[offset + i] < UINT8_MAX)
            counts[offset + i]++;
    }
}

static void group_size(struct access_group *group, unsigned size)
{
    if (!group->smallest || size < group->smallest)
        group->smallest = size;
    if (size > group->largest)
        group->largest = size;
}

/* A load of the destination: the kernel's touch. */
static void touch(struct access_check *c, uint64_t offset, unsigned size)
{
    const struct call *call = c->call;
    uint64_t pass = c->stored / call->bytes;
    uint64_t line;

    c->group.touches += size;
    if (!call->touch) {
        fail(c, "byte %" PRIu64 " of the destination is loaded", offset);
        return;
    }
    line = offset / call->line;
    if (c->hidden_stores)
        pass = c->tally.touches * call->line / call->bytes;
    if (c->touches[line] > pass)
        fail(c, "line %" PRIu64 " is touched twice", line);
    if (c->touches[line] < pass)
        fail(c, "line %" PRIu64 " is touched after a store", line);
    for (uint64_t i = 0; i < call->line && line * call->line + i < call->bytes; i++)
        if (c->stores[line * call->line + i] > pass)
            fail(c, "line %" PRIu64 " is touched after a store", line);
    c->touches[line]++;
}

static void store(struct access_check *c, uint64_t address, unsigned size)
{
    const struct call *call = c->call;

    if (call->op != MANIFEST_READ && within(address, size, call->dst, call->bytes)) {
        count(c, c->stores, address - call->dst, size, "stored");
        c->group.stores += size;
        group_size(&c->group, size);
    } else if (!within(address, size, call->pass - STACK_BELOW, STACK_BELOW)) {
        fail(c, "%u bytes are stored outside, at 0x%" PRIx64, size, address);
    }
}

static void load(struct access_check *c, uint64_t address, unsigned size)
{
    const struct call *call = c->call;

    if (call->op != MANIFEST_WRITE && within(address, size, call->src, call->bytes)) {
        if (!call->libc && !c->portable && isa_hides(c->isa, c->group.insn->text, false))
            return;
        count(c, c->loads, address - call->src, size, "loaded");
        c->group.loads += size;
        group_size(&c->group, size);
    } else if (call->op != MANIFEST_READ && within(address, size, call->dst, call->bytes)) {
        touch(c, address - call->dst, size);
    } else if (!within(address, size, call->pass - STACK_BELOW, STACK_BELOW + STACK_ABOVE) &&
               !within(address, size, call->pass, PASS) &&
               !(call->op == MANIFEST_WRITE && within(address, size, call->src, PATTERN)) &&
               !call->libc) {
        fail(c, "%u bytes are loaded outside, at 0x%" PRIx64, size, address);
    }
}

void access_accessed(struct access_check *c, uint64_t address, unsigned size, bool stores)
{
    if (!c->group.insn)
        return;
    if (stores)
        store(c, address, size);
    else
        load(c, address, size);
}

/* Whether the instruction moves what the table says, by the means that it says. */
static void data_access(struct access_check *c, unsigned bytes, bool stores)
{
    const struct call *call = c->call;
    const char *text = c->group.insn->text;
    const unsigned wanted = call->width * (call->registers ? call->registers : 1);

    if (call->libc)
        return;
    if (c->portable) {
        if (bytes > wanted || (bytes < wanted && c->group.smallest < WORD))
            fail(c, "`%s` moves %u bytes, not %u", text, bytes, wanted);
        return;
    }
    if (isa_scalable(c->isa, text) ? bytes % VECTOR != 0 : bytes != wanted)
        fail(c, "`%s` moves %u bytes, not %u", text, bytes, wanted);
    if (!isa_matches(c->isa, call, text, stores))
        fail(c, "`%s` is not the instruction of %u x %u bytes", text, call->registers,
             call->width);
}

/*
 * Whether a prefetch for byte `at` of all passes has the right offset: in an iteration one line
 * after the other. Iterations begin at 0, but the first of a pass may be entered at any block.
 */
static bool hint_offset(struct access_check *c, uint64_t at)
{
    const struct call *call = c->call;
    long offset;
    bool right;

    if (!c->isa->displacement(c->group.insn->text, &offset) || offset < 0)
        return false;
    right = !c->again               ? offset == c->next_offset
            : at % call->bytes == 0 ? offset % (long)call->block == 0
                                    : offset == 0;
    c->again = false;
    c->next_offset = offset + (long)call->line;
    return right;
}

/*
 * A prefetch. Its address is not in the trace: but in code that is not compiled, each has an
 * offset of its own in the block, and stands where the line that it belongs to is read next.
 */
static void hint(struct access_check *c, enum isa_hint kind)
{
    const struct call *call = c->call;
    const char *text = c->group.insn->text;
    const uint64_t moved = call->op == MANIFEST_WRITE ? c->stored : c->loaded;
    uint64_t at;

    if (call->libc)
        return;
    if (!call->prefetch)
        fail(c, "`%s` in a kernel without prefetch", text);
    else if (kind != call->prefetch)
        fail(c, "`%s` is the wrong kind of prefetch", text);
    else if (!c->portable && !c->hidden_loads && !c->hidden_stores) {
        at = c->tally.prefetches * call->line;
        if (at < moved || at - moved >= LONGEST_STEP)
            fail(c, "prefetch %" PRIu64 " is made when %" PRIu64 " bytes are done",
                 c->tally.prefetches, moved);
        if (!hint_offset(c, at))
            fail(c, "`%s` is not for byte %" PRIu64 " of the block", text, at % call->block);
    }
}

/* Whether it is a data access that the trace does not show. */
static bool hidden(struct access_check *c)
{
    const struct call *call = c->call;
    const char *text = c->group.insn->text;
    const bool stores = isa_hides(c->isa, text, true);
    const bool loads = !stores && call->op != MANIFEST_WRITE && isa_hides(c->isa, text, false);

    if (call->libc && c->isa->hidden_load && strstr(text, "{z"))
        c->blind = true;
    if (c->portable || call->libc || (!loads && !stores))
        return false;
    c->hidden_loads += loads;
    c->hidden_stores += stores;
    if (!isa_matches(c->isa, call, text, stores))
        fail(c, "`%s` is not the instruction of %u x %u bytes", text, call->registers,
             call->width);
    return true;
}

/* Judges the instruction at hand, whose accesses are complete. */
static void finish(struct access_check *c)
{
    const struct access_group *g = &c->group;
    const bool data = g->loads || g->stores;
    const unsigned bytes = g->loads > g->stores ? g->loads : g->stores;
    enum isa_hint kind;

    if (!g->insn)
        return;
    kind = isa_hint(c->isa, g->insn->text);
    c->tally.insns++;
    c->tally.cycles += data ? c->isa->cycles(g->insn->text, bytes) : 1;
    if (data && g->touches)
        fail(c, "`%s` moves data and touches", g->insn->text);
    if (g->loads)
        data_access(c, g->loads, false);
    if (g->stores)
        data_access(c, g->stores, true);
    c->loaded += g->loads;
    c->stored += g->stores;
    if (data || hidden(c)) {
        c->tally.data++;
    } else if (g->touches) {
        c->tally.touches++;
    } else if (kind != HINT_NONE) {
        hint(c, kind);
        c->tally.prefetches++;
    } else {
        c->tally.control++;
    }
    c->group = (struct access_group){0};
}

void access_executed(struct access_check *c, const struct insn *insn)
{
    finish(c);
    /* What the caller does between the marks is not the kernel's. */
    if (strncmp(insn->symbol, "run_call", 8) == 0)
        return;
    c->group.insn = insn;
    c->again |= insn->address < c->last;
    c->last = insn->address;
}

/* Each byte of `counts` once per pass; by the libc, at least once. */
static void complete(struct access_check *c, const unsigned char *counts, const char *what)
{
    const struct call *call = c->call;

    for (uint64_t i = 0; i < call->bytes && !c->blind; i++)
        if (counts[i] < (call->libc ? 1 : call->passes)) {
            fail(c, "byte %" PRIu64 " is not %s", i, what);
            return;
        }
}

/*
 * The same by the number of instructions: some length of the vectors explains it. (Without
 * registers it zeroes, and how much that is, is known.)
 */
static void complete_hidden(struct access_check *c, uint64_t insns, const char *what)
{
    const struct call *call = c->call;
    const unsigned least = call->registers ? VECTOR : c->zeroed;
    const unsigned most = call->registers ? VECTOR_MOST : c->zeroed;

    for (uint64_t unit = least; unit <= most; unit += VECTOR)
        if ((call->bytes + unit - 1) / unit * call->passes == insns)
            return;
    fail(c, "%" PRIu64 " instructions do not make the bytes %s", insns, what);
}

void access_end(struct access_check *c)
{
    const struct call *call = c->call;
    const uint64_t lines = call->line ? call->bytes / call->line : 0;

    finish(c);
    if (c->hidden_loads)
        complete_hidden(c, c->hidden_loads, "loaded");
    else if (call->op != MANIFEST_WRITE)
        complete(c, c->loads, "loaded");
    if (c->hidden_stores)
        complete_hidden(c, c->hidden_stores, "stored");
    else if (call->op != MANIFEST_READ)
        complete(c, c->stores, "stored");
    for (uint64_t i = 0; call->touch && i < lines; i++)
        if (c->touches[i] != call->passes)
            fail(c, "line %" PRIu64 " is not touched", i);
    if (call->touch && c->tally.touches != lines * call->passes)
        fail(c, "%" PRIu64 " touches of %" PRIu64 " lines", c->tally.touches,
             lines * call->passes);
    if (call->prefetch && c->tally.prefetches != lines * call->passes)
        fail(c, "%" PRIu64 " prefetches for %" PRIu64 " lines", c->tally.prefetches,
             lines * call->passes);
    free(c->loads);
    c->loads = NULL;
}
