/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_WARM_H
#define MEMSPEED_WARM_H

#include <stddef.h>

/*
 * Loads a word of every line of [memory, memory + bytes), `times` times over; `memory` is
 * aligned to words of 32 bits, which devices can be read by. Loads, since many caches allocate
 * on read misses only; eight times, since they replace at random; every 16 bytes, the shortest
 * line there is, since what is said of the line may be wrong.
 */
enum { WARM_TIMES = 8, WARM_STRIDE = 16 };
void warm(const void *memory, size_t bytes, unsigned times);

#endif
