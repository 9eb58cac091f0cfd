/* SPDX-License-Identifier: MIT */
#include "random.h"

void random_seed(struct random *random, uint64_t seed)
{
    /* The step of splitmix64 spreads small seeds; the state must not be 0. */
    seed += 0x9e3779b97f4a7c15u;
    seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
    seed ^= seed >> 31;
    random->state = seed ? seed : 1;
}

uint64_t random_next(struct random *random)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * 0x2545f4914f6cdd1du;
}

uint64_t random_below(struct random *random, uint64_t n)
{
    return (random_next(random) >> 11) % n;
}

void random_shuffle(struct random *random, size_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)random_below(random, i);
        const size_t item = items[i - 1];

        items[i - 1] = items[j];
        items[j] = item;
    }
}
