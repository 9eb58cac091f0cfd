/* SPDX-License-Identifier: MIT */
#include "chase.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#define CHASE(n) chase_fn ms_chase_##n;
#include "chase.def"
#undef CHASE

chase_fn *chase_find(size_t chains)
{
    switch (chains) {
#define CHASE(n)                                                                               \
    case n:                                                                                    \
        return ms_chase_##n;
#include "chase.def"
#undef CHASE
    default:
        return NULL;
    }
}

size_t chain_nodes(const struct chain *chain)
{
    return chain->stride == 0 ? 0 : chain->bytes / chain->stride;
}

void *chain_node(const struct chain *chain, size_t index)
{
    /* The product is less than `bytes`. Divisions take long where they are functions. */
    const size_t into = chain->shift == 0 ? 0 : index * chain->shift % chain->stride;

    return (unsigned char *)chain->base + index * chain->stride + into;
}

static bool is_sound(const struct chain *chain)
{
    const size_t sizes = chain->stride | chain->shift | (size_t)(uintptr_t)chain->base;

    return chain_nodes(chain) != 0 && chain->shift < chain->stride &&
           sizes % sizeof(void *) == 0 &&
           (chain->order != CHASE_WINDOW || chain->window >= chain->stride);
}

/* Puts a node into the circle, behind another one. */
static void insert(const struct chain *chain, void **behind, size_t node)
{
    void **const at = chain_node(chain, node);

    *at = *behind;
    *behind = at;
}

/* Whether a node lies in the window whose first node is `first`. */
static bool in_window(const struct chain *chain, const void *node, size_t first, size_t count)
{
    const uintptr_t begin = (uintptr_t)chain->base + first * chain->stride;

    return (uintptr_t)node - begin < count * chain->stride;
}

/*
 * The node of a window that is left for another one, found by walking the window. It is entered
 * at its first node, since others are only put behind those that are there.
 */
static void **exit_of(const struct chain *chain, size_t first, size_t count)
{
    void **at = chain_node(chain, first);

    for (size_t i = 1; i < count && in_window(chain, *at, first, count); i++)
        at = *at;
    return at;
}

/* Behind which node a new window begins: that by which a random one of those before is left. */
static void **window_before(const struct chain *chain, size_t window, size_t count,
                            struct random *random)
{
    return exit_of(chain, (size_t)random_below(random, window) * count, count);
}

/* Nodes of a window are `count`; only the last window's may be fewer. */
static void grow(const struct chain *chain, size_t from, size_t count, struct random *random)
{
    const size_t nodes = chain_nodes(chain);
    size_t window = from / count;
    size_t place = from % count;

    for (size_t i = from; i < nodes; i++) {
        if (place > 0)
            insert(chain, chain_node(chain, i - place + (size_t)random_below(random, place)),
                   i);
        else
            insert(chain, window_before(chain, window, count, random), i);
        if (++place == count) {
            place = 0;
            window++;
        }
    }
}

/* Each node points to the next, the last to the first. */
static void link(const struct chain *chain, size_t from)
{
    const size_t nodes = chain_nodes(chain);

    for (size_t i = from; i < nodes; i++)
        *(void **)chain_node(chain, i - 1) = chain_node(chain, i);
    *(void **)chain_node(chain, nodes - 1) = chain_node(chain, 0);
}

int chain_extend(const struct chain *chain, size_t from, struct random *random)
{
    const size_t nodes = chain_nodes(chain);
    const bool windows = chain->order == CHASE_WINDOW;

    if (!is_sound(chain)) {
        errno = EINVAL;
        return -1;
    }
    if (from >= nodes)
        return 0;
    if (from == 0) {
        *(void **)chain_node(chain, 0) = chain_node(chain, 0);
        from = 1;
    }
    if (chain->order == CHASE_STRIDE)
        link(chain, from);
    else
        grow(chain, from, windows ? chain->window / chain->stride : nodes, random);
    return 0;
}

int chain_write(const struct chain *chain, struct random *random)
{
    return chain_extend(chain, 0, random);
}

int chain_start(const struct chain *chain, struct chase *places)
{
    const size_t nodes = chain_nodes(chain);
    size_t walked = 0;
    void *at;

    if (nodes < CHASE_MOST) {
        errno = EINVAL;
        return -1;
    }
    at = chain_node(chain, 0);
    for (size_t i = 0; i < CHASE_MOST; i++) {
        const size_t place = nodes / CHASE_MOST * i + nodes % CHASE_MOST * i / CHASE_MOST;

        for (; walked < place; walked++)
            at = *(void **)at;
        places->at[i] = at;
    }
    return 0;
}

size_t chase_place(size_t i, size_t chains)
{
    return i * CHASE_MOST / chains;
}
