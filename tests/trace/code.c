/* SPDX-License-Identifier: MIT */
#include "code.h"

#include <stdlib.h>
#include <string.h>

static struct insn **place(const struct code *code, uint64_t address)
{
    size_t i = (size_t)(address * 0x9e3779b97f4a7c15u >> 32) & (code->size - 1);

    while (code->table[i] && code->table[i]->address != address)
        i = (i + 1) & (code->size - 1);
    return &code->table[i];
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory) {
        perror("trace");
        exit(2);
    }
    return memory;
}

static void grow(struct code *code)
{
    struct code bigger = {.size = code->size ? 2 * code->size : 1024, .count = code->count};

    bigger.table = allocate(bigger.size, sizeof(struct insn *));
    for (size_t i = 0; i < code->size; i++)
        if (code->table[i])
            *place(&bigger, code->table[i]->address) = code->table[i];
    free(code->table);
    *code = bigger;
}

struct insn *code_add(struct code *code, uint64_t address, const char *symbol, const char *text)
{
    struct insn **insn;

    if (2 * code->count >= code->size)
        grow(code);
    insn = place(code, address);
    if (*insn)
        return *insn;
    *insn = allocate(1, sizeof **insn);
    (*insn)->address = address;
    snprintf((*insn)->symbol, sizeof(*insn)->symbol, "%s", symbol);
    snprintf((*insn)->text, sizeof(*insn)->text, "%s", text);
    code->count++;
    return *insn;
}

const struct insn *code_find(const struct code *code, uint64_t address)
{
    return code->size ? *place(code, address) : NULL;
}

const struct insn *code_function(const struct code *code, const char *symbol)
{
    const struct insn *first = NULL;

    for (size_t i = 0; i < code->size; i++) {
        const struct insn *insn = code->table[i];

        if (insn && strcmp(insn->symbol, symbol) == 0 &&
            (!first || insn->address < first->address))
            first = insn;
    }
    return first;
}

/* "0000000000401000 <ms_write_movb>:", then lines such as "  401004:<tab>push   %rbx". */
void code_read_objdump(struct code *code, FILE *file)
{
    char line[512];
    char symbol[128] = "-";
    struct insn *before = NULL;

    while (fgets(line, sizeof line, file)) {
        char *end;
        const uint64_t address = strtoull(line, &end, 16);

        line[strcspn(line, "\n")] = '\0';
        if (strncmp(end, " <", 2) == 0) {
            snprintf(symbol, sizeof symbol, "%s", end + 2);
            symbol[strcspn(symbol, ">")] = '\0';
        } else if (strncmp(end, ":\t", 2) == 0) {
            for (char *tab = end; (tab = strchr(tab, '\t')) != NULL;)
                *tab = ' ';
            if (before)
                before->next = address;
            before = code_add(code, address, symbol, end + 2);
        }
    }
}

void code_free(struct code *code)
{
    for (size_t i = 0; i < code->size; i++)
        free(code->table[i]);
    free(code->table);
    *code = (struct code){0};
}
