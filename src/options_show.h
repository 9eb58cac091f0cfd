/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_SHOW_H
#define MEMSPEED_OPTIONS_SHOW_H

#include "options.h"

/* The command line of `memspeed show`. */
struct options_show {
    struct view view;
    char **files; /* a part of argv */
    size_t file_count;
    bool help;
};

/* As options_parse(); argv[0] is the command's name. */
int options_show_parse(struct options_show *options, int argc, char **argv, char *error);

/* The text of `show --help`. */
extern const char options_show_usage[];

#endif
