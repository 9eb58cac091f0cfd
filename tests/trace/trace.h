/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_TRACE_H
#define MEMSPEED_TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "code.h"

/* What a trace is told to: calls begin and end; between, accesses follow their instruction. */
struct trace_sink {
    void (*begin)(void *arg);
    void (*end)(void *arg);
    void (*executed)(void *arg, const struct insn *insn);
    void (*accessed)(void *arg, uint64_t address, unsigned size, bool store);
    void *arg;
};

/*
 * Reads what plugin.c wrote, or valgrind --tool=lackey --trace-mem=yes for a program whose
 * disassembly is in `code`; what the plugin tells of instructions is added to `code`. `isa`, of
 * `size` bytes, is set to the instruction set if the trace names it.
 *
 * Returns 0, or -1 with a line number in *line where the trace makes no sense.
 */
int trace_read(FILE *file, struct code *code, const struct trace_sink *sink, char *isa,
               size_t size, unsigned long *line);

#endif
