/* SPDX-License-Identifier: MIT */
#include "utf8.h"

size_t utf8_length(const char *text, size_t left)
{
    const unsigned char *p = (const unsigned char *)text;
    const size_t length = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : 4;

    if (length == 0 || *p > 0xf4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] >= 0xa0) ||
        (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] >= 0x90))
        return 0;
    return length;
}
