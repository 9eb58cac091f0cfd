/* SPDX-License-Identifier: MIT */
#include "options_info.h"

#include <getopt.h>

enum { OPT_FORMAT = 256, OPT_MEASURE };

const char options_info_usage[] =
    "usage: memspeed info [OPTION]...\n"
    "Tells what this machine is and how that is known, and what -c would use.\n"
    "\n"
    "      --measure       caches, line, TLB and latencies, as they are measured (25 s)\n"
    "      --format FORMAT text or json (text)\n"
    "  -h, --help          this text\n";

static const struct option long_options[] = {
    {"format", required_argument, NULL, OPT_FORMAT},
    {"measure", no_argument, NULL, OPT_MEASURE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* Facts of so many kinds make no table: there is no CSV. */
static int parse_format(struct options_info *o, const char *text, char *error)
{
    if (report_named(text, &o->format) == 0 && o->format != REPORT_CSV)
        return 0;
    return options_error(error, "info: --format %s: neither text nor json", text);
}

static int parse_option(void *options, int option, char *arg, char *error)
{
    struct options_info *o = options;

    if (option == OPT_FORMAT)
        return parse_format(o, arg, error);
    if (option == OPT_MEASURE)
        o->measure = true;
    else
        o->help = true;
    return 0;
}

int options_info_parse(struct options_info *options, int argc, char **argv, char *error)
{
    static const struct options_reader reader = {":h", long_options, parse_option};

    *options = (struct options_info){0};
    if (options_read(&reader, options, argc, argv, error) < 0)
        return -1;
    if (optind == argc || options->help)
        return 0;
    return options_error(error, "info: %s: unexpected argument", argv[optind]);
}
