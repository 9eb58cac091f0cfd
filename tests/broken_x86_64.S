/* SPDX-License-Identifier: MIT */
/* Write kernels that are right but for a register that they should preserve, see broken.h. */
        .section .note.GNU-stack, "", %progbits
        .text

.macro  begin   name
        .globl  broken_\name
        .type   broken_\name, %function
        .balign 16
broken_\name:
        subq    $8, %rsp
        call    broken_sound_write
.endm

.macro  end     name
        addq    $8, %rsp
        ret
        .size   broken_\name, . - broken_\name
.endm

        begin   general
        notq    %r13
        end     general

        begin   float
        stmxcsr (%rsp)
        xorl    $0x8000, (%rsp)         # flush to zero
        ldmxcsr (%rsp)
        end     float

        begin   control
        std
        end     control

        begin   stack
        movq    8(%rsp), %rax           # returns without taking its frame away
        jmp     *%rax
        .size   broken_stack, . - broken_stack
