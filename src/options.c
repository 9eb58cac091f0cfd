/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "options_suites.h"
#include "options_take.h"

const char options_usage[] =
    "usage: memspeed [-c] [-l] [-g] [-s] [-a] [OPTION]...\n"
    "       memspeed show [OPTION]... FILE...    saved runs (show --help)\n"
    "       memspeed compare [OPTION]... [LABEL=]FILE...    (compare --help)\n"
    "       memspeed info [OPTION]...            what this machine is\n"
    "Measures memory: throughput per instruction, prefetch distance and cache\n"
    "state, latencies, costs of the operating system, random updates.\n"
    "\n"
    "  -c, --classic       the classic tables (the default)\n"
    "  -l, --latency       latencies, and costs in lmbench's terms\n"
    "  -g, --gups          random updates (HPC Challenge's RandomAccess)\n"
    "  -s, --sweep         throughput against the size of the working set\n"
    "  -a, --all           all of these\n"
    "      --list          kernels, what they need and whether this machine has it\n"
    "  -h, --help          this text\n"
    "  -V, --version       version and instruction set\n"
    "\n"
    "what is measured\n"
    "  -b, --buffer SIZE   cold buffers, each (4 x the last-level cache)\n"
    "      --block SIZE    hot block (the largest that surely stays in the L1 cache)\n"
    "      --line BYTES    cache line: one prefetch or touch each (the L1 cache's)\n"
    "      --pld LIST      prefetch distances in lines (0,1,2,4,8,16,32,64)\n"
    "      --prefetch KIND on AArch64 PLDL1KEEP, PLDL1STRM, PLDL2KEEP\n"
    "      --only GLOB     these methods of -c, -s; may be given repeatedly\n"
    "      --pages LIST    page sizes: base, thp, 2M ...; -c, -s take one\n"
    "      --memory LIST   of -c: normal, thp, huge:2M, wc, drm:card0, fb:fb0 or\n"
    "                      phys:ADDR+SIZE[,sync], which is /dev/mem's\n"
    "      --overwrite     what is in the memory of phys is of no use to anyone\n"
    "      --table SIZE    of -g, a power of two (up to a quarter of free memory)\n"
    "      --updates N     of -g (4 per word)\n"
    "      --cpu N         the CPU to run on (one of the fastest)\n"
    "  -j, --jobs N|all    so many CPUs at once, each its own buffers; total MB/s\n"
    "\n"
    "how long\n"
    "      --time SECONDS  for the whole run (-c 15, -l 26, -g 14, -s 10, -a 60)\n"
    "      --rounds N      visits to every cell (24, at least 7 as time allows)\n"
    "      --seed N        order and places are drawn from it (random)\n"
    "\n"
    "output\n"
    "      --unit UNIT     MB/s or B/cycle\n"
    "      --spread        half the 95 % interval behind each figure, in percent\n"
    "      --curve         with -l, the latency of each working set\n"
    "      --format FORMAT text, csv or json on stdout (text)\n"
    "  -o, --output FILE   save all samples\n"
    "      --label TEXT    name of the saved run (host and kernel)\n"
    "  -q, --quiet         neither progress nor notices on stderr\n"
    "\n"
    "SIZE takes K, M, G: powers of 1024. MB = 10^6 bytes; a copy of n bytes counts n.\n"
    "Exit status: 0 done, 1 something failed, 2 wrong usage.\n";

static const struct option long_options[] = {
    {"classic", no_argument, NULL, 'c'},
    {"latency", no_argument, NULL, 'l'},
    {"gups", no_argument, NULL, 'g'},
    {"sweep", no_argument, NULL, 's'},
    {"all", no_argument, NULL, 'a'},
    {"pages", required_argument, NULL, OPT_PAGES},
    {"memory", required_argument, NULL, OPT_MEMORY},
    {"overwrite", no_argument, NULL, OPT_OVERWRITE},
    {"table", required_argument, NULL, OPT_TABLE},
    {"updates", required_argument, NULL, OPT_UPDATES},
    {"curve", no_argument, NULL, OPT_CURVE},
    {"buffer", required_argument, NULL, 'b'},
    {"block", required_argument, NULL, OPT_BLOCK},
    {"line", required_argument, NULL, OPT_LINE},
    {"pld", required_argument, NULL, OPT_PLD},
    {"prefetch", required_argument, NULL, OPT_PREFETCH},
    {"only", required_argument, NULL, OPT_ONLY},
    {"cpu", required_argument, NULL, OPT_CPU},
    {"jobs", required_argument, NULL, 'j'},
    {"time", required_argument, NULL, OPT_TIME},
    {"rounds", required_argument, NULL, OPT_ROUNDS},
    {"seed", required_argument, NULL, OPT_SEED},
    {"unit", required_argument, NULL, OPT_UNIT},
    {"spread", no_argument, NULL, OPT_SPREAD},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"list", no_argument, NULL, OPT_LIST},
    {"output", required_argument, NULL, 'o'},
    {"label", required_argument, NULL, OPT_LABEL},
    {"quiet", no_argument, NULL, 'q'},
    {"version", no_argument, NULL, 'V'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

int options_error(char *error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error, OPTIONS_ERROR, format, args);
    va_end(args);
    return -1;
}

int options_unit(enum unit *unit, const char *text, char *error)
{
    if (strcmp(text, "MB/s") == 0)
        *unit = UNIT_MBPS;
    else if (strcmp(text, "B/cycle") == 0)
        *unit = UNIT_BYTES_PER_CYCLE;
    else
        return options_error(error, "--unit %s: neither MB/s nor B/cycle", text);
    return 0;
}

int options_format(enum report_format *format, const char *text, char *error)
{
    if (report_named(text, format) == 0)
        return 0;
    return options_error(error, "--format %s: neither text nor csv nor json", text);
}

int options_only(const char **globs, size_t *count, const char *glob, char *error)
{
    if (*count == OPTIONS_ONLY)
        return options_error(error, "--only: more than %d", OPTIONS_ONLY);
    globs[(*count)++] = glob;
    return 0;
}

/* What is wrong where getopt_long() returned '?' or ':'. */
static int wrong_option(int option, char **argv, char *error)
{
    const char *const why = option == ':' ? "needs an argument" : "unknown option";
    /* Some libcs have counted the argument that was missing. */
    const char *const word = argv[optind - 1] ? argv[optind - 1] : argv[optind - 2];

    /* A letter in a word of letters is named by optopt only; it may be a byte of a longer one.
     */
    if (strncmp(word, "--", 2) != 0 && optopt > 0 && optopt < 128)
        return options_error(error, "-%c: %s", optopt, why);
    return options_error(error, "%s: %s", strncmp(word, "--", 2) == 0 ? word : "an option",
                         why);
}

int options_read(const struct options_reader *reader, void *options, int argc, char **argv,
                 char *error)
{
    int option;

    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc, argv, reader->letters, reader->words, NULL)) != -1) {
        if (option == '?' || option == ':')
            return wrong_option(option, argv, error);
        if (reader->take(options, option, optarg, error) < 0)
            return -1;
    }
    return 0;
}

void options_default(struct options *options)
{
    static const size_t classic[] = {0, 1, 2, 4, 8, 16, 32, 64};

    *options = (struct options){.cpu = MACHINE_CPU_ANY,
                                .threads = 1,
                                .prefetch = PREFETCH_L1,
                                .pld_count = sizeof classic / sizeof classic[0]};
    memcpy(options->pld, classic, sizeof classic);
}

int options_parse(struct options *options, int argc, char **argv, char *error)
{
    static const struct options_reader reader = {":clgsab:j:o:qVh", long_options, options_take};

    options_default(options);
    options->argc = argc;
    options->argv = argv;
    if (options_read(&reader, options, argc, argv, error) < 0)
        return -1;
    if (optind < argc)
        return options_error(error, "%s: unexpected argument", argv[optind]);
    return options_suites_check(options, error);
}
