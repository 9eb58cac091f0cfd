/* SPDX-License-Identifier: MIT */
/*
 * Pointer chases in C: one volatile load per chain and step, which the compiler must neither
 * merge, repeat nor drop. Chains are variables: where there are fewer registers than chains the
 * compiler keeps some on the stack, which costs such a chain a store and a load that hit per
 * step. That is nothing beside a miss, and some cycles of what hits itself: on such machines
 * figures of many chains are good for memory only.
 *
 * Without optimisation all chains are on the stack.
 */
#include "chase.h"

/* The names of all chains; where i < n is false nothing is left of a line. */
#define FIRST8(M, n) M(0, n) M(1, n) M(2, n) M(3, n) M(4, n) M(5, n) M(6, n) M(7, n)
#define NEXT4(M, n) M(8, n) M(9, n) M(10, n) M(11, n)
#define LAST4(M, n) M(12, n) M(13, n) M(14, n) M(15, n)
#define EACH16(M, n) FIRST8(M, n) NEXT4(M, n) LAST4(M, n)
#define BEGIN(i, n) void *p##i = (i) < (n) ? chase->at[i] : NULL;
#define STEP(i, n)                                                                             \
    if ((i) < (n))                                                                             \
        p##i = *(void *volatile *)p##i;
#define END(i, n)                                                                              \
    if ((i) < (n))                                                                             \
        chase->at[i] = p##i;

#define STEPS4(n) EACH16(STEP, n) EACH16(STEP, n) EACH16(STEP, n) EACH16(STEP, n)
#define STEPS16(n) STEPS4(n) STEPS4(n) STEPS4(n) STEPS4(n)

#define CHASE(n)                                                                               \
    chase_fn ms_chase_##n;                                                                     \
    __attribute__((noinline, aligned(64))) void ms_chase_##n(struct chase *chase,              \
                                                             size_t steps)                     \
    {                                                                                          \
        EACH16(BEGIN, n)                                                                       \
                                                                                               \
        for (size_t left = steps; left != 0;) {                                                \
            STEPS16(n)                                                                         \
            left -= 16;                                                                        \
            if ((n) < 4) {                                                                     \
                STEPS16(n)                                                                     \
                left -= 16;                                                                    \
            }                                                                                  \
            if ((n) < 2) {                                                                     \
                STEPS16(n)                                                                     \
                STEPS16(n)                                                                     \
                left -= 32;                                                                    \
            }                                                                                  \
        }                                                                                      \
        EACH16(END, n)                                                                         \
    }

#include "chase.def"
