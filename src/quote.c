/* SPDX-License-Identifier: MIT */
#include "quote.h"

#include <ctype.h>
#include <string.h>

struct text {
    char *text;
    size_t size;
    size_t used; /* what there would be, if there were room */
};

static void put(struct text *t, char c)
{
    if (t->used + 1 < t->size)
        t->text[t->used] = c;
    t->used++;
}

static void put_argument(struct text *t, const char *argument)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                "0123456789_./,:=+@%-";

    if (*argument && argument[strspn(argument, plain)] == '\0') {
        while (*argument)
            put(t, *argument++);
        return;
    }
    put(t, '\'');
    for (; *argument; argument++) {
        /* A quote ends the quoted part, stands escaped, and opens the next. */
        for (const char *c = "'\\'"; *argument == '\'' && *c; c++)
            put(t, *c);
        put(t, iscntrl((unsigned char)*argument) ? '?' : *argument);
    }
    put(t, '\'');
}

void quote_command(int argc, char **argv, char *text, size_t size)
{
    struct text t = {text, size, 0};

    for (int i = 0; i < argc; i++) {
        if (i > 0)
            put(&t, ' ');
        put_argument(&t, argv[i]);
    }
    text[t.used < size ? t.used : size - 1] = '\0';
    if (t.used >= size && size > 3)
        memcpy(text + size - 4, "...", 4);
}
