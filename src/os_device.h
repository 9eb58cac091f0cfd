/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OS_DEVICE_H
#define MEMSPEED_OS_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caching.h"
#include "kind.h"

/*
 * Memory that a device gives: KIND_DRM, KIND_WC, KIND_FB and KIND_PHYS. `root` is as in os.h:
 * devices too are looked for below it.
 */

enum {
    DEVICE_TEXT = 160,
    DEVICE_NUMBERS = 16, /* devices of a kind are looked for up to this one */
    DEVICE_OFFERS = 2 * DEVICE_NUMBERS + 2,
};

struct os_device {
    unsigned char *base; /* NULL if nothing is mapped; else aligned to a page */
    size_t bytes;
    enum caching documented;  /* how it is mapped, as the kernel's sources or lists say */
    char says[DEVICE_TEXT];   /* which of them, or why it is not known */
    char source[DEVICE_TEXT]; /* "/dev/dri/card0 (vgem)" */
    bool ordered;    /* the processor may order accesses to it one by one, as to a device: what
                        needs normal memory must keep off */
    bool keep;       /* others see what it holds: to be put back */
    int fd;          /* -1 if none */
    uint32_t handle; /* of a dumb buffer, or 0 */
};

/*
 * Memory that is wanted: KIND_DRM gives `bytes` or a little more, or less where a device has no
 * more, but not less than `least`; KIND_FB all that is there, KIND_PHYS what the kind says,
 * KIND_WC what the kind of device that is found for it gives.
 * KIND_PHYS is mapped for reading alone if not `writable`.
 */
struct os_device_want {
    const struct kind *kind;
    size_t bytes;
    size_t least;
    bool writable;
    const char *root;
};

/*
 * Maps it, and looks whether every page of it can be read. -1 with errno, and the reason for
 * the user in `why`, which takes WHY bytes and is "" otherwise, with what would help where that
 * is known.
 */
int os_device_map(struct os_device *device, const struct os_device_want *want, char *why);
void os_device_unmap(struct os_device *device);

/* What can be asked for here, or why it can't be had. */
struct device_offer {
    char name[KIND_NAME]; /* "drm:card0", "wc", "fb:fb0", "phys" */
    bool usable;
    enum caching documented;
    char note[WHY];
};

/* Writes at most `max`, each of drm, wc, fb and phys at least once; returns how many. */
size_t os_device_list(const char *root, struct device_offer *offers, size_t max);

#endif
