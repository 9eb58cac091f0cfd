/* SPDX-License-Identifier: MIT */
#include "libc.h"

#include <stdio.h>

#include "os.h"

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#define LIBC_VERSION gnu_get_libc_version()
#define LIBC_NAME "glibc "
#else
#define LIBC_VERSION ""
#define LIBC_NAME "libc"
#endif

void libc_describe(char *text, size_t size)
{
    snprintf(text, size, LIBC_NAME "%s %s", LIBC_VERSION,
             os_static() ? "in this static binary, not the system's" : "of this system");
}
