/* SPDX-License-Identifier: MIT */
/* The options of a run, one by one. */
#include "options_take.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "argument.h"
#include "options.h"
#include "options_suites.h"

static int take_suite(struct options *o, const struct argument *a)
{
    options_suites_choose(o, a->option);
    return 0;
}

static int take_command(struct options *o, const struct argument *a)
{
    o->command = a->option == 'V'   ? COMMAND_VERSION
                 : a->option == 'h' ? COMMAND_HELP
                                    : COMMAND_LIST;
    return 0;
}

static int take_buffer(struct options *o, const struct argument *a)
{
    return argument_size(a, LAYOUT_COLD_OP, &o->buffer_bytes);
}

static int take_block(struct options *o, const struct argument *a)
{
    if (argument_size(a, 1024, &o->block_bytes) < 0)
        return -1;
    return o->block_bytes <= OPTIONS_BLOCK_MAX
               ? 0
               : argument_wrong(a, "more than %d MiB", OPTIONS_BLOCK_MAX >> 20);
}

static int take_line(struct options *o, const struct argument *a)
{
    uint64_t line;

    if (argument_is_number(a, 16, 1024, &line) < 0 || (line & (line - 1)))
        return argument_wrong(a, "not a power of two from 16 to 1024");
    o->line_bytes = (size_t)line;
    return 0;
}

static int take_pld(struct options *o, const struct argument *a)
{
    const char *p = a->text;

    o->pld_count = 0;
    for (;;) {
        char *end = NULL;
        unsigned long long lines;

        errno = 0;
        lines = isdigit((unsigned char)*p) ? strtoull(p, &end, 10) : OPTIONS_PLD_MAX + 1;
        if (errno || lines > OPTIONS_PLD_MAX || (*end && *end != ','))
            return argument_wrong(a, "not a list of numbers up to %d", OPTIONS_PLD_MAX);
        for (size_t i = 0; i < o->pld_count; i++)
            if (o->pld[i] == lines)
                return argument_wrong(a, "%llu is given twice", lines);
        if (o->pld_count == OPTIONS_PLD)
            return argument_wrong(a, "more than %d distances", OPTIONS_PLD);
        o->pld[o->pld_count++] = (size_t)lines;
        if (*end == '\0')
            return 0;
        p = end + 1;
    }
}

static int take_prefetch(struct options *o, const struct argument *a)
{
    char names[128] = "";

    for (enum prefetch kind = PREFETCH_L1; kind < PREFETCH_STORE; kind++) {
        const char *name = kernel_prefetch_name(kind);

        if (name && strcasecmp(name, a->text) == 0) {
            o->prefetch = kind;
            return 0;
        }
        if (name)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                     names[0] ? ", " : "", name);
    }
    return argument_wrong(a, "none of these kernels', which are %s", names);
}

static int take_only(struct options *o, const struct argument *a)
{
    return options_only(o->only, &o->only_count, a->text, a->error);
}

/* "base,thp,2M". */
static int take_pages(struct options *o, const struct argument *a)
{
    const char *p = a->text;

    o->page_count = 0;
    for (;;) {
        const size_t length = strcspn(p, ",");
        char name[PAGES_NAME];
        const char *why = "too long";

        snprintf(name, sizeof name, "%.*s", (int)length, p);
        if (o->page_count == OPTIONS_PAGES)
            return argument_wrong(a, "more than %d", OPTIONS_PAGES);
        if (length >= sizeof name || pages_parse(name, &o->pages[o->page_count], &why) < 0)
            return argument_wrong(a, "'%s': %s", name, why);
        for (size_t i = 0; i < o->page_count; i++)
            if (o->pages[i].how == o->pages[o->page_count].how &&
                o->pages[i].bytes == o->pages[o->page_count].bytes)
                return argument_wrong(a, "%s is given twice", name);
        o->page_count++;
        if (!p[length])
            return 0;
        p += length + 1;
    }
}

/* "normal,wc". */
static int take_memory(struct options *o, const struct argument *a)
{
    char why[WHY];

    return kind_parse(a->text, o->kinds, KINDS, &o->kind_count, why) < 0
               ? argument_wrong(a, "%s", why)
               : 0;
}

static int take_overwrite(struct options *o, const struct argument *a)
{
    (void)a;
    o->overwrite = true;
    return 0;
}

/* A table's words are a power of two. */
static int take_table(struct options *o, const struct argument *a)
{
    if (argument_size(a, sizeof(uint64_t), &o->table_bytes) < 0)
        return -1;
    return (o->table_bytes & (o->table_bytes - 1)) == 0
               ? 0
               : argument_wrong(a, "not a power of two");
}

static int take_updates(struct options *o, const struct argument *a)
{
    return argument_number(a, 1, UINT64_MAX / 2, &o->updates);
}

static int take_cpu(struct options *o, const struct argument *a)
{
    uint64_t n;

    if (argument_number(a, 0, INT_MAX, &n) < 0)
        return -1;
    o->cpu = (int)n;
    return 0;
}

static int take_jobs(struct options *o, const struct argument *a)
{
    uint64_t n = 0;

    if (strcmp(a->text, "all") != 0 && argument_is_number(a, 1, 65536, &n) < 0)
        return argument_wrong(a, "neither a number of CPUs nor 'all'");
    o->threads = (size_t)n;
    return 0;
}

static int take_time(struct options *o, const struct argument *a)
{
    double seconds = 0;

    /* No signs, exponents, hexadecimal, inf or nan, which strtod would take. */
    if (a->text[strspn(a->text, "0123456789.")] == '\0' &&
        strchr(a->text, '.') == strrchr(a->text, '.'))
        seconds = strtod(a->text, NULL);
    if (!(seconds >= 1e-3) || seconds > 1e6)
        return argument_wrong(a, "not a number of seconds from 0.001 to 1000000");
    o->time_ns = (uint64_t)(seconds * 1e9);
    return 0;
}

static int take_rounds(struct options *o, const struct argument *a)
{
    uint64_t n;

    if (argument_number(a, 1, OPTIONS_ROUNDS_MAX, &n) < 0)
        return -1;
    o->rounds = (size_t)n;
    return 0;
}

static int take_seed(struct options *o, const struct argument *a)
{
    o->seeded = true;
    return argument_number(a, 0, UINT64_MAX, &o->seed);
}

static int take_unit(struct options *o, const struct argument *a)
{
    return options_unit(&o->view.unit, a->text, a->error);
}

static int take_spread(struct options *o, const struct argument *a)
{
    (void)a;
    o->view.spread = true;
    return 0;
}

static int take_curve(struct options *o, const struct argument *a)
{
    (void)a;
    o->view.curve = true;
    return 0;
}

static int take_format(struct options *o, const struct argument *a)
{
    return options_format(&o->view.format, a->text, a->error);
}

static int take_output(struct options *o, const struct argument *a)
{
    o->output = a->text;
    return *a->text && strcmp(a->text, "-") != 0
               ? 0
               : options_error(a->error, "-o '%s': not a file (the tables go to stdout)",
                               a->text);
}

static int take_label(struct options *o, const struct argument *a)
{
    for (const char *p = a->text; *p; p++)
        if (iscntrl((unsigned char)*p))
            return options_error(a->error, "--label: control characters in it");
    if (!*a->text || strlen(a->text) >= RESULTS_LABEL)
        return options_error(a->error, "--label: not 1 to %d characters", RESULTS_LABEL - 1);
    o->label = a->text;
    return 0;
}

static int take_quiet(struct options *o, const struct argument *a)
{
    (void)a;
    o->quiet = true;
    return 0;
}

static const struct {
    int option;
    const char *name;
    int (*take)(struct options *options, const struct argument *argument);
} takers[] = {
    {'c', "-c", take_suite},
    {'l', "-l", take_suite},
    {'g', "-g", take_suite},
    {'s', "-s", take_suite},
    {'a', "-a", take_suite},
    {OPT_LIST, "--list", take_command},
    {'h', "-h", take_command},
    {'V', "-V", take_command},
    {'b', "-b", take_buffer},
    {OPT_BLOCK, "--block", take_block},
    {OPT_LINE, "--line", take_line},
    {OPT_PLD, "--pld", take_pld},
    {OPT_PREFETCH, "--prefetch", take_prefetch},
    {OPT_ONLY, "--only", take_only},
    {OPT_PAGES, "--pages", take_pages},
    {OPT_MEMORY, "--memory", take_memory},
    {OPT_OVERWRITE, "--overwrite", take_overwrite},
    {OPT_TABLE, "--table", take_table},
    {OPT_UPDATES, "--updates", take_updates},
    {OPT_CPU, "--cpu", take_cpu},
    {'j', "-j", take_jobs},
    {OPT_TIME, "--time", take_time},
    {OPT_ROUNDS, "--rounds", take_rounds},
    {OPT_SEED, "--seed", take_seed},
    {OPT_UNIT, "--unit", take_unit},
    {OPT_SPREAD, "--spread", take_spread},
    {OPT_CURVE, "--curve", take_curve},
    {OPT_FORMAT, "--format", take_format},
    {'o', "-o", take_output},
    {OPT_LABEL, "--label", take_label},
    {'q', "-q", take_quiet},
};

int options_take(void *options, int option, char *arg, char *error)
{
    size_t i = 0;

    while (i + 1 < sizeof takers / sizeof takers[0] && takers[i].option != option)
        i++;
    options_suites_note(options, option);
    return takers[i].take(options, &(struct argument){option, takers[i].name, arg, error});
}
