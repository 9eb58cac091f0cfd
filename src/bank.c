/* SPDX-License-Identifier: MIT */
#include "bank.h"

#include <errno.h>
#include <string.h>

#include "os.h"
#include "random.h"

size_t bank_slack(const struct layout *layout)
{
    const size_t page = os_page_bytes();
    const size_t slack = layout->overrun_bytes + layout_span(layout) + LAYOUT_SKEW;

    return (slack + page - 1) / page * page;
}

/* A buffer in the pages of the kind; ordinary memory has those that the layout asks for. */
static int map(struct bank *bank, size_t which, const struct bank_want *want, uint64_t seed)
{
    const struct layout *l = want->layout;
    const struct page_kind base = {PAGES_BASE, os_page_bytes()};
    const struct page_kind usual = l->pages.how == PAGES_BASE ? base : l->pages;
    const struct buffer_want buffer = {
        .bytes = l->buffer_bytes,
        .slack = l->overrun_bytes + layout_span(l) + (which ? LAYOUT_SKEW : 0),
        .seed = seed,
        .kind = want->memory && want->memory->kind.how != KIND_NORMAL
                    ? kind_pages(&want->memory->kind)
                    : usual,
        .root = l->root ? l->root : ""};

    return buffer_map_kind(&bank->buffers[which], &buffer, bank->why);
}

static int open_ordinary(struct bank *bank, const struct bank_want *want)
{
    struct random random;

    random_seed(&random, want->seed);
    if (map(bank, 0, want, random_next(&random)) < 0 ||
        (!want->reader && map(bank, 1, want, random_next(&random)) < 0))
        return -1;
    bank->src = bank->buffers[0].base;
    bank->dst = want->reader ? bank->src : bank->buffers[1].base + LAYOUT_SKEW;
    bank->bytes = want->layout->buffer_bytes;
    return 0;
}

/* A device's memory is mapped already: | slack | source | slack | destination | slack | */
static void open_part(struct bank *bank, const struct bank_want *want)
{
    const struct memory *m = want->memory;
    const size_t slack = bank_slack(want->layout);

    bank->src = m->device.base + want->index * m->part_bytes + slack;
    bank->dst = bank->src + m->bytes + slack + LAYOUT_SKEW;
    bank->bytes = m->bytes;
}

int bank_open(struct bank *bank, const struct bank_want *want)
{
    *bank = (struct bank){.bytes = 0};
    if (want->memory && want->memory->why[0]) {
        memcpy(bank->why, want->memory->why, sizeof bank->why);
        return 0;
    }
    if (!want->memory || kind_is_ordinary(&want->memory->kind)) {
        if (open_ordinary(bank, want) < 0) {
            const int error = errno;

            bank_close(bank);
            errno = error;
            return -1;
        }
    } else {
        open_part(bank, want);
    }
    bank->cold.bytes = bank->bytes;
    return 0;
}

void bank_close(struct bank *bank)
{
    buffer_unmap(&bank->buffers[0]);
    buffer_unmap(&bank->buffers[1]);
    bank->bytes = 0;
}
