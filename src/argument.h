/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_ARGUMENT_H
#define MEMSPEED_ARGUMENT_H

#include <stddef.h>
#include <stdint.h>

#include "format.h"

/* An option's argument while it is read. */
struct argument {
    int option;       /* as getopt_long() returns it */
    const char *name; /* of the option: "--block" */
    char *text;       /* NULL if it takes none */
    char *error;      /* of OPTIONS_ERROR characters: what is wrong, if something is */
};

/* Says what is wrong, behind the option and its text; -1. */
int argument_wrong(const struct argument *argument, const char *format, ...) FORMAT(2, 3);

/* A decimal number from `least` to `most`; argument_number() says so if it is none, -1. */
int argument_is_number(const struct argument *argument, uint64_t least, uint64_t most,
                       uint64_t *number);
int argument_number(const struct argument *argument, uint64_t least, uint64_t most,
                    uint64_t *number);

/* A size that is a multiple of `unit` and not 0, of which some fit into the addresses. */
int argument_size(const struct argument *argument, size_t unit, size_t *bytes);

#endif
