/* SPDX-License-Identifier: MIT */
/* What backs memory, in words; also on systems other than the one that it was found on. */
#include "pages_backing.h"

#include <stdarg.h>
#include <stdio.h>

#include "format.h"

/* Appends to a text as far as it fits. */
FORMAT(3, 4) static void append(char *text, size_t size, const char *format, ...)
{
    size_t used = 0;
    va_list args;

    while (used < size && text[used])
        used++;
    if (used == size)
        return;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

/* A share in percent, rounded down, but never to nothing. */
static void append_share(char *text, size_t size, uint64_t part, uint64_t whole)
{
    const uint64_t percent = (uint64_t)((double)part * 100 / (double)whole);

    if (percent == 0 && part)
        append(text, size, "<1 %%");
    else
        append(text, size, "%llu %%", (unsigned long long)percent);
}

const char *backing_text(const struct backing *backing, char *text, size_t size)
{
    char name[PAGES_NAME];
    uint64_t rest = backing->bytes;
    const char *before = " (";

    if (backing->unknown || backing->count == 0) {
        snprintf(text, size, "%s", backing->unknown ? "unknown" : "no page");
        return text;
    }
    snprintf(text, size, "%s", pages_size(backing->parts[0].page_bytes, name, sizeof name));
    for (size_t i = 0; i < backing->count; i++) {
        rest -= backing->parts[i].bytes < rest ? backing->parts[i].bytes : rest;
        if (i == 0)
            continue;
        append(text, size, "%s", before);
        append_share(text, size, backing->parts[i].bytes, backing->bytes);
        append(text, size, " %s", pages_size(backing->parts[i].page_bytes, name, sizeof name));
        before = ", ";
    }
    if (rest) {
        append(text, size, "%s", before);
        append_share(text, size, rest, backing->bytes);
        append(text, size, " in no page");
    }
    append(text, size, "%s", rest || backing->count > 1 ? ")" : " (100 %)");
    return text;
}

uint64_t backing_entries(const struct backing *backing)
{
    uint64_t entries = 0;

    for (size_t i = 0; i < backing->count; i++)
        entries += pages_entries(backing->parts[i].bytes, backing->parts[i].page_bytes);
    return entries;
}
