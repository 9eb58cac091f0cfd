/* SPDX-License-Identifier: MIT */
#include "options_show.h"

#include <getopt.h>

enum { OPT_UNIT = 256, OPT_SPREAD, OPT_FORMAT };

const char options_show_usage[] =
    "usage: memspeed show [OPTION]... FILE...\n"
    "Prints the tables of runs that -o saved, as the runs did.\n"
    "\n"
    "      --unit UNIT     MB/s or B/cycle\n"
    "      --spread        half the 95 % interval behind each figure, in percent\n"
    "      --format FORMAT text, csv or json (text)\n"
    "  -h, --help          this text\n";

static const struct option long_options[] = {
    {"unit", required_argument, NULL, OPT_UNIT},
    {"spread", no_argument, NULL, OPT_SPREAD},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int parse_option(struct options_show *o, int option, const char *arg, char *error)
{
    switch (option) {
    case OPT_UNIT:
        return options_unit(&o->view.unit, arg, error);
    case OPT_FORMAT:
        return options_format(&o->view.format, arg, error);
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
    int option;

    *options = (struct options_show){0};
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return options_wrong(option, argv, error);
        if (parse_option(options, option, optarg, error) < 0)
            return -1;
    }
    options->files = argv + optind;
    options->file_count = (size_t)(argc - optind);
    return options->help || options->file_count ? 0 : options_error(error, "show: no files");
}
