/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_COMPARE_H
#define MEMSPEED_OPTIONS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "groups.h"
#include "options.h"
#include "report.h"
#include "report_compare.h"

/* The command line of `memspeed compare`. */
struct options_compare {
    bool help;
    bool check;         /* exit status 3 if something degraded */
    bool ignore_common; /* a factor that was called does not count for it */
    enum report_format format;
    const char *only[OPTIONS_ONLY];
    struct compare_view view;
    struct grouping grouping;
    char **files; /* FILE or LABEL=FILE */
    size_t file_count;
};

/* As options_parse(); argv[0] is the command's name. */
int options_compare_parse(struct options_compare *options, int argc, char **argv, char *error);

/* The text of `compare --help`. */
extern const char options_compare_usage[];

#endif
