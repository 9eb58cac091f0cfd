/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_ARRAY_H
#define MEMSPEED_ARRAY_H

#include <stddef.h>

/*
 * Makes room for one element more behind `count` of them, and zeroes it; capacities are powers
 * of two, so that they need not be kept. Returns the array, which may have moved, or NULL with
 * errno, the array unchanged.
 */
void *array_grow(void *array, size_t count, size_t size);

#endif
