/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_UPDATES_H
#define MEMSPEED_UPDATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gups.h"
#include "pages.h"
#include "probe.h"
#include "results.h"

/*
 * The random updates as probes. A run is made in chunks, one in each round. Directly after it
 * was timed, each chunk is made once more by the other loop, untimed: updates undo themselves,
 * so the table is then as it was at first, unless one of the loops lost an update. At the end
 * all words are looked at. So checking costs as much as the run, but no time is left to chance
 * for it at the end, and a run that is stopped can be verified, too.
 *
 * After a signal what takes more than a second is not done any more, and the table is then not
 * verified.
 */
enum { UPDATES_PLAIN, UPDATES_AHEAD, UPDATES_LOOPS };

struct updates_loop {
    struct gups gups;
    double rate;     /* updates per nanosecond, as calibrated */
    uint64_t timed;  /* updates in samples, */
    uint64_t ns;     /* their time, */
    uint64_t cpu_ns; /* and the processor's */
};

struct updates_kind {
    struct page_kind kind;
    struct mapping mapping;
    char why[WHY];    /* there are no such pages; "" if there are */
    uint64_t fill_ns; /* what it took to fill the table */
    bool torn;        /* a signal came before a chunk was made once more */
    struct updates_loop loops[UPDATES_LOOPS];
};

struct updates {
    /* What is wanted: */
    struct updates_kind kinds[RESULTS_GUPS];
    size_t count;
    unsigned log2;    /* of the words of a table */
    uint64_t wanted;  /* updates of each loop */
    size_t rounds;    /* in which they are made, at most */
    uint64_t end_ns;  /* when the whole run is to end */
    uint64_t time_ns; /* of the run, for all that is done here */
    const char *root; /* as in os.h */
    /* How it goes: */
    const struct results *results;
    uint64_t budget_ns; /* for all chunks, */
    uint64_t spent_ns;  /* of which this was taken */
    uint64_t began_ns;  /* the first round */
    size_t planned;     /* rounds that have a chunk */
    uint64_t chunk;     /* of the round, and of all so far */
    uint64_t chunks;
    struct probe probes[RESULTS_GUPS * UPDATES_LOOPS];
    struct stage stage;
};

/* Sets probes and stage; what is wanted is set already. */
void updates_prepare(struct updates *updates);

#endif
