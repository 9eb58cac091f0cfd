/* SPDX-License-Identifier: MIT */
/*
 * The kernels in C, for machines without assembly and as the reference in tests. What is
 * measured is what the compiler makes of one volatile access per word: it must neither merge,
 * widen, repeat nor drop one, so every byte is accessed once, with the width of its type where
 * the machine has such an access. On a 32-bit machine 64 bits are one register pair (LDRD), one
 * floating-point register or two words; a vector is two D registers (NEON), or general ones
 * where there are no others. A prefetch is nothing where the machine, as the compiler was told
 * of it, has none.
 *
 * Nothing is computed from what is read, and addresses are constant offsets from pointers that
 * move once per block, so no access waits for another. Write kernels hold eight registers.
 * Where fewer are free (32-bit x86; 64 bits and vectors on other 32-bit machines) the compiler
 * keeps data on the stack: up to one hot access more for each of the buffers'.
 *
 * Figures are meant for builds with optimisation (-O1 at least). Without, kernels still access
 * the buffers as stated, but keep everything else in memory, the sum of ms_adds too.
 */
#include "kernel.h"

#include "isa.h"

/* Buffers have no declared type. Vectors are made of machine words: without vector registers, a
 * compiler takes them apart into their elements. GCC for RISC machines spends an instruction on
 * zero-extending every byte it loads to a variable, but not on a vector of one; Clang is the
 * other way round, and would use vector registers. */
#ifdef __clang__
typedef uint8_t __attribute__((may_alias)) word_1;
#else
typedef uint8_t __attribute__((may_alias, vector_size(1))) word_1;
#endif
typedef uint32_t __attribute__((may_alias)) word_4;
typedef uint64_t __attribute__((may_alias)) word_8;
typedef unsigned long __attribute__((may_alias, vector_size(16))) word_16;

#define INLINE static inline __attribute__((always_inline))

/* The address is an integer, since it may lie beyond the buffer: harmless to the machine,
 * undefined for a pointer. The empty statements keep the prefetch where it stands: GCC would
 * gather all of a block's in front of its loads. */
INLINE void prefetch(uintptr_t address)
{
    __asm__ volatile("");
    __builtin_prefetch((const void *)address, 0, 3);
    __asm__ volatile("");
}

INLINE void touch(const volatile void *line)
{
    (void)*(const volatile word_4 *)line;
}

/* Unrolling. The block's end cuts the 32 steps of 8 accesses short. */
#define LOW4(M, ...) M(0, __VA_ARGS__) M(1, __VA_ARGS__) M(2, __VA_ARGS__) M(3, __VA_ARGS__)
#define HIGH4(M, ...) M(4, __VA_ARGS__) M(5, __VA_ARGS__) M(6, __VA_ARGS__) M(7, __VA_ARGS__)
#define EACH8(M, ...) LOW4(M, __VA_ARGS__) HIGH4(M, __VA_ARGS__)
#define STEP(M, step, width, block, ...)                                                       \
    if (8 * (step)*width < block) {                                                            \
        M(8 * (step), width, __VA_ARGS__)                                                      \
    }
#define STEPS8(M, step, ...)                                                                   \
    STEP(M, step, __VA_ARGS__)                                                                 \
    STEP(M, step + 1, __VA_ARGS__)                                                             \
    STEP(M, step + 2, __VA_ARGS__)                                                             \
    STEP(M, step + 3, __VA_ARGS__)                                                             \
    STEP(M, step + 4, __VA_ARGS__)                                                             \
    STEP(M, step + 5, __VA_ARGS__)                                                             \
    STEP(M, step + 6, __VA_ARGS__)                                                             \
    STEP(M, step + 7, __VA_ARGS__)
#define STEPS(M, ...)                                                                          \
    STEPS8(M, 0, __VA_ARGS__)                                                                  \
    STEPS8(M, 8, __VA_ARGS__)                                                                  \
    STEPS8(M, 16, __VA_ARGS__)                                                                 \
    STEPS8(M, 24, __VA_ARGS__)

#define BEGINS(line, position) ((line) != 0 && (position) % (line) == 0)

/* Access n of the step whose first access in the block is `first`. */
#define PATTERN(n, width)                                                                      \
    const word_##width r##n =                                                                  \
        pattern[n % (8 * width < KERNEL_PATTERN ? 8 : KERNEL_PATTERN / width)];
#define STORE(n, first, width, wa)                                                             \
    if (BEGINS(wa, (first + n) * width))                                                       \
        touch(&dst[first + n]);                                                                \
    dst[first + n] = r##n;
#define AHEAD(n, first, width, pld)                                                            \
    if (BEGINS(pld, (first + n) * width))                                                      \
        prefetch(ahead + (first + n) * width);
#define LOAD(n, first, width, pld)                                                             \
    AHEAD(n, first, width, pld)                                                                \
    const word_##width r##n = src[first + n];
/* To a variable: GCC for 32-bit x86 drops a volatile vector that goes nowhere. */
#define DISCARD(n, first, width, pld)                                                          \
    LOAD(n, first, width, pld)                                                                 \
    (void)r##n;

#define WRITE_STEP(first, width, wa) EACH8(STORE, first, width, wa)
#define READ_STEP(first, width, pld) EACH8(DISCARD, first, width, pld)
/* Four loads, then four stores: in-order cores stall a store of what was just loaded, and four
 * registers are what every machine has. */
#define COPY_STEP(first, width, pld, wa)                                                       \
    LOW4(LOAD, first, width, pld)                                                              \
    LOW4(STORE, first, width, wa)                                                              \
    HIGH4(LOAD, first, width, pld)                                                             \
    HIGH4(STORE, first, width, wa)

/* Opens a kernel; the block must hold whole lines and steps, at most 32. */
#define KERNEL(name, width, block)                                                             \
    _Static_assert(KERNEL_BLOCK % block == 0 && block % 256 == 0, #name ": lines");            \
    _Static_assert(block % (8 * width) == 0 && block <= 32 * 8 * width, #name ": steps");      \
    kernel_fn name;                                                                            \
    __attribute__((noinline, aligned(64))) void name(const struct pass *pass)

#define WRITE_KERNEL(name, width, block, wa)                                                   \
    KERNEL(name, width, block)                                                                 \
    {                                                                                          \
        const volatile word_##width *pattern = pass->src;                                      \
        EACH8(PATTERN, width)                                                                  \
                                                                                               \
        for (size_t n = pass->passes; n != 0; n--) {                                           \
            volatile word_##width *dst = pass->dst;                                            \
                                                                                               \
            for (size_t left = pass->bytes; left != 0; left -= block) {                        \
                STEPS(WRITE_STEP, width, block, wa)                                            \
                dst += block / width;                                                          \
            }                                                                                  \
        }                                                                                      \
    }

#define READ_KERNEL(name, width, block, pld)                                                   \
    KERNEL(name, width, block)                                                                 \
    {                                                                                          \
        for (size_t n = pass->passes; n != 0; n--) {                                           \
            const volatile word_##width *src = pass->src;                                      \
            uintptr_t ahead = (uintptr_t)src + (uintptr_t)pass->dist;                          \
                                                                                               \
            for (size_t left = pass->bytes; left != 0; left -= block) {                        \
                STEPS(READ_STEP, width, block, pld)                                            \
                src += block / width;                                                          \
                ahead += block;                                                                \
            }                                                                                  \
        }                                                                                      \
    }

#define COPY_KERNEL(name, width, block, pld, wa)                                               \
    KERNEL(name, width, block)                                                                 \
    {                                                                                          \
        for (size_t n = pass->passes; n != 0; n--) {                                           \
            const volatile word_##width *src = pass->src;                                      \
            volatile word_##width *dst = pass->dst;                                            \
            uintptr_t ahead = (uintptr_t)src + (uintptr_t)pass->dist;                          \
                                                                                               \
            for (size_t left = pass->bytes; left != 0; left -= block) {                        \
                STEPS(COPY_STEP, width, block, pld, wa)                                        \
                src += block / width;                                                          \
                dst += block / width;                                                          \
                ahead += block;                                                                \
            }                                                                                  \
        }                                                                                      \
    }

/* The variants, named as kernel.c expects them; 0 stands for none. */
#define WRITE_WA(line, sym, width, block) WRITE_KERNEL(ms_##sym##_wa##line, width, block, line)
#define WRITE(sym, method, width, registers, kind, block, needs)                               \
    WRITE_KERNEL(ms_##sym, width, block, 0)                                                    \
    ISA_LINES(WRITE_WA, sym, width, block)

#define READ_PLD(line, sym, width, block) READ_KERNEL(ms_##sym##_pld##line, width, block, line)
#define READ(sym, method, width, registers, kind, block, needs)                                \
    READ_KERNEL(ms_##sym, width, block, 0)                                                     \
    ISA_LINES(READ_PLD, sym, width, block)

#define COPY_LINE(line, sym, width, block)                                                     \
    COPY_KERNEL(ms_##sym##_pld##line, width, block, line, 0)                                   \
    COPY_KERNEL(ms_##sym##_wa##line, width, block, 0, line)                                    \
    COPY_KERNEL(ms_##sym##_wa##line##_pld##line, width, block, line, line)
#define COPY(sym, method, width, registers, kind, block, needs)                                \
    COPY_KERNEL(ms_##sym, width, block, 0, 0)                                                  \
    ISA_LINES(COPY_LINE, sym, width, block)

#include "kernels.def"

/* Between two additions lies a place where the compiler knows nothing of the sum, and the
 * summand is a register: some cores add a constant without spending a cycle on it. */
#define ADD(n, x, one)                                                                         \
    x += one;                                                                                  \
    __asm__ volatile("" : "+r"(x));
#define ADD8(x, one) EACH8(ADD, x, one)
#define ADD64(x, one)                                                                          \
    ADD8(x, one)                                                                               \
    ADD8(x, one) ADD8(x, one) ADD8(x, one) ADD8(x, one) ADD8(x, one) ADD8(x, one) ADD8(x, one)
#define ADD512(x, one)                                                                         \
    ADD64(x, one)                                                                              \
    ADD64(x, one)                                                                              \
    ADD64(x, one) ADD64(x, one) ADD64(x, one) ADD64(x, one) ADD64(x, one) ADD64(x, one)

uint64_t ms_adds(size_t n)
{
    size_t x = 0, one = 1;

    __asm__ volatile("" : "+r"(one));
    for (size_t left = n; left != 0; left--) {
        ADD512(x, one)
        ADD512(x, one)
    }
    return (uint64_t)n * 1024;
}
