/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_ACCESS_H
#define MEMSPEED_TRACE_ACCESS_H

#include "code.h"
#include "decode.h"
#include "manifest.h"

/* What a call executed. `cycles` are all of it, by the instruction set's handler. */
struct tally {
    uint64_t insns, cycles;
    uint64_t data, touches, prefetches; /* instructions of these kinds */
    uint64_t control;                   /* and all others */
};

/* Accesses of the instruction at hand, in bytes. */
struct access_group {
    const struct insn *insn;
    unsigned loads, stores, touches; /* of source, destination, destination */
    unsigned smallest, largest;      /* sizes of the data accesses */
};

/*
 * The check of one call. Its accesses are counted per byte; the count that a byte must have
 * when it is accessed is the number of passes that are complete, so that each pass accesses
 * each byte once, in any order.
 */
struct access_check {
    const struct isa *isa;
    bool portable;   /* compiled kernels: an access may become several instructions */
    unsigned zeroed; /* bytes that an instruction which zeroes without a register does */
    const struct call *call;
    unsigned char *loads, *stores; /* per byte */
    unsigned char *touches;        /* per line */
    uint64_t loaded, stored;
    uint64_t hidden_loads, hidden_stores; /* instructions */
    bool blind; /* the libc used instructions whose accesses are not in the trace */
    struct access_group group;
    struct tally tally;
    uint64_t last;    /* address of the instruction before */
    bool again;       /* a jump back was made since the last prefetch, or there was none */
    long next_offset; /* of a prefetch, if none is made */
    char reason[200]; /* what failed first; empty if nothing did */
};

void access_begin(struct access_check *check, const struct call *call);
void access_executed(struct access_check *check, const struct insn *insn);
void access_accessed(struct access_check *check, uint64_t address, unsigned size, bool store);
void access_end(struct access_check *check);

#endif
