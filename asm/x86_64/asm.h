/* SPDX-License-Identifier: MIT */
/*
 * What the x86-64 kernels share: their frame, their two loops, prefetch and touch, the body of
 * each operation, and the families of variants. AT&T syntax, System V calling convention.
 *
 * struct pass arrives in %rdi and moves to PASS, since string instructions want their operands
 * in the registers that DST, SRC and BYTES name; its members are dst 0, src 8, bytes 16,
 * passes 24, dist 32. Data is in registers 8 to 15 of every kind (%r8b, %r8d, %r8, %xmm8 ...),
 * so that the bodies need numbers only. Every access has its own offset from a pointer that
 * moves once per block: no access waits for the address of another.
 *
 * A file defines LEAVE, an instruction that each of its kernels executes before it returns,
 * where it needs one.
 */
#define DST     %rdi
#define SRC     %rsi
#define BYTES   %rcx
#define PASS    %rdx
#define PASSES  %rbx
#define DIST    %rbp
#define TOUCHED %eax

#define BLOCK   2048                    /* of the kernels whose iterations have more bytes */

#ifndef LEAVE
#define LEAVE
#endif

#ifdef __CET__
#include <cet.h>                        /* the note that says: all entries have endbr64 */
#endif
        .section .note.GNU-stack, "", @progbits
        .text

/* Opens a function that may use all registers but %rsp, and ends it. */
.macro  open    name
        .globl  ms_\name
        .hidden ms_\name
        .type   ms_\name, @function
        .balign 64
ms_\name:
        .cfi_startproc
        endbr64
        .irp    reg, rbx, rbp, r12, r13, r14, r15
        push    %\reg
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset \reg, 0
        .endr
.endm

.macro  close   name
        .irp    reg, r15, r14, r13, r12, rbp, rbx
        pop     %\reg
        .cfi_adjust_cfa_offset -8
        .cfi_restore \reg
        .endr
        ret
        .cfi_endproc
        .size   ms_\name, . - ms_\name
.endm

/* Opens a kernel. Write kernels load their pattern from SRC after it. */
.macro  kernel name
        open    \name
        mov     %rdi, PASS
        mov     8(PASS), SRC
        mov     24(PASS), PASSES
        mov     32(PASS), DIST
.endm

/*
 * Opens the loop over passes; a pass begins with the pointers and the count anew. These loads
 * queue behind those of the pass before and cost a wide core some four cycles a pass, but every
 * pass then finds it in the same state: with the pointers moved back by subtraction instead,
 * Zen 4 stayed for whole samples at either 60 or 64 bytes a cycle of 32-byte reads, where now
 * all of them (in 6 KiB) give 61.4. There the order matters, too: SRC before DST gave 59.3.
 *
 * `shift` bytes of nops, run once per call, move the loops from there.
 */
.macro  passes  shift=0
        .balign 64
        .rept   \shift
        nop
        .endr
0:      mov     (PASS), DST
        mov     8(PASS), SRC
        mov     16(PASS), BYTES
.endm

/* Closes that loop. */
.macro  endpasses
        dec     PASSES
        jnz     0b
.endm

.macro  endkernel name
        LEAVE
        close   \name
.endm

/* Where a line begins at `at`, the position in the block: prefetches the line DIST ahead. */
.macro  prefetch pld
        .if     \pld
        .if     at % \pld == 0
        prefetcht0 at(SRC,DIST)
        .endif
        .endif
.endm

/* Where a line begins at `at`: loads a word of it. */
.macro  touch   wa
        .if     \wa
        .if     at % \wa == 0
        movl    at(DST), TOUCHED
        .endif
        .endif
.endm

/*
 * The same for an iteration of `loop` bytes: one block, or two. Then a pass of an odd number of
 * blocks enters its loop in the middle, with pointers and count as if the first half were done;
 * this jump goes the same way in all passes of a call. The loops are where Zen 4 liked reads of
 * 64 bytes beside prefetches best: 54 bytes a cycle, a few bytes away 47 to 51.
 */
.macro  enter   loop, bases:vararg
        .if     \loop <= BLOCK
        passes
        .else
        passes  18
        test    $BLOCK, BYTES
        jz      1f
        .irp    base, \bases
        sub     $BLOCK, \base
        .endr
        add     $BLOCK, BYTES
        jmp     2f
        .endif
.endm

/* Where it enters. */
.macro  middle
        .if     at == BLOCK
2:
        .endif
.endm

/*
 * The bodies. `load` and `store` are macros around one instruction, which take the number of a
 * data register and access at(SRC) and at(DST), `width` bytes. `loop` is an iteration's bytes,
 * `fence` an instruction that follows the last pass.
 *
 * A write loads its eight registers from as many bytes of the pattern as a store of them will
 * write, round and round in its 64 bytes. A copy loads all eight before it stores them, as
 * cores that issue in order want; on Zen 4 groups of one, two and four were as fast.
 */
.macro  write   name, load, store, width, loop, fence, wa=0
        kernel  \name
        .set    at, 0
        .irp    num, 8, 9, 10, 11, 12, 13, 14, 15
        \load   \num
        .set    at, (at + \width) % 64
        .endr
        enter   \loop, DST
1:      .set    at, 0
        .rept   \loop / (8 * \width)
        middle
        .irp    num, 8, 9, 10, 11, 12, 13, 14, 15
        touch   \wa
        \store  \num
        .set    at, at + \width
        .endr
        .endr
        add     $\loop, DST
        sub     $\loop, BYTES
        jnz     1b
        endpasses
        \fence
        endkernel \name
.endm

.macro  read    name, load, width, loop, pld=0
        kernel  \name
        enter   \loop, SRC
1:      .set    at, 0
        .rept   \loop / (8 * \width)
        middle
        .irp    num, 8, 9, 10, 11, 12, 13, 14, 15
        prefetch \pld
        \load   \num
        .set    at, at + \width
        .endr
        .endr
        add     $\loop, SRC
        sub     $\loop, BYTES
        jnz     1b
        endpasses
        endkernel \name
.endm

.macro  copy    name, load, store, width, loop, fence, pld=0, wa=0
        kernel  \name
        enter   \loop, SRC, DST
1:      .set    at, 0
        .rept   \loop / (8 * \width)
        middle
        .irp    num, 8, 9, 10, 11, 12, 13, 14, 15
        prefetch \pld
        \load   \num
        .set    at, at + \width
        .endr
        .set    at, at - 8 * \width
        .irp    num, 8, 9, 10, 11, 12, 13, 14, 15
        touch   \wa
        \store  \num
        .set    at, at + \width
        .endr
        .endr
        add     $\loop, SRC
        add     $\loop, DST
        sub     $\loop, BYTES
        jnz     1b
        endpasses
        \fence
        endkernel \name
.endm

/* The variants of a family, named as kernels.def expects them. `args` go to the body. */
.macro  writes  body, name, args:vararg
        \body   \name, \args
        \body   \name\()_wa64, \args, wa=64
.endm

.macro  reads   body, name, args:vararg
        \body   \name, \args
        \body   \name\()_pld64, \args, pld=64
.endm

.macro  copies  body, name, args:vararg
        reads   \body, \name, \args
        \body   \name\()_wa64, \args, wa=64
        \body   \name\()_wa64_pld64, \args, wa=64, pld=64
.endm
