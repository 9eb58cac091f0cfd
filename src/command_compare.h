/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_COMMAND_COMPARE_H
#define MEMSPEED_COMMAND_COMPARE_H

/* `memspeed compare ARGUMENTS`: argv[0] is "compare". Returns the exit status. */
int command_compare(int argc, char **argv);

#endif
