/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the 64-byte registers, a line per access; called only where the processor has
 * AVX512F and the system saves these registers. The clock of some Intel cores falls while these
 * registers are in use: a figure in MB/s includes that. A block is just 32 accesses, so that
 * hot blocks of any multiple of 2 KiB work, and 3 instructions of control to each would be
 * 9 %: an iteration is two blocks. (An index that counts would do with one: 32-byte loads liked
 * it on Zen 4, but 64-byte loads fell from 58 to 57 bytes a cycle, beside prefetches from 53
 * to 48.)
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

        writes  write, write_avx512, load_z, store_z, 64, 4096
        write   write_avx512nt, load_z, store_znt, 64, 4096, sfence
        reads   read, read_avx512, load_z, 64, 4096
        copies  copy, copy_z, load_z, store_z, 64, 4096
        reads   copy, copy_znt, load_z, store_znt, 64, 4096, sfence
