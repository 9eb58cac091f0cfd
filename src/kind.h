/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_KIND_H
#define MEMSPEED_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pages.h"

/*
 * Kinds of memory by name, as --memory takes them:
 *
 *   normal            ordinary memory in ordinary pages
 *   thp, thp:SIZE     the same in transparent huge pages
 *   huge, huge:SIZE   the same in pages of a pool; the smallest that has some if none is given
 *   drm, drm:PATH     a dumb buffer of a graphics card: /dev/dri/card0 or card0; the first one
 *   wc                memory that is mapped write-combined: the first that this machine has
 *   fb, fb:PATH       a frame buffer: /dev/fb0 or fb0; the first one
 *   phys:ADDR+SIZE    physical memory through /dev/mem; ",sync" behind it: with O_SYNC
 */
enum kind_how { KIND_NORMAL, KIND_THP, KIND_HUGE, KIND_DRM, KIND_WC, KIND_FB, KIND_PHYS };

enum {
    KIND_NAME = 40,
    KIND_PATH = 64,
    KINDS = 6, /* in a list, KIND_NORMAL included whether it is asked for or not */
};

struct kind {
    enum kind_how how;
    size_t page_bytes;    /* KIND_THP, KIND_HUGE: 0 if none was given */
    char path[KIND_PATH]; /* KIND_DRM, KIND_FB: of the device; "" is the first there is */
    uint64_t address;     /* KIND_PHYS: with `bytes`, a multiple of os_page_bytes() */
    uint64_t bytes;
    bool sync;
    char name[KIND_NAME]; /* canonical, without '/', blanks and '~': "drm:card0", "huge:2M",
                             "phys:0x90000000+16M,sync" */
};

/*
 * Reads a list, "normal,wc,phys:0x90000000+16M,sync", of at most `max` kinds. -1 with what is
 * wrong in `why`, which takes WHY bytes; a kind given twice is wrong too.
 */
int kind_parse(const char *text, struct kind *kinds, size_t max, size_t *count, char *why);

/*
 * Whether a text of so many characters can be the name of a kind beside "normal": that it is
 * one is not asked, since files may come from a newer memspeed.
 */
bool kind_can_name(const char *text, size_t length);

/* Whether it is ordinary memory, of which then pages_map() maps kind_pages(). */
bool kind_is_ordinary(const struct kind *kind);
struct page_kind kind_pages(const struct kind *kind);

#endif
