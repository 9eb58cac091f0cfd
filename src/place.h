/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PLACE_H
#define MEMSPEED_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "record.h"

/*
 * Where a figure stands that is in none of the classic tables, and what it is. Names consist of
 * printable characters without '~' and '/', of which saved files make other use; a row may be
 * "". lmbench's own names are used where it has such a figure: see README.
 */
enum { PLACE_NAME = 48 };

struct place {
    char table[PLACE_NAME]; /* "" is no place: a cell of the classic tables */
    char row[PLACE_NAME];
    char column[PLACE_NAME];
    enum measure measure;
    size_t op_bytes; /* MEASURE_MBPS of a probe: what one operation moves */
};

/* Fills in a place's names, cutting what is too long. Returns it. */
struct place *place_name(struct place *place, const char *table, const char *row,
                         const char *column);

bool place_same(const struct place *a, const struct place *b);

/* Whether saved files can hold its names. */
bool place_valid(const struct place *place);

#endif
