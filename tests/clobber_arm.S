/* SPDX-License-Identifier: MIT */
/*
 * clobber_call() for 32-bit ARM, see clobber.h. ARMv4 and later; VFP only if r2 says so. The
 * stack pointer is kept in memory, since after the call no register can be trusted.
 */
        .syntax unified
        .arch   armv5te
        .fpu    vfpv2
        .object_arch armv4
        .arm

/* The frame: extra, FPSCR, d8-d15, then the registers of the caller. */
#define FRAME 76
#define FPSCR_CONTROL 0x07f79f00

        .section .note.GNU-stack, "", %progbits

        .section .rodata
        .globl  clobber_covers
        .type   clobber_covers, %object
        .size   clobber_covers, 8
        .balign 8
clobber_covers:
        .quad   0x01ff2ff0

        .bss
        .balign 4
saved_sp:
        .space  4

        .text
        .globl  clobber_call
        .type   clobber_call, %function
        .balign 8
clobber_call:
        stmfd   sp!, {r4-r11, lr}
        sub     sp, sp, #FRAME
        str     r2, [sp]
        cmp     r2, #0
        beq     1f
        vmrs    r3, fpscr
        str     r3, [sp, #4]
        add     r3, sp, #8
        vstmia  r3, {d8-d15}
        adr     r3, known
        vldmia  r3, {d8-d15}
1:      ldr     r3, 8f
6:      add     r3, pc, r3
        str     sp, [r3]
        mov     r12, r0
        mov     r0, r1
        adr     r3, known
        ldmia   r3, {r4-r11}
#if __ARM_ARCH >= 5
        blx     r12
#else
        mov     lr, pc
        mov     pc, r12
#endif
        mov     r0, #0                  @ the result
        adr     r1, known
        .irp    reg, 4, 5, 6, 7, 8, 9, 10, 11
        ldr     r2, [r1], #4
        cmp     r\reg, r2
        orrne   r0, r0, #(1 << \reg)
        .endr
        ldr     r3, 9f
7:      add     r3, pc, r3
        ldr     r3, [r3]
        cmp     sp, r3
        orrne   r0, r0, #(1 << 13)
        mov     sp, r3
        ldr     r2, [sp]
        cmp     r2, #0
        beq     5f

        sub     sp, sp, #64             @ what d8-d15 hold now
        vstmia  sp, {d8-d15}
        adr     r1, known
        .irp    reg, 16, 17, 18, 19, 20, 21, 22, 23
        ldr     r2, [r1], #4
        ldr     r3, [sp], #4
        cmp     r2, r3
        ldr     r2, [r1], #4
        ldr     r3, [sp], #4
        cmpeq   r2, r3
        orrne   r0, r0, #(1 << \reg)
        .endr
        vmrs    r2, fpscr
        ldr     r3, [sp, #4]
        vmsr    fpscr, r3
        eor     r2, r2, r3
        ldr     r3, mask
        tst     r2, r3
        orrne   r0, r0, #(1 << 24)
        add     r3, sp, #8
        vldmia  r3, {d8-d15}

5:      mov     r1, #0                  @ in r1:r0; the high word comes first on big endian
#ifdef __ARMEB__
        mov     r1, r0
        mov     r0, #0
#endif
        add     sp, sp, #FRAME
        ldmfd   sp!, {r4-r11, lr}
#if __ARM_ARCH >= 5
        bx      lr
#else
        mov     pc, lr
#endif
        .balign 8
known:  .word   0x8c4f1a35, 0x97d5e2b1, 0xa3617c0f, 0xb91e4d83
        .word   0xc5b27f69, 0xd0983ae7, 0xe74ac15d, 0xf26d90b8
        .word   0x13a8f5c7, 0x2e70b94b, 0x3c59d216, 0x4fe1870d
        .word   0x5b3c6ea2, 0x68d794f1, 0x7a0f25be, 0x81e4b35c
mask:   .word   FPSCR_CONTROL
8:      .word   saved_sp - (6b + 8)
9:      .word   saved_sp - (7b + 8)
        .size   clobber_call, . - clobber_call
