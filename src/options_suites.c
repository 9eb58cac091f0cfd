/* SPDX-License-Identifier: MIT */
/* Which option belongs to which suite. */
#include "options_suites.h"

#include <stdio.h>
#include <string.h>

enum {
    CLASSIC = 1u << SUITE_CLASSIC,
    LATENCY = 1u << SUITE_LATENCY,
    GUPS = 1u << SUITE_GUPS,
    SWEEP = 1u << SUITE_SWEEP,
};

static const char letters[SUITES] = {[SUITE_CLASSIC] = 'c',
                                     [SUITE_LATENCY] = 'l',
                                     [SUITE_VM] = 'l', /* comes with the latencies */
                                     [SUITE_GUPS] = 'g',
                                     [SUITE_SWEEP] = 's'};

/* The others concern the whole run. */
static const struct {
    int option;
    const char *name;
    unsigned suites;
} belongs[] = {
    {'j', "-j", CLASSIC | SWEEP},          {'b', "--buffer", CLASSIC | LATENCY | SWEEP},
    {OPT_BLOCK, "--block", CLASSIC},       {OPT_LINE, "--line", CLASSIC | LATENCY | SWEEP},
    {OPT_PLD, "--pld", CLASSIC},           {OPT_PREFETCH, "--prefetch", CLASSIC},
    {OPT_MEMORY, "--memory", CLASSIC},     {OPT_OVERWRITE, "--overwrite", CLASSIC},
    {OPT_ONLY, "--only", CLASSIC | SWEEP}, {OPT_CURVE, "--curve", LATENCY},
    {OPT_TABLE, "--table", GUPS},          {OPT_UPDATES, "--updates", GUPS},
};

enum { BELONGS = sizeof belongs / sizeof belongs[0] };

void options_suites_choose(struct options *options, int letter)
{
    for (int suite = 0; suite < SUITES; suite++)
        options->suites[suite] =
            options->suites[suite] || letter == 'a' || letters[suite] == letter;
}

void options_suites_note(struct options *options, int option)
{
    for (size_t i = 0; i < BELONGS; i++)
        if (belongs[i].option == option)
            options->given |= UINT32_C(1) << i;
}

/* "-c, -l and -s". Returns text. */
static const char *name_suites(unsigned suites, char *text, size_t size)
{
    text[0] = '\0';
    for (unsigned suite = 0; suite < SUITES; suite++) {
        const size_t used = strlen(text);
        const unsigned later = suites >> suite >> 1;

        if (suites >> suite & 1)
            snprintf(text + used, size - used, "%s-%c",
                     !used   ? ""
                     : later ? ", "
                             : " and ",
                     letters[suite]);
    }
    return text;
}

int options_suites_check(struct options *options, char *error)
{
    unsigned chosen = 0;
    char text[32];

    for (int suite = 0; suite < SUITES; suite++)
        chosen |= (unsigned)options->suites[suite] << suite;
    options->suites[SUITE_CLASSIC] = options->suites[SUITE_CLASSIC] || !chosen;
    chosen = chosen ? chosen : CLASSIC;
    for (size_t i = 0; i < BELONGS; i++)
        if (options->given >> i & 1 && !(belongs[i].suites & chosen))
            return options_error(error, "%s: only %s %s it", belongs[i].name,
                                 name_suites(belongs[i].suites, text, sizeof text),
                                 belongs[i].suites & (belongs[i].suites - 1) ? "have" : "has");
    if (chosen & (CLASSIC | SWEEP) && options->page_count > 1)
        return options_error(error, "--pages: -c and -s take one kind of pages at a time");
    return 0;
}
