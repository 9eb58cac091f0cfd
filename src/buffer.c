/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <errno.h>
#include <string.h>

#include "os.h"
#include "random.h"

/* Random bytes, all odd: none is 0, and every page gets a frame of its own. */
static void fill(unsigned char *p, size_t bytes, uint64_t seed)
{
    struct random random;

    random_seed(&random, seed);
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        const uint64_t word = random_next(&random) | 0x0101010101010101u;

        memcpy(p + i, &word, sizeof word);
    }
}

int buffer_map(struct buffer *buffer, size_t bytes, size_t slack, uint64_t seed)
{
    const size_t page = os_page_bytes();
    const size_t side = (slack + page - 1) / page * page;
    const size_t body = bytes + (page - bytes % page) % page;

    *buffer = (struct buffer){0};
    if (body < bytes || body + 2 * side < body) {
        errno = ENOMEM;
        return -1;
    }
    buffer->map_bytes = body + 2 * side;
    buffer->map = os_map(buffer->map_bytes);
    if (!buffer->map)
        return -1;
    buffer->base = (unsigned char *)buffer->map + side;
    buffer->bytes = bytes;
    fill(buffer->map, buffer->map_bytes, seed);
    return 0;
}

void buffer_unmap(struct buffer *buffer)
{
    os_unmap(buffer->map, buffer->map_bytes);
    *buffer = (struct buffer){0};
}
