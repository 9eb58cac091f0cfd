/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_WARM_H
#define MEMSPEED_WARM_H

#include <stddef.h>

/*
 * Loads a byte of every line of [memory, memory + bytes), `times` times over. Loads, since many
 * caches allocate on read misses only; eight times, since they replace at random.
 */
enum { WARM_TIMES = 8 };
void warm(const void *memory, size_t bytes, size_t line, unsigned times);

#endif
