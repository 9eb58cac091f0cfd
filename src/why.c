/* SPDX-License-Identifier: MIT */
#include "why.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

int why_fail(int error, char *why, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, WHY, format, args);
    va_end(args);
    errno = error;
    return -1;
}
