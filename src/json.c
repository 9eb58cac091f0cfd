/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <math.h>
#include <string.h>

#include "utf8.h"

static void quoted(FILE *f, const char *text)
{
    const char *const end = text + strlen(text);

    fputc('"', f);
    while (text < end) {
        const size_t length = utf8_length(text, (size_t)(end - text));
        const unsigned char c = (unsigned char)*text;

        if (length == 0)
            fputs("\\ufffd", f);
        else if (c < 0x20 || c == 0x7f)
            fprintf(f, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else
            fwrite(text, 1, length, f);
        text += length ? length : 1;
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
