/* SPDX-License-Identifier: MIT */
/* What is said of huge pages where the system has none. */
#include "os.h"

#include <errno.h>

int os_huge(void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
    errno = ENOSYS;
    return -1;
}

void os_collapse(void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
}

void *os_map_pool(size_t bytes, size_t page_bytes)
{
    (void)bytes, (void)page_bytes;
    errno = ENOSYS;
    return NULL;
}

int os_thp(const char *root, struct os_thp *sizes, size_t max, size_t *count)
{
    (void)root, (void)sizes, (void)max;
    *count = 0;
    errno = ENOSYS;
    return -1;
}

int os_pools(const char *root, struct os_pool *pools, size_t max, size_t *count)
{
    (void)root, (void)pools, (void)max;
    *count = 0;
    errno = ENOSYS;
    return -1;
}

size_t os_pieces(const char *root, const void *memory, size_t bytes, struct os_pieces *pieces,
                 size_t max)
{
    (void)root, (void)memory, (void)bytes, (void)pieces, (void)max;
    return 0;
}
