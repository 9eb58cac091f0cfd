/* SPDX-License-Identifier: MIT */
/*
 * The DCZVA kernel as it stands, but DC ZVA and the reading of DCZID_EL0 are macros: stores of
 * zeros around a count, and a load, both by zva_model of test_zva.c. Data goes through x16 and
 * x17; the flags, which the kernel sets after DC ZVA, are free.
 */
#define write_dczva modelled_dczva

.macro  mrs     to, register
        adrp    x16, zva_model
        add     x16, x16, :lo12:zva_model
        ldr     \to, [x16]
.endm

.macro  dc      operation, at
        adrp    x16, zva_model
        add     x16, x16, :lo12:zva_model
        ldr     x17, [x16, #8]
        add     x17, x17, #1
        str     x17, [x16, #8]
        ldr     x17, [x16, #16]
        sub     x17, x17, #1
        bic     x16, \at, x17
9:      stp     xzr, xzr, [x16], #16
        tst     x16, x17
        b.ne    9b
.endm

#include "../asm/aarch64/zva.S"
