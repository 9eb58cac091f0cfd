/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_QEMU_PLUGIN_H
#define MEMSPEED_QEMU_PLUGIN_H

/*
 * The part of QEMU's plugin interface, version 1, that the plugins here use; declared anew,
 * since packages of the emulator come without its header. Names and meanings are QEMU's
 * (docs/devel/tcg-plugins.rst of its sources, version 7.2).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLUGIN_API = 1 };

struct qemu_plugin_tb;
struct qemu_plugin_insn;

struct plugin_info {
    const char *target_name;
    struct {
        int min, cur;
    } version;
    bool system_emulation;
    int smp_vcpus, max_vcpus;
};

enum plugin_regs { PLUGIN_NO_REGS };
enum plugin_rw { PLUGIN_READ = 1, PLUGIN_WRITE, PLUGIN_READ_WRITE };

/* What a plugin defines. */
extern const int qemu_plugin_version;
int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv);

/* What it is called back with. */
typedef void plugin_translated_fn(uint64_t id, struct qemu_plugin_tb *tb);
typedef void plugin_executed_fn(unsigned cpu, void *arg);
typedef void plugin_accessed_fn(unsigned cpu, uint32_t info, uint64_t address, void *arg);
typedef void plugin_syscall_fn(uint64_t id, unsigned cpu, int64_t number, uint64_t a1,
                               uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
                               uint64_t a7, uint64_t a8);
typedef void plugin_exit_fn(uint64_t id, void *arg);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, plugin_translated_fn *fn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            plugin_executed_fn *fn, enum plugin_regs regs,
                                            void *arg);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, plugin_accessed_fn *fn,
                                      enum plugin_regs regs, enum plugin_rw rw, void *arg);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t id, plugin_syscall_fn *fn);
void qemu_plugin_register_atexit_cb(uint64_t id, plugin_exit_fn *fn, void *arg);

/* A translated block and its instructions. The disassembly is to be freed. */
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *insn);
char *qemu_plugin_insn_disas(const struct qemu_plugin_insn *insn);

/* An access: its size is 1 << shift bytes. */
unsigned qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);

#endif
