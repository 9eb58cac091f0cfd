/* SPDX-License-Identifier: MIT */
#include "warm.h"

#include <stdint.h>

void warm(const void *memory, size_t bytes, unsigned times)
{
    const volatile uint32_t *const words = memory;

    for (; times; times--)
        for (size_t i = 0; i < bytes / sizeof *words; i += WARM_STRIDE / sizeof *words)
            (void)words[i];
}
