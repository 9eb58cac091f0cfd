/* SPDX-License-Identifier: MIT */
/*
 * What the AArch64 kernels share: their frame, their two loops, prefetch and touch, the body of
 * each operation, and the families of variants. A64, AAPCS64.
 *
 * struct pass arrives in x0 and moves to PASS; its members are dst 0, src 8, bytes 16, passes
 * 24, dist 32. Data is in registers 0 to 7 of every kind (w0, x0, q0, z0 ...), so that the
 * bodies need numbers only. No kernel calls, or writes a register that it must preserve: there
 * is nothing to save. Accesses have offsets from pointers that move once or a few times per
 * block: none waits for the address of the one before, but LD1, ST1 and DC ZVA have no offsets.
 *
 * Entries are landing pads for indirect branches in the hint space, which every assembler takes
 * and every core executes; the note says so to the linker. (It may say the same of signed
 * return addresses: none is ever stored.)
 */
#define PASS    x8
#define DST     x9
#define SRC     x10
#define BYTES   x11
#define AHEAD   x12                     /* SRC or DST + dist, moved once per block */
#define PASSES  x13
#define TOUCHED w14

/* The kinds of prefetch that families are made for, as ISA_PREFETCHES names them. */
#define PREFETCHES pld, pldstrm, pldl2

        .section .note.gnu.property, "a", %note
        .balign 8
        .word   4, 16, 5                /* sizes of name and content; NT_GNU_PROPERTY_TYPE_0 */
        .asciz  "GNU"
        .word   0xc0000000, 4, 3, 0     /* GNU_PROPERTY_AARCH64_FEATURE_1_AND: BTI, PAC */
        .section .note.GNU-stack, "", %progbits
        .text

/* Opens a function, and ends it. */
.macro  open    name
        .globl  ms_\name
        .hidden ms_\name
        .type   ms_\name, %function
        .balign 64
ms_\name:
        .cfi_startproc
        hint    #34                     /* bti c */
.endm

.macro  close   name
        ret
        .cfi_endproc
        .size   ms_\name, . - ms_\name
.endm

/* Opens a kernel. Write kernels load their pattern from SRC after it. */
.macro  kernel  name
        open    \name
        mov     PASS, x0
        ldr     SRC, [PASS, #8]
        ldr     PASSES, [PASS, #24]
.endm

/*
 * Opens the loop over passes; a pass begins with the pointers and the count anew. The nops run
 * once per call: by them the loop over blocks, which follows after `more` instructions, starts
 * on a boundary in every variant.
 */
.macro  passes  pld=0, base=SRC, more=0
        .set    nops, (30 - \more) % 16
        .if     \pld
        .set    nops, (28 - \more) % 16
        .endif
        .balign 64
        .rept   nops
        nop
        .endr
0:      ldp     DST, SRC, [PASS]
        ldr     BYTES, [PASS, #16]
        .if     \pld
        ldr     AHEAD, [PASS, #32]
        add     AHEAD, \base, AHEAD
        .endif
.endm

/* Closes that loop. */
.macro  endpasses
        subs    PASSES, PASSES, #1
        b.ne    0b
.endm

/* The prefetches, at AHEAD + `offset`. */
.macro  hint_pld offset
        prfm    pldl1keep, [AHEAD, \offset]
.endm

.macro  hint_pldstrm offset
        prfm    pldl1strm, [AHEAD, \offset]
.endm

.macro  hint_pldl2 offset
        prfm    pldl2keep, [AHEAD, \offset]
.endm

.macro  hint_pst offset
        prfm    pstl1keep, [AHEAD, \offset]
.endm

/* Where a line begins at `at`, the position in the block: prefetches the line `dist` ahead. */
.macro  prefetch pld, kind
        .if     \pld
        .if     at % \pld == 0
        hint_\kind #at
        .endif
        .endif
.endm

/* Where a line begins at `at`: loads a word of it, which is at DST + off. */
.macro  touch   wa
        .if     \wa
        .if     at % \wa == 0
        ldr     TOUCHED, [DST, #off]
        .endif
        .endif
.endm

/*
 * An access: `op` is a macro around one instruction, which takes the numbers `regs` of its
 * `count` data registers of `width` bytes and accesses SRC or DST + off.
 */
.macro  access  op, width, count, window, pld, kind, wa, regs:vararg
        .if     \window
        .set    off, at % \window
        .else
        .set    off, 0
        .endif
        prefetch \pld, \kind
        touch   \wa
        \op     \regs
        .set    at, at + \width * \count
.endm

/* All eight data registers once. */
.macro  octet   op, width, count, window, pld=0, kind=pld, wa=0
        .if     \count == 1
        .irp    num, 0, 1, 2, 3, 4, 5, 6, 7
        access  \op, \width, 1, \window, \pld, \kind, \wa, \num
        .endr
        .elseif \count == 2
        access  \op, \width, 2, \window, \pld, \kind, \wa, 0, 1
        access  \op, \width, 2, \window, \pld, \kind, \wa, 2, 3
        access  \op, \width, 2, \window, \pld, \kind, \wa, 4, 5
        access  \op, \width, 2, \window, \pld, \kind, \wa, 6, 7
        .else
        access  \op, \width, 4, \window, \pld, \kind, \wa, 0, 1, 2, 3
        access  \op, \width, 4, \window, \pld, \kind, \wa, 4, 5, 6, 7
        .endif
.endm

/* Moves a pointer where offsets end; `window` is 0 where the accesses do so themselves. */
.macro  advance base, window
        .if     \window
        .if     at % \window == 0
        add     \base, \base, #\window
        .endif
        .endif
.endm

/* The end of a block. */
.macro  endblock pld, block
        .if     \pld
        add     AHEAD, AHEAD, #\block
        .endif
        subs    BYTES, BYTES, #\block
        b.ne    1b
.endm

/*
 * The bodies. Offsets reach `window` bytes, of which a block is a multiple. A write loads its
 * eight registers by `pattern`, from as many bytes of the pattern as a store of them will
 * write, round and round in its 64 bytes. A copy loads all eight before it stores them: cores
 * that issue in order would wait for each load otherwise.
 */
.macro  write   name, pattern, store, width, count, window, block, wa=0, pld=0, kind=pst
        kernel  \name
        \pattern
        passes  \pld, DST
1:      .set    at, 0
        .rept   \block / (8 * \width)
        octet   \store, \width, \count, \window, \pld, \kind, \wa
        advance DST, \window
        .endr
        endblock \pld, \block
        endpasses
        close   \name
.endm

.macro  read    name, load, width, count, window, block, pld=0, kind=pld
        kernel  \name
        passes  \pld
1:      .set    at, 0
        .rept   \block / (8 * \width)
        octet   \load, \width, \count, \window, \pld, \kind
        advance SRC, \window
        .endr
        endblock \pld, \block
        endpasses
        close   \name
.endm

.macro  copy    name, load, store, width, count, window, block, pld=0, kind=pld, wa=0
        kernel  \name
        passes  \pld
1:      .set    at, 0
        .rept   \block / (8 * \width)
        octet   \load, \width, \count, \window, \pld, \kind
        .set    at, at - 8 * \width
        octet   \store, \width, \count, \window, 0, \kind, \wa
        advance SRC, \window
        advance DST, \window
        .endr
        endblock \pld, \block
        endpasses
        close   \name
.endm

/* The variants of a family, named as kernels.def expects them. `args` go to the body. */
.macro  writes  body, name, args:vararg
        \body   \name, \args
        .irp    line, 64, 128, 256
        \body   \name\()_wa\line, \args, wa=\line
        .endr
.endm

/* Prefetch for store: a kernel per line size, and none without. */
.macro  line_writes body, name, args:vararg
        .irp    line, 64, 128, 256
        \body   \name\()_\line, \args, pld=\line
        .endr
.endm

.macro  reads   body, name, args:vararg
        \body   \name, \args
        .irp    kind, PREFETCHES
        .irp    line, 64, 128, 256
        \body   \name\()_\kind\line, \args, pld=\line, kind=\kind
        .endr
        .endr
.endm

.macro  copies  body, name, args:vararg
        reads   \body, \name, \args
        .irp    line, 64, 128, 256
        \body   \name\()_wa\line, \args, wa=\line
        .endr
        .irp    kind, PREFETCHES
        .irp    line, 64, 128, 256
        touched \body, \name, \line, \kind, \args
        .endr
        .endr
.endm

/* Both; a macro of its own, where names can be put together. */
.macro  touched body, name, line, kind, args:vararg
        \body   \name\()_wa\line\()_\kind\line, \args, pld=\line, kind=\kind, wa=\line
.endm
