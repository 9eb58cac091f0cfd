/* SPDX-License-Identifier: MIT */
#include "options_show.h"

#include <getopt.h>

enum { OPT_UNIT = 256, OPT_SPREAD, OPT_FORMAT, OPT_CURVE };

const char options_show_usage[] =
    "usage: memspeed show [OPTION]... FILE...\n"
    "Prints the tables of runs that -o saved, as the runs did; these options as the\n"
    "runs were given them are to be given again.\n"
    "\n"
    "      --unit UNIT     MB/s or B/cycle\n"
    "      --spread        half the 95 % interval behind each figure, in percent\n"
    "      --curve         all points of latencies\n"
    "      --format FORMAT text, csv or json (text)\n"
    "  -h, --help          this text\n";

static const struct option long_options[] = {
    {"unit", required_argument, NULL, OPT_UNIT},
    {"spread", no_argument, NULL, OPT_SPREAD},
    {"curve", no_argument, NULL, OPT_CURVE},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int parse_option(void *options, int option, char *arg, char *error)
{
    struct options_show *o = options;

    switch (option) {
    case OPT_UNIT:
        return options_unit(&o->view.unit, arg, error);
    case OPT_FORMAT:
        return options_format(&o->view.format, arg, error);
    case OPT_CURVE:
        o->view.curve = true;
        return 0;
    case OPT_SPREAD:
        o->view.spread = true;
        return 0;
    default:
        o->help = true;
        return 0;
    }
}

int options_show_parse(struct options_show *options, int argc, char **argv, char *error)
{
    static const struct options_reader reader = {":h", long_options, parse_option};

    *options = (struct options_show){0};
    if (options_read(&reader, options, argc, argv, error) < 0)
        return -1;
    options->files = argv + optind;
    options->file_count = (size_t)(argc - optind);
    return options->help || options->file_count ? 0 : options_error(error, "show: no files");
}
