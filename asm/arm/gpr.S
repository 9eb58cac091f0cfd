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

@ Two registers of `width` bytes each, at .Lat + `index` registers, with one instruction or two.
.macro  access  op, width, base, index, first, second
        .ifc    \op, ldrd
        ldrd    \first, \second, [\base, #((.Lat + \index * 4) % 256)]
        .else
        .ifc    \op, strd
        strd    \first, \second, [\base, #((.Lat + \index * 4) % 256)]
        .else
        \op     \first, [\base, #((.Lat + \index * \width) % 256)]
        \op     \second, [\base, #((.Lat + (\index + 1) * \width) % 256)]
        .endif
        .endif
.endm

@ Eight registers; the pointer moves on wherever 256 bytes are done or the block ends.
.macro  octet   op, width, base
        access  \op, \width, \base, 0, r4, r5
        access  \op, \width, \base, 2, r6, r7
        access  \op, \width, \base, 4, r8, r9
        access  \op, \width, \base, 6, r10, r11
        .if     (.Lat + 8 * \width) % 256 == 0
        add     \base, \base, #256
        .elseif .Lat + 8 * \width == .Lblock
        add     \base, \base, #(.Lblock % 256)
        .endif
.endm

.macro  load_b
        octet   ldrb, 1, SRC
.endm
.macro  load_h
        octet   ldrh, 2, SRC
.endm
.macro  load_r
        octet   ldr, 4, SRC
.endm
.macro  load_d
        octet   ldrd, 4, SRC
.endm
.macro  load_m4
        ldmia   SRC!, {r4-r7}
.endm
.macro  load_m
        ldmia   SRC!, {r4-r11}
.endm

.macro  store_b
        octet   strb, 1, DST
.endm
.macro  store_h
        octet   strh, 2, DST
.endm
.macro  store_r
        octet   str, 4, DST
.endm
.macro  store_d
        octet   strd, 4, DST
.endm
.macro  store_m4
        .if     .Lat % 32 == 0
        stmia   DST!, {r4-r7}
        .else
        stmia   DST!, {r8-r11}
        .endif
.endm
.macro  store_m
        stmia   DST!, {r4-r11}
.endm

@ r4-r11 from the pattern, as many bytes each as a store of them will write.
.macro  pattern_b
        .irp    reg, 4, 5, 6, 7, 8, 9, 10, 11
        ldrb    r\reg, [r12, #(\reg - 4)]
        .endr
.endm
.macro  pattern_h
        .irp    reg, 4, 5, 6, 7, 8, 9, 10, 11
        ldrh    r\reg, [r12, #((\reg - 4) * 2)]
        .endr
.endm
.macro  pattern_r
        ldmia   r12, {r4-r11}
.endm

        writes  write_strb, pattern_b, store_b, 8, 128, (.Lat % 256)
        writes  write_strh, pattern_h, store_h, 16, 256, (.Lat % 256)
        writes  write_str, pattern_r, store_r, 32, 512, (.Lat % 256)
        writes  write_strd, pattern_r, store_d, 32, 1024, (.Lat % 256)
        writes  write_stm4, pattern_r, store_m4, 16, 512, 0
        writes  write_stm8, pattern_r, store_m, 32, 512, 0

        reads   read_ldrb, load_b, 8, 128
        reads   read_ldrh, load_h, 16, 256
        reads   read_ldr, load_r, 32, 512
        reads   read_ldrd, load_d, 32, 1024
        reads   read_ldm4, load_m4, 16, 512
        reads   read_ldm, load_m, 32, 512

        copies  copy_b, load_b, store_b, 8, 128, (.Lat % 256)
        copies  copy_r, load_r, store_r, 32, 512, (.Lat % 256)
        copies  copy_d, load_d, store_d, 32, 1024, (.Lat % 256)
        copies  copy_m, load_m, store_m, 32, 512, 0

@ uint64_t ms_adds(size_t n): 1024 n additions, each to the sum before.
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
        .rept   1024
        add     r3, r3, r2
        .endr
        bne     1b
        mov     r1, r0, lsr #22         @ 1024 n in r1:r0
        mov     r0, r0, lsl #10
#ifdef __ARMEB__
        mov     r2, r0
        mov     r0, r1
        mov     r1, r2
#endif
        ret
        .cfi_endproc
        .size   ms_adds, . - ms_adds
