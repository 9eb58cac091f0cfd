/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_DECODE_H
#define MEMSPEED_TRACE_DECODE_H

#include <stdbool.h>

#include "manifest.h"

/* The kinds of prefetch, as a manifest has them: enum prefetch of kernel.h. */
enum isa_hint { HINT_NONE, HINT_L1, HINT_STREAM, HINT_L2, HINT_STORE, HINTS };

/*
 * What the checks must know of an instruction set, all of it read from a disassembly. A handler
 * also states what a data access costs beside instructions of the loop's control, which cost a
 * cycle each.
 */
struct isa {
    const char *name;         /* as the emulator has it */
    const char *hints[HINTS]; /* how prefetches of each kind begin, or NULL */
    /* Data accesses that a trace does not show, but as instructions; then how the operand of
     * some begins that it shows. */
    const char *hidden_load;
    const char *hidden_store;
    const char *vector;
    const struct isa_access *accesses;
    unsigned (*cycles)(const char *text, unsigned bytes);
    bool (*displacement)(const char *text, long *value);
};

/* How an access of so many bytes per register and registers per instruction is written. */
struct isa_access {
    unsigned width, registers; /* 0, 0 ends the list */
    bool temporal;
    const char *load, *store;
    const char *operand; /* how a data register begins, or NULL */
};

/* NULL if there is no such instruction set. */
const struct isa *isa_find(const char *name);

/* Whether the mnemonic is `name`, or that with "ia" after it. */
bool isa_is(const char *text, const char *name);

/* Whether `text` is the instruction that the kernel's data accesses consist of. */
bool isa_matches(const struct isa *isa, const struct call *call, const char *text, bool store);

/*
 * Whether `text` is a load or store that a trace does not show, or a load that has to be taken
 * for one: kernels have shown and hidden loads in turn.
 */
bool isa_hides(const struct isa *isa, const char *text, bool store);

/* Whether `text` accesses a whole register of unknown length. */
bool isa_scalable(const struct isa *isa, const char *text);

/* What kind of prefetch `text` is. */
enum isa_hint isa_hint(const struct isa *isa, const char *text);

#endif
