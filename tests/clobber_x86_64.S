/* SPDX-License-Identifier: MIT */
/*
 * clobber_call() for x86-64, System V convention, see clobber.h. The stack pointer is kept in
 * memory, since after the call no register can be trusted.
 */

/* The frame, which keeps rsp a multiple of 16. */
#define MXCSR 0
#define CONTROL_WORD 4
#define X87_ENV 8
#define SCRATCH 36
#define EXTRA 40
#define FRAME 56

#define MXCSR_CONTROL 0xffc0

        .section .note.GNU-stack, "", %progbits

        .section .rodata
        .globl  clobber_covers
        .type   clobber_covers, %object
        .size   clobber_covers, 8
        .balign 8
clobber_covers:
        .quad   0xfff

        .bss
        .balign 8
saved_rsp:
        .zero   8

        .text
/* Each register's known value is made of its bit in the result. */
.macro  known   bit, reg
        movabsq $(0xa5c3f1e9b7d26840 + 0x0101010101010101 * \bit), \reg
.endm

.macro  verify  bit, reg
        known   \bit, %rcx
        cmpq    %rcx, \reg
        flag    \bit
.endm

/* Sets the bit unless the comparison before found equality. */
.macro  flag    bit
        je      1f
        orl     $(1 << \bit), %eax
1:
.endm

        .globl  clobber_call
        .type   clobber_call, %function
        .balign 16
clobber_call:
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        subq    $FRAME, %rsp
        stmxcsr MXCSR(%rsp)
        fnstcw  CONTROL_WORD(%rsp)
        movl    %edx, EXTRA(%rsp)
        movq    %rsp, saved_rsp(%rip)
        testl   %edx, %edx
        jz      2f
        vzeroupper
2:      movq    %rdi, %rax
        movq    %rsi, %rdi
        known   0, %rbx
        known   1, %rbp
        known   2, %r12
        known   3, %r13
        known   4, %r14
        known   5, %r15
        call    *%rax

        xorl    %eax, %eax
        verify  0, %rbx
        verify  1, %rbp
        verify  2, %r12
        verify  3, %r13
        verify  4, %r14
        verify  5, %r15
        cmpq    saved_rsp(%rip), %rsp
        flag    6
        movq    saved_rsp(%rip), %rsp

        stmxcsr SCRATCH(%rsp)
        movl    SCRATCH(%rsp), %ecx
        xorl    MXCSR(%rsp), %ecx
        testl   $MXCSR_CONTROL, %ecx
        flag    7
        ldmxcsr MXCSR(%rsp)

        fnstenv X87_ENV(%rsp)
        movw    X87_ENV(%rsp), %cx
        cmpw    CONTROL_WORD(%rsp), %cx
        flag    8
        cmpw    $0xffff, X87_ENV + 8(%rsp)
        flag    9
        fninit
        fldcw   CONTROL_WORD(%rsp)

        pushfq
        popq    %rcx
        testl   $0x400, %ecx
        flag    10
        cld

        cmpl    $0, EXTRA(%rsp)
        je      2f
        .irp    reg, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vextractf128 $1, %ymm\reg, %xmm\reg
        vptest  %xmm\reg, %xmm\reg
        flag    11
        .endr
        vzeroupper
2:
        addq    $FRAME, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbp
        popq    %rbx
        ret
        .size   clobber_call, . - clobber_call
