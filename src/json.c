/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <math.h>
#include <string.h>

/*
 * The length of the UTF-8 character at `p`, or 0 if it is none: shortest forms up to U+10FFFF
 * without surrogates (RFC 3629, section 4). The 0 that ends the text is no continuation.
 */
static size_t character(const unsigned char *p)
{
    static const struct {
        unsigned char first, last; /* of the first byte */
        unsigned char least, most; /* of the second */
        unsigned char length;
    } forms[] = {
        {0x01, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t n = 1;

        if (p[0] < forms[i].first || p[0] > forms[i].last)
            continue;
        if (forms[i].length > 1 && (p[1] < forms[i].least || p[1] > forms[i].most))
            return 0;
        while (n < forms[i].length && (n == 1 || (p[n] & 0xc0) == 0x80))
            n++;
        return n == forms[i].length ? n : 0;
    }
    return 0;
}

static void quoted(FILE *f, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;

    fputc('"', f);
    while (*p) {
        const size_t length = character(p);

        if (length == 0)
            fputs("\\ufffd", f);
        else if (*p < 0x20 || *p == 0x7f)
            fprintf(f, "\\u%04x", *p);
        else if (*p == '"' || *p == '\\')
            fprintf(f, "\\%c", *p);
        else
            fwrite(p, 1, length, f);
        p += length ? length : 1;
    }
    fputc('"', f);
}

/* What stands before a value. */
static void begin(struct json *json, const char *key)
{
    if (json->follows)
        fputc(',', json->stream);
    json->follows = true;
    if (!key)
        return;
    quoted(json->stream, key);
    fputc(':', json->stream);
}

void json_open(struct json *json, const char *key, char bracket)
{
    begin(json, key);
    fputc(bracket, json->stream);
    json->follows = false;
}

void json_close(struct json *json, char bracket)
{
    fputc(bracket, json->stream);
    json->follows = true;
}

void json_text(struct json *json, const char *key, const char *text)
{
    begin(json, key);
    quoted(json->stream, text);
}

void json_known(struct json *json, const char *key, const char *text)
{
    if (text[0])
        json_text(json, key, text);
    else
        json_null(json, key);
}

void json_bool(struct json *json, const char *key, bool value)
{
    begin(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void json_null(struct json *json, const char *key)
{
    begin(json, key);
    fputs("null", json->stream);
}

void json_number(struct json *json, const char *key, uint64_t value)
{
    begin(json, key);
    fprintf(json->stream, "%llu", (unsigned long long)value);
}

void json_double(struct json *json, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(json, key);
        return;
    }
    begin(json, key);
    fprintf(json->stream, "%.10g", value);
}
