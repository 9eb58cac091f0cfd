/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the VFP register file, D0-D15 only: ARM926 with VFP9 to ARMv8. VLDM and VSTM
 * move 64 or 128 bytes per instruction; called only where AT_HWCAP has VFP.
 */
        .arch   armv5te
        .fpu    vfpv2
        .object_arch armv4
#include "asm.h"

.macro  touch_vstm wa, regs
        touch   \wa, 64
        .if     \regs == 16
        .set    at, at + 64
        touch   \wa, 64, 64
        .set    at, at - 64
        .endif
.endm

.macro  write_vstm name, regs, block, high, wa=0
        kernel  \name, \high
        vldmia  r12, {d0-d7}
        .if     \high
        vldmia  r12, {d8-d15}
        .endif
        passes
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / (8 * \regs)
        touch_vstm \wa, \regs
        .if     \regs == 16
        vstmia  DST!, {d0-d15}
        .else
        vstmia  DST!, {d0-d7}
        .endif
        .set    at, at + 8 * \regs
        .endr
        bne     1b
        endkernel \name, \high
.endm

.macro  read_vldm name, block, pld=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 64
        prefetch \pld, 64
        vldmia  SRC!, {d0-d7}
        .set    at, at + 64
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

.macro  copy_vldm name, block, pld=0, wa=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 64
        prefetch \pld, 64
        touch   \wa, 64
        vldmia  SRC!, {d0-d7}
        vstmia  DST!, {d0-d7}
        .set    at, at + 64
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

        writes  write_vstm, write_vstm8, 8, 1024, 0
        writes  write_vstm, write_vstm16, 16, 1024, 1
        reads   read_vldm, read_vldm, 1024
        copies  copy_vldm, copy_v, 1024
