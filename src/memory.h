/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_MEMORY_H
#define MEMSPEED_MEMORY_H

#include "results.h"
#include "team.h"

/*
 * Fills in what memory the results are of: the kind of pages that the layout asks for and, if
 * they are not ordinary ones, the pages that back the buffers of all members together; and of
 * other memories what they are, and how they behave. -1 with errno.
 */
int memory_describe(struct results *results, const struct team *team);

#endif
