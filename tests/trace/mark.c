/* SPDX-License-Identifier: MIT */
/*
 * Marks the timed parts of a run for cache_plugin.c. In the programs with marks, team.c and
 * lane.c are compiled to call what stands here in the place of lane_time() and timer_time().
 */
#include "mark.h"

#include <sys/prctl.h>

#include "lane.h"

int marked_lane_time(struct lane *lane, const struct cell *cell, uint64_t ops,
                     uint64_t least_ns, struct batch *batch);
int marked_timer_time(const struct timer *timer, const struct work *work, uint64_t ops,
                      uint64_t least_ns, struct batch *batch);

static void mark(enum mark what, unsigned long a, unsigned long b)
{
    prctl(PR_GET_DUMPABLE, (unsigned long)MARK, (unsigned long)what, a, b);
}

int marked_lane_time(struct lane *lane, const struct cell *cell, uint64_t ops,
                     uint64_t least_ns, struct batch *batch)
{
    const struct kernel *k = cell->kernel;

    const struct mapping *src = &lane->banks[0].buffers[0].mapping;
    const struct mapping *dst = &lane->banks[0].buffers[1].mapping;

    mark(MARK_SOURCE, (unsigned long)src->base, src->bytes);
    mark(MARK_TARGET, (unsigned long)dst->base, dst->bytes);
    mark(MARK_STATE, cell->hot, cell->pld);
    mark(MARK_OP, k->op, k->touch);
    mark(MARK_ACCESS, k->width, k->registers);
    return lane_time(lane, cell, ops, least_ns, batch);
}

/* Work that says when it is asked for as many operations as are to be timed. */
struct marked {
    const struct work *work;
    uint64_t ops;
    bool begun;
};

/* All runs are marked alike, so that what a mark accesses is in the cache when it counts. */
static void marked_run(void *arg, uint64_t ops)
{
    struct marked *marked = arg;

    marked->begun = marked->begun || ops == marked->ops;
    mark(marked->begun ? MARK_BEGIN : MARK_NONE, 0, 0);
    marked->work->run(marked->work->arg, ops);
}

static void marked_idle(void *arg)
{
    const struct marked *marked = arg;

    marked->work->idle(marked->work->arg);
}

int marked_timer_time(const struct timer *timer, const struct work *work, uint64_t ops,
                      uint64_t least_ns, struct batch *batch)
{
    struct marked marked = {.work = work, .ops = ops};
    struct work with_marks = *work;
    int status;

    with_marks.run = marked_run;
    with_marks.idle = work->idle ? marked_idle : NULL;
    with_marks.arg = &marked;
    status = timer_time(timer, &with_marks, ops, least_ns, batch);
    mark(MARK_END, 0, 0);
    return status;
}
