/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the NEON register file: four D registers per instruction, with the alignment
 * hint that saves Cortex-A8 and A9 a cycle. ARMv7-A and later, where AT_HWCAP has NEON.
 */
        .arch   armv7-a
        .fpu    neon
        .object_arch armv4
#include "asm.h"

.macro  write_vst1 name, block, wa=0
        kernel  \name
        vldmia  r12, {d0-d7}
        passes
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 64
        touch   \wa, 32
        vst1.64 {d0-d3}, [DST:256]!
        .set    at, at + 32
        touch   \wa, 32
        vst1.64 {d4-d7}, [DST:256]!
        .set    at, at + 32
        .endr
        bne     1b
        endkernel \name
.endm

.macro  read_vld1 name, block, pld=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 64
        prefetch \pld, 64
        vld1.64 {d0-d3}, [SRC:256]!
        vld1.64 {d4-d7}, [SRC:256]!
        .set    at, at + 64
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

.macro  copy_vld1 name, block, pld=0, wa=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 64
        prefetch \pld, 64
        touch   \wa, 64
        vld1.64 {d0-d3}, [SRC:256]!
        vld1.64 {d4-d7}, [SRC:256]!
        vst1.64 {d0-d3}, [DST:256]!
        vst1.64 {d4-d7}, [DST:256]!
        .set    at, at + 64
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

        writes  write_vst1, write_vst1, 1024
        reads   read_vld1, read_vld1, 1024
        copies  copy_vld1, copy_n, 1024
