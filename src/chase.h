/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CHASE_H
#define MEMSPEED_CHASE_H

#include <stddef.h>

#include "random.h"

/*
 * Pointer chases: the latency of memory is the time of a load whose address is what the load
 * before has brought. A chain is a circle of nodes, each a pointer to the next; several places
 * on it can be followed at once, which tells how many misses a processor has under way.
 */

enum {
    CHASE_MOST = 16,    /* chains at once */
    CHASE_STEPS = 64,   /* a multiple of what every kernel does in one iteration */
    CHASE_VISITORS = 8, /* of every instruction set's kernels */
};

/* Where the chains stand. The assembly reads and writes the first as many as it is for. */
struct chase {
    void *at[CHASE_MOST];
};

/*
 * Moves each of its chains `steps` nodes on, by one load each, one chain after the other: p =
 * *p. `steps` is a positive multiple of CHASE_STEPS. The ends are kept in `chase`, from which
 * the next call can go on.
 */
typedef void chase_fn(struct chase *chase, size_t steps);

/*
 * The kernel of this instruction set for so many chains, or NULL. There are, by the registers:
 *
 *   arm      1-8, 10, 12
 *   x86_64   1-8, 10, 12, 14
 *   aarch64  1-8, 10, 12, 14, 16
 *   generic  as aarch64; many chains take turns in fewer registers, see asm/generic/chase.c
 */
chase_fn *chase_find(size_t chains);

/*
 * In what order a chain visits its nodes.
 *
 *   CHASE_STRIDE   of addresses; what prefetchers expect, and lmbench's lat_mem_rd reports
 *   CHASE_WINDOW   at random within a window of memory until all of it is done, then in the
 *                  next window, chosen at random. A TLB that holds a window's pages misses once
 *                  per page and visit. Lines that are fetched in pairs, or by a prefetcher of
 *                  the window's size, arrive early: multiples of two lines as stride avoid the
 *                  first. N chains walk in N windows, whose pages must fit together.
 *   CHASE_RANDOM   at random through all
 */
enum chase_order { CHASE_STRIDE, CHASE_WINDOW, CHASE_RANDOM };

/*
 * Where a chain is laid: a node in every whole `stride` of the `bytes` at `base`; what is less
 * than a stride, at the end, has none. All sizes are bytes, and but for `bytes` multiples of
 * the size of a pointer, to which `base` is aligned.
 *
 *   shift    how much further into its stride every node lies than the one before it, modulo
 *            the stride, than which it is less. 0 puts nodes at the beginnings. Where a stride
 *            is a page, such nodes would share few sets of a cache; the line as shift spreads
 *            them over all.
 *   window   for CHASE_WINDOW: rounded down to strides, of which it holds at least one
 */
struct chain {
    void *base;
    size_t bytes;
    size_t stride;
    size_t shift;
    size_t window;
    enum chase_order order;
};

/* How many nodes a chain has; 0 if the memory is less than a stride, or the stride is 0. */
size_t chain_nodes(const struct chain *chain);

/* The address of a node, by its place in memory, from 0. */
void *chain_node(const struct chain *chain, size_t index);

/*
 * Writes the chain: one circle through all nodes, so that from any of them chain_nodes() steps
 * visit each once. Needs no other memory. In random orders every node is put behind a random
 * one of those before it in memory, which makes every circle as likely. A window is put behind
 * a random one of those before; it is entered at its first node and left from its second one,
 * so that both are known, and what is between comes in any order. The time is linear; of
 * CHASE_RANDOM, a miss or two per node, that do not wait for each other.
 *
 * Returns 0, or -1 with errno EINVAL where there is no node or sizes are not as above.
 */
int chain_write(const struct chain *chain, struct random *random);

/*
 * Writes a chain of which the first `from` nodes are a circle already, as this function has
 * left them for fewer bytes, and the rest equal. So a chain can grow from set to set.
 */
int chain_extend(const struct chain *chain, size_t from, struct random *random);

/*
 * Finds CHASE_MOST places on a written circle, the first at node 0, the others in steps of one
 * part in CHASE_MOST of it. N chains that begin at chase_place(0, N) to chase_place(N - 1, N)
 * of them are from 56 to 100 % of a Nth of the circle apart: each of them walks all nodes, as a
 * chain alone would, and comes to no line before the chains together have visited 56 % of all
 * others since it was visited last. (Circles of their own would be shorter, and each number of
 * chains would need its own.) Walks the circle once. A single chain does without:
 * it may begin at any chain_node().
 *
 * What has just been visited is in a cache: later runs should go on where earlier ones ended,
 * not begin at the same places.
 *
 * Returns 0, or -1 with errno EINVAL where there are fewer nodes than places.
 */
int chain_start(const struct chain *chain, struct chase *places);

/*
 * Visits all nodes, several at once, which takes a fraction of the time of a walk and leaves in
 * caches about what that would leave. `chase` is of CHASE_VISITORS places: as far apart as
 * chain_start() has them, or, for CHASE_WINDOW, the first is any node. It may be from when the
 * chain was shorter, and of some thousand nodes: parts of a circle grow alike. The walk can go
 * on from any of the places that are left there (CHASE_WINDOW: from the first): what follows
 * was visited longest ago.
 */
void chain_visit(const struct chain *chain, struct chase *chase);

/* Where chain `i` of `chains` begins; i < chains <= CHASE_MOST. */
size_t chase_place(size_t i, size_t chains);

#endif
