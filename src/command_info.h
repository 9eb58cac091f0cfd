/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_COMMAND_INFO_H
#define MEMSPEED_COMMAND_INFO_H

/* Tells what this machine is; argv[0] is "info". Returns the exit status. */
int command_info(int argc, char **argv);

#endif
