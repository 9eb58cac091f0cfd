/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_INFO_H
#define MEMSPEED_OPTIONS_INFO_H

#include "options.h"

/* The command line of "info". */
struct info_options {
    struct view view; /* its format is text or JSON */
    bool help;
};

/* Reads it, argv[0] being "info"; -1 as options_parse(). */
int options_info(struct info_options *options, int argc, char **argv, char *error);

/* The text of its --help. */
extern const char options_info_usage[];

#endif
