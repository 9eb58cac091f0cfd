/* SPDX-License-Identifier: MIT */
#include "mangle.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAB = 8,
    QP_WIDTH = 76,
    WRAP_WIDTH = 72,
};

struct buffer {
    char *text;
    size_t size;
};

static void put(struct buffer *b, const char *text, size_t length)
{
    b->text = realloc(b->text, b->size + length + 1);
    if (!b->text)
        abort();
    memcpy(b->text + b->size, text, length);
    b->size += length;
    b->text[b->size] = '\0';
}

/* Replaces each run of blanks that has at least two, or any, by one character. */
static char *squeeze(const char *text, const char *with)
{
    struct buffer b = {NULL, 0};

    put(&b, "", 0);
    while (*text) {
        const size_t blanks = strspn(text, " ");

        if (blanks > 0)
            put(&b, with, strlen(with));
        else
            put(&b, text, 1);
        text += blanks ? blanks : 1;
    }
    return b.text;
}

char *mangle_tabs(const char *text)
{
    return squeeze(text, "\t");
}

char *mangle_single(const char *text)
{
    return squeeze(text, " ");
}

char *mangle_unexpand(const char *text)
{
    struct buffer b = {NULL, 0};
    size_t column = 0;

    put(&b, "", 0);
    while (*text) {
        size_t blanks = strspn(text, " ");

        text += blanks;
        while (blanks > 1 && column / TAB < (column + blanks) / TAB) {
            const size_t step = TAB - column % TAB;

            put(&b, "\t", 1);
            column += step;
            blanks -= step;
        }
        for (; blanks > 0; blanks--, column++)
            put(&b, " ", 1);
        if (*text) {
            put(&b, text, 1);
            column = *text == '\n' ? 0 : column + 1;
            text++;
        }
    }
    return b.text;
}

/* Puts something before each line, and ends it so. */
static char *lines(const char *text, const char *before, const char *after)
{
    struct buffer b = {NULL, 0};

    put(&b, "", 0);
    while (*text) {
        const size_t length = strcspn(text, "\n");

        put(&b, before, strlen(before));
        put(&b, text, length);
        put(&b, after, strlen(after));
        text += length + (text[length] == '\n');
    }
    return b.text;
}

char *mangle_crlf(const char *text)
{
    return lines(text, "", "\r\n");
}

char *mangle_cr(const char *text)
{
    return lines(text, "", "\r");
}

char *mangle_quote(const char *text)
{
    return lines(text, "> ", "\n");
}

char *mangle_tight(const char *text)
{
    return lines(text, ">", "\n");
}

char *mangle_indent(const char *text)
{
    return lines(text, "    ", "\n");
}

char *mangle_spaced(const char *text)
{
    return lines(text, "", "\n\n");
}

char *mangle_nbsp(const char *text)
{
    struct buffer b = {NULL, 0};
    bool odd = false;

    put(&b, "", 0);
    for (; *text; text++) {
        odd = *text == ' ' && !odd;
        if (odd)
            put(&b, "\xc2\xa0", 2);
        else
            put(&b, text, 1);
    }
    return b.text;
}

char *mangle_qp(const char *text)
{
    struct buffer b = {NULL, 0};
    size_t column = 0;

    put(&b, "", 0);
    for (; *text; text++) {
        const size_t width = *text == '=' ? 3 : 1;

        if (*text == '\n') {
            put(&b, "\n", 1);
            column = 0;
            continue;
        }
        if (column + width > QP_WIDTH - 1) {
            put(&b, "=\n", 2);
            column = 0;
        }
        put(&b, *text == '=' ? "=3D" : text, width);
        column += width;
    }
    return b.text;
}

char *mangle_qp_mail(const char *text)
{
    static const char head[] = "Subject: figures\nMIME-Version: 1.0\n"
                               "content-transfer-encoding: Quoted-Printable\n\n";
    char *body = mangle_qp(text);
    struct buffer b = {NULL, 0};

    put(&b, head, sizeof head - 1);
    put(&b, body, strlen(body));
    free(body);
    return b.text;
}

char *mangle_wrap(const char *text)
{
    struct buffer b = {NULL, 0};

    put(&b, "", 0);
    while (*text) {
        size_t length = strcspn(text, "\n");
        size_t next = length + (text[length] == '\n');

        if (length > WRAP_WIDTH) {
            length = WRAP_WIDTH;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0)
                length = strcspn(text, " \n");
            next = length + strspn(text + length, " ");
        }
        put(&b, text, length);
        put(&b, "\n", 1);
        text += next;
    }
    return b.text;
}

char *mangle_replace(const char *text, const char *old, const char *with)
{
    const char *at = strstr(text, old);
    struct buffer b = {NULL, 0};

    if (!at) {
        fprintf(stderr, "no \"%s\" to replace\n", old);
        abort();
    }
    put(&b, text, (size_t)(at - text));
    put(&b, with, strlen(with));
    put(&b, at + strlen(old), strlen(at + strlen(old)));
    return b.text;
}
