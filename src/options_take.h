/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_TAKE_H
#define MEMSPEED_OPTIONS_TAKE_H

/*
 * Takes an option of a run into a struct options, as struct options_reader asks for; -1 with
 * what is wrong in `error`.
 */
int options_take(void *options, int option, char *arg, char *error);

#endif
