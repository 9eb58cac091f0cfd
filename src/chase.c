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

static size_t window_nodes(const struct chain *chain)
{
    return chain->window / chain->stride;
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

/* A window is entered at its first node and left from its second one, if it has two. */
static size_t exit_of(const struct chain *chain, size_t first, size_t nodes)
{
    return first + (nodes - first > 1 && window_nodes(chain) > 1);
}

/*
 * Behind which node of its window a node goes: a random one of those before it, but not the
 * exit, behind which the next window is.
 */
static size_t window_place(const struct chain *chain, size_t node, struct random *random)
{
    const size_t count = window_nodes(chain);
    const size_t place = node % count;
    size_t behind;

    /* A new window is as likely to come behind each of those before. */
    if (place == 0)
        return exit_of(chain, (size_t)random_below(random, node / count) * count, node);
    if (place == 1)
        return node - 1;
    behind = (size_t)random_below(random, place - 1);
    return node - place + behind + (behind > 0);
}

static void grow(const struct chain *chain, size_t from, struct random *random)
{
    const size_t nodes = chain_nodes(chain);

    for (size_t i = from; i < nodes; i++) {
        const size_t behind = chain->order == CHASE_WINDOW ? window_place(chain, i, random)
                                                           : (size_t)random_below(random, i);

        insert(chain, chain_node(chain, behind), i);
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
        grow(chain, from, random);
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

/* As many steps, rounded up to what kernels make. */
static size_t steps_of(size_t nodes)
{
    return (nodes / CHASE_STEPS + 1) * CHASE_STEPS;
}

/* Where in memory a node is, from 0. */
static size_t node_index(const struct chain *chain, const void *node)
{
    return ((size_t)((uintptr_t)node - (uintptr_t)chain->base)) / chain->stride;
}

/* Windows in the order of the circle, as many at once as there are chains. */
static void visit_windows(const struct chain *chain, struct chase *chase)
{
    const size_t nodes = chain_nodes(chain);
    const size_t count = window_nodes(chain);
    const size_t steps = steps_of(count);
    void *entry = chase->at[0];

    for (size_t done = 0; done < nodes; done += CHASE_VISITORS * count) {
        for (size_t i = 0; i < CHASE_VISITORS; i++) {
            const size_t first = node_index(chain, entry) / count * count;

            chase->at[i] = chain_node(chain, first);
            entry = *(void **)chain_node(chain, exit_of(chain, first, nodes));
        }
        chase_find(CHASE_VISITORS)(chase, steps);
    }
    chase->at[0] = entry;
}

void chain_visit(const struct chain *chain, struct chase *chase)
{
    /* What growth adds to the parts of a circle differs by some percent. */
    const size_t part = chain_nodes(chain) / CHASE_VISITORS;

    if (chain->order == CHASE_WINDOW)
        visit_windows(chain, chase);
    else
        chase_find(CHASE_VISITORS)(chase, steps_of(part + part / 16));
}

size_t chase_place(size_t i, size_t chains)
{
    return i * CHASE_MOST / chains;
}
