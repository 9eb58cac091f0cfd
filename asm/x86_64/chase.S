/* SPDX-License-Identifier: MIT */
/*
 * Pointer chases: 1 to 14 chains at once, each through a register of its own; every x86-64
 * core. The address is the register alone, which is the fastest form where forms differ, and
 * each load waits for the one before in its chain and for nothing else. Of an iteration 2 in 66
 * instructions or less are control.
 *
 * void ms_chase_N(struct chase *chase, size_t steps): `at` is the first member.
 */
#include "asm.h"

#define STEPS   %rsi

/* `unroll` steps an iteration. %rdi, where chase is, may be the last of `regs` only. */
.macro  chase   chains, unroll, regs:vararg
        open    chase_\chains
        push    %rdi
        .cfi_adjust_cfa_offset 8
        .set    at, 0
        .irp    reg, \regs
        mov     at(%rdi), %\reg
        .set    at, at + 8
        .endr
        .balign 64
1:      .rept   \unroll
        .irp    reg, \regs
        mov     (%\reg), %\reg
        .endr
        .endr
        sub     $\unroll, STEPS
        jnz     1b
        pop     %rsi                    /* free now, whatever the chains are in */
        .cfi_adjust_cfa_offset -8
        .set    at, 0
        .irp    reg, \regs
        mov     %\reg, at(%rsi)
        .set    at, at + 8
        .endr
        close   chase_\chains
.endm

        chase   1, 64, rax
        chase   2, 32, rax, rcx
        chase   3, 32, rax, rcx, rdx
        chase   4, 16, rax, rcx, rdx, r8
        chase   5, 16, rax, rcx, rdx, r8, r9
        chase   6, 16, rax, rcx, rdx, r8, r9, r10
        chase   7, 16, rax, rcx, rdx, r8, r9, r10, r11
        chase   8, 16, rax, rcx, rdx, r8, r9, r10, r11, rbx
        chase   10, 16, rax, rcx, rdx, r8, r9, r10, r11, rbx, rbp, r12
        chase   12, 16, rax, rcx, rdx, r8, r9, r10, r11, rbx, rbp, r12, r13, r14
        chase   14, 16, rax, rcx, rdx, r8, r9, r10, r11, rbx, rbp, r12, r13, r14, r15, rdi
