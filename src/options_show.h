/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_SHOW_H
#define MEMSPEED_OPTIONS_SHOW_H

#include "options.h"

/* The command line of "show". */
struct show_options {
    struct view view;
    char **files;
    size_t count;
    bool help;
};

/* Reads it, argv[0] being "show"; -1 as options_parse(). The files are a part of argv. */
int options_show(struct show_options *options, int argc, char **argv, char *error);

/* The text of its --help. */
extern const char options_show_usage[];

#endif
