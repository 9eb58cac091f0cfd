/* SPDX-License-Identifier: MIT */
/*
 * A plugin for qemu-user that writes down what is executed and accessed between trace_begin()
 * and trace_end(), in the format of valgrind's lackey with what that lacks, one line each:
 *
 *   T arm                      the emulated instruction set, once
 *   D address symbol text      an instruction, before it is executed for the first time
 *   B / E                      trace_begin() has returned, trace_end() is called
 *   I  address,size            an instruction is executed; what follows are its accesses
 *    L address,size            a load
 *    S address,size            a store
 *
 * Argument: out=FILE. Guests with one thread only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

const int qemu_plugin_version = PLUGIN_API;

enum mark { MARK_NONE, MARK_BEGIN, MARK_END };

/* A translated instruction; lives as long as the guest. */
struct site {
    uint64_t address;
    unsigned size;
    enum mark mark;
    bool told;
    char text[];
};

static FILE *out;
static bool beginning; /* within trace_begin() */
static bool tracing;

static void executed(unsigned cpu, void *arg)
{
    struct site *site = arg;

    (void)cpu;
    if (site->mark == MARK_BEGIN) {
        beginning = true;
        return;
    }
    if (site->mark == MARK_END) {
        if (tracing)
            fputs("E\n", out);
        tracing = false;
        return;
    }
    if (beginning) {
        beginning = false;
        tracing = true;
        fputs("B\n", out);
    }
    if (!tracing)
        return;
    if (!site->told)
        fprintf(out, "D %llx %s\n", (unsigned long long)site->address, site->text);
    site->told = true;
    fprintf(out, "I  %llx,%u\n", (unsigned long long)site->address, site->size);
}

static void accessed(unsigned cpu, uint32_t info, uint64_t address, void *arg)
{
    (void)cpu;
    (void)arg;
    if (tracing)
        fprintf(out, " %c %llx,%u\n", qemu_plugin_mem_is_store(info) ? 'S' : 'L',
                (unsigned long long)address, 1u << qemu_plugin_mem_size_shift(info));
}

/* The symbol ("-" if there is none) and the disassembly, as `D` shows them. */
static struct site *site_new(const struct qemu_plugin_insn *insn)
{
    const char *symbol = qemu_plugin_insn_symbol(insn);
    char *text = qemu_plugin_insn_disas(insn);
    size_t size;
    struct site *site;

    symbol = symbol && symbol[0] ? symbol : "-";
    size = strlen(symbol) + strlen(text) + 2;
    site = malloc(sizeof *site + size);
    if (!site)
        abort();
    *site = (struct site){.address = qemu_plugin_insn_vaddr(insn),
                          .size = (unsigned)qemu_plugin_insn_size(insn)};
    if (strcmp(symbol, "trace_begin") == 0)
        site->mark = MARK_BEGIN;
    else if (strcmp(symbol, "trace_end") == 0)
        site->mark = MARK_END;
    snprintf(site->text, size, "%s %s", symbol, text);
    free(text);
    return site;
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
    const size_t count = qemu_plugin_tb_n_insns(tb);

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        struct site *site = site_new(insn);

        qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, PLUGIN_NO_REGS, site);
        if (site->mark == MARK_NONE)
            qemu_plugin_register_vcpu_mem_cb(insn, accessed, PLUGIN_NO_REGS, PLUGIN_READ_WRITE,
                                             NULL);
    }
}

static void finished(uint64_t id, void *arg)
{
    (void)id;
    (void)arg;
    if (fclose(out) != 0)
        perror("trace plugin");
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    if (argc == 1 && strncmp(argv[0], "out=", 4) == 0)
        out = fopen(argv[0] + 4, "w");
    if (!out)
        return -1;
    fprintf(out, "T %s\n", info->target_name);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, finished, NULL);
    return 0;
}
