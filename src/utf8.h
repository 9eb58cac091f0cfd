/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_UTF8_H
#define MEMSPEED_UTF8_H

#include <stddef.h>

/*
 * The bytes of the UTF-8 character that a text of `left` bytes, at least one, begins with; 0 if
 * it begins with none: shortest forms up to U+10FFFF without surrogates (RFC 3629, section 4).
 */
size_t utf8_length(const char *text, size_t left);

#endif
