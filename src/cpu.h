/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CPU_H
#define MEMSPEED_CPU_H

#include <stddef.h>
#include <stdint.h>

/* The instruction set's part of what is known about the processor: asm/<isa>/cpu.c. */

/* The bits of struct kernel.needs that the processor and the system provide. */
uint32_t cpu_features(void);

/* The name of a single bit, as shown to users ("NEON"); NULL for a bit without a meaning. */
const char *cpu_feature_name(uint32_t bit);

/*
 * Writes the processor's name as the processor itself tells it ("AMD EPYC ...") to `name`.
 * Returns 0, or -1 where it cannot be asked from user space.
 */
int cpu_name(char *name, size_t size);

/*
 * What an identification register or /proc/cpuinfo means, for the ISAs that number their cores:
 * `id` is MIDR on ARM. line is the L1 data cache line in bytes.
 */
struct cpu_model {
    uint32_t id;
    const char *name;
    uint16_t line;
};

/* The model with this number, or NULL. */
const struct cpu_model *cpu_model(uint32_t id);

#endif
