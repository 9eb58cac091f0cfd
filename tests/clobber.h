/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CLOBBER_H
#define MEMSPEED_CLOBBER_H

#include "kernel.h"

/*
 * Calls `run` with known values in all registers that it must preserve, puts right what it left
 * wrong, and returns a bit per register that changed (0: none). `vfp` is 0 where the processor
 * may lack floating-point registers; they are not looked at then. Not reentrant.
 *
 *   arm      bits 4-11 r4-r11, 13 sp, 16-23 d8-d15, 24 the control bits of FPSCR
 *   aarch64  bits 19-29 x19-x29, 31 sp, 40-47 d8-d15, 48 FPCR
 *   x86_64   bits 0 rbx, 1 rbp, 2-5 r12-r15, 6 rsp, 7 the control bits of MXCSR,
 *            8 x87 control word, 9 x87 registers in use, 10 direction flag
 *   generic  only calls
 */
uint64_t clobber_call(kernel_fn *run, const struct pass *pass, unsigned vfp);

/* What this instruction set's clobber_call looks at. */
enum {
    CLOBBER_GENERAL = 1,
    CLOBBER_STACK = 2,
    CLOBBER_FLOAT = 4,   /* needs vfp */
    CLOBBER_CONTROL = 8, /* needs vfp */
};
extern const uint32_t clobber_covers;

#endif
