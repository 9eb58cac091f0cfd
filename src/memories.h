/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_MEMORIES_H
#define MEMSPEED_MEMORIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kind.h"
#include "layout.h"
#include "os_device.h"

/* One of the memories that the classic tables are measured in. */
struct memory {
    struct kind kind;
    bool asked;    /* for tables over it: copies need ordinary memory also where it is not */
    char why[WHY]; /* it can't be had; "" if it can */
    /* What follows is of those that are not ordinary. */
    struct os_device device;
    bool writable;
    size_t bytes;            /* of each of a thread's two buffers */
    size_t part_bytes;       /* of a thread's part of the device's memory, buffers and slack */
    uint32_t *volatile kept; /* what was in it, to be put back; NULL if nothing */
};

/* Ordinary memory is the first of them, whether it is asked for or not. */
struct memories {
    struct memory list[KINDS];
    size_t count;
};

/* Which are wanted: `count` kinds, ordinary memory alone if it is 0. */
void memories_choose(struct memories *memories, const struct kind *kinds, size_t count);

/* How they are to be. `bytes` for each of a thread's two buffers, if there is so much. */
struct memories_want {
    const struct layout *layout;
    size_t threads;
    size_t bytes;
    bool overwrite; /* what physical memory holds is of no use to anyone */
    uint64_t seed;
    const char *root;
};

/*
 * Maps those that devices give, keeps what they hold where others see it, and fills them;
 * chooses a pool for KIND_HUGE without a size. What can't be had says why. From then on, until
 * they are closed, signals that end the process put back what was kept: one set of memories is
 * open at a time. -1 with errno EINTR if a signal was noted meanwhile, or ENOMEM. To be closed
 * also then, which puts back what was kept.
 */
int memories_open(struct memories *memories, const struct memories_want *want);
void memories_close(struct memories *memories);

/* One that can be had and is asked for, or NULL. */
const struct memory *memories_any(const struct memories *memories);

#endif
