/* SPDX-License-Identifier: MIT */
/*
 * memset and memcpy of the libc that this binary is linked with. They are called through
 * volatile pointers: the compiler must neither expand them nor see that a pass repeats another.
 */
#include <string.h>

#include "kernel.h"

static void *(*const volatile libc_memset)(void *, int, size_t) = memset;
static void *(*const volatile libc_memcpy)(void *, const void *, size_t) = memcpy;

void ms_write_memset(const struct pass *pass);
void ms_copy_memcpy(const struct pass *pass);

void ms_write_memset(const struct pass *pass)
{
    const int byte = *(const unsigned char *)pass->src;

    for (size_t n = pass->passes; n != 0; n--)
        libc_memset(pass->dst, byte, pass->bytes);
}

void ms_copy_memcpy(const struct pass *pass)
{
    for (size_t n = pass->passes; n != 0; n--)
        libc_memcpy(pass->dst, pass->src, pass->bytes);
}
