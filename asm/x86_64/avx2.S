/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the 32-byte registers; called only where the processor has AVX2 and the
 * system saves these registers. Cores that are slow to change between SSE and AVX code, or that
 * save less while the upper halves are clear, want them cleared at the end.
 */
#define LEAVE vzeroupper
#include "asm.h"

.macro  load_a  num
        vmovaps at(SRC), %ymm\num
.endm

.macro  store_a num
        vmovaps %ymm\num, at(DST)
.endm

.macro  store_ant num
        vmovntps %ymm\num, at(DST)
.endm

        writes  write, write_avx2, load_a, store_a, 32, 2048
        write   write_avx2nt, load_a, store_ant, 32, 2048, sfence
        reads   read, read_avx2, load_a, 32, 2048
        copies  copy, copy_a, load_a, store_a, 32, 2048
        reads   copy, copy_ant, load_a, store_ant, 32, 2048, sfence
