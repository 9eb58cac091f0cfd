/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the core registers. ARMv4 and later; PLD, LDRD and STRD from ARMv5TE on (the
 * object is tagged ARMv4, since what needs more is called only where AT_HWCAP has it).
 *
 * Single loads and stores use fixed offsets from a pointer that moves once per 256 bytes (LDRD
 * and LDRH reach no further): no access waits for the address of the one before, in order or
 * out. Multiple ones have only write-back. Copies load up to eight registers, then store them:
 * ARM9 to Cortex-A8 stall a store of a register that was loaded the cycle before.
 */
        .arch   armv5te
        .object_arch armv4
#include "asm.h"

@ Accesses of `width` bytes a register at BASE + at, of r4 on.
.macro  access  op, width, base, index, first, second
        .ifc    \op, ldrd
        ldrd    \first, \second, [\base, #((at + \index * 4) % 256)]
        .else
        .ifc    \op, strd
        strd    \first, \second, [\base, #((at + \index * 4) % 256)]
        .else
        \op     \first, [\base, #((at + \index * \width) % 256)]
        \op     \second, [\base, #((at + (\index + 1) * \width) % 256)]
        .endif
        .endif
.endm

.macro  octet   op, width, base
        access  \op, \width, \base, 0, r4, r5
        access  \op, \width, \base, 2, r6, r7
        access  \op, \width, \base, 4, r8, r9
        access  \op, \width, \base, 6, r10, r11
.endm

@ Moves on in the block: `at`, and BASE wherever 256 bytes are done or the block ends.
.macro  advance base, step, block
        .if     (at + \step) % 256 == 0
        add     \base, \base, #256
        .elseif at + \step == \block
        add     \base, \base, #(\block % 256)
        .endif
.endm

@ r4-r11 from the pattern at r12, as many bytes each as a store of them will write.
.macro  pattern width
        .if     \width == 1
        .irp    reg, 4, 5, 6, 7, 8, 9, 10, 11
        ldrb    r\reg, [r12, #(\reg - 4)]
        .endr
        .elseif \width == 2
        .irp    reg, 4, 5, 6, 7, 8, 9, 10, 11
        ldrh    r\reg, [r12, #((\reg - 4) * 2)]
        .endr
        .else
        ldmia   r12, {r4-r11}
        .endif
.endm

.macro  write_single name, op, width, block, wa=0
        kernel  \name
        pattern \width
        passes
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / (8 * \width)
        touch   \wa, 8 * \width, (at % 256)
        octet   \op, \width, DST
        advance DST, 8 * \width, \block
        .set    at, at + 8 * \width
        .endr
        bne     1b
        endkernel \name
.endm

.macro  write_stm name, first, last, step, block, wa=0
        kernel  \name
        pattern 4
        passes
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 32
        touch   \wa, \step
        stmia   DST!, {\first-\last}
        .if     \step == 16
        .set    at, at + 16
        touch   \wa, \step
        stmia   DST!, {r8-r11}
        .endif
        .set    at, at + \step
        .endr
        bne     1b
        endkernel \name
.endm

.macro  read_single name, op, width, block, pld=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / (8 * \width)
        prefetch \pld, 8 * \width
        octet   \op, \width, SRC
        advance SRC, 8 * \width, \block
        .set    at, at + 8 * \width
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

.macro  read_ldm name, last, step, block, pld=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / \step
        prefetch \pld, \step
        ldmia   SRC!, {r4-\last}
        .set    at, at + \step
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

.macro  copy_single name, load, store, width, block, pld=0, wa=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / (8 * \width)
        prefetch \pld, 8 * \width
        touch   \wa, 8 * \width, (at % 256)
        octet   \load, \width, SRC
        octet   \store, \width, DST
        advance SRC, 8 * \width, \block
        advance DST, 8 * \width, \block
        .set    at, at + 8 * \width
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

.macro  copy_ldm name, block, pld=0, wa=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    at, 0
        .rept   \block / 32
        prefetch \pld, 32
        touch   \wa, 32
        ldmia   SRC!, {r4-r11}
        stmia   DST!, {r4-r11}
        .set    at, at + 32
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

        writes  write_single, write_strb, strb, 1, 128
        writes  write_single, write_strh, strh, 2, 256
        writes  write_single, write_str, str, 4, 512
        writes  write_single, write_strd, strd, 4, 1024
        writes  write_stm, write_stm4, r4, r7, 16, 512
        writes  write_stm, write_stm8, r4, r11, 32, 512

        reads   read_single, read_ldrb, ldrb, 1, 128
        reads   read_single, read_ldrh, ldrh, 2, 256
        reads   read_single, read_ldr, ldr, 4, 512
        reads   read_single, read_ldrd, ldrd, 4, 1024
        reads   read_ldm, read_ldm4, r7, 16, 512
        reads   read_ldm, read_ldm, r11, 32, 512

        copies  copy_single, copy_b, ldrb, strb, 1, 128
        copies  copy_single, copy_r, ldr, str, 4, 512
        copies  copy_single, copy_d, ldrd, strd, 4, 1024
        copies  copy_ldm, copy_m, 512

@ uint64_t ms_adds(size_t n): 64 n additions, each of the sum before.
        .globl  ms_adds
        .hidden ms_adds
        .type   ms_adds, %function
        .balign 64
ms_adds:
        .cfi_startproc
        mov     r2, #1
        mov     r3, #0
        mov     r12, r0
1:      subs    r12, r12, #1
        .rept   64
        add     r3, r3, r2
        .endr
        bne     1b
        mov     r1, r0, lsr #26         @ 64 n in r1:r0
        mov     r0, r0, lsl #6
#ifdef __ARMEB__
        mov     r2, r0
        mov     r0, r1
        mov     r1, r2
#endif
        ret
        .cfi_endproc
        .size   ms_adds, . - ms_adds
