/* SPDX-License-Identifier: MIT */
#include "wrap.h"

#include <stdbool.h>
#include <string.h>

enum { TEXT_WIDTH = 80 };

void wrap_print(FILE *f, const char *label, const char *text)
{
    const size_t indent = strlen(label);
    bool first = true;

    do {
        size_t length = strlen(text);

        if (length > TEXT_WIDTH - indent) {
            length = TEXT_WIDTH - indent;
            /* A number and its unit stay together. */
            while (length > 0 && (text[length] != ' ' || text[length + 1] == '%'))
                length--;
            if (length == 0)
                length = strlen(text);
        }
        fprintf(f, "%*s%.*s\n", (int)indent, first ? label : "", (int)length, text);
        text += length;
        text += *text == ' ';
        first = false;
    } while (*text);
}
