/* SPDX-License-Identifier: MIT */
/*
 * A kernel table for run_kernels.c in the place of the real one: kernels with one fault each,
 * which the check of a trace must find, and sound ones, which it must pass. Those with a fault
 * stand in broken.txt with the reason expected. All claim to move one word of 4 bytes per
 * instruction; in C, since the faults are the same on every machine. To be compiled with -O2:
 * loops must not be unrolled further, nor control moved between the accesses.
 */
#include "cpu.h"
#include "kernel.h"

enum { WORDS = 128, LINE = 64, LINE_WORDS = LINE / 4 };

typedef volatile uint32_t word;

/* They need nothing: no processor is asked. */
uint32_t cpu_features(void)
{
    return 0;
}

#define FOUR(M, i) M((i)) M((i) + 1) M((i) + 2) M((i) + 3)
#define SIXTEEN(M, i) FOUR(M, (i)) FOUR(M, (i) + 4) FOUR(M, (i) + 8) FOUR(M, (i) + 12)
#define HALF(M, i)                                                                             \
    SIXTEEN(M, (i)) SIXTEEN(M, (i) + 16) SIXTEEN(M, (i) + 32) SIXTEEN(M, (i) + 48)
#define BLOCK(M) HALF(M, 0) HALF(M, 64)

#define EACH_LINE(M)                                                                           \
    M(0)                                                                                       \
    M(1 * LINE_WORDS)                                                                          \
    M(2 * LINE_WORDS)                                                                          \
    M(3 * LINE_WORDS) M(4 * LINE_WORDS) M(5 * LINE_WORDS) M(6 * LINE_WORDS) M(7 * LINE_WORDS)

/* Frames around a block's statements. */
#define WRITER(name, statements)                                                               \
    kernel_fn name;                                                                            \
    void name(const struct pass *pass)                                                         \
    {                                                                                          \
        const uint32_t pattern = *(const word *)pass->src;                                     \
                                                                                               \
        for (size_t n = pass->passes; n != 0; n--) {                                           \
            word *dst = pass->dst;                                                             \
                                                                                               \
            for (size_t left = pass->bytes; left != 0; left -= WORDS * sizeof(word)) {         \
                statements;                                                                    \
                dst += WORDS;                                                                  \
            }                                                                                  \
        }                                                                                      \
    }
#define READER(name, statements)                                                               \
    kernel_fn name;                                                                            \
    void name(const struct pass *pass)                                                         \
    {                                                                                          \
        for (size_t n = pass->passes; n != 0; n--) {                                           \
            const word *src = pass->src;                                                       \
            const char *ahead = (const char *)pass->src + pass->dist;                          \
                                                                                               \
            for (size_t left = pass->bytes; left != 0; left -= WORDS * sizeof(word)) {         \
                __asm__ volatile("" : "+r"(ahead)); /* offsets from here on are constant */    \
                statements;                                                                    \
                src += WORDS;                                                                  \
                ahead += WORDS * sizeof(word);                                                 \
            }                                                                                  \
        }                                                                                      \
    }

#define STORE(i) dst[i] = pattern;
#define LOAD(i) (void)src[i];
#define TOUCH(i) (void)dst[i];
#define HALVES(i)                                                                              \
    ((volatile uint16_t *)dst)[2 * (i)] = (uint16_t)pattern;                                   \
    ((volatile uint16_t *)dst)[2 * (i) + 1] = (uint16_t)pattern;
#define HINT(i)                                                                                \
    __asm__ volatile("");                                                                      \
    __builtin_prefetch(ahead + 4 * (i));                                                       \
    __asm__ volatile("");
#define LOAD_HINT(i)                                                                           \
    if ((i) % LINE_WORDS == 0) {                                                               \
        HINT(i)                                                                                \
    }                                                                                          \
    LOAD(i)
#define LOAD_HINTS(i)                                                                          \
    if ((i) % (LINE_WORDS / 2) == 0) {                                                         \
        HINT(i)                                                                                \
    }                                                                                          \
    LOAD(i)
#define LOAD_FEW_HINTS(i)                                                                      \
    if ((i) % LINE_WORDS == 0 && (i) != 0) {                                                   \
        HINT(i)                                                                                \
    }                                                                                          \
    LOAD(i)
#define STORE_BUT_LAST(i)                                                                      \
    if ((i) < WORDS - 1 || left != WORDS * sizeof(word)) {                                     \
        STORE(i)                                                                               \
    }
#define STORE_BUT_ONE(i)                                                                       \
    if ((i) != 77) {                                                                           \
        STORE(i)                                                                               \
    }
#define LOAD_BUT_ONE(i)                                                                        \
    if ((i) != 77) {                                                                           \
        LOAD(i)                                                                                \
    }

WRITER(ms_sound_write, BLOCK(STORE))
WRITER(ms_sound_touch, EACH_LINE(TOUCH) BLOCK(STORE))
READER(ms_sound_read, BLOCK(LOAD_HINT))
WRITER(ms_double_store, BLOCK(STORE) STORE(5))
WRITER(ms_missed_tail, BLOCK(STORE_BUT_LAST))
WRITER(ms_missed_word, BLOCK(STORE_BUT_ONE))
WRITER(ms_beyond_end, BLOCK(STORE) if (left == WORDS * sizeof(word)) STORE(WORDS))
WRITER(ms_wrong_width, BLOCK(HALVES))
WRITER(ms_late_touch, BLOCK(STORE) EACH_LINE(TOUCH))
WRITER(ms_no_touch, BLOCK(STORE))
WRITER(ms_two_touches, EACH_LINE(TOUCH) EACH_LINE(TOUCH) BLOCK(STORE))
WRITER(ms_unasked_touch, EACH_LINE(TOUCH) BLOCK(STORE))
READER(ms_double_load, BLOCK(LOAD) LOAD(5))
READER(ms_missed_load, BLOCK(LOAD_BUT_ONE))
READER(ms_two_prefetches, BLOCK(LOAD_HINTS))
READER(ms_few_prefetches, BLOCK(LOAD_FEW_HINTS))
READER(ms_no_prefetch, BLOCK(LOAD))
READER(ms_other_prefetch, BLOCK(LOAD_HINT))
READER(ms_unasked_prefetch, BLOCK(LOAD_HINT))
READER(ms_early_prefetches, EACH_LINE(HINT) BLOCK(LOAD))

/* One word an iteration: two or more instructions of control for each. */
kernel_fn ms_costly_loop;
void ms_costly_loop(const struct pass *pass)
{
    const uint32_t pattern = *(const word *)pass->src;

    for (size_t n = pass->passes; n != 0; n--) {
        word *dst = pass->dst;

        for (size_t left = pass->bytes; left != 0; left -= sizeof *dst)
            *dst++ = pattern;
    }
}

#define ROW(name, op_, line_, touch_, prefetch_)                                               \
    {                                                                                          \
        .method = "BROKEN", .symbol = #name, .run = name, .op = op_, .touch = touch_,          \
        .prefetch = prefetch_, .temporal = 1, .width = 4, .registers = 1, .line = line_,       \
        .block = WORDS * 4                                                                     \
    }

const struct kernel kernel_table[] = {
    ROW(ms_sound_write, OP_WRITE, 0, 0, 0),
    ROW(ms_sound_touch, OP_WRITE, LINE, 1, 0),
    ROW(ms_sound_read, OP_READ, LINE, 0, 1),
    ROW(ms_double_store, OP_WRITE, 0, 0, 0),
    ROW(ms_missed_tail, OP_WRITE, 0, 0, 0),
    ROW(ms_missed_word, OP_WRITE, 0, 0, 0),
    ROW(ms_beyond_end, OP_WRITE, 0, 0, 0),
    ROW(ms_wrong_width, OP_WRITE, 0, 0, 0),
    ROW(ms_late_touch, OP_WRITE, LINE, 1, 0),
    ROW(ms_no_touch, OP_WRITE, LINE, 1, 0),
    ROW(ms_two_touches, OP_WRITE, LINE, 1, 0),
    ROW(ms_unasked_touch, OP_WRITE, 0, 0, 0),
    ROW(ms_double_load, OP_READ, 0, 0, 0),
    ROW(ms_missed_load, OP_READ, 0, 0, 0),
    ROW(ms_two_prefetches, OP_READ, LINE, 0, 1),
    ROW(ms_few_prefetches, OP_READ, LINE, 0, 1),
    ROW(ms_no_prefetch, OP_READ, LINE, 0, 1),
    ROW(ms_unasked_prefetch, OP_READ, 0, 0, 0),
    ROW(ms_other_prefetch, OP_READ, LINE, 0, PREFETCH_L2),
    ROW(ms_early_prefetches, OP_READ, LINE, 0, 1),
    ROW(ms_costly_loop, OP_WRITE, 0, 0, 0),
};

const size_t kernel_count = sizeof kernel_table / sizeof kernel_table[0];
