/* SPDX-License-Identifier: MIT */
#include "memories.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank.h"
#include "device.h"
#include "os.h"

enum {
    LEAST_BYTES = 65536,      /* buffers are not made smaller than this */
    CHECK_STEP = 4096,        /* of each so many bytes a word is read back */
    DRAWN_SHARE = 8,          /* this part of a picture others may change */
    SIGNAL_BYTES = 256 << 10, /* after so many it is looked for signals */
};

void memories_choose(struct memories *memories, const struct kind *kinds, size_t count)
{
    *memories = (struct memories){.count = 1};
    memories->list[0].kind = (struct kind){.how = KIND_NORMAL, .name = "normal"};
    memories->list[0].asked = count == 0;
    for (size_t i = 0; i < count; i++) {
        if (kinds[i].how == KIND_NORMAL)
            memories->list[0].asked = true;
        else
            memories->list[memories->count++] =
                (struct memory){.kind = kinds[i], .asked = true, .device = {.fd = -1}};
    }
}

/* Of a thread's part: the slack around both buffers. */
static size_t around(const struct memories_want *want)
{
    return 3 * bank_slack(want->layout);
}

/* What each buffer has at least. */
static size_t least(const struct memories_want *want)
{
    const size_t span = layout_span(want->layout);

    return span > LEAST_BYTES ? span : LEAST_BYTES;
}

/* Whole pages, so that what follows a buffer begins with one, and whole operations. */
static size_t whole(size_t bytes)
{
    const size_t page = os_page_bytes();
    const size_t unit = page > LAYOUT_COLD_OP ? page : LAYOUT_COLD_OP;

    return bytes / unit * unit;
}

/* Divides what the device gave among the threads; -1 with the reason in m->why. */
static int divide(struct memory *m, const struct memories_want *want)
{
    const size_t page = os_page_bytes();
    const size_t slack = around(want);
    size_t each;

    m->part_bytes = m->device.bytes / want->threads / page * page;
    each = m->part_bytes > slack ? (m->part_bytes - slack) / 2 : 0;
    m->bytes = whole(each < want->bytes ? each : want->bytes);
    if (m->bytes >= least(want))
        return 0;
    m->bytes = 0;
    return why_fail(ENOMEM, m->why,
                    "%zu KiB are too little: %zu KiB are needed for each of %zu CPUs",
                    m->device.bytes / 1024, (slack + 2 * least(want)) / 1024, want->threads);
}

/* Keeps what is in the memory, for others to see; -1 with ENOMEM. */
static int keep(struct memory *m)
{
    uint32_t *copy;

    if (!m->device.keep)
        return 0;
    copy = malloc(m->device.bytes);
    if (!copy)
        return -1;
    device_copy(copy, m->device.base, m->device.bytes);
    m->kept = copy;
    return 0;
}

/* Signal handlers call it too. */
static void put_back(const struct memory *m)
{
    if (m->kept)
        device_copy(m->device.base, m->kept, m->device.bytes);
}

static void put_all_back(void *arg)
{
    const struct memories *m = arg;

    /* What was kept last may hold what others were filled with. */
    for (size_t i = m->count; i-- > 0;)
        put_back(&m->list[i]);
}

/*
 * Reads back some of what was filled. Where a picture is others may have drawn meanwhile: a
 * cursor, a line of text.
 */
static int check(struct memory *m, const struct memories_want *want, size_t bytes)
{
    size_t changed = 0;

    for (size_t i = 0; i < bytes; i += SIGNAL_BYTES)
        changed += device_changed(m->device.base + i,
                                  bytes - i < SIGNAL_BYTES ? bytes - i : SIGNAL_BYTES,
                                  CHECK_STEP, want->seed + i);
    if (changed == 0 || (m->device.keep && changed <= bytes / CHECK_STEP / DRAWN_SHARE))
        return 0;
    snprintf(m->why, sizeof m->why, "it does not hold what is written to it");
    errno = EIO;
    return -1;
}

/* Fills what threads use, and checks it; -1 with EINTR, or EIO and m->why. */
static int fill(struct memory *m, const struct memories_want *want)
{
    const size_t bytes = m->part_bytes * want->threads;

    for (size_t i = 0; i < bytes; i += SIGNAL_BYTES) {
        const size_t some = bytes - i < SIGNAL_BYTES ? bytes - i : SIGNAL_BYTES;

        device_fill(m->device.base + i, some, want->seed + i);
        if (os_signal()) {
            errno = EINTR;
            return -1;
        }
    }
    return check(m, want, bytes);
}

static void give_back(struct memory *m)
{
    uint32_t *const kept = m->kept;

    put_back(m);
    /* A signal that comes now finds nothing to be put back. */
    m->kept = NULL;
    free(kept);
    os_device_unmap(&m->device);
    m->bytes = 0;
}

/* Whether one before is the same picture by another name, "fb" and "wc"; then says so. */
static bool is_another(const struct memories *memories, struct memory *m)
{
    for (const struct memory *other = memories->list; other < m; other++)
        if (m->device.keep && other->device.base &&
            strcmp(other->device.source, m->device.source) == 0) {
            snprintf(m->why, sizeof m->why, "it is the memory of %s, %.80s", other->kind.name,
                     m->device.source);
            return true;
        }
    return false;
}

/* What can't be had has a reason then; -1 with errno for what ends the run. */
static int open_one(const struct memories *memories, struct memory *m,
                    const struct memories_want *want)
{
    const struct os_device_want device = {
        .kind = &m->kind,
        .bytes = (2 * want->bytes + around(want)) * want->threads,
        .least = (2 * least(want) + around(want)) * want->threads,
        .writable = want->overwrite || m->kind.how != KIND_PHYS,
        .root = want->root,
    };

    m->writable = device.writable;
    if (want->bytes > (SIZE_MAX / want->threads - around(want)) / 2) {
        (void)why_fail(ENOMEM, m->why, "buffers of %zu KiB, for each of %zu CPUs, are too much",
                       want->bytes / 1024, want->threads);
        return 0;
    }
    if (os_device_map(&m->device, &device, m->why) < 0)
        return errno == EINTR ? -1 : 0;
    if (is_another(memories, m) || divide(m, want) < 0) {
        give_back(m);
        return 0;
    }
    if (keep(m) < 0)
        return -1;
    if (m->writable && fill(m, want) < 0) {
        if (!m->why[0])
            return -1;
        give_back(m);
    }
    return 0;
}

/* The pool that has pages, the smallest of them, or the smallest of all. */
static void choose_pool(struct memory *m, const char *root)
{
    struct os_pool pools[PAGES_KINDS];
    size_t count = 0;
    size_t best = 0;

    (void)os_pools(root, pools, PAGES_KINDS, &count);
    while (best < count && !pools[best].free && !pools[best].spare)
        best++;
    if (count == 0)
        snprintf(m->why, sizeof m->why, "no pools of huge pages in this kernel");
    else
        m->kind.page_bytes = pools[best < count ? best : 0].page_bytes;
}

/* Whether there is a page of the kind; that there are enough, only mapping all can tell. */
static void try_page(struct memory *m, const char *root)
{
    struct mapping mapping;

    if (pages_map(&mapping, LEAST_BYTES, kind_pages(&m->kind), root, m->why) == 0)
        pages_unmap(&mapping);
}

/* Of ordinary memory in other pages. */
static void open_pages(struct memory *m, const char *root)
{
    if (m->kind.how == KIND_HUGE && !m->kind.page_bytes)
        choose_pool(m, root);
    if (!m->why[0])
        try_page(m, root);
}

int memories_open(struct memories *memories, const struct memories_want *want)
{
    if (memories->count > 1)
        os_last_wish(put_all_back, memories);
    for (size_t i = 0; i < memories->count; i++)
        if (memories->list[i].kind.how == KIND_HUGE || memories->list[i].kind.how == KIND_THP)
            open_pages(&memories->list[i], want->root);
    for (size_t i = 0; i < memories->count; i++)
        if (!kind_is_ordinary(&memories->list[i].kind) &&
            open_one(memories, &memories->list[i], want) < 0)
            return -1;
    return 0;
}

void memories_close(struct memories *memories)
{
    for (size_t i = memories->count; i-- > 0;)
        if (memories->list[i].device.base)
            give_back(&memories->list[i]);
    if (memories->count > 1)
        os_last_wish(NULL, NULL);
}

const struct memory *memories_any(const struct memories *memories)
{
    for (size_t i = 0; i < memories->count; i++)
        if (memories->list[i].asked && !memories->list[i].why[0])
            return &memories->list[i];
    return NULL;
}
