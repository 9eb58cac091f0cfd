/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_BROKEN_H
#define MEMSPEED_BROKEN_H

#include "kernel.h"

/*
 * Kernels with one deliberate fault each, and what the check of the kernels must say of them:
 * `caught` is a part of its reason, or NULL for a sound kernel, which it must accept.
 */
struct broken {
    struct kernel kernel;
    const char *caught;
};

extern const struct broken broken_table[];
extern const size_t broken_count;

/* A write kernel without a fault. */
kernel_fn broken_sound_write;

/*
 * broken_<isa>.S: write kernels that are sound but for one register, of which the check must
 * return just the bit (see clobber.h); together they have all bits of clobber_covers. Those
 * with the bit REGISTERS_SOUND change much that a function may change, and must be accepted.
 * They are called with `extra` only if it is set here. The last has no name.
 */
enum { REGISTERS_SOUND = 64 };
struct broken_register {
    const char *name;
    kernel_fn *run;
    uint32_t bit;
    uint32_t extra;
};
extern const struct broken_register broken_registers[];

struct kernel broken_kernel(const struct broken_register *broken);

#endif
