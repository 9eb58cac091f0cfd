/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_KERNEL_H
#define MEMSPEED_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a kernel is told. The assembly reads the members by their offsets: five words, in this
 * order, nothing between them.
 *
 *   dst       aligned to kernel_align()
 *   src       aligned to KERNEL_ALIGN
 *   bytes     per pass; a positive multiple of the kernel's block
 *   passes    at least 1; every pass covers the same bytes again
 *   dist      how far ahead of the line being read a prefetching kernel prefetches, in bytes
 */
struct pass {
    void *dst;
    const void *src;
    size_t bytes;
    size_t passes;
    ptrdiff_t dist;
};

typedef void kernel_fn(const struct pass *);

enum op { OP_WRITE, OP_READ, OP_COPY, OPS };

/*
 * What a kernel prefetches: nothing, a line that it will read (to keep it in L1, to use it
 * once, to keep it in L2), or one that it will write.
 */
enum prefetch { PREFETCH_NONE, PREFETCH_L1, PREFETCH_STREAM, PREFETCH_L2, PREFETCH_STORE };

enum {
    KERNEL_ALIGN = 64,        /* alignment of src, and at least of dst, bytes */
    KERNEL_ALIGN_MOST = 2048, /* the largest that kernel_align() gives */
    KERNEL_PATTERN = 64,      /* bytes that a write kernel may read at src */
    KERNEL_BLOCK = 4096,      /* a multiple of every kernel's block, bytes */
    KERNEL_NAME_MAX = 8,      /* characters of a method name */
};

/*
 * One kernel. `method` is the row of the tables; several kernels share one (plain, with
 * prefetch, with touch, one per line size). The neutral key, which is the same on every
 * instruction set, is op, width, registers and temporal.
 *
 *   prefetch   at src + dist, PREFETCH_STORE at dst + dist
 *   line       bytes per prefetch or touch; 0 where the kernel makes neither
 *   zeros      a write kernel that can't but store zeros, whatever the pattern
 *   width      bytes per register that an access moves
 *   registers  registers per instruction; 0 for string instructions, libc functions and those
 *              that zero without a register
 *   needs      bits of cpu_features() without which it must not be called
 *   normal     must not touch memory that may be a device's, in which accesses that are not
 *              aligned, or zero without a register, fault (NEED_NORMAL in its line)
 */
struct kernel {
    const char *method;
    const char *symbol;
    kernel_fn *run;
    enum op op;
    bool touch;
    enum prefetch prefetch;
    bool temporal;
    bool zeros;
    bool normal;
    bool libc; /* a function of the linked libc, not of memspeed */
    uint8_t width;
    uint8_t registers;
    uint16_t line;
    uint16_t block;
    uint32_t needs;
};

/* Stands beside the bits of cpu_features() in a kernel's line. */
#define NEED_NORMAL UINT32_C(0x80000000)

/* All kernels of this build, in the order of the tables' rows; a method's kernels together. */
extern const struct kernel kernel_table[];
extern const size_t kernel_count;

/* Whether kernel_table[index] is the first of its operation and method. */
bool kernel_is_first(size_t index);

/*
 * The kernel of `method` (a string of the table, compared by content) with the wanted touch and
 * prefetch, made for the largest line size that is not above `line` (the smallest there is, if
 * none); NULL if the method has no such kernel.
 */
const struct kernel *kernel_find(const char *method, enum op op, bool touch,
                                 enum prefetch prefetch, size_t line);

/*
 * The period of what a write kernel stores: dst[i] == pattern[i % period]. Registers are loaded
 * from the start of the pattern: eight of them, or as many as 64 bytes fill; a string
 * instruction or libc function repeats the first byte. 0 if it stores zeros instead.
 */
size_t kernel_period(const struct kernel *kernel);

/*
 * The alignment of dst in bytes, a power of two. An instruction that zeroes without a register
 * takes an aligned piece of memory whose size only the processor knows: up to the kernel's
 * block, to which dst is aligned, lest it reach out of the buffer. For all others KERNEL_ALIGN.
 */
size_t kernel_align(const struct kernel *kernel);

/*
 * Makes 1024 x `n` dependent additions, one cycle each on every core known to us; the quotient
 * of their number and the time is the clock, too low by the loop's control: 0.4 % on cores that
 * issue one instruction a cycle and do not predict branches. `n` at least 1. Returns how many
 * were made.
 */
uint64_t ms_adds(size_t n);

/* "temporal", "streaming", "zeros": the last part of the neutral key. */
const char *kernel_kind_name(bool temporal, bool zeros);

/* "write", "read", "copy". */
const char *kernel_op_name(enum op op);

/* The instruction of a kind of prefetch, "PLDL1KEEP"; NULL if this instruction set lacks it. */
const char *kernel_prefetch_name(enum prefetch prefetch);

#endif
