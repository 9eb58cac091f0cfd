/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the 64-byte registers, a line per access; called only where the processor has
 * AVX512F and the system saves these registers. The clock of some Intel cores falls while these
 * registers are in use: a figure in MB/s includes that. A block is 32 accesses and no more, so
 * that hot blocks of any multiple of 2 KiB work: the loop's control is 3 of 35 instructions, in
 * slots that are idle while two loads or one store a cycle are the limit.
 */
#define LEAVE vzeroupper
#include "asm.h"

.macro  load_z  num
        vmovaps at(SRC), %zmm\num
.endm

.macro  store_z num
        vmovaps %zmm\num, at(DST)
.endm

.macro  store_znt num
        vmovntps %zmm\num, at(DST)
.endm

        writes  write, write_avx512, load_z, store_z, 64, 2048
        write   write_avx512nt, load_z, store_znt, 64, 2048, sfence
        reads   read, read_avx512, load_z, 64, 2048
        copies  copy, copy_z, load_z, store_z, 64, 2048
        reads   copy, copy_znt, load_z, store_znt, 64, 2048, sfence
