/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LATENCY_H
#define MEMSPEED_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chase.h"
#include "layout.h"
#include "machine.h"
#include "pages.h"
#include "probe.h"
#include "random.h"

/*
 * The latency suite: pointer chases over sets of growing size, in three orders and in pages of
 * each kind, and four small curves, from which caches, line, TLB and parallelism are read.
 */

enum { LATENCY_KINDS = 8, LATENCY_POINTS = 4096, LATENCY_STEPS = 4 };

/* Memory that chains are laid in. What it lacks is `why`, if not "". */
struct latency_memory {
    struct page_kind kind;
    char name[PAGES_NAME];
    struct mapping mapping;
    size_t laid;         /* nodes of the chain that is growing in it */
    struct chase places; /* on that, if it is CHASE_RANDOM, where many chains stand */
    bool placed;
    char why[WHY];
};

/* What a point stands for. */
enum latency_curve {
    LATENCY_SETS,   /* the size of the set */
    LATENCY_LINE,   /* the stride, over one set */
    LATENCY_PAGES,  /* the number of pages, of each one line */
    LATENCY_LINES,  /* as many lines, in few pages */
    LATENCY_MAIN,   /* the stride in the order of addresses, over the largest set */
    LATENCY_CHAINS, /* the number of chains at once, over the largest set */
};

struct latency_point {
    enum latency_curve curve;
    uint64_t x; /* bytes, pages, lines or chains */
    size_t memory;
    struct chain chain; /* without its base */
    size_t chains;
    bool first;  /* of its group: the chain is laid anew */
    size_t cell; /* of the plan, and of the results' series */
    double rate; /* steps of CHASE_STEPS loads per nanosecond; 0 while unknown */
};

struct latency {
    const struct machine *machine;
    const char *root;
    const struct timer *timer;
    struct latency_memory memories[LATENCY_KINDS];
    size_t memory_count;
    size_t ordinary; /* of these, the one of base pages; the first if there is none */
    struct latency_point *points;
    struct probe *probes; /* one for each point */
    size_t count;
    size_t most_bytes;  /* of a set */
    size_t cut_bytes;   /* by how much that is less than it was to be, for lack of time */
    unsigned steps;     /* sets an octave: LATENCY_STEPS, or fewer for lack of time */
    size_t evict_bytes; /* sets up to twice this are visited whole before they are measured;
                           before larger ones so much is read, of `evict` */
    struct mapping evict;
    struct random random;
    struct stage stage;
};

/* struct probe's and struct stage's: the first's argument is a struct latency, as theirs. */
const char *latency_sample(void *arg, const struct probe *probe, uint64_t least_ns,
                           struct sample *sample);
void latency_open(void *arg, const struct results *results);
void latency_finish(void *arg, struct results *results);
void latency_close(void *arg);

#endif
