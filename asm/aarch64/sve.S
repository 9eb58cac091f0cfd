/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the scalable vector registers; called only where AT_HWCAP has SVE. A kernel
 * contains its loops for vectors of 16, 32 and 64 bytes, the lengths that are built, so that
 * prefetches and touches stand where they do in other kernels, and one for any other length up
 * to 256 bytes, also such as do not divide a block: correct, with as many of them, but slowed
 * by a predicate, a branch and a counter per access. The length is asked for once per call.
 *
 * An iteration is 128 vectors, since control is to be under 5 % of it, and LDR and STR reach
 * them all. Of the longer vectors that is more than a block of 2 KiB: a pass that is not a
 * whole number of iterations enters the loop where the blocks that are too many are left.
 *
 * For 64 bytes A64FX was looked at, the core that has them: by its manual's instruction tables
 * (1.8.1) LDR and STR of a vector need one of its two address pipes, LD1D takes either. So reads
 * alternate LDR and LD1D, where just LDR would be half as fast; and copies have LD1D beside
 * STR. LD1D has offsets of 16 vectors, from -8: SRC moves more often, and registers hold the
 * offsets of every second vector of another 16. Control is 6 of 134 instructions in reads, 3
 * of 131 in writes, 11 of 267 in copies.
 */
        .arch   armv8-a+sve
#include "asm.h"

#define BLOCK   2048
#define SKIPPED x15                     /* what a pass's first iteration leaves out, negative */
/* Of the loop for any length, in 8-byte elements but for the last two: */
#define AT      x0
#define COUNT   x1
#define NEXT    x2                      /* where the next line begins */
#define END     x3                      /* of this vector */

.macro  load    num, predicate, address:vararg
        ld1d    {z\num\().d}, \predicate\()/z, [\address]
.endm

.macro  store   num, predicate, address:vararg
        st1d    {z\num\().d}, \predicate, [\address]
.endm

/* What stands before an access at `at`, the position in the iteration. */
.macro  before  pld, kind, wa
        prefetch \pld, \kind
        .set    off, at
        touch   \wa
.endm

.macro  stores_8 bytes, wa
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        before  0, pld, \wa
        str     z\num, [DST, #at / \bytes, mul vl]
        .set    at, at + \bytes
        .endr
.endm

.macro  loads_8 bytes, pld, kind
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        before  \pld, \kind, 0
        .if     \bytes == 64
        load    \num, p0, SRC, #at / 64 % 16 - 8, mul vl
        .else
        ldr     z\num, [SRC, #at / \bytes, mul vl]
        .endif
        .set    at, at + \bytes
        .endr
        .if     \bytes == 64
        advance SRC, (16 * 64)
        .endif
.endm

/* 32 vectors of 64 bytes; the offsets of the last LD1Ds are in x0 to x7. */
.macro  loads_32 pld, kind
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        loads_2 \num, \pld, \kind, #(2 * \num - 7), mul vl
        .endr
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        loads_2 \num, \pld, \kind, x\num, lsl #3
        .endr
        advance SRC, (32 * 64)
.endm

.macro  loads_2 num, pld, kind, offset:vararg
        before  \pld, \kind, 0
        ldr     z\num, [SRC, #at / 64 % 32 - 8, mul vl]
        .set    at, at + 64
        before  \pld, \kind, 0
        load    2\num, p0, SRC, \offset
        .set    at, at + 64
.endm

/*
 * Opens the loop, of iterations of `loop` bytes. A pass that is not a number of them begins
 * with pointers and count as if what it skips of its first were done; the jumps go the same way
 * in all passes of a call. `bases` are the pointers that move once per iteration.
 */
.macro  enter   loop, high, pld, bases:vararg
        .set    more, (\high + 511) / 512
        .if     \loop > BLOCK
        .set    more, more + 5 + \loop / 8192 * 3 + (\pld + 255) / 256
        .irp    base, \bases
        .ifnb   \base
        .set    more, more + 1
        .endif
        .endr
        .endif
        passes  \pld, SRC, more
        .if     \high
        add     SRC, SRC, #\high
        .endif
        .if     \loop > BLOCK
        ands    SKIPPED, BYTES, #(\loop - BLOCK)
        b.eq    1f
        sub     SKIPPED, SKIPPED, #\loop
        sub     BYTES, BYTES, SKIPPED
        .irp    base, \bases
        .ifnb   \base
        add     \base, \base, SKIPPED
        .endif
        .endr
        .if     \pld
        add     AHEAD, AHEAD, SKIPPED
        .endif
        .if     \loop > 2 * BLOCK
        cmn     SKIPPED, #(2 * BLOCK)
        b.gt    2f
        b.eq    3f
        b       4f
        .else
        b       2f
        .endif
        .endif
.endm

/* Where passes begin. */
.macro  entries
        .if     at == BLOCK
2:
        .elseif at == 2 * BLOCK
3:
        .elseif at == 3 * BLOCK
4:
        .endif
.endm

/* The loops for vectors of `bytes` bytes. */
.macro  fixed_write bytes, wa
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        load    \num, p0, SRC, #(\num % (64 / \bytes)), mul vl
        .endr
        enter   (128 * \bytes), 0, 0, DST
1:      .set    at, 0
        .rept   16
        entries
        stores_8 \bytes, \wa
        .endr
        add     DST, DST, #(128 * \bytes)
        endblock 0, (128 * \bytes)
        endpasses
        ret
.endm

.macro  fixed_read bytes, pld, kind
        .if     \bytes == 64
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        mov     x\num, #(2 * \num + 9) * 8
        .endr
        enter   (128 * 64), (8 * 64), \pld
        .else
        enter   (128 * \bytes), 0, \pld, SRC
        .endif
1:      .set    at, 0
        .if     \bytes == 64
        .rept   4
        entries
        loads_32 \pld, \kind
        .endr
        .else
        .rept   16
        entries
        loads_8 \bytes, \pld, \kind
        .endr
        add     SRC, SRC, #(128 * \bytes)
        .endif
        endblock \pld, (128 * \bytes)
        endpasses
        ret
.endm

.macro  fixed_copy bytes, pld, kind, wa
        .if     \bytes == 64
        enter   (128 * 64), (8 * 64), \pld, DST
        .else
        enter   (128 * \bytes), 0, \pld, DST, SRC
        .endif
1:      .set    at, 0
        .rept   16
        entries
        loads_8 \bytes, \pld, \kind
        .set    at, at - 8 * \bytes
        stores_8 \bytes, \wa
        .endr
        .if     \bytes < 64
        add     SRC, SRC, #(128 * \bytes)
        .endif
        add     DST, DST, #(128 * \bytes)
        endblock \pld, (128 * \bytes)
        endpasses
        ret
.endm

.macro  fixed   bytes, loads, stores, pld, kind, wa
        .if     \loads == 0
        fixed_write \bytes, \wa
        .elseif \stores == 0
        fixed_read \bytes, \pld, \kind
        .else
        fixed_copy \bytes, \pld, \kind, \wa
        .endif
.endm

/* Prefetches and touches where lines begin below END. */
.macro  any_hints pld, kind, wa
        mov     END, AT
        incd    END
        cmp     END, COUNT
        csel    END, END, COUNT, lo
        lsl     END, END, #3
3:      cmp     NEXT, END
        b.hs    4f
        .if     \pld
        hint_\kind NEXT
        .endif
        .if     \wa
        ldr     TOUCHED, [DST, NEXT]
        add     NEXT, NEXT, #\wa
        .else
        add     NEXT, NEXT, #\pld
        .endif
        b       3b
4:
.endm

/* The loops for vectors of any length. Four registers hold the pattern in all its phases. */
.macro  any     loads, stores, pld, kind, wa
        .if     \loads == 0
        index   z16.d, #0, #1
        .irp    num, 0, 1, 2, 3
        and     z16.d, z16.d, #7
        load    \num, p0, SRC, z16.d, lsl #3
        incd    z16.d
        .endr
        .endif
        passes  \pld, SRC, 3
        mov     AT, #0
        lsr     COUNT, BYTES, #3
        mov     NEXT, #0
1:      .irp    num, 0, 1, 2, 3
        whilelo p1.d, AT, COUNT
        b.none  2f
        .if     \pld + \wa
        any_hints \pld, \kind, \wa
        .endif
        .if     \loads
        load    \num, p1, SRC, AT, lsl #3
        .endif
        .if     \stores
        store   \num, p1, DST, AT, lsl #3
        .endif
        incd    AT
        .endr
        b       1b
2:      endpasses
        ret
.endm

.macro  sve     name, loads, stores, pld=0, kind=pld, wa=0
        kernel  \name
        ptrue   p0.d
        rdvl    x0, #1
        cmp     x0, #16
        b.eq    5f
        cmp     x0, #32
        b.eq    6f
        cmp     x0, #64
        b.eq    7f
        any     \loads, \stores, \pld, \kind, \wa
5:      fixed   16, \loads, \stores, \pld, \kind, \wa
6:      fixed   32, \loads, \stores, \pld, \kind, \wa
7:      fixed   64, \loads, \stores, \pld, \kind, \wa
        .cfi_endproc
        .size   ms_\name, . - ms_\name
.endm

        writes  sve, write_sve, 0, 1
        reads   sve, read_sve, 1, 0
        copies  sve, copy_s, 1, 1
