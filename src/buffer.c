/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <errno.h>
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

int buffer_map(struct buffer *buffer, size_t bytes, size_t slack, uint64_t seed)
{
    const size_t page = os_page_bytes();
    const size_t side = (slack + page - 1) / page * page;
    const size_t body = bytes + (page - bytes % page) % page;

    *buffer = (struct buffer){0};
    if (body < bytes || side < slack || side > (SIZE_MAX - body) / 2) {
        errno = ENOMEM;
        return -1;
    }
    buffer->map_bytes = body + 2 * side;
    buffer->map = os_map(buffer->map_bytes);
    if (!buffer->map)
        return -1;
    buffer->base = (unsigned char *)buffer->map + side;
    buffer->bytes = bytes;
    if (fill(buffer->map, buffer->map_bytes, seed) == 0)
        return 0;
    buffer_unmap(buffer);
    errno = EINTR;
    return -1;
}

void buffer_unmap(struct buffer *buffer)
{
    os_unmap(buffer->map, buffer->map_bytes);
    *buffer = (struct buffer){0};
}
