/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "os.h"
#include "random.h"

enum { SIGNAL_BYTES = 1 << 20 }; /* after so many it is looked for signals */

/* Random bytes, all odd: none is 0, and every page gets a frame of its own. */
static int fill(unsigned char *p, size_t bytes, uint64_t seed)
{
    struct random random;

    random_seed(&random, seed);
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        const uint64_t word = random_next(&random) | 0x0101010101010101u;

        memcpy(p + i, &word, sizeof word);
        if (i % SIGNAL_BYTES == 0 && os_signal()) {
            errno = EINTR;
            return -1;
        }
    }
    return 0;
}

int buffer_map_kind(struct buffer *buffer, const struct buffer_want *want, char *why)
{
    const size_t page = os_page_bytes();
    const size_t side = (want->slack + page - 1) / page * page;
    const size_t body = want->bytes + (page - want->bytes % page) % page;

    *buffer = (struct buffer){0};
    if (body < want->bytes || side < want->slack || side > (SIZE_MAX - body) / 2) {
        snprintf(why, WHY, "more than all memory");
        errno = ENOMEM;
        return -1;
    }
    if (pages_map(&buffer->mapping, body + 2 * side, want->kind, want->root, why) < 0)
        return -1;
    buffer->base = buffer->mapping.base + side;
    buffer->bytes = want->bytes;
    if (fill(buffer->mapping.base, buffer->mapping.bytes, want->seed) == 0)
        return 0;
    buffer_unmap(buffer);
    snprintf(why, WHY, "interrupted");
    errno = EINTR;
    return -1;
}

int buffer_map(struct buffer *buffer, size_t bytes, size_t slack, uint64_t seed)
{
    const struct buffer_want want = {.bytes = bytes,
                                     .slack = slack,
                                     .seed = seed,
                                     .kind = {PAGES_BASE, os_page_bytes()},
                                     .root = ""};
    char why[WHY];

    return buffer_map_kind(buffer, &want, why);
}

void buffer_unmap(struct buffer *buffer)
{
    pages_unmap(&buffer->mapping);
    *buffer = (struct buffer){0};
}
