/* SPDX-License-Identifier: MIT */
/*
 * Pointer chases: 1 to 12 chains at once, each through a register of its own; ARMv4 and later.
 * Each load waits for the one before in its chain and for nothing else, also where loads issue
 * in order: such a core stalls at the first load whose address is not there yet, when those of
 * the other chains are under way (if it can have several misses at all; ARM9 can't). Of an
 * iteration 2 in 66 instructions or less are control.
 *
 * void ms_chase_N(struct chase *chase, size_t steps): `at` is the first member.
 */
        .arch   armv5te
        .object_arch armv4
#include "asm.h"

STEPS   .req    lr

@ Loads or stores chain n, which is in r1 + n; one by one, since one register is no list.
.macro  each_chain op, chains
        .irp    num, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        .if     \num <= \chains
        \op     r\num, [r0, #(\num * 4 - 4)]
        .endif
        .endr
.endm

@ `unroll` steps an iteration.
.macro  chase   chains, unroll
        open    chase_\chains
        stmfd   sp!, {r4-r11, lr}
        .cfi_adjust_cfa_offset 36
        .cfi_rel_offset r4, 0
        .cfi_rel_offset r5, 4
        .cfi_rel_offset r6, 8
        .cfi_rel_offset r7, 12
        .cfi_rel_offset r8, 16
        .cfi_rel_offset r9, 20
        .cfi_rel_offset r10, 24
        .cfi_rel_offset r11, 28
        .cfi_rel_offset lr, 32
        mov     STEPS, r1
        each_chain ldr, \chains
        .balign 64
1:      .rept   \unroll
        .irp    num, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        .if     \num <= \chains
        ldr     r\num, [r\num]
        .endif
        .endr
        .endr
        subs    STEPS, STEPS, #\unroll
        bne     1b
        each_chain str, \chains
        ldmfd   sp!, {r4-r11, lr}
        .cfi_adjust_cfa_offset -36
        .irp    reg, r4, r5, r6, r7, r8, r9, r10, r11, lr
        .cfi_restore \reg
        .endr
        close   chase_\chains
.endm

        chase   1, 64
        chase   2, 32
        chase   3, 32
        chase   4, 16
        chase   5, 16
        chase   6, 16
        chase   7, 16
        chase   8, 16
        chase   10, 16
        chase   12, 16
