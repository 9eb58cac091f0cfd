/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_WHY_H
#define MEMSPEED_WHY_H

#include "format.h"

/* Room for the reason why something can't be had, as the user is told. */
enum { WHY = 160 };

/* Formats the reason into `why`, which takes WHY characters, and sets errno; -1. */
int why_fail(int error, char *why, const char *format, ...) FORMAT(3, 4);

#endif
