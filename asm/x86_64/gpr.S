/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the general registers, 1, 4 and 8 bytes an access; every x86-64 core.
 *
 * Bytes are loaded with zero extension: a load of %r8b would also wait for the old %r8.
 */
#include "asm.h"

.macro  load_b  num
        movzbl  at(SRC), %r\num\()d
.endm

.macro  store_b num
        movb    %r\num\()b, at(DST)
.endm

.macro  load_l  num
        movl    at(SRC), %r\num\()d
.endm

.macro  store_l num
        movl    %r\num\()d, at(DST)
.endm

.macro  load_q  num
        movq    at(SRC), %r\num
.endm

.macro  store_q num
        movq    %r\num, at(DST)
.endm

.macro  store_qnt num
        movntiq %r\num, at(DST)
.endm

        writes  write, write_movb, load_b, store_b, 1, 256
        writes  write, write_movl, load_l, store_l, 4, 512
        writes  write, write_movq, load_q, store_q, 8, 1024
        write   write_movnti, load_q, store_qnt, 8, 1024, sfence

        reads   read, read_movb, load_b, 1, 256
        reads   read, read_movl, load_l, 4, 512
        reads   read, read_movq, load_q, 8, 1024

        copies  copy, copy_b, load_b, store_b, 1, 256
        copies  copy, copy_l, load_l, store_l, 4, 512
        copies  copy, copy_q, load_q, store_q, 8, 1024
        reads   copy, copy_qnt, load_q, store_qnt, 8, 1024, sfence

/*
 * uint64_t ms_adds(size_t n): 1024 n additions, each to the sum before, which is their number.
 * From a register: some cores add immediates at rename, several in a cycle.
 */
        .globl  ms_adds
        .hidden ms_adds
        .type   ms_adds, @function
        .balign 64
ms_adds:
        .cfi_startproc
        endbr64
        mov     $1, %edx
        xor     %eax, %eax
1:      .rept   1024
        add     %rdx, %rax
        .endr
        dec     %rdi
        jnz     1b
        ret
        .cfi_endproc
        .size   ms_adds, . - ms_adds
