/* SPDX-License-Identifier: MIT */
/* How latencies are measured. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "latency.h"
#include "os.h"
#include "pages_backing.h"
#include "results.h"
#include "warm.h"

enum {
    STEPS_MOST = 1 << 24,   /* loads that take more than 10 ms even from an L1 cache */
    TWICE_BYTES = 1 << 20,  /* smaller sets are walked twice: caches that replace at random */
    PLACED_NODES = 1 << 14, /* parts of longer chains grow alike, within some percent */
    SETTLE_NODES = 1 << 16, /* that are followed after the reading that evicts */
    LEAD_NODES = 1 << 11,   /* that precede a measurement of those */
};

/* Less than this share of huge pages is not what was asked for. */
#define BACKED 0.9

/* Whether the kernel gave huge pages, where it may give others; if not, says so in `why`. */
static void check_backing(struct latency_memory *m, const char *root)
{
    struct backing backing;
    char text[WHY / 2];

    if (m->kind.how != PAGES_THP || pages_backing(&m->mapping, root, &backing) < 0)
        return;
    if (backing.count > 0 && backing.parts[0].page_bytes > os_page_bytes() &&
        (double)backing.parts[0].bytes >= BACKED * (double)backing.bytes)
        return;
    snprintf(m->why, sizeof m->why, "the system gave pages of %s",
             backing_text(&backing, text, sizeof text));
}

void latency_open(void *arg, const struct results *results)
{
    struct latency *l = arg;
    char why[WHY];

    l->timer = &results->timer;
    random_seed(&l->random, results->seed);
    for (size_t i = 0; i < l->memory_count; i++) {
        struct latency_memory *m = &l->memories[i];

        m->why[0] = '\0';
        if (pages_map(&m->mapping, l->most_bytes, m->kind, l->root, m->why) == 0)
            check_backing(m, l->root);
    }
    /* Without it the largest sets keep what laying them left in the cache. */
    if (pages_map(&l->evict, l->evict_bytes, (struct page_kind){PAGES_BASE, os_page_bytes()},
                  l->root, why) < 0)
        l->evict = (struct mapping){0};
}

void latency_close(void *arg)
{
    struct latency *l = arg;

    for (size_t i = 0; i < l->memory_count; i++)
        pages_unmap(&l->memories[i].mapping);
    pages_unmap(&l->evict);
}

/* A chase, as the timer's work. */
struct walk {
    struct chase chase;
    chase_fn *run;
};

static void run_walk(void *arg, uint64_t ops)
{
    struct walk *walk = arg;

    walk->run(&walk->chase, (size_t)ops * CHASE_STEPS);
}

/* Lays the chain, or what it has more than the point before; 0, or -1 if it is none. */
static int lay(struct latency *l, const struct latency_point *point, const struct chain *chain)
{
    struct latency_memory *m = &l->memories[point->memory];

    if (point->first)
        m->laid = 0;
    if (chain_extend(chain, m->laid, &l->random) < 0)
        return -1;
    /* From some thousand nodes on places stay as far apart as they are. */
    if (chain->order == CHASE_RANDOM && m->laid < PLACED_NODES)
        m->placed = chain_start(chain, &m->places) == 0;
    m->laid = chain_nodes(chain);
    return 0;
}

/* Walks the chain on, by whole calls of its kernel. */
static void walk_on(struct walk *walk, size_t nodes)
{
    run_walk(walk, nodes / CHASE_STEPS + 1);
}

/*
 * Visits the whole chain, so that the caches hold of it what they do in the long run, and
 * leaves `walk` at what was visited longest ago: anywhere else it would begin with hits.
 */
static void visit(struct latency *l, const struct latency_point *point,
                  const struct chain *chain, struct walk *walk)
{
    struct latency_memory *m = &l->memories[point->memory];
    const size_t nodes = chain_nodes(chain);

    walk->chase.at[0] = chain_node(chain, (size_t)random_below(&l->random, nodes));
    if (chain->order == CHASE_STRIDE || nodes <= PLACED_NODES) {
        walk_on(walk, nodes * (chain->bytes <= TWICE_BYTES ? 2 : 1));
        return;
    }
    if (chain->order == CHASE_RANDOM)
        for (size_t i = 0; i < CHASE_VISITORS; i++)
            walk->chase.at[i] = m->places.at[chase_place(i, CHASE_VISITORS)];
    chain_visit(chain, &walk->chase);
}

/*
 * Removes what laying the chain left in the caches, and begins anywhere. Reading line after
 * line teaches prefetchers to go far ahead, which they keep up for milliseconds of loads in no
 * order, and leaves none of the page tables in the caches: the chain is followed for so long
 * that both are as in the long run. (Several chains at once would be sooner through, but leave
 * more of the tables there than one chain finds, where neighbours share the cache.)
 */
static void evict(struct latency *l, const struct chain *chain, struct walk *walk)
{
    const size_t nodes = chain_nodes(chain);

    if (l->evict.base)
        warm(l->evict.base, l->evict.bytes, 1);
    walk->chase.at[0] = chain_node(chain, (size_t)random_below(&l->random, nodes));
    if (chain->order != CHASE_STRIDE)
        walk_on(walk, SETTLE_NODES);
}

/*
 * Sees to it that the caches hold what they should, and that prefetchers, which learn from what
 * they have just seen, have seen this chain.
 */
static void settle(struct latency *l, const struct latency_point *point,
                   const struct chain *chain, struct walk *walk)
{
    if (chain->bytes <= 2 * l->evict_bytes)
        visit(l, point, chain, walk);
    else
        evict(l, chain, walk);
    if (chain_nodes(chain) > PLACED_NODES)
        walk_on(walk, LEAD_NODES);
}

/* Many chains go on where the last measurement left them; -1 if there is not room for them. */
static int take_places(const struct latency *l, const struct latency_point *point,
                       struct walk *walk)
{
    const struct latency_memory *m = &l->memories[point->memory];

    if (!m->placed)
        return -1;
    for (size_t i = 0; i < point->chains; i++)
        walk->chase.at[i] = m->places.at[chase_place(i, point->chains)];
    return 0;
}

static void keep_places(struct latency *l, const struct latency_point *point,
                        const struct walk *walk)
{
    struct latency_memory *m = &l->memories[point->memory];

    for (size_t i = 0; i < point->chains; i++)
        m->places.at[chase_place(i, point->chains)] = walk->chase.at[i];
}

/* Times `walk`; a sample without time is lost. */
static void time_walk(struct latency *l, struct latency_point *point, struct walk *walk,
                      uint64_t least_ns, struct sample *sample)
{
    const struct work work = {run_walk, NULL, walk, STEPS_MOST / CHASE_STEPS};
    struct batch batch;

    if (timer_again(l->timer, &work, least_ns, &point->rate, &batch) == 0)
        *sample = (struct sample){batch.ops * CHASE_STEPS, (double)batch.ns};
}

const char *latency_sample(void *arg, const struct probe *probe, uint64_t least_ns,
                           struct sample *sample)
{
    struct latency *l = arg;
    struct latency_point *point = &l->points[probe->index];
    const struct latency_memory *m = &l->memories[point->memory];
    struct chain chain = point->chain;
    struct walk walk = {.run = chase_find(1)};

    if (m->why[0])
        return m->why;
    chain.base = m->mapping.base;
    if (lay(l, point, &chain) < 0)
        return "the set is smaller than a line";
    settle(l, point, &chain, &walk);
    walk.run = chase_find(point->chains);
    if (point->curve == LATENCY_CHAINS && take_places(l, point, &walk) < 0)
        return "the set is too small for so many chains";
    time_walk(l, point, &walk, least_ns, sample);
    if (point->curve == LATENCY_CHAINS)
        keep_places(l, point, &walk);
    return NULL;
}
