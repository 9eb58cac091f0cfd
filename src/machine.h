/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_MACHINE_H
#define MEMSPEED_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "os.h"

enum {
    MACHINE_TEXT = 128,
    MACHINE_SOURCE = 48,
    MACHINE_COMMAND = 2048, /* what kernels take */
    MACHINE_CPU_ANY = -1,
    MACHINE_LEVELS = 4, /* of caches */
};

/* A size in bytes and how it is known ("sysfs", "known of this core", "--line" ...). */
struct fact {
    uint64_t bytes;
    char source[MACHINE_SOURCE];
    bool assumed; /* the system does not say: a default */
};

/* What the source of an assumed fact begins with: by that a saved one is known. */
#define MACHINE_ASSUMED "assumed"

/* What is known of the machine, and from where. */
struct machine {
    char host[MACHINE_TEXT];
    char kernel[MACHINE_TEXT];
    char command_line[MACHINE_COMMAND]; /* the kernel's; "" if unknown */
    char cpu_name[MACHINE_TEXT];
    uint32_t cpu_id;            /* MIDR; 0 if unknown, or under an emulator */
    char cores[MACHINE_TEXT];   /* which allowed CPUs are how fast; "" if all are alike */
    char allowed[MACHINE_TEXT]; /* the allowed CPUs as a list, "0-3,8" */
    char governor[32];          /* "" if unknown */
    struct os_frequency frequency;
    char emulator[32]; /* "" on real hardware */
    unsigned *cpus;    /* allowed, the fastest first, of equals the last one first */
    size_t cpu_count;
    bool pinned; /* the system can pin */
    uint32_t features;
    struct fact line;
    struct fact l1d;
    unsigned l1d_ways;
    bool l1d_ways_assumed;
    unsigned l1d_shared; /* CPUs that share it, at least 1 */
    struct fact llc;
    unsigned llc_shared;             /* CPUs that share it, at least 1 */
    uint64_t private_bytes;          /* largest cache that one CPU has for itself */
    uint64_t levels[MACHINE_LEVELS]; /* data caches in bytes, L1 first; 0 if not described */
    size_t page_bytes;
    uint64_t memory_available; /* UINT64_MAX if unknown */
    double load;               /* negative if unknown */
};

/*
 * Whether a last-level cache may hold a good part of so many bytes that are walked through: up
 * to 4 times its own size it does, where lines are replaced at random.
 */
static inline bool machine_may_hold(const struct fact *llc, uint64_t bytes)
{
    return bytes / 4 < llc->bytes;
}

/*
 * Describes the machine as seen from `cpu`, or from one of the fastest allowed CPUs for
 * MACHINE_CPU_ANY; `root` as in os.h. -1 with *why set to a constant text if the CPU is not
 * allowed or the system can't tell which are.
 */
int machine_describe(struct machine *machine, const char *root, int cpu, const char **why);
void machine_free(struct machine *machine);

/* The name of the core with this identification, "Cortex-A72 r0p3"; -1 if it is not known. */
int machine_core(uint32_t id, char *name, size_t size);

#endif
