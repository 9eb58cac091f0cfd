/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_ISA_H
#define MEMSPEED_ISA_H

/* 32-bit ARM, ARMv4 to ARMv8 in AArch32 state. */

#define ISA_NAME "arm"

/* The line sizes that this instruction set's cores have; a kernel is made for each. */
#define ISA_LINES(variant, ...)                                                                \
    variant(16, __VA_ARGS__) variant(32, __VA_ARGS__) variant(64, __VA_ARGS__)

/* The kinds of prefetch for reading: part of symbols, enum prefetch, instruction. */
#define ISA_PREFETCHES(variant, ...) variant(pld, PREFETCH_L1, "PLD", __VA_ARGS__)

/* What is assumed where the system tells nothing: the least that these cores have. */
#define ISA_DEFAULT_LINE 32
#define ISA_DEFAULT_L1D 16384
#define ISA_DEFAULT_L1D_WAYS 4
#define ISA_DEFAULT_LLC (4 << 20)

/* Bits of struct kernel.needs. */
#define NEED_V5TE 0x1u /* LDRD, STRD, PLD */
#define NEED_VFP 0x2u  /* D0-D15 */
#define NEED_NEON 0x4u

/* Where cpu_features() has them from, as users are told. */
#define ISA_FEATURES_SOURCE "AT_HWCAP"

/* What every kernel with prefetch needs besides. */
#define ISA_NEEDS_PREFETCH NEED_V5TE /* PLD */

#endif
