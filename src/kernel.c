/* SPDX-License-Identifier: MIT */
#include "kernel.h"

#include <string.h>

#include "isa.h"

/*
 * A line of kernels.def or libc.def names a family. The families differ in which variants
 * exist:
 *
 *                 plain  prefetch  touch  touch + prefetch
 *   WRITE           x                x
 *   WRITE_PLAIN     x
 *   WRITE_LINES     x (prefetches for store)
 *   READ            x       x
 *   COPY            x       x        x          x
 *   COPY_PLD        x       x
 *   COPY_PLAIN      x
 *
 * with one kernel per line size of ISA_LINES for each variant that prefetches or touches, and
 * for each of WRITE_LINES; of those that prefetch, one per kind of ISA_PREFETCHES.
 */
#define PLAIN(sym, ...) ENTRY(ms_##sym, 0, false, PREFETCH_NONE, "", __VA_ARGS__)
#define LINE(line, sym, ...)                                                                   \
    ENTRY(ms_##sym##_##line, line, false, PREFETCH_STORE, "", __VA_ARGS__)
#define PLD(...) ISA_PREFETCHES(PLD_KIND, __VA_ARGS__)
#define PLD_KIND(name, kind, insn, line, sym, ...)                                             \
    ENTRY(ms_##sym##_##name##line, line, false, kind, "", __VA_ARGS__)
#define TOUCH(line, sym, wa, ...)                                                              \
    ENTRY(ms_##sym##_wa##line, line, true, PREFETCH_NONE, wa, __VA_ARGS__)
#define TOUCH_PLD(...) ISA_PREFETCHES(TOUCH_PLD_KIND, __VA_ARGS__)
#define TOUCH_PLD_KIND(name, kind, insn, line, sym, wa, ...)                                   \
    ENTRY(ms_##sym##_wa##line##_##name##line, line, true, kind, wa, __VA_ARGS__)

#define WRITE(sym, ...)                                                                        \
    PLAIN(sym, OP_WRITE, __VA_ARGS__)                                                          \
    ISA_LINES(TOUCH, sym, "", OP_WRITE, __VA_ARGS__)
#define WRITE_PLAIN(sym, ...) PLAIN(sym, OP_WRITE, __VA_ARGS__)
#define WRITE_LINES(sym, ...) ISA_LINES(LINE, sym, OP_WRITE, __VA_ARGS__)
#define READ(sym, ...)                                                                         \
    PLAIN(sym, OP_READ, __VA_ARGS__)                                                           \
    ISA_LINES(PLD, sym, OP_READ, __VA_ARGS__)
#define COPY_PLAIN(sym, ...) PLAIN(sym, OP_COPY, __VA_ARGS__)
#define COPY_PLD(sym, ...)                                                                     \
    PLAIN(sym, OP_COPY, __VA_ARGS__)                                                           \
    ISA_LINES(PLD, sym, OP_COPY, __VA_ARGS__)
#define COPY(sym, ...)                                                                         \
    COPY_PLD(sym, __VA_ARGS__)                                                                 \
    ISA_LINES(TOUCH, sym, "wa", OP_COPY, __VA_ARGS__)                                          \
    ISA_LINES(TOUCH_PLD, sym, "wa", OP_COPY, __VA_ARGS__)

#define ENTRY(symbol, ...) kernel_fn symbol;
#include "kernels.def"
#include "libc.def"
#undef ENTRY

#define ENTRY(sym, line_, touch_, prefetch_, wa, op_, method_, width_, registers_, kind,       \
              block_, needs_)                                                                  \
    {.method = method_ wa,                                                                     \
     .symbol = #sym,                                                                           \
     .run = sym,                                                                               \
     .op = op_,                                                                                \
     .touch = touch_,                                                                          \
     .prefetch = prefetch_,                                                                    \
     .temporal = (kind) != STREAM,                                                             \
     .zeros = (kind) == ZEROS,                                                                 \
     .width = width_,                                                                          \
     .registers = registers_,                                                                  \
     .line = line_,                                                                            \
     .block = block_,                                                                          \
     .needs =                                                                                  \
         ((needs_) & ~NEED_NORMAL) | ((prefetch_) != PREFETCH_NONE ? ISA_NEEDS_PREFETCH : 0),  \
     .normal = ((needs_)&NEED_NORMAL) != 0,                                                    \
     .libc = LIBC},

enum { STREAM, TEMPORAL, ZEROS };

const struct kernel kernel_table[] = {
#define LIBC false
#include "kernels.def"
#undef LIBC
#define LIBC true
#include "libc.def"
#undef LIBC
};

const size_t kernel_count = sizeof kernel_table / sizeof kernel_table[0];

bool kernel_is_first(size_t index)
{
    const struct kernel *k = &kernel_table[index];

    return index == 0 || k->op != k[-1].op || strcmp(k->method, k[-1].method) != 0;
}

const struct kernel *kernel_find(const char *method, enum op op, bool touch,
                                 enum prefetch prefetch, size_t line)
{
    const struct kernel *best = NULL;

    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *k = &kernel_table[i];

        if (k->op != op || k->touch != touch || k->prefetch != prefetch ||
            strcmp(k->method, method) != 0)
            continue;
        if (!best || (k->line <= line && k->line > best->line) ||
            (best->line > line && k->line < best->line))
            best = k;
    }
    return best;
}

const char *kernel_prefetch_name(enum prefetch prefetch)
{
    switch (prefetch) {
#define NAME(name, kind, insn, ...)                                                            \
    case kind:                                                                                 \
        return insn;
        ISA_PREFETCHES(NAME, )
    default:
        return NULL;
    }
}
