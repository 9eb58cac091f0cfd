/* SPDX-License-Identifier: MIT */
#include "array.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *array_grow(void *array, size_t count, size_t size)
{
    char *grown = array;

    if ((count & (count - 1)) == 0) {
        if (count > SIZE_MAX / 2 / size) {
            errno = ENOMEM;
            return NULL;
        }
        grown = realloc(array, (count ? 2 * count : 1) * size);
        if (!grown)
            return NULL;
    }
    memset(grown + count * size, 0, size);
    return grown;
}
