/* SPDX-License-Identifier: MIT */
/* Which kinds of pages the system has; pages.c maps them. */
#include <stdio.h>
#include <string.h>

#include "os.h"
#include "pages.h"
#include "pages_pool.h"

static void offer_thp(const struct os_thp *thp, bool table, struct page_offer *offer)
{
    *offer = (struct page_offer){.kind = {PAGES_THP, table ? 0 : thp->page_bytes},
                                 .bytes = thp->page_bytes,
                                 .usable = strcmp(thp->mode, "never") != 0};
    snprintf(offer->note, sizeof offer->note, "%s",
             thp->mode[0] ? thp->mode : "mode not known");
}

bool pages_pool_counted(const struct os_pool *pool)
{
    return pool->total != OS_MEMORY_UNKNOWN && pool->free != OS_MEMORY_UNKNOWN;
}

static void offer_pool(const struct os_pool *pool, struct page_offer *offer)
{
    *offer = (struct page_offer){.kind = {PAGES_HUGETLB, pool->page_bytes},
                                 .bytes = pool->page_bytes,
                                 .usable = pool->free || pool->spare};
    if (pages_pool_counted(pool))
        snprintf(offer->note, sizeof offer->note, "%llu of %llu free%s%s%s",
                 (unsigned long long)pool->free, (unsigned long long)pool->total,
                 offer->usable ? "" : " (write to ", offer->usable ? "" : pool->file,
                 offer->usable ? "" : ")");
    else
        snprintf(offer->note, sizeof offer->note, "number not known");
}

size_t pages_list(const char *root, struct page_offer *offers, size_t max)
{
    const size_t base = os_page_bytes();
    struct os_thp thp[PAGES_KINDS];
    struct os_pool pools[PAGES_KINDS];
    size_t thp_count;
    size_t pool_count;
    size_t count = 0;

    if (max == 0)
        return 0;
    (void)os_thp(root, thp, PAGES_KINDS, &thp_count);
    (void)os_pools(root, pools, PAGES_KINDS, &pool_count);
    offers[count++] = (struct page_offer){{PAGES_BASE, base}, base, true, "always there"};
    for (size_t i = 0; i < thp_count && count < max; i++)
        offer_thp(&thp[i], i == 0, &offers[count++]);
    for (size_t i = 0; i < pool_count && count < max; i++)
        offer_pool(&pools[i], &offers[count++]);
    return count;
}
