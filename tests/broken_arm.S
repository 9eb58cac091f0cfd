/* SPDX-License-Identifier: MIT */
/* Write kernels that are right but for a register that they should preserve, see broken.h. */
        .syntax unified
        .arch   armv5te
        .fpu    vfpv2
        .object_arch armv4
        .arm

        .section .note.GNU-stack, "", %progbits
        .text

.macro  ret
#if __ARM_ARCH >= 5
        bx      lr
#else
        mov     pc, lr
#endif
.endm

.macro  begin   name
        .globl  broken_\name
        .type   broken_\name, %function
        .balign 4
broken_\name:
        stmfd   sp!, {r4, lr}
        bl      broken_sound_write
.endm

.macro  end     name
        ldmfd   sp!, {r4, lr}
        ret
        .size   broken_\name, . - broken_\name
.endm

        begin   general
        mvn     r7, r7
        end     general

        begin   float
        vldr    d9, [sp]
        end     float

        begin   control
        vmrs    r0, fpscr
        eor     r0, r0, #(1 << 24)      @ flush to zero
        vmsr    fpscr, r0
        end     control

        begin   stack
        ldr     lr, [sp, #4]            @ returns without taking its frame away
        ret
        .size   broken_stack, . - broken_stack
