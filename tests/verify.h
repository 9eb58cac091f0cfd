/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_VERIFY_H
#define MEMSPEED_VERIFY_H

#include "guard.h"
#include "kernel.h"

/* Where kernels are run: source, destination, and the random bytes (none is 0) to fill them. */
struct rig {
    struct arena src;
    struct arena dst;
    unsigned char *noise; /* twice the size of an arena */
    uint64_t state;       /* of the random numbers */
    unsigned extra;       /* see clobber_call() */
    bool emulated;        /* passes of zeroing kernels are not counted then */
    unsigned trials;      /* calls made so far */
    char reason[160];
};

/* `seed` is not 0. Returns 0, or -1 with errno. */
int rig_open(struct rig *rig, uint64_t seed, unsigned extra);
void rig_close(struct rig *rig);

/*
 * Runs a kernel in many ways: sizes, passes, distances, positions. Returns NULL if it did
 * always, and only, what struct pass and its row of the table say, otherwise what it did
 * instead (until the next call):
 *
 *   "dst[..]"    the destination is wrong, or changed by a read kernel
 *   "src[..]"    the source changed
 *   "outside"    a byte before or behind the buffer changed
 *   "fault"      it touched what it must not
 *   "no end"     it did not come back
 *   "registers"  it did not preserve one, see clobber.h
 *   "passes"     it did not go through the buffer as often as it was told to
 *   "not read"   it left out a part of the source
 */
const char *rig_verify(struct rig *rig, const struct kernel *kernel);

#endif
