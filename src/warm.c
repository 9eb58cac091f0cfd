/* SPDX-License-Identifier: MIT */
#include "warm.h"

void warm(const void *memory, size_t bytes, unsigned times)
{
    const volatile unsigned char *const p = memory;

    for (; times; times--)
        for (size_t i = 0; i < bytes; i += WARM_STRIDE)
            (void)p[i];
}
