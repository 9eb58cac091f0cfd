/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int options_size(const char *text, size_t *bytes)
{
    static const char suffixes[] = "KMG";
    char *end;
    unsigned long long value;
    unsigned shift = 0;

    errno = EINVAL;
    if (!isdigit((unsigned char)text[0]))
        return -1;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (errno)
        return -1;
    if (*end) {
        const char *suffix = strchr(suffixes, toupper((unsigned char)*end));

        errno = EINVAL;
        if (!suffix || (end[1] && strcmp(end + 1, "iB") != 0))
            return -1;
        shift = 10 * (unsigned)(suffix - suffixes + 1);
    }
    if (value > SIZE_MAX >> shift) {
        errno = ERANGE;
        return -1;
    }
    *bytes = (size_t)value << shift;
    return 0;
}
