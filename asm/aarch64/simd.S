/* SPDX-License-Identifier: MIT */
/*
 * Kernels through the 16-byte vector registers: pairs, and four to an instruction, which moves
 * the pointer itself; every AArch64 core. A block of 2 KiB is 64 pairs or 32 fours, that is 128
 * registers, and 2 to 5 instructions of control: few cores move more than two registers a
 * cycle, and control is short of 5 % of their slots.
 *
 * There is no fence after the last STNP: it is a hint about caching, and ordered like STP.
 */
        .arch   armv8-a
#include "asm.h"

.macro  load_q  first, second
        ldp     q\first, q\second, [SRC, #off]
.endm

.macro  store_q first, second
        stp     q\first, q\second, [DST, #off]
.endm

.macro  load_nq first, second
        ldnp    q\first, q\second, [SRC, #off]
.endm

.macro  store_nq first, second
        stnp    q\first, q\second, [DST, #off]
.endm

.macro  load_v  first, second, third, fourth
        ld1     {v\first\().16b, v\second\().16b, v\third\().16b, v\fourth\().16b}, [SRC], #64
.endm

.macro  store_v first, second, third, fourth
        st1     {v\first\().16b, v\second\().16b, v\third\().16b, v\fourth\().16b}, [DST], #64
.endm

/* Eight registers from the pattern's four. */
.macro  pattern_q
        ldp     q0, q1, [SRC]
        ldp     q2, q3, [SRC, #32]
        ldp     q4, q5, [SRC]
        ldp     q6, q7, [SRC, #32]
.endm

.macro  pattern_v
        ld1     {v0.16b, v1.16b, v2.16b, v3.16b}, [SRC]
        ld1     {v4.16b, v5.16b, v6.16b, v7.16b}, [SRC]
.endm

        writes  write, write_stpq, pattern_q, store_q, 16, 2, 1024, 2048
        writes  write, write_st1, pattern_v, store_v, 16, 4, 0, 2048
        write   write_stnpq, pattern_q, store_nq, 16, 2, 1024, 2048
        line_writes write, write_pstl1, pattern_q, store_q, 16, 2, 1024, 2048

        reads   read, read_ldpq, load_q, 16, 2, 1024, 2048
        reads   read, read_ldnpq, load_nq, 16, 2, 1024, 2048
        reads   read, read_ld1, load_v, 16, 4, 0, 2048

        copies  copy, copy_q, load_q, store_q, 16, 2, 1024, 2048
        reads   copy, copy_nq, load_nq, store_nq, 16, 2, 1024, 2048
        copies  copy, copy_v1, load_v, store_v, 16, 4, 0, 2048
