/* SPDX-License-Identifier: MIT */
#include "options_info.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum { OPT_FORMAT = 256 };

const char options_info_usage[] =
    "usage: memspeed info [OPTION]...\n"
    "Tells what this machine is and how that is known, and what -c would use.\n"
    "\n"
    "      --format FORMAT text or json (text)\n"
    "  -h, --help          this text\n";

static const struct option long_options[] = {
    {"format", required_argument, NULL, OPT_FORMAT},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Facts of so many kinds make no table: there is no CSV. */
static int parse_format(struct info_options *o, const char *text, char *error)
{
    if (report_named(text, &o->view.format) == 0 && o->view.format != REPORT_CSV)
        return 0;
    snprintf(error, OPTIONS_ERROR, "info: --format %s: neither text nor json", text);
    return -1;
}

int options_info(struct info_options *options, int argc, char **argv, char *error)
{
    int option;

    *options = (struct info_options){0};
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return options_wrong(option, argv, error);
        if (option == 'h')
            options->help = true;
        else if (parse_format(options, optarg, error) < 0)
            return -1;
    }
    if (optind == argc || options->help)
        return 0;
    snprintf(error, OPTIONS_ERROR, "info: %s: unexpected argument", argv[optind]);
    return -1;
}
