/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_SUITES_H
#define MEMSPEED_OPTIONS_SUITES_H

#include "options.h"

/* What getopt_long() returns for the options that have no letter. */
enum {
    OPT_BLOCK = 256,
    OPT_LINE,
    OPT_PLD,
    OPT_PREFETCH,
    OPT_ONLY,
    OPT_CPU,
    OPT_TIME,
    OPT_ROUNDS,
    OPT_SEED,
    OPT_UNIT,
    OPT_SPREAD,
    OPT_FORMAT,
    OPT_LIST,
    OPT_LABEL,
    OPT_CURVE,
    OPT_PAGES,
    OPT_MEMORY,
    OPT_OVERWRITE,
    OPT_TABLE,
    OPT_UPDATES
};

/* Chooses the suites that a letter stands for, 'a' for all; suites combine. */
void options_suites_choose(struct options *options, int letter);

/* Notes that an option was given; to be called for each. */
void options_suites_note(struct options *options, int option);

/*
 * To be called when all were read: without any suite, the classic tables are meant. -1 with
 * what is wrong in `error` for options that none of the chosen suites has.
 */
int options_suites_check(struct options *options, char *error);

#endif
