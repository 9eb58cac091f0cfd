/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CPUS_H
#define MEMSPEED_CPUS_H

#include <stdbool.h>
#include <stddef.h>

/* A set of CPU (or node) numbers: ascending, each once. {0} is the empty one. */
struct cpus {
    unsigned *ids;
    size_t count;
};

/* Puts a number in; -1 with errno, the set unchanged. Fast where numbers come in order. */
int cpus_add(struct cpus *set, unsigned id);
bool cpus_has(const struct cpus *set, unsigned id);
bool cpus_same(const struct cpus *a, const struct cpus *b);
void cpus_free(struct cpus *set);

/*
 * Writes a set as the kernel does, "0-3,8", "" if it is empty. What does not fit is left out
 * whole: "0-3,8,...". `size` is at least 4. Returns text.
 */
const char *cpus_text(const struct cpus *set, char *text, size_t size);

/* The same of numbers in any order; "?" without memory. */
const char *cpus_list(const unsigned *ids, size_t count, char *text, size_t size);

#endif
