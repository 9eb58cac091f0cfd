/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the NEON register file: four D registers per instruction, with the alignment
 * hint that saves Cortex-A8 and A9 a cycle. ARMv7-A and later, where AT_HWCAP has NEON.
 */
        .arch   armv7-a
        .fpu    neon
        .object_arch armv4
#include "asm.h"

.macro  load_n
        vld1.64 {d0-d3}, [SRC:256]!
        vld1.64 {d4-d7}, [SRC:256]!
.endm
.macro  store_n
        vst1.64 {d0-d3}, [DST:256]!
        vst1.64 {d4-d7}, [DST:256]!
.endm

.macro  pattern_n
        vldmia  r12, {d0-d7}
.endm

        writes  write_vst1, pattern_n, store_n, 64, 1024, 0
        reads   read_vld1, load_n, 64, 1024
        copies  copy_n, load_n, store_n, 64, 1024, 0
