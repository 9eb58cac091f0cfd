/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "kind.h"

bool kind_can_name(const char *text, size_t length)
{
    static const char normal[] = "normal";

    if (length == 0 || length >= KIND_NAME)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!isgraph((unsigned char)text[i]) || strchr("/~[]", text[i]))
            return false;
    return length != strlen(normal) || memcmp(text, normal, length) != 0;
}
