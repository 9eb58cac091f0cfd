/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TEAM_H
#define MEMSPEED_TEAM_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "lane.h"
#include "plan.h"

/*
 * The threads that measure, a lane each. Member 0, the caller, leads: it gives orders, carries
 * them out itself together with the others, and goes on when all are done. Where no order comes
 * for long, since the leader does something alone, the others sleep: threads that run in the
 * same address space would make its mappings slower. A team of one has no other threads, and
 * runs the same code.
 */

enum order { ORDER_OPEN, ORDER_LEAD_IN, ORDER_CALIBRATE, ORDER_SAMPLE, ORDER_QUIT };

struct member_state {
    struct lane lane;
    double *rates;      /* operations per ns of each cell, 0 while unknown */
    struct batch batch; /* of the last sample */
    int status;         /* of the last order: 0, or an errno value (-1: the clock failed); a
                           calibration's EIO: the kernel's output is wrong */
};

struct team {
    const struct plan *plan;
    const struct layout *layout;
    const struct timer *timer;
    uint64_t seed;
    size_t count;
    struct member_state *members;
    enum order order;
    size_t cell;
    uint64_t amount; /* bytes of a lead-in; nanoseconds of a sample */
    atomic_size_t arrived;
    atomic_size_t phase;
    atomic_size_t running;
    struct os_bell *bell; /* wakes members that sleep until there is an order */
};

/* Allocates the members' state; -1 with errno. */
int team_init(struct team *team);
void team_free(struct team *team);

/* What members other than the leader run, until ORDER_QUIT. */
void team_follow(struct team *team, size_t index);

/*
 * Carries an order out on all members, the calling leader included, and waits for them. Returns
 * 0, or the first member's status that is not; EIO if that is any member's.
 */
int team_order(struct team *team, enum order order, size_t cell, uint64_t amount);

/*
 * The members' last batches together: the sum of their operations, in the time that this many
 * would take at the sum of their rates; and the share of the shortest batch in which all were
 * running.
 */
void team_total(const struct team *team, uint64_t *ops, double *ns, double *overlap);

#endif
