/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool scan_literal(const char **text, const char *literal)
{
    const size_t length = strlen(literal);

    if (strncmp(*text, literal, length) != 0)
        return false;
    *text += length;
    return true;
}

bool scan_number(const char **text, uint64_t most, uint64_t *number)
{
    char *end;
    unsigned long long value;

    if (!isdigit((unsigned char)**text))
        return false;
    errno = 0;
    value = strtoull(*text, &end, 10);
    if (errno || value > most)
        return false;
    *text = end;
    *number = value;
    return true;
}

bool scan_size(const char **text, size_t *number)
{
    uint64_t value;

    if (!scan_number(text, SIZE_MAX, &value))
        return false;
    *number = (size_t)value;
    return true;
}

bool scan_decimal(const char **text, double *number)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(*text, digits);
    size_t length = whole;
    double value;

    if (whole == 0)
        return false;
    if ((*text)[length] == '.')
        length += 1 + strspn(*text + length + 1, digits);
    /* "1." is none, and "0x1" would be more to strtod than to us. */
    if (length == whole + 1 || strchr("xXeE", (*text)[length] ? (*text)[length] : ' '))
        return false;
    value = strtod(*text, NULL);
    if (!isfinite(value))
        return false;
    *text += length;
    *number = value;
    return true;
}

bool scan_word(const char **text, char end, char *word, size_t size)
{
    const char *stop = strchr(*text, end);
    const size_t length = stop ? (size_t)(stop - *text) : strlen(*text);

    if (length == 0 || length >= size)
        return false;
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}
