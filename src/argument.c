/* SPDX-License-Identifier: MIT */
#include "argument.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "options.h"

int argument_wrong(const struct argument *argument, const char *format, ...)
{
    char why[OPTIONS_ERROR];
    va_list args;

    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return options_error(argument->error, "%s %s: %s", argument->name, argument->text, why);
}

int argument_is_number(const struct argument *argument, uint64_t least, uint64_t most,
                       uint64_t *number)
{
    char *end;
    unsigned long long value;

    if (!isdigit((unsigned char)argument->text[0]))
        return -1;
    errno = 0;
    value = strtoull(argument->text, &end, 10);
    if (*end != '\0' || errno || value < least || value > most)
        return -1;
    *number = value;
    return 0;
}

int argument_number(const struct argument *argument, uint64_t least, uint64_t most,
                    uint64_t *number)
{
    if (argument_is_number(argument, least, most, number) == 0)
        return 0;
    return argument_wrong(argument, "not a number from %llu to %llu", (unsigned long long)least,
                          (unsigned long long)most);
}

int argument_size(const struct argument *argument, size_t unit, size_t *bytes)
{
    static const char large[] = "more than this machine can address";

    if (options_size(argument->text, bytes) < 0)
        return argument_wrong(argument, "%s",
                              errno == ERANGE ? large : "not a size (as 4096, 64k, 4M, 1G)");
    if (*bytes < unit)
        return argument_wrong(argument, "less than %zu bytes", unit);
    if (*bytes % unit)
        return argument_wrong(argument, "not a multiple of %zu bytes", unit);
    /* Two buffers and what is around them must fit into the address space. */
    return *bytes > SIZE_MAX / 4 ? argument_wrong(argument, "%s", large) : 0;
}
