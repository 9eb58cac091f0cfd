/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the scalable vector registers; called only where AT_HWCAP has SVE. A kernel
 * contains its loops for vectors of 16, 32 and 64 bytes, the lengths that are built, so that
 * prefetches and touches stand where they do in other kernels, and one for any other length up
 * to 256 bytes, also such as do not divide a block: correct, with as many of them, but slowed
 * by a predicate, a branch and a counter per access. The length is asked for once per call.
 *
 * Accesses have a predicate, as compiled loops do. (LDR and STR of a register have none and
 * reach 256 vectors instead of 16, but LLVM's model of A64FX loads half as fast by them.) So
 * pointers move once per 16 vectors; they start 8 vectors high, for offsets of both signs. With
 * those moves control is 4 of 36 (64-byte vectors) to 10 of 138 instructions, in slots of wide
 * cores that are idle while two loads or stores a cycle are the limit.
 */
        .arch   armv8-a+sve
#include "asm.h"

#define BLOCK   2048
#define TOUCHING x15                    /* DST, without the 8 vectors */
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

/* Prefetches and touches where lines begin, as asm.h's. */
.macro  hints   pld, kind, wa
        prefetch \pld, \kind
        .if     \wa
        .if     at % \wa == 0
        ldr     TOUCHED, [TOUCHING, #at]
        .endif
        .endif
.endm

.macro  fixed_octet op, base, bytes, pld, kind, wa
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        .set    off, at % (16 * \bytes) / \bytes - 8
        hints   \pld, \kind, \wa
        \op     \num, p0, \base, #off, mul vl
        .set    at, at + \bytes
        .endr
.endm

/* The loops for vectors of `bytes` bytes. */
.macro  fixed   bytes, loads, stores, pld, kind, wa
        .if     \loads == 0
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        load    \num, p0, SRC, #(\num % (64 / \bytes)), mul vl
        .endr
        .endif
        .set    more, \loads + \stores
        .if     \wa
        .set    more, more + 1
        .endif
        passes  \pld, SRC, more
        .if     \wa
        mov     TOUCHING, DST
        .endif
        .if     \loads
        add     SRC, SRC, #(8 * \bytes)
        .endif
        .if     \stores
        add     DST, DST, #(8 * \bytes)
        .endif
1:      .set    at, 0
        .rept   BLOCK / (8 * \bytes)
        .if     \loads
        fixed_octet load, SRC, \bytes, \pld, \kind, 0
        .endif
        .if     \stores
        .if     \loads
        .set    at, at - 8 * \bytes
        .endif
        fixed_octet store, DST, \bytes, 0, \kind, \wa
        .endif
        .if     \loads
        advance SRC, (16 * \bytes)
        .endif
        .if     \stores
        advance DST, (16 * \bytes)
        .endif
        .endr
        .if     \wa
        add     TOUCHING, TOUCHING, #BLOCK
        .endif
        endblock \pld, BLOCK
        endpasses
        ret
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
