/* SPDX-License-Identifier: MIT */
/*
 * DC ZVA: zeroes KERNEL_ALIGN bytes without a data register, and as a rule allocates the line
 * without reading it. It has no offsets, so the pointer's additions are part of the method.
 * Called only where DCZID_EL0 permits it and names this size: a larger one, such as the 256
 * bytes of A64FX, could reach out of a buffer of this alignment.
 */
        .arch   armv8-a
#include "asm.h"

        kernel  write_dczva
        passes
1:      .rept   2048 / 64
        dc      zva, DST
        add     DST, DST, #64
        .endr
        endblock 0, 2048
        endpasses
        endkernel write_dczva
