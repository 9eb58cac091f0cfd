/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_BROKEN_H
#define MEMSPEED_BROKEN_H

#include "kernel.h"

/*
 * Kernels with one deliberate fault each, and what the check of the kernels must say of them:
 * `caught` is a part of its reason, or NULL for a sound kernel, which it must accept. `covers`
 * are the bits of clobber_covers without which the fault cannot be seen.
 */
struct broken {
    struct kernel kernel;
    const char *caught;
    uint32_t covers;
};

extern const struct broken broken_table[];
extern const size_t broken_count;

/* A write kernel without a fault. */
kernel_fn broken_sound_write;

/*
 * broken_<isa>.S: sound but for a general register, the stack pointer, a floating-point
 * register (on x86_64 MXCSR), a control register (on x86_64 the direction flag).
 */
kernel_fn broken_general, broken_stack, broken_float, broken_control;

#endif
