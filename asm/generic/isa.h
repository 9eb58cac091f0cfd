/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_ISA_H
#define MEMSPEED_ISA_H

/* Any machine that GCC or Clang compile for; no instruction is named. */

#define ISA_NAME "generic"

/* Line sizes from the smallest cores to s390x; a kernel is made for each. */
#define ISA_LINES(variant, ...)                                                                \
    variant(16, __VA_ARGS__) variant(32, __VA_ARGS__) variant(64, __VA_ARGS__)                 \
        variant(128, __VA_ARGS__) variant(256, __VA_ARGS__)

/* The kinds of prefetch for reading: part of symbols, enum prefetch, instruction. */
#define ISA_PREFETCHES(variant, ...)                                                           \
    variant(pld, PREFETCH_L1, "__builtin_prefetch", __VA_ARGS__)

/* What is assumed where the system tells nothing. */
#define ISA_DEFAULT_LINE 64
#define ISA_DEFAULT_L1D 32768
#define ISA_DEFAULT_L1D_WAYS 4
#define ISA_DEFAULT_LLC (8 << 20)

/* Where cpu_features() has them from, as users are told. */
#define ISA_FEATURES_SOURCE ""

/* What every kernel with prefetch needs besides. */
#define ISA_NEEDS_PREFETCH 0

#endif
