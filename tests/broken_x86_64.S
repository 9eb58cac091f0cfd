/* SPDX-License-Identifier: MIT */
/* Write kernels that are right but for a register that they should preserve, see broken.h. */
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
        .quad   9b, broken_\name
        .long   \bit, \extra
        .popsection
        .type   broken_\name, %function
        .balign 16
broken_\name:
        subq    $8, %rsp
        call    broken_sound_write
        addq    $8, %rsp
.endm

.macro  end     name
        ret
        .size   broken_\name, . - broken_\name
.endm

/* Of each register the highest bit, as a mistake with its lower half would leave it. */
.macro  general name, bit
        begin   \name, \bit
        btcq    $63, %\name
        end     \name
.endm
        general rbx, 0
        general rbp, 1
        general r12, 2
        general r13, 3
        general r14, 4
        general r15, 5

        begin   rsp, 6
        popq    %rax
        subq    $8, %rsp
        jmp     *%rax
        .size   broken_rsp, . - broken_rsp

        .irp    mode, 6, 7, 12, 13, 15  /* denormals, masks (first, last), rounding, flush */
        begin   mxcsr_\mode, 7
        stmxcsr -8(%rsp)
        xorl    $(1 << \mode), -8(%rsp)
        ldmxcsr -8(%rsp)
        end     mxcsr_\mode
        .endr

        .irp    mode, 0, 8, 10          /* a mask, precision, rounding */
        begin   x87_\mode, 8
        fnstcw  -8(%rsp)
        xorw    $(1 << \mode), -8(%rsp)
        fldcw   -8(%rsp)
        end     x87_\mode
        .endr

        begin   x87_stack, 9
        fldz
        end     x87_stack

        begin   mmx, 9
        movd    %eax, %mm3
        end     mmx

        begin   direction, 10
        std
        end     direction

        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        begin   ymm\reg, 11, 1
        vpcmpeqd %ymm\reg, %ymm\reg, %ymm\reg
        end     ymm\reg
        .endr

/* Everything that a function may change. */
        begin   sound, 64
        .irp    reg, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11
        notq    %\reg
        .endr
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        pcmpeqd %xmm\reg, %xmm\reg
        .endr
        stmxcsr -8(%rsp)
        orl     $0x3f, -8(%rsp)         /* all exceptions have been */
        ldmxcsr -8(%rsp)
        stc
        end     sound

        .section .data.rel.ro, "aw", %progbits
        .quad   0, 0, 0
        .size   broken_registers, . - broken_registers
