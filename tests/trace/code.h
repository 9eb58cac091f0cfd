/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_TRACE_CODE_H
#define MEMSPEED_TRACE_CODE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* An instruction of the traced program: its function and its disassembly. */
struct insn {
    uint64_t address;
    uint64_t next; /* the address of what follows, if objdump told */
    char symbol[48];
    char text[80];
};

/* Instructions by address; zeroed at first. They stay where they are. */
struct code {
    struct insn **table;
    size_t size; /* a power of 2 */
    size_t count;
};

/* Adds one, unless its address is known, and returns it. Names and texts are cut to the length
 * above. */
struct insn *code_add(struct code *code, uint64_t address, const char *symbol,
                      const char *text);
const struct insn *code_find(const struct code *code, uint64_t address);

/* The first instruction of a function. */
const struct insn *code_function(const struct code *code, const char *symbol);

/* Adds what `objdump -d --no-show-raw-insn` printed. */
void code_read_objdump(struct code *code, FILE *file);
void code_free(struct code *code);

#endif
