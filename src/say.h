/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SAY_H
#define MEMSPEED_SAY_H

#include "format.h"

/* Exit statuses beside EXIT_SUCCESS. */
enum { EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_DEGRADED = 3 };

/*
 * Says one line on stderr, "memspeed: ...". Control characters, which arguments and file names
 * may have, become question marks.
 */
void say(const char *format, ...) FORMAT(1, 2);

/* Finishes stdout: EXIT_SUCCESS, or EXIT_FAILED after having said why. */
int say_stdout(void);

#endif
