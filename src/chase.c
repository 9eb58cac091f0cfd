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

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
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

/* `count` nodes, the first and how many further the next one is. */
struct row {
    const struct chain *chain;
    size_t first;
    size_t apart;
    size_t count;
};

static void **row_node(const struct row *row, size_t index)
{
    return chain_node(row->chain, row->first + index * row->apart);
}

/*
 * Sattolo's algorithm, on what the nodes of a row point to. Of circles of one node each it
 * makes one; circles of many nodes, of which each has one in the row, it joins to one that goes
 * through each as it was, up to that node, and on in another.
 */
static void join(const struct row *row, struct random *random)
{
    for (size_t i = row->count; i > 1; i--) {
        void **const a = row_node(row, i - 1);
        void **const b = row_node(row, (size_t)random_below(random, i - 1));
        void *const next = *a;

        *a = *b;
        *b = next;
    }
}

/* Each node points to itself, or to the one `by` further, round the end. */
static void link(const struct chain *chain, size_t by)
{
    const size_t nodes = chain_nodes(chain);

    for (size_t i = 0; i < nodes; i++)
        *(void **)chain_node(chain, i) = chain_node(chain, (i + by) % nodes);
}

static void write_windows(const struct chain *chain, struct random *random)
{
    const size_t nodes = chain_nodes(chain);
    const size_t in_window = chain->window / chain->stride;
    const size_t windows = nodes / in_window + (nodes % in_window != 0);

    link(chain, 0);
    for (size_t i = 0; i < nodes; i += in_window)
        join(&(struct row){chain, i, 1, least(in_window, nodes - i)}, random);
    join(&(struct row){chain, 0, in_window, windows}, random);
}

int chain_write(const struct chain *chain, struct random *random)
{
    if (!is_sound(chain)) {
        errno = EINVAL;
        return -1;
    }
    switch (chain->order) {
    case CHASE_STRIDE:
        link(chain, 1);
        break;
    case CHASE_WINDOW:
        write_windows(chain, random);
        break;
    case CHASE_RANDOM:
        link(chain, 0);
        join(&(struct row){chain, 0, 1, chain_nodes(chain)}, random);
        break;
    }
    return 0;
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
