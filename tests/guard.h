/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_GUARD_H
#define MEMSPEED_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel.h"

/*
 * Memory between two pages that must not be touched, with an image of what it is to hold after
 * the next call. Both start page-aligned and have `size` bytes.
 */
struct arena {
    unsigned char *data;
    unsigned char *image;
    size_t size;
    size_t page;
};

/* Maps at least `pages` pages and at least `bytes` bytes. Returns 0, or -1 with errno. */
int arena_map(struct arena *arena, size_t pages, size_t bytes);
void arena_unmap(struct arena *arena);

/* PROT_* for one page of the arena; page 0 is its first. Returns 0, or -1 with errno. */
int arena_protect(const struct arena *arena, size_t page, int protection);

/* Copies the image to the memory, every byte of [at, at + bytes) inverted. */
void arena_preset(const struct arena *arena, size_t at, size_t bytes);

/* The first byte in which memory and image differ; `size` if none does. */
size_t arena_difference(const struct arena *arena);

/*
 * A call of a kernel through the clobber shim that survives faults, and ends with SIGVTALRM
 * after half a second of processor time. If `arena` is set, one of its pages 1 and 3 carries
 * `protection`, first page 1; a fault in it moves the protection to the other page, counts, and
 * lets the kernel go on. So a kernel that walks upwards through the whole arena and needs what
 * `protection` denies makes two moves a pass. (Page 2 lies between, since an access across the
 * edge of two such pages could never be made.) After `moves_max` the next fault ends the call.
 */
struct guarded {
    kernel_fn *run;
    const struct pass *pass;
    unsigned extra;
    const struct arena *arena;
    int protection;
    unsigned moves_max;

    unsigned moves;     /* what happened, from here on */
    uint64_t clobbered; /* see clobber.h; 0 after a fault */
    int signal;         /* that ended the call, or 0 */
    uintptr_t address;  /* of that fault */
};

/* Installs the handlers, once. Returns 0, or -1 with errno. */
int guard_install(void);

/* Makes the call. Returns 0 or -1 with errno if the protection could not be set. */
int guard_call(struct guarded *call);

#endif
