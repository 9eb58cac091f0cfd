/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_MANIFEST_H
#define MEMSPEED_TRACE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum manifest_op { MANIFEST_WRITE, MANIFEST_READ, MANIFEST_COPY };

/* A line that run_kernels.c printed: the kernel as its table has it, and a call of it. */
struct call {
    bool skipped; /* the processor lacks the kernel: there was no call */
    char symbol[48];
    char method[16];
    enum manifest_op op;
    unsigned touch, prefetch, temporal; /* prefetch: enum isa_hint */
    unsigned libc;                      /* of which no more is known than what it is for */
    unsigned line, width, registers, block;
    uint64_t dst, src, bytes, passes, pass;
    int64_t dist;
};

struct manifest {
    struct call *calls;
    size_t count;
};

/* Reads what run_kernels.c printed; -1 if a line makes no sense. */
int manifest_read(struct manifest *manifest, FILE *file);
void manifest_free(struct manifest *manifest);

#endif
