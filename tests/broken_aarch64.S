/* SPDX-License-Identifier: MIT */
/* Write kernels that are right but for a register that they should preserve, see broken.h. */
        .section .note.gnu.property, "a", %note
        .balign 8
        .word   4, 16, 5                // sizes of name and content; NT_GNU_PROPERTY_TYPE_0
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0     // GNU_PROPERTY_AARCH64_FEATURE_1_AND: BTI
        .section .note.GNU-stack, "", %progbits
        .text

.macro  begin   name
        .globl  broken_\name
        .type   broken_\name, %function
        .balign 16
broken_\name:
        hint    #34                     // bti c
        stp     x29, x30, [sp, #-16]!
        bl      broken_sound_write
.endm

.macro  end     name
        ldp     x29, x30, [sp], #16
        ret
        .size   broken_\name, . - broken_\name
.endm

        begin   general
        mvn     x21, x21
        end     general

        begin   float
        fmov    d9, xzr
        end     float

        begin   control
        mrs     x0, fpcr
        eor     x0, x0, #(1 << 24)      // flush to zero
        msr     fpcr, x0
        end     control

        begin   stack
        ldr     x30, [sp, #8]           // returns without taking its frame away
        ret
        .size   broken_stack, . - broken_stack
