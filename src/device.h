/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_DEVICE_H
#define MEMSPEED_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Access to memory that may be a device's, in which only aligned words, one at a time, are sure
 * to work: addresses and `bytes` are multiples of 4.
 */

/* Copies; either side may be such memory. */
void device_copy(void *to, const void *from, size_t bytes);

/* Stores random words, none of them 0. */
void device_fill(void *to, size_t bytes, uint64_t seed);

/* How many of the words at each `step` bytes are not what device_fill() stored there. */
size_t device_changed(const void *at, size_t bytes, size_t step, uint64_t seed);

/*
 * Of a pattern of `period` bytes at `pattern` that repeats itself, of zeros if that is 0:
 * whether it is there; and stores what differs from it in every bit.
 */
bool device_same(const void *at, size_t bytes, const void *pattern, size_t period);
void device_differ(void *to, size_t bytes, const void *pattern, size_t period);

#endif
