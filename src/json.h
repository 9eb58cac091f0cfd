/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_JSON_H
#define MEMSPEED_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Writes one line of JSON (RFC 8259), with commas where they belong: a value in an array has
 * the key NULL. What objects and arrays are opened must be closed. Errors are the stream's.
 */
struct json {
    FILE *stream;
    bool follows; /* another value stands before, in the same object or array */
};

void json_open(struct json *json, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *json, char bracket);                 /* '}' or ']' */

/* Text of any bytes: what is no UTF-8 becomes U+FFFD, a byte each. */
void json_text(struct json *json, const char *key, const char *text);

/* Text, or null for "". */
void json_known(struct json *json, const char *key, const char *text);

void json_bool(struct json *json, const char *key, bool value);
void json_null(struct json *json, const char *key);

/* Programs that keep numbers as doubles read those up to 2^53 only. */
void json_number(struct json *json, const char *key, uint64_t value);

/* With ten digits; null for NAN and infinities. */
void json_double(struct json *json, const char *key, double value);

#endif
