/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_COMMAND_SHOW_H
#define MEMSPEED_COMMAND_SHOW_H

/* "memspeed show": prints saved runs again; argv[0] is "show". Returns the exit status. */
int command_show(int argc, char **argv);

#endif
