/* SPDX-License-Identifier: MIT */
/* Write kernels that are right but for a register that they should preserve, see broken.h. */
        .syntax unified
        .arch   armv5te
        .fpu    vfpv2
        .object_arch armv4
        .arm

        .section .note.GNU-stack, "", %progbits

        .section .data.rel.ro, "aw", %progbits
        .globl  broken_registers
        .type   broken_registers, %object
        .balign 4
broken_registers:
        .text

@ Opens a kernel, which has done its work when the next instruction runs, and its line.
.macro  begin   name, bit, extra=0
        .pushsection .rodata
9:      .asciz  "\name"
        .popsection
        .pushsection .data.rel.ro, "aw", %progbits
        .word   9b, broken_\name, \bit, \extra
        .popsection
        .type   broken_\name, %function
        .balign 4
broken_\name:
        stmfd   sp!, {r4, lr}
        bl      broken_sound_write
        ldmfd   sp!, {r4, lr}
.endm

.macro  end     name
#if __ARM_ARCH >= 5
        bx      lr
#else
        mov     pc, lr
#endif
        .size   broken_\name, . - broken_\name
.endm

        .irp    reg, 4, 5, 6, 7, 8, 9, 10, 11
        begin   r\reg, \reg
        mvn     r\reg, r\reg
        end     r\reg
        .endr

        begin   sp, 13
        sub     sp, sp, #8
        end     sp

@ Each half alone.
        .irp    reg, 8, 9, 10, 11, 12, 13, 14, 15
        begin   d\reg\()_low, (8 + \reg), 1
        vmov    r0, r1, d\reg
        mvn     r0, r0
        vmov    d\reg, r0, r1
        end     d\reg\()_low

        begin   d\reg\()_high, (8 + \reg), 1
        vmov    r0, r1, d\reg
        mvn     r1, r1
        vmov    d\reg, r0, r1
        end     d\reg\()_high
        .endr

@ The lowest bits of the fields of FPSCR: exception enables, vector length and stride, rounding
@ mode; and flush to zero, instead of bits that this processor does not let change.
        .irp    mode, 8, 16, 20, 22, 24
        begin   fpscr_\mode, 24, 1
        vmrs    r0, fpscr
        eor     r1, r0, #(1 << \mode)
        vmsr    fpscr, r1
        vmrs    r1, fpscr
        cmp     r0, r1
        eoreq   r1, r1, #(1 << 24)
        vmsreq  fpscr, r1
        end     fpscr_\mode
        .endr

@ Everything that a function may change.
        begin   sound, 64
        .irp    reg, 0, 1, 2, 3, 12
        mvn     r\reg, r\reg
        .endr
        cmn     r0, r0
        end     sound

        begin   sound_vfp, 64, 1
        vmrs    r0, fpscr
        orr     r0, r0, #0xf0000000     @ flags
        orr     r0, r0, #0x9f           @ cumulative exceptions
        vmsr    fpscr, r0
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7
        vmov    d\reg, r0, r0
        .endr
        end     sound_vfp

        .section .data.rel.ro, "aw", %progbits
        .word   0, 0, 0, 0
        .size   broken_registers, . - broken_registers
