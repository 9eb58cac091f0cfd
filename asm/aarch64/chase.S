/* SPDX-License-Identifier: MIT */
/*
 * Pointer chases: 1 to 16 chains at once, each through a register of its own; every AArch64
 * core. Each load waits for the one before in its chain and for nothing else, also where loads
 * issue in order: such a core stalls at the first load whose address is not there yet, when
 * those of the other chains are under way. Of an iteration 2 in 66 instructions or less are
 * control.
 *
 * void ms_chase_N(struct chase *chase, size_t steps): `at` is the first member. Nothing is
 * called, so that x16 and x17 are free, and nothing needs saving.
 */
        .arch   armv8-a
#include "asm.h"

#define CHASE   x0
#define STEPS   x1

/* `unroll` steps an iteration; `nums` are the numbers of the chains' registers. */
.macro  chase   chains, unroll, nums:vararg
        open    chase_\chains
        .set    at, 0
        .irp    num, \nums
        ldr     x\num, [CHASE, #at]
        .set    at, at + 8
        .endr
        .balign 64
1:      .rept   \unroll
        .irp    num, \nums
        ldr     x\num, [x\num]
        .endr
        .endr
        subs    STEPS, STEPS, #\unroll
        b.ne    1b
        .set    at, 0
        .irp    num, \nums
        str     x\num, [CHASE, #at]
        .set    at, at + 8
        .endr
        close   chase_\chains
.endm

        chase   1, 64, 2
        chase   2, 32, 2, 3
        chase   3, 32, 2, 3, 4
        chase   4, 16, 2, 3, 4, 5
        chase   5, 16, 2, 3, 4, 5, 6
        chase   6, 16, 2, 3, 4, 5, 6, 7
        chase   7, 16, 2, 3, 4, 5, 6, 7, 8
        chase   8, 16, 2, 3, 4, 5, 6, 7, 8, 9
        chase   10, 16, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
        chase   12, 16, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
        chase   14, 16, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        chase   16, 16, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
