/* SPDX-License-Identifier: MIT */
/* Write kernels that are right but for a register that they should preserve, see broken.h. */
        .arch   armv8-a+sve
        .section .note.gnu.property, "a", %note
        .balign 8
        .word   4, 16, 5                // sizes of name and content; NT_GNU_PROPERTY_TYPE_0
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0     // GNU_PROPERTY_AARCH64_FEATURE_1_AND: BTI
        .section .note.GNU-stack, "", %progbits

        .section .data.rel.ro, "aw", %progbits
        .globl  broken_registers
        .type   broken_registers, %object
        .balign 8
broken_registers:
        .text

/* Opens a kernel, which has done its work when the next instruction runs, and its line. */
.macro  begin   name, bit, extra=0
        .pushsection .rodata
9:      .asciz  "\name"
        .popsection
        .pushsection .data.rel.ro, "aw", %progbits
        .xword  9b, broken_\name
        .word   \bit, \extra
        .popsection
        .type   broken_\name, %function
        .balign 16
broken_\name:
        hint    #34                     // bti c
        stp     x29, x30, [sp, #-16]!
        bl      broken_sound_write
        ldp     x29, x30, [sp], #16
.endm

.macro  end     name
        ret
        .size   broken_\name, . - broken_\name
.endm

/* Of each register the highest bit, as a mistake with its lower half would leave it. */
        .irp    reg, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
        begin   x\reg, \reg
        eor     x\reg, x\reg, #(1 << 63)
        end     x\reg
        .endr

        begin   sp, 31
        sub     sp, sp, #16
        end     sp

        .irp    reg, 8, 9, 10, 11, 12, 13, 14, 15
        begin   d\reg, (32 + \reg)
        fmov    x0, d\reg
        eor     x0, x0, #(1 << 63)
        fmov    d\reg, x0
        end     d\reg
        .endr

        begin   z9, 41, 1
        mov     z9.d, #0
        end     z9

        .irp    mode, 22, 24            // the rounding mode; flush to zero
        begin   fpcr_\mode, 48
        mrs     x0, fpcr
        eor     x0, x0, #(1 << \mode)
        msr     fpcr, x0
        end     fpcr_\mode
        .endr

/* Everything that a function may change. */
        begin   sound, 64
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
        mvn     x\reg, x\reg
        .endr
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7
        mvn     v\reg\().16b, v\reg\().16b
        .endr
        .irp    reg, 8, 9, 10, 11, 12, 13, 14, 15
        mov     v\reg\().d[1], x30
        .endr
        .irp    reg, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        mvn     v\reg\().16b, v\reg\().16b
        .endr
        mov     x0, #0x9f               // all cumulative exceptions
        msr     fpsr, x0
        cmn     xzr, xzr
        end     sound

        begin   sound_sve, 64, 1
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        ptrue   p\reg\().b
        .endr
        setffr
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7
        mov     z\reg\().b, #-1
        .endr
        .irp    reg, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        mov     z\reg\().b, #-1
        .endr
        end     sound_sve

        .section .data.rel.ro, "aw", %progbits
        .xword  0, 0, 0
        .size   broken_registers, . - broken_registers
