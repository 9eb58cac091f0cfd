/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the VFP register file, D0-D15 only: ARM926 with VFP9 to ARMv8. VLDM and VSTM
 * move 64 or 128 bytes per instruction; called only where AT_HWCAP has VFP.
 */
        .arch   armv5te
        .fpu    vfpv2
        .object_arch armv4
#include "asm.h"

.macro  load_v
        vldmia  SRC!, {d0-d7}
.endm
.macro  store_v
        vstmia  DST!, {d0-d7}
.endm
.macro  store_v16
        vstmia  DST!, {d0-d15}
.endm

.macro  pattern_v
        vldmia  r12, {d0-d7}
.endm
.macro  pattern_v16
        vldmia  r12, {d0-d7}
        vldmia  r12, {d8-d15}
.endm

        writes  write_vstm8, pattern_v, store_v, 64, 1024, 0
        writes  write_vstm16, pattern_v16, store_v16, 128, 1024, 0, 1
        reads   read_vldm, load_v, 64, 1024
        copies  copy_v, load_v, store_v, 64, 1024, 0
