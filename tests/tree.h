/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TREE_H
#define MEMSPEED_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A machine's /proc and /sys, made below a folder of its own: pass `tree_root` as the root. */
extern char tree_root[64];

/* Makes an empty one; removes it with all that is in it. False if that fails. */
bool tree_begin(void);
bool tree_end(void);

/* Writes a file, and the folders on the way. False if that fails. */
bool tree_put(const char *path, const char *text);

/* Writes words of 8 bytes to a file from word `index` on, and leaves the rest as it is. */
bool tree_put_words(const char *path, uint64_t index, const uint64_t *words, size_t count);

#endif
