/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_LIBC_H
#define MEMSPEED_LIBC_H

#include <stddef.h>

/* Writes which libc the rows memset and memcpy measure, and whether it is this system's own. */
void libc_describe(char *text, size_t size);

#endif
