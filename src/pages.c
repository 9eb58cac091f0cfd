/* SPDX-License-Identifier: MIT */
#include "pages.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "os.h"
#include "pages_pool.h"

enum {
    SIGNAL_BYTES = 1 << 24, /* after so many it is looked for signals */
};

/* Transparent pages whose size the system does not tell are aligned so, as on most machines. */
#define THP_USUAL ((size_t)2 << 20)

/* Mapping. Each function says why it failed, and leaves errno as that says. */

static int fail_plainly(int error, char *why)
{
    return why_fail(error, why, "the pages can't be had: %s", strerror(error));
}

/* Rounds up to whole pages; false if that is more than there can be. */
static bool round_up(size_t *bytes, size_t page_bytes)
{
    const size_t over = *bytes % page_bytes;

    if (over == 0)
        return true;
    if (*bytes > SIZE_MAX - (page_bytes - over))
        return false;
    *bytes += page_bytes - over;
    return true;
}

/*
 * Memory that starts at a multiple of the page size, between fences, since the system describes
 * memory together with neighbours that look alike.
 */
static int map_apart(struct mapping *m, char *why)
{
    const size_t base = os_page_bytes();
    const size_t around = m->page_bytes + base;
    size_t front;

    if (m->bytes > SIZE_MAX - around)
        return fail_plainly(ENOMEM, why);
    m->map_bytes = m->bytes + around;
    m->map = os_map(m->map_bytes);
    if (!m->map)
        return fail_plainly(errno, why);
    /* One base page at least in front, and what is left of `around` behind. */
    front = m->page_bytes - (uintptr_t)m->map % m->page_bytes;
    m->base = (unsigned char *)m->map + front;
    if (os_fence(m->map, front) < 0 || os_fence(m->base + m->bytes, around - front) < 0)
        return fail_plainly(errno, why);
    return 0;
}

/* A write to each base page: a read would get the frame of zeros that all share. */
static int touch(const struct mapping *m, char *why)
{
    const size_t step = os_page_bytes();

    for (size_t i = 0; i < m->bytes; i += step) {
        ((volatile unsigned char *)m->base)[i] = 1;
        if (i % SIGNAL_BYTES == 0 && os_signal())
            return why_fail(EINTR, why, "interrupted");
    }
    return 0;
}

static int map_base(struct mapping *m, char *why)
{
    return map_apart(m, why) < 0 ? -1 : touch(m, why);
}

/* The size that was asked for among those that the system has; NULL if it tells of none. */
static const struct os_thp *find_thp(const struct os_thp *sizes, size_t count, size_t bytes)
{
    for (size_t i = 0; i < count; i++)
        if (bytes == 0 || sizes[i].page_bytes == bytes)
            return &sizes[i];
    return NULL;
}

static int map_thp(struct mapping *m, size_t wanted, const char *root, char *why)
{
    struct os_thp sizes[PAGES_KINDS];
    const struct os_thp *thp;
    size_t count;
    char name[PAGES_NAME];

    (void)os_thp(root, sizes, PAGES_KINDS, &count);
    thp = find_thp(sizes, count, wanted);
    if (count && !thp)
        return why_fail(ENOTSUP, why, "no transparent pages of %s in this kernel",
                        pages_size(wanted, name, sizeof name));
    if (thp && strcmp(thp->mode, "never") == 0)
        return why_fail(
            ENOTSUP, why, "%s is 'never' here",
            wanted ? pages_name((struct page_kind){PAGES_THP, wanted}, name, sizeof name)
                   : "THP");
    m->page_bytes = thp && thp->page_bytes ? thp->page_bytes : wanted;
    if (m->page_bytes == 0)
        m->page_bytes = THP_USUAL;
    if (!round_up(&m->bytes, m->page_bytes))
        return fail_plainly(ENOMEM, why);
    if (map_apart(m, why) < 0)
        return -1;
    if (os_huge(m->base, m->bytes) < 0)
        return why_fail(errno, why, "no transparent huge pages in this kernel");
    if (touch(m, why) < 0)
        return -1;
    /* It makes pages of the one size only. */
    if (!wanted)
        os_collapse(m->base, m->bytes);
    return 0;
}

/* Why a pool did not give `bytes`. */
static int fail_pool(const struct mapping *m, int error, const char *root, char *why)
{
    struct os_pool pools[PAGES_KINDS];
    const uint64_t wanted = pages_entries(m->bytes, m->page_bytes);
    char name[PAGES_NAME];
    size_t count;
    size_t i = 0;

    (void)os_pools(root, pools, PAGES_KINDS, &count);
    pages_size(m->page_bytes, name, sizeof name);
    while (i < count && pools[i].page_bytes != m->page_bytes)
        i++;
    if (i < count && pages_pool_counted(&pools[i]) && pools[i].free + pools[i].spare < wanted)
        return why_fail(error, why,
                        "pool of %s pages: %llu of %llu free, %llu wanted (write to %s)", name,
                        (unsigned long long)pools[i].free, (unsigned long long)pools[i].total,
                        (unsigned long long)wanted, pools[i].file);
    if (i < count || (count == 0 && error == ENOMEM))
        return fail_plainly(error, why);
    if (count == 0)
        return why_fail(error, why, "no pools of huge pages in this kernel");
    return why_fail(error, why, "no pool of %s pages in this kernel", name);
}

/* The kernel promised these pages, but what a control group may not have ends in SIGBUS. */
static int touch_pool(const struct mapping *m, char *why)
{
    const size_t slice = m->page_bytes > SIGNAL_BYTES ? m->page_bytes : SIGNAL_BYTES;
    char name[PAGES_NAME];
    size_t done;

    for (size_t i = 0; i < m->bytes; i += slice) {
        const size_t bytes = m->bytes - i < slice ? m->bytes - i : slice;

        if (os_signal())
            return why_fail(EINTR, why, "interrupted");
        if (os_try(m->base + i, bytes, m->page_bytes, &done) == 0)
            continue;
        if (errno != EFAULT)
            return fail_plainly(errno, why);
        return why_fail(
            EFAULT, why,
            "%s pages: SIGBUS on touching page %llu of %llu: the limit of a control "
            "group?",
            pages_size(m->page_bytes, name, sizeof name),
            (unsigned long long)((i + done) / m->page_bytes) + 1,
            (unsigned long long)(m->bytes / m->page_bytes));
    }
    return 0;
}

static int map_hugetlb(struct mapping *m, const char *root, char *why)
{
    if (!round_up(&m->bytes, m->page_bytes))
        return fail_plainly(ENOMEM, why);
    m->map = os_map_pool(m->bytes, m->page_bytes);
    if (!m->map)
        return fail_pool(m, errno, root, why);
    m->map_bytes = m->bytes;
    m->base = m->map;
    return touch_pool(m, why);
}

int pages_map(struct mapping *mapping, size_t bytes, struct page_kind kind, const char *root,
              char *why)
{
    int status;
    int error;

    *mapping = (struct mapping){.bytes = bytes, .page_bytes = kind.bytes, .how = kind.how};
    if (kind.how == PAGES_THP)
        status = map_thp(mapping, kind.bytes, root, why);
    else if (kind.how == PAGES_HUGETLB)
        status = map_hugetlb(mapping, root, why);
    else if (!round_up(&mapping->bytes, kind.bytes))
        status = fail_plainly(ENOMEM, why);
    else
        status = map_base(mapping, why);
    if (status == 0)
        return 0;
    error = errno;
    pages_unmap(mapping);
    errno = error;
    return -1;
}

void pages_unmap(struct mapping *mapping)
{
    os_unmap(mapping->map, mapping->map_bytes);
    *mapping = (struct mapping){0};
}
