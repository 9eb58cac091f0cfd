/* SPDX-License-Identifier: MIT */
/*
 * A fault that the replay must find: hot cells are not warmed. This file and lane.c are
 * compiled with warm() under another name, so that lane.c calls what stands here. Between cold
 * cells, where it loads LAYOUT_COLD_OP bytes, it does as it should.
 */
#include "warm.h"

#include "layout.h"

void warm(const void *memory, size_t bytes, unsigned times)
{
    const volatile unsigned char *const p = memory;

    if (bytes != LAYOUT_COLD_OP)
        return;
    for (; times; times--)
        for (size_t i = 0; i < bytes; i += WARM_STRIDE)
            (void)p[i];
}
