/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_ISA_H
#define MEMSPEED_ISA_H

#include <stdint.h>

/* 64-bit ARM with 64-bit pointers, ARMv8-A and later. */

#define ISA_NAME "aarch64"

/* The line sizes that this instruction set's cores have; a kernel is made for each. */
#define ISA_LINES(variant, ...)                                                                \
    variant(64, __VA_ARGS__) variant(128, __VA_ARGS__) variant(256, __VA_ARGS__)

/* The kinds of prefetch for reading: part of symbols, enum prefetch, instruction. */
#define ISA_PREFETCHES(variant, ...)                                                           \
    variant(pld, PREFETCH_L1, "PLDL1KEEP", __VA_ARGS__)                                        \
        variant(pldstrm, PREFETCH_STREAM, "PLDL1STRM", __VA_ARGS__)                            \
            variant(pldl2, PREFETCH_L2, "PLDL2KEEP", __VA_ARGS__)

/* What is assumed where the system tells nothing: common among these cores. */
#define ISA_DEFAULT_LINE 64
#define ISA_DEFAULT_L1D 32768
#define ISA_DEFAULT_L1D_WAYS 4
#define ISA_DEFAULT_LLC (8 << 20)

/* Bits of struct kernel.needs; the floating-point and vector registers are everywhere. */
#define NEED_SVE 0x1u   /* scalable vectors, of any length */
#define NEED_DCZVA 0x2u /* DC ZVA: permitted, in blocks of a size that the kernel knows */

/* What a value of DCZID_EL0 means: NEED_DCZVA, or 0 where DC ZVA is not to be used. */
uint32_t cpu_zva(uint64_t dczid);

/* Where cpu_features() has them from, as users are told. */
#define ISA_FEATURES_SOURCE "AT_HWCAP, DCZID_EL0"

/* What every kernel with prefetch needs besides. */
#define ISA_NEEDS_PREFETCH 0

#endif
