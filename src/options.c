/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "format.h"
#include "options_suites.h"

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

/* A decimal number in [least, most], all of `text`. */
static int parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    unsigned long long value;

    if (!isdigit((unsigned char)text[0]))
        return -1;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (*end != '\0' || errno || value < least || value > most)
        return -1;
    *number = value;
    return 0;
}

/* A size that is a multiple of `unit` and not 0. */
static int parse_size(const char *option, const char *text, size_t unit, size_t *bytes,
                      char *error)
{
    if (options_size(text, bytes) < 0)
        return errno == ERANGE
                   ? options_error(error, "%s %s: more than this machine can address", option,
                                   text)
                   : options_error(error, "%s %s: not a size (as 4096, 64k, 4M, 1G)", option,
                                   text);
    if (*bytes < unit)
        return options_error(error, "%s %s: less than %zu bytes", option, text, unit);
    if (*bytes % unit)
        return options_error(error, "%s %s: not a multiple of %zu bytes", option, text, unit);
    /* Two buffers and what is around them must fit into the address space. */
    if (*bytes > SIZE_MAX / 4)
        return options_error(error, "%s %s: more than this machine can address", option, text);
    return 0;
}

static int parse_line(struct options *o, const char *text, char *error)
{
    uint64_t line;

    if (parse_number(text, 16, 1024, &line) < 0 || (line & (line - 1)))
        return options_error(error, "--line %s: not a power of two from 16 to 1024", text);
    o->line_bytes = (size_t)line;
    return 0;
}

static int parse_pld(struct options *o, const char *list, char *error)
{
    const char *p = list;

    o->pld_count = 0;
    for (;;) {
        char *end = NULL;
        unsigned long long lines;

        errno = 0;
        lines = isdigit((unsigned char)*p) ? strtoull(p, &end, 10) : OPTIONS_PLD_MAX + 1;
        if (errno || lines > OPTIONS_PLD_MAX || (*end && *end != ','))
            return options_error(error, "--pld %s: not a list of numbers up to %d", list,
                                 OPTIONS_PLD_MAX);
        for (size_t i = 0; i < o->pld_count; i++)
            if (o->pld[i] == lines)
                return options_error(error, "--pld %s: %llu is given twice", list, lines);
        if (o->pld_count == OPTIONS_PLD)
            return options_error(error, "--pld %s: more than %d distances", list, OPTIONS_PLD);
        o->pld[o->pld_count++] = (size_t)lines;
        if (*end == '\0')
            return 0;
        p = end + 1;
    }
}

static int parse_prefetch(struct options *o, const char *text, char *error)
{
    char names[128] = "";

    for (enum prefetch kind = PREFETCH_L1; kind < PREFETCH_STORE; kind++) {
        const char *name = kernel_prefetch_name(kind);

        if (name && strcasecmp(name, text) == 0) {
            o->prefetch = kind;
            return 0;
        }
        if (name)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                     names[0] ? ", " : "", name);
    }
    return options_error(error, "--prefetch %s: none of these kernels', which are %s", text,
                         names);
}

static int parse_block(struct options *o, const char *text, char *error)
{
    if (parse_size("--block", text, 1024, &o->block_bytes, error) < 0)
        return -1;
    return o->block_bytes <= OPTIONS_BLOCK_MAX
               ? 0
               : options_error(error, "--block %s: more than %d MiB", text,
                               OPTIONS_BLOCK_MAX >> 20);
}

static int parse_time(struct options *o, const char *text, char *error)
{
    double seconds = 0;

    /* No signs, exponents, hexadecimal, inf or nan, which strtod would take. */
    if (text[strspn(text, "0123456789.")] == '\0' && strchr(text, '.') == strrchr(text, '.'))
        seconds = strtod(text, NULL);
    if (!(seconds >= 1e-3) || seconds > 1e6)
        return options_error(error, "--time %s: not a number of seconds from 0.001 to 1000000",
                             text);
    o->time_ns = (uint64_t)(seconds * 1e9);
    return 0;
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

static int parse_count(const char *option, const char *text, uint64_t least, uint64_t most,
                       uint64_t *number, char *error)
{
    *number = least;
    if (parse_number(text, least, most, number) < 0)
        return options_error(error, "%s %s: not a number from %llu to %llu", option, text,
                             (unsigned long long)least, (unsigned long long)most);
    return 0;
}

static int parse_jobs(struct options *o, const char *text, char *error)
{
    uint64_t n;

    if (strcmp(text, "all") == 0) {
        o->threads = 0;
        return 0;
    }
    if (parse_number(text, 1, 65536, &n) < 0)
        return options_error(error, "-j %s: neither a number of CPUs nor 'all'", text);
    o->threads = (size_t)n;
    return 0;
}

int options_only(const char **globs, size_t *count, const char *glob, char *error)
{
    if (*count == OPTIONS_ONLY)
        return options_error(error, "--only: more than %d", OPTIONS_ONLY);
    globs[(*count)++] = glob;
    return 0;
}

static int parse_label(struct options *o, const char *text, char *error)
{
    for (const char *p = text; *p; p++)
        if (iscntrl((unsigned char)*p))
            return options_error(error, "--label: control characters in it");
    if (!*text || strlen(text) >= RESULTS_LABEL)
        return options_error(error, "--label: not 1 to %d characters", RESULTS_LABEL - 1);
    o->label = text;
    return 0;
}

/* Options whose argument is a plain number. */
static int parse_plain(struct options *o, int option, const char *text, char *error)
{
    uint64_t n;
    int status;

    switch (option) {
    case OPT_CPU:
        status = parse_count("--cpu", text, 0, INT_MAX, &n, error);
        o->cpu = status ? o->cpu : (int)n;
        return status;
    case OPT_ROUNDS:
        status = parse_count("--rounds", text, 1, OPTIONS_ROUNDS_MAX, &n, error);
        o->rounds = status ? o->rounds : (size_t)n;
        return status;
    default:
        o->seeded = true;
        return parse_count("--seed", text, 0, UINT64_MAX, &o->seed, error);
    }
}

/* "base,thp,2M". */
static int parse_pages(struct options *o, const char *list, char *error)
{
    const char *p = list;

    o->page_count = 0;
    for (;;) {
        const size_t length = strcspn(p, ",");
        char name[PAGES_NAME];
        const char *why = "too long";

        snprintf(name, sizeof name, "%.*s", (int)length, p);
        if (o->page_count == OPTIONS_PAGES)
            return options_error(error, "--pages %s: more than %d", list, OPTIONS_PAGES);
        if (length >= sizeof name || pages_parse(name, &o->pages[o->page_count], &why) < 0)
            return options_error(error, "--pages %s: '%s': %s", list, name, why);
        for (size_t i = 0; i < o->page_count; i++)
            if (o->pages[i].how == o->pages[o->page_count].how &&
                o->pages[i].bytes == o->pages[o->page_count].bytes)
                return options_error(error, "--pages %s: %s is given twice", list, name);
        o->page_count++;
        if (!p[length])
            return 0;
        p += length + 1;
    }
}

/* A table's words are a power of two. */
static int parse_table(struct options *o, const char *text, char *error)
{
    if (parse_size("--table", text, sizeof(uint64_t), &o->table_bytes, error) < 0)
        return -1;
    return (o->table_bytes & (o->table_bytes - 1)) == 0
               ? 0
               : options_error(error, "--table %s: not a power of two", text);
}

static int parse_option(void *options, int option, char *arg, char *error)
{
    struct options *o = options;

    options_suites_note(o, option);
    switch (option) {
    case 'c':
    case 'l':
    case 'g':
    case 's':
    case 'a':
        options_suites_choose(o, option);
        return 0;
    case 'b':
        return parse_size("-b", arg, LAYOUT_COLD_OP, &o->buffer_bytes, error);
    case 'j':
        return parse_jobs(o, arg, error);
    case 'o':
        o->output = arg;
        return *arg && strcmp(arg, "-") != 0
                   ? 0
                   : options_error(error, "-o '%s': not a file (the tables go to stdout)", arg);
    case 'q':
        o->quiet = true;
        return 0;
    case OPT_BLOCK:
        return parse_block(o, arg, error);
    case OPT_LINE:
        return parse_line(o, arg, error);
    case OPT_PLD:
        return parse_pld(o, arg, error);
    case OPT_PREFETCH:
        return parse_prefetch(o, arg, error);
    case OPT_ONLY:
        return options_only(o->only, &o->only_count, arg, error);
    case OPT_TIME:
        return parse_time(o, arg, error);
    case OPT_UNIT:
        return options_unit(&o->view.unit, arg, error);
    case OPT_FORMAT:
        return options_format(&o->view.format, arg, error);
    case OPT_SPREAD:
        o->view.spread = true;
        return 0;
    case OPT_CURVE:
        o->view.curve = true;
        return 0;
    case OPT_PAGES:
        return parse_pages(o, arg, error);
    case OPT_TABLE:
        return parse_table(o, arg, error);
    case OPT_UPDATES:
        return parse_count("--updates", arg, 1, UINT64_MAX / 2, &o->updates, error);
    case OPT_LABEL:
        return parse_label(o, arg, error);
    case 'V':
        o->command = COMMAND_VERSION;
        return 0;
    case 'h':
        o->command = COMMAND_HELP;
        return 0;
    case OPT_LIST:
        o->command = COMMAND_LIST;
        return 0;
    default:
        return parse_plain(o, option, arg, error);
    }
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
    static const struct options_reader reader = {":clgsab:j:o:qVh", long_options, parse_option};

    options_default(options);
    options->argc = argc;
    options->argv = argv;
    if (options_read(&reader, options, argc, argv, error) < 0)
        return -1;
    if (optind < argc)
        return options_error(error, "%s: unexpected argument", argv[optind]);
    return options_suites_check(options, error);
}
