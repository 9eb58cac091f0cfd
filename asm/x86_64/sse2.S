/* SPDX-License-Identifier: MIT */
/* Kernels through the 16-byte registers; every x86-64 core. */
#include "asm.h"

.macro  load_s  num
        movaps  at(SRC), %xmm\num
.endm

.macro  store_s num
        movaps  %xmm\num, at(DST)
.endm

.macro  store_snt num
        movntps %xmm\num, at(DST)
.endm

        writes  write, write_sse2, load_s, store_s, 16, 2048
        write   write_sse2nt, load_s, store_snt, 16, 2048, sfence
        reads   read, read_sse2, load_s, 16, 2048
        copies  copy, copy_s, load_s, store_s, 16, 2048
        reads   copy, copy_snt, load_s, store_snt, 16, 2048, sfence
