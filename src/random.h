/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_RANDOM_H
#define MEMSPEED_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Marsaglia's xorshift64*: small, seeded, the same on every machine. */
struct random {
    uint64_t state;
};

/* Any seed is good. */
void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);

/* A number in [0, n); n > 0. */
uint64_t random_below(struct random *random, uint64_t n);

/* Fisher-Yates. */
void random_shuffle(struct random *random, size_t *items, size_t count);

#endif
