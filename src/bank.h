/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_BANK_H
#define MEMSPEED_BANK_H

#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "layout.h"
#include "memories.h"

/* A way through memory, round and round, all in bytes. */
struct ring {
    size_t from;
    size_t bytes;
    size_t cursor;
};

/*
 * A memory as one thread has it: `bytes` to read at `src`, which is aligned to a page, and as
 * many to write at `dst`, LAYOUT_SKEW behind a page, both with slack around them that
 * prefetches and spans may reach into. Ordinary memory is mapped for it, of a device's it has a
 * part.
 */
struct bank {
    unsigned char *src;
    unsigned char *dst; /* aligned to KERNEL_ALIGN_MOST */
    size_t bytes;       /* 0: it can't be had, and why is in `why` */
    struct ring cold;   /* all of it */
    struct buffer buffers[2];
    char why[WHY];
};

/* What a bank takes around `bytes` of each buffer, on each side, a multiple of base pages. */
size_t bank_slack(const struct layout *layout);

/* A bank that is wanted, for thread `index`. A reader needs no destination. */
struct bank_want {
    const struct layout *layout;
    const struct memory *memory; /* NULL: ordinary memory in the layout's pages */
    size_t index;
    uint64_t seed;
    bool reader;
};

/*
 * Maps ordinary memory, and fills it with random words; of a device's memory takes the thread's
 * part. What can't be had leaves bytes 0 and why. -1 with errno and `why` where ordinary memory
 * fails, EINTR if a signal was noted meanwhile; nothing is left to be closed then.
 */
int bank_open(struct bank *bank, const struct bank_want *want);
void bank_close(struct bank *bank);

#endif
