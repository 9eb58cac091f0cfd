/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_INFO_H
#define MEMSPEED_OPTIONS_INFO_H

#include "options.h"

/* The command line of "info". */
struct options_info {
    enum report_format format; /* text or JSON */
    bool measure;
    bool help;
};

/* As options_parse(); argv[0] is the command's name. */
int options_info_parse(struct options_info *options, int argc, char **argv, char *error);

/* The text of its --help. */
extern const char options_info_usage[];

#endif
