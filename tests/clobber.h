/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CLOBBER_H
#define MEMSPEED_CLOBBER_H

#include "isa.h"
#include "kernel.h"

/*
 * Calls `run` with known values in all registers that it must preserve, puts right what it left
 * wrong, and returns a bit per register that changed (0: none). `extra` is 0 where the
 * processor may lack the registers in brackets, of which nothing is looked at then. Not
 * reentrant.
 *
 *   arm      bits 4-11 r4-r11, 13 sp, [VFP:] 16-23 d8-d15, 24 the control bits of FPSCR
 *   aarch64  bits 18-29 x18-x29, 31 sp, 40-47 d8-d15, 48 FPCR
 *   x86_64   bits 0 rbx, 1 rbp, 2-5 r12-r15, 6 rsp, 7 the control bits of MXCSR,
 *            8 x87 control word, 9 x87 registers in use, 10 direction flag,
 *            [AVX:] 11 the upper halves of ymm0-ymm15, which are to be 0
 *   generic  only calls
 *
 * By the procedure call standards of Arm (AAPCS32, AAPCS64) and the System V ABI. Two are asked
 * for beyond these: x18, which some systems reserve, and the upper halves, with which SSE code
 * that follows is slow on many cores. SVE adds nothing: of z8-z15, too, the low 64 bits are
 * preserved, and neither predicates nor FFR, but for functions that take or return vectors.
 */
uint64_t clobber_call(kernel_fn *run, const struct pass *pass, unsigned extra);

/* The feature that comes with the registers in brackets, or with SVE's. */
#if defined NEED_VFP
#define NEED_EXTRA NEED_VFP
#elif defined NEED_AVX2
#define NEED_EXTRA NEED_AVX2
#elif defined NEED_SVE
#define NEED_EXTRA NEED_SVE
#else
#define NEED_EXTRA 0u
#endif

/* All bits that this instruction set's clobber_call can return. */
extern const uint64_t clobber_covers;

#endif
