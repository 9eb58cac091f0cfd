/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the general registers, 1 to 8 bytes an access and pairs of 8; every AArch64
 * core. Of a block of single accesses 3 in 131 instructions or less are control; of one of
 * pairs, which reach 512 bytes, 6 in 134 (9 with prefetch and copying).
 */
        .arch   armv8-a
#include "asm.h"

.macro  load_b  num
        ldrb    w\num, [SRC, #off]
.endm

.macro  store_b num
        strb    w\num, [DST, #off]
.endm

.macro  load_h  num
        ldrh    w\num, [SRC, #off]
.endm

.macro  store_h num
        strh    w\num, [DST, #off]
.endm

.macro  load_w  num
        ldr     w\num, [SRC, #off]
.endm

.macro  store_w num
        str     w\num, [DST, #off]
.endm

.macro  load_x  num
        ldr     x\num, [SRC, #off]
.endm

.macro  store_x num
        str     x\num, [DST, #off]
.endm

.macro  load_p  first, second
        ldp     x\first, x\second, [SRC, #off]
.endm

.macro  store_p first, second
        stp     x\first, x\second, [DST, #off]
.endm

.macro  load_np first, second
        ldnp    x\first, x\second, [SRC, #off]
.endm

.macro  store_np first, second
        stnp    x\first, x\second, [DST, #off]
.endm

/* Eight registers from the pattern. */
.macro  pattern_b
        .set    at, 0
        octet   load_b, 1, 1, 64
.endm

.macro  pattern_h
        .set    at, 0
        octet   load_h, 2, 1, 64
.endm

.macro  pattern_w
        .set    at, 0
        octet   load_w, 4, 1, 64
.endm

.macro  pattern_x
        .set    at, 0
        octet   load_x, 8, 1, 64
.endm

        writes  write, write_strb, pattern_b, store_b, 1, 1, 256, 256
        writes  write, write_strh, pattern_h, store_h, 2, 1, 512, 512
        writes  write, write_strw, pattern_w, store_w, 4, 1, 512, 512
        writes  write, write_strx, pattern_x, store_x, 8, 1, 1024, 1024
        writes  write, write_stp, pattern_x, store_p, 8, 2, 512, 2048
        write   write_stnp, pattern_x, store_np, 8, 2, 512, 2048

        reads   read, read_ldrb, load_b, 1, 1, 256, 256
        reads   read, read_ldrh, load_h, 2, 1, 512, 512
        reads   read, read_ldrw, load_w, 4, 1, 512, 512
        reads   read, read_ldrx, load_x, 8, 1, 1024, 1024
        reads   read, read_ldp, load_p, 8, 2, 512, 2048
        reads   read, read_ldnp, load_np, 8, 2, 512, 2048

        copies  copy, copy_b, load_b, store_b, 1, 1, 256, 256
        copies  copy, copy_w, load_w, store_w, 4, 1, 512, 512
        copies  copy, copy_x, load_x, store_x, 8, 1, 1024, 1024
        copies  copy, copy_p, load_p, store_p, 8, 2, 512, 2048

/*
 * uint64_t ms_adds(size_t n): 1024 n additions, each to the sum before, which is their number.
 * From a register: some cores add small immediates at rename, several in a cycle.
 */
        .globl  ms_adds
        .hidden ms_adds
        .type   ms_adds, %function
        .balign 64
ms_adds:
        .cfi_startproc
        hint    #34                     /* bti c */
        mov     x1, #1
        mov     x2, #0
1:      .rept   1024
        add     x2, x2, x1
        .endr
        subs    x0, x0, #1
        b.ne    1b
        mov     x0, x2
        ret
        .cfi_endproc
        .size   ms_adds, . - ms_adds
