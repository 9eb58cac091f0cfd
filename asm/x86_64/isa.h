/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_ISA_H
#define MEMSPEED_ISA_H

/* 64-bit x86 with 64-bit pointers, System V calling convention. */

#define ISA_NAME "x86_64"

/* The line sizes that this instruction set's cores have; a kernel is made for each. */
#define ISA_LINES(variant, ...) variant(64, __VA_ARGS__)

/* The kinds of prefetch for reading: part of symbols, enum prefetch, instruction. */
#define ISA_PREFETCHES(variant, ...) variant(pld, PREFETCH_L1, "PREFETCHT0", __VA_ARGS__)

/* What is assumed where the system tells nothing: common among these cores. */
#define ISA_DEFAULT_LINE 64
#define ISA_DEFAULT_L1D 32768
#define ISA_DEFAULT_L1D_WAYS 8
#define ISA_DEFAULT_LLC (32 << 20)

/* Bits of struct kernel.needs; SSE2 and the string instructions are everywhere. */
#define NEED_AVX2 0x1u   /* 32-byte registers, saved by the system */
#define NEED_AVX512 0x2u /* 64-byte registers (AVX512F), saved by the system */

/* Where cpu_features() has them from, as users are told. */
#define ISA_FEATURES_SOURCE "CPUID, XGETBV"

/* What every kernel with prefetch needs besides. */
#define ISA_NEEDS_PREFETCH 0

#endif
