/* SPDX-License-Identifier: MIT */
#include "options_compare.h"

#include <getopt.h>
#include <math.h>
#include <string.h>

#include "scan.h"

enum {
    OPT_DEGRADED = 256,
    OPT_ALL,
    OPT_WIDE,
    OPT_ONLY,
    OPT_CHECK,
    OPT_IGNORE_COMMON,
    OPT_THRESHOLD,
    OPT_SPLIT,
    OPT_GROUP_BY,
    OPT_GROUPS,
    OPT_FORMAT,
};

/* Noise floor, and the share of false calls among all. */
#define THRESHOLD_PERCENT 3
#define ALPHA 0.01

const char options_compare_usage[] =
    "usage: memspeed compare [OPTION]... [LABEL=]FILE...\n"
    "Tells whether memory became faster or slower, cell by cell.\n"
    "\n"
    "A FILE is what -o saved, a mail or other text with tables of memspeed, or\n"
    "output of lmbench, tinymembench, STREAM, mbw or RandomAccess; - is standard\n"
    "input. Runs of one label are a group; the first group is the baseline.\n"
    "\n"
    "what is compared\n"
    "      --only GLOB       cells by \"method column\", method or column; repeatable\n"
    "      --groups GLOB,... groups by label, the baseline first\n"
    "      --split N         every N runs of a label in a file are a group\n"
    "      --group-by KEY    a line of the files (cpu, buffer, ...) is the label\n"
    "      --threshold PCT   smaller changes are noise (3)\n"
    "\n"
    "output\n"
    "      --degraded        leaves out all that did not degrade\n"
    "      --all             departures, intervals, p, q, per-cycle changes\n"
    "      --wide            lines longer than 80 characters\n"
    "      --format FORMAT   text, csv or json\n"
    "      --check           exit status 3 if anything degraded\n"
    "      --ignore-common   a factor common to all cells does not count for it\n"
    "  -h, --help            this text\n"
    "\n"
    "Exit status: 0 done, 1 something failed, 2 wrong usage, 3 --check found\n"
    "a degradation.\n";

static const struct option long_options[] = {
    {"only", required_argument, NULL, OPT_ONLY},
    {"groups", required_argument, NULL, OPT_GROUPS},
    {"split", required_argument, NULL, OPT_SPLIT},
    {"group-by", required_argument, NULL, OPT_GROUP_BY},
    {"threshold", required_argument, NULL, OPT_THRESHOLD},
    {"degraded", no_argument, NULL, OPT_DEGRADED},
    {"all", no_argument, NULL, OPT_ALL},
    {"wide", no_argument, NULL, OPT_WIDE},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"check", no_argument, NULL, OPT_CHECK},
    {"ignore-common", no_argument, NULL, OPT_IGNORE_COMMON},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int parse_threshold(struct options_compare *o, const char *text, char *error)
{
    const char *rest = text;
    double percent;

    if (!scan_decimal(&rest, &percent) || *rest || percent > 100)
        return options_error(error, "--threshold %s: not a percentage from 0 to 100", text);
    o->view.judgement.threshold = log1p(percent / 100);
    return 0;
}

static int parse_split(struct options_compare *o, const char *text, char *error)
{
    const char *rest = text;
    uint64_t n;

    if (!scan_number(&rest, 999999, &n) || *rest || n == 0)
        return options_error(error, "--split %s: not a number from 1 to 999999", text);
    o->grouping.split = (size_t)n;
    return 0;
}

/* Globs, separated by commas, which are cut where they are. */
static int parse_groups(struct options_compare *o, char *list, char *error)
{
    struct grouping *g = &o->grouping;

    for (char *glob = strtok(list, ","); glob; glob = strtok(NULL, ",")) {
        if (g->only_count == sizeof g->only / sizeof g->only[0])
            return options_error(error, "--groups: more than %zu", g->only_count);
        g->only[g->only_count++] = glob;
    }
    return g->only_count ? 0 : options_error(error, "--groups: no label");
}

static int parse_option(void *options, int option, char *arg, char *error)
{
    struct options_compare *o = options;

    switch (option) {
    case OPT_ONLY:
        return options_only(o->only, &o->view.only_count, arg, error);
    case OPT_GROUPS:
        return parse_groups(o, arg, error);
    case OPT_SPLIT:
        return parse_split(o, arg, error);
    case OPT_GROUP_BY:
        o->grouping.by = arg;
        return 0;
    case OPT_THRESHOLD:
        return parse_threshold(o, arg, error);
    case OPT_FORMAT:
        return options_format(&o->format, arg, error);
    case OPT_DEGRADED:
        o->view.degraded = true;
        return 0;
    case OPT_ALL:
        o->view.all = true;
        return 0;
    case OPT_WIDE:
        o->view.wide = true;
        return 0;
    case OPT_CHECK:
        o->check = true;
        return 0;
    case OPT_IGNORE_COMMON:
        o->ignore_common = true;
        return 0;
    default:
        o->help = true;
        return 0;
    }
}

int options_compare_parse(struct options_compare *options, int argc, char **argv, char *error)
{
    static const struct options_reader reader = {":h", long_options, parse_option};

    *options =
        (struct options_compare){.view.judgement = {log1p(THRESHOLD_PERCENT / 100.0), ALPHA}};
    options->view.only = options->only;
    if (options_read(&reader, options, argc, argv, error) < 0)
        return -1;
    options->files = argv + optind;
    options->file_count = (size_t)(argc - optind);
    return options->help || options->file_count ? 0 : options_error(error, "compare: no files");
}
