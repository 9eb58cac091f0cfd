/* SPDX-License-Identifier: MIT */
/*
 * What the ARM kernels share: their frame, their two loops, prefetch and touch, and the families
 * of variants. All code is in ARM state, so that a kernel's encoding is the same in every build.
 *
 * struct pass arrives in r0 and stays on the stack; its members are dst 0, src 4, bytes 8,
 * passes 12, dist 16. r4-r11 carry data, r12 and r3 take touched words.
 */
        .syntax unified
        .arm

DST     .req    r0
SRC     .req    r1
BYTES   .req    r2
AHEAD   .req    r3                      @ SRC + dist, advanced once per block
PASSES  .req    lr

        .cfi_sections .debug_frame
        .section .note.GNU-stack, "", %progbits
        .text

@ Opens a function, and ends it.
.macro  open    name
        .globl  ms_\name
        .hidden ms_\name
        .type   ms_\name, %function
        .balign 64
ms_\name:
        .cfi_startproc
.endm

.macro  close   name
        ret
        .cfi_endproc
        .size   ms_\name, . - ms_\name
.endm

@ Opens a kernel; r12 then holds src. high=1 also saves d8-d15.
.macro  kernel name, high=0
        open    \name
        .if     \high
        vpush   {d8-d15}
        .cfi_adjust_cfa_offset 64
        .endif
        stmfd   sp!, {r0, r4-r11, lr}
        .cfi_adjust_cfa_offset 40
        .cfi_rel_offset r4, 4
        .cfi_rel_offset r5, 8
        .cfi_rel_offset r6, 12
        .cfi_rel_offset r7, 16
        .cfi_rel_offset r8, 20
        .cfi_rel_offset r9, 24
        .cfi_rel_offset r10, 28
        .cfi_rel_offset r11, 32
        .cfi_rel_offset lr, 36
        ldr     PASSES, [r0, #12]
        ldr     r12, [r0, #4]
.endm

@ Begins a pass: the pointers and the count anew.
.macro  passes  pld=0
0:      ldr     DST, [sp]
        .if     \pld
        ldr     AHEAD, [DST, #16]
        .endif
        ldmia   DST, {DST, SRC, BYTES}
        .if     \pld
        add     AHEAD, SRC, AHEAD
        .endif
        .balign 16
.endm

@ Closes the loop over passes and the function.
.macro  endkernel name, high=0
        subs    PASSES, PASSES, #1
        bne     0b
        ldmfd   sp!, {r0, r4-r11, lr}
        .cfi_adjust_cfa_offset -40
        .irp    reg, r4, r5, r6, r7, r8, r9, r10, r11, lr
        .cfi_restore \reg
        .endr
        .if     \high
        vpop    {d8-d15}
        .cfi_adjust_cfa_offset -64
        .endif
        close   \name
.endm

@ ARMv4 has no bx; from ARMv5 on, and on ARMv4T, bx also returns to Thumb callers.
.macro  ret
#if __ARM_ARCH >= 5 || defined(__ARM_ARCH_4T__)
        bx      lr
#else
        mov     pc, lr
#endif
.endm

@ What follows is used in a block; .Lat is the position in it.

@ Prefetches the lines that begin in the next `step` bytes.
.macro  prefetch pld, step
        .if     \pld
        .irp    in, 0, 16, 32, 48
        .if     \in < \step && (.Lat + \in) % \pld == 0
        pld     [AHEAD, #(.Lat + \in)]
        .endif
        .endr
        .endif
.endm

@ Loads a word of each line that begins in the next `step` bytes, which are at DST + `base`: to
@ r12 and r3 in turn, where r3 is free, since a core that issues in order may let a load wait for
@ one before to the same register.
.macro  touch   wa, step, base, pld=0
        .if     \wa
        .irp    in, 0, 16, 32, 48, 64, 80, 96, 112
        .if     \in < \step && (.Lat + \in) % \wa == 0
        .if     \pld || (.Lat + \in) / \wa % 2
        ldr     r12, [DST, #(\base + \in)]
        .else
        ldr     r3, [DST, #(\base + \in)]
        .endif
        .endif
        .endr
        .endif
.endm

@ The bodies. `load` and `store` are macros that move the next `step` bytes, `pattern` one that
@ loads from r12 what a write stores. `base` is where DST is when `step` bytes begin: 0 for
@ instructions that write it back.
.macro  write   name, pattern, store, step, block, base, high=0, wa=0
        kernel  \name, \high
        \pattern
        passes
1:      subs    BYTES, BYTES, #\block
        .set    .Lat, 0
        .set    .Lblock, \block
        .rept   \block / \step
        touch   \wa, \step, \base
        \store
        .set    .Lat, .Lat + \step
        .endr
        bne     1b
        endkernel \name, \high
.endm

.macro  read    name, load, step, block, pld=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    .Lat, 0
        .set    .Lblock, \block
        .rept   \block / \step
        prefetch \pld, \step
        \load
        .set    .Lat, .Lat + \step
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

.macro  copy    name, load, store, step, block, base, pld=0, wa=0
        kernel  \name
        passes  \pld
1:      subs    BYTES, BYTES, #\block
        .set    .Lat, 0
        .set    .Lblock, \block
        .rept   \block / \step
        prefetch \pld, \step
        touch   \wa, \step, \base, \pld
        \load
        \store
        .set    .Lat, .Lat + \step
        .endr
        endblock \pld, \block
        bne     1b
        endkernel \name
.endm

@ AHEAD follows once per block.
.macro  endblock pld, block
        .if     \pld
        add     AHEAD, AHEAD, #\block
        .endif
.endm

@ The variants of a family, named as kernels.def expects them; `args` go to the body.
.macro  writes  name, args:vararg
        write   \name, \args
        .irp    line, 16, 32, 64
        write   \name\()_wa\line, \args, wa=\line
        .endr
.endm

.macro  reads   name, args:vararg
        read    \name, \args
        .irp    line, 16, 32, 64
        read    \name\()_pld\line, \args, pld=\line
        .endr
.endm

.macro  copies  name, args:vararg
        copy    \name, \args
        .irp    line, 16, 32, 64
        copy    \name\()_pld\line, \args, pld=\line
        .endr
        touching \name, 16, \args
        touching \name, 32, \args
        touching \name, 64, \args
.endm

.macro  touching name, line, args:vararg
        copy    \name\()_wa\line, \args, wa=\line
        copy    \name\()_wa\line\()_pld\line, \args, wa=\line, pld=\line
.endm
