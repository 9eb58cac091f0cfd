/* SPDX-License-Identifier: MIT */
/*
 * clobber_call() for AArch64, see clobber.h. The stack pointer is kept in memory, since after
 * the call no register can be trusted.
 */

/* The frame: x29 x30, x19-x28, d8-d15, FPCR x18. */
#define FRAME 176

        .section .note.gnu.property, "a", %note
        .balign 8
        .word   4, 16, 5                // sizes of name and content; NT_GNU_PROPERTY_TYPE_0
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0     // GNU_PROPERTY_AARCH64_FEATURE_1_AND: BTI
        .section .note.GNU-stack, "", %progbits

        .section .rodata
        .globl  clobber_covers
        .type   clobber_covers, %object
        .size   clobber_covers, 8
        .balign 8
clobber_covers:
        .xword  0x0001ff00bffc0000

        .bss
        .balign 8
saved_sp:
        .zero   8

        .text
/* Each register's known value is made of its bit in the result. */
.macro  known   bit, reg
        movz    \reg, #(0x1357 + 257 * \bit)
        movk    \reg, #(0x9bdf + 259 * \bit), lsl #16
        movk    \reg, #(0x2468 + 263 * \bit), lsl #32
        movk    \reg, #(0x8ace + 265 * \bit), lsl #48
.endm

/* Sets the bit unless the comparison before found equality. */
.macro  flag    bit
        b.eq    1f
        orr     x0, x0, #(1 << \bit)
1:
.endm

        .globl  clobber_call
        .type   clobber_call, %function
        .balign 16
clobber_call:
        hint    #34                     // bti c
        stp     x29, x30, [sp, #-FRAME]!
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        mrs     x9, fpcr
        stp     x9, x18, [sp, #160]
        mov     x9, sp
        adrp    x10, saved_sp
        str     x9, [x10, :lo12:saved_sp]
        mov     x16, x0
        mov     x0, x1
        .irp    reg, 8, 9, 10, 11, 12, 13, 14, 15
        known   (32 + \reg), x9
        fmov    d\reg, x9
        .endr
        .irp    reg, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
        known   \reg, x\reg
        .endr
        blr     x16

        mov     x0, #0
        .irp    reg, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
        known   \reg, x9
        cmp     x\reg, x9
        flag    \reg
        .endr
        .irp    reg, 8, 9, 10, 11, 12, 13, 14, 15
        known   (32 + \reg), x9
        fmov    x10, d\reg
        cmp     x10, x9
        flag    (32 + \reg)
        .endr
        adrp    x10, saved_sp
        ldr     x10, [x10, :lo12:saved_sp]
        mov     x9, sp
        cmp     x9, x10
        flag    31
        mov     sp, x10
        mrs     x9, fpcr
        ldr     x10, [sp, #160]
        cmp     x9, x10
        flag    48
        msr     fpcr, x10
        ldr     x18, [sp, #168]

        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        ldp     x19, x20, [sp, #16]
        ldp     x21, x22, [sp, #32]
        ldp     x23, x24, [sp, #48]
        ldp     x25, x26, [sp, #64]
        ldp     x27, x28, [sp, #80]
        ldp     x29, x30, [sp], #FRAME
        ret
        .size   clobber_call, . - clobber_call
