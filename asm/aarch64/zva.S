/* SPDX-License-Identifier: MIT */
/*
 * DC ZVA: zeroes an aligned block without a data register, and as a rule allocates its lines
 * without reading them. How much it zeroes is the processor's choice (64 bytes on most, 256 on
 * A64FX), so DCZID_EL0 is asked once per call; there is a loop for each size. The instruction
 * has no offsets: the pointer's additions are part of the method. DST must be aligned to 2048,
 * the largest size, or the first and the last block would reach out of the buffer. Called only
 * where cpu_zva() accepts DCZID_EL0.
 */
        .arch   armv8-a
#include "asm.h"

/* Returns from the loop above, and opens the next one. */
.macro  zero    size
        ret
\size:  passes
1:      .rept   2048 / \size
        dc      zva, DST
        add     DST, DST, #\size
        .endr
        endblock 0, 2048
        endpasses
.endm

        kernel  write_dczva
        mrs     x14, dczid_el0
        and     x14, x14, #15           /* log2 of the words */
        mov     x15, #4
        lsl     x15, x15, x14
        .irp    size, 64, 128, 256, 512, 16, 32, 1024, 2048
        cmp     x15, #\size
        b.eq    \size\()f
        .endr
        .irp    size, 64, 128, 256, 512, 16, 32, 1024, 2048
        zero    \size
        .endr
        close   write_dczva
