/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct place *place_name(struct place *place, const char *table, const char *row,
                         const char *column)
{
    snprintf(place->table, sizeof place->table, "%s", table);
    snprintf(place->row, sizeof place->row, "%s", row);
    snprintf(place->column, sizeof place->column, "%s", column);
    return place;
}

bool place_same(const struct place *a, const struct place *b)
{
    return strcmp(a->table, b->table) == 0 && strcmp(a->row, b->row) == 0 &&
           strcmp(a->column, b->column) == 0;
}

static bool valid(const char *name)
{
    for (; *name; name++)
        if (!isprint((unsigned char)*name) || *name == '~' || *name == '/')
            return false;
    return true;
}

bool place_valid(const struct place *place)
{
    return place->table[0] && place->column[0] && valid(place->table) && valid(place->row) &&
           valid(place->column);
}
