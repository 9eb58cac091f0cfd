/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OPTIONS_H
#define MEMSPEED_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format.h"
#include "kind.h"
#include "pages.h"
#include "report.h"
#include "results.h"
#include "suite.h"

enum {
    OPTIONS_PLD = 32, /* distances in a list */
    OPTIONS_PLD_MAX = 9999,
    OPTIONS_ROUNDS_MAX = 1000,
    OPTIONS_BLOCK_MAX = 16 << 20, /* bytes */
    OPTIONS_ONLY = 64,
    OPTIONS_PAGES = 8, /* kinds in a list */
    OPTIONS_ERROR = 256,
};

enum command { COMMAND_RUN, COMMAND_LIST, COMMAND_HELP, COMMAND_VERSION };

/* The command line. Sizes in bytes; 0 stands for "not given" where 0 makes no sense. */
struct options {
    int argc; /* what was read */
    char **argv;
    enum command command;
    bool suites[SUITES];
    uint32_t given; /* options that only some suites have: see options_suites.c */
    size_t buffer_bytes;
    size_t block_bytes;
    size_t line_bytes;
    size_t pld[OPTIONS_PLD];
    size_t pld_count;
    enum prefetch prefetch;
    const char *only[OPTIONS_ONLY];
    size_t only_count;
    struct page_kind pages[OPTIONS_PAGES];
    size_t page_count; /* 0: as each suite has it */
    struct kind kinds[KINDS];
    size_t kind_count; /* 0: ordinary memory alone */
    bool overwrite;
    size_t table_bytes;
    uint64_t updates;
    int cpu; /* MACHINE_CPU_ANY if not given */
    uint64_t time_ns;
    size_t rounds;
    uint64_t seed;
    bool seeded;
    size_t threads; /* 0: all allowed CPUs */
    struct view view;
    bool quiet;
    const char *output;
    const char *label;
};

/* What holds where the command line says nothing. */
void options_default(struct options *options);

/*
 * Reads the command line. -1 with what is wrong, one line without the program's name, in
 * `error`, which has OPTIONS_ERROR characters.
 */
int options_parse(struct options *options, int argc, char **argv, char *error);

/* What the commands' readers share: says what is wrong; -1. */
int options_error(char *error, const char *format, ...) FORMAT(2, 3);

/*
 * The arguments of --unit, --format and --only, which is appended to an array of OPTIONS_ONLY;
 * -1 with what is wrong in `error`.
 */
int options_unit(enum unit *unit, const char *text, char *error);
int options_format(enum report_format *format, const char *text, char *error);
int options_only(const char **globs, size_t *count, const char *glob, char *error);

/*
 * How a command's line is read: the letters and words of getopt_long(), and what takes each
 * option into the command's struct; -1 with what is wrong in `error`.
 */
struct option;
struct options_reader {
    const char *letters;
    const struct option *words;
    int (*take)(void *options, int option, char *arg, char *error);
};

/*
 * Reads a line's options, argv[0] being the command; optind is then the first argument that is
 * none. -1 with what is wrong in `error`.
 */
int options_read(const struct options_reader *reader, void *options, int argc, char **argv,
                 char *error);

/* The text of --help. */
extern const char options_usage[];

/*
 * A size such as 4096, 64k, 4M, 1GiB (powers of 1024) into *bytes. -1 with errno EINVAL if it
 * is none, ERANGE if it is more than a size_t holds.
 */
int options_size(const char *text, size_t *bytes);

#endif
