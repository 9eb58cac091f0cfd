/* SPDX-License-Identifier: MIT */
/*
 * A plugin for qemu-user that sends all data accesses of a guest through a model of a cache,
 * and counts what kernels do in the timed parts, which the guest marks (mark.h). Arguments:
 *
 *   out=FILE  bytes=N ways=N line=N  allocate=read|write  replace=random|lru
 *
 * FILE gets a line per timed part:
 *
 *   hot|cold write|read|copy touch distance width registers accesses hits visits missed
 *
 * A visit is an access to another line than the last few of the same buffer: the first touch of
 * a line on the kernel's way. Missed are those visits that did not hit. Prefetches are no
 * accesses: the model has none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "mark.h"
#include "qemu_plugin.h"

const int qemu_plugin_version = PLUGIN_API;

/* Kernels touch and load up to eight accesses ahead of their stores. */
enum { BUFFERS = 2, RECENT = 16 };

struct buffer {
    uint64_t base, bytes;
    uint64_t recent[RECENT]; /* line numbers, in a ring */
    unsigned next;
};

static struct plugin {
    FILE *out;
    struct cache cache;
    bool timed;
    struct buffer buffers[BUFFERS];
    uint64_t hot, op, touch, distance, width, registers;
    uint64_t accesses, hits, visits, missed;
} plugin;

static bool is_recent(struct buffer *buffer, uint64_t line)
{
    for (unsigned i = 0; i < RECENT; i++)
        if (buffer->recent[i] == line)
            return true;
    buffer->recent[buffer->next] = line;
    buffer->next = (buffer->next + 1) % RECENT;
    return false;
}

static void count(struct buffer *buffer, uint64_t address, bool hit)
{
    plugin.accesses++;
    plugin.hits += hit;
    if (!is_recent(buffer, address / plugin.cache.kind.line)) {
        plugin.visits++;
        plugin.missed += !hit;
    }
}

static void accessed(unsigned cpu, uint32_t info, uint64_t address, void *arg)
{
    const bool hit = cache_access(&plugin.cache, address, qemu_plugin_mem_is_store(info));

    (void)cpu;
    (void)arg;
    for (int i = 0; plugin.timed && i < BUFFERS; i++)
        if (address - plugin.buffers[i].base < plugin.buffers[i].bytes)
            count(&plugin.buffers[i], address, hit);
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), accessed,
                                         PLUGIN_NO_REGS, PLUGIN_READ_WRITE, NULL);
}

static void begin(void)
{
    plugin.timed = true;
    plugin.accesses = plugin.hits = plugin.visits = plugin.missed = 0;
    for (int i = 0; i < BUFFERS; i++)
        memset(plugin.buffers[i].recent, 0, sizeof plugin.buffers[i].recent);
}

static void end(void)
{
    static const char *const ops[] = {"write", "read", "copy"};

    plugin.timed = false;
    fprintf(plugin.out, "%s %s %llu %llu %llu %llu %llu %llu %llu %llu\n",
            plugin.hot ? "hot" : "cold", plugin.op < 3 ? ops[plugin.op] : "?",
            (unsigned long long)plugin.touch, (unsigned long long)plugin.distance,
            (unsigned long long)plugin.width, (unsigned long long)plugin.registers,
            (unsigned long long)plugin.accesses, (unsigned long long)plugin.hits,
            (unsigned long long)plugin.visits, (unsigned long long)plugin.missed);
}

static void called(uint64_t id, unsigned cpu, int64_t number, uint64_t a1, uint64_t a2,
                   uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)id, (void)cpu, (void)number, (void)a1, (void)a6, (void)a7, (void)a8;
    if (a2 != MARK)
        return;
    if (a3 == MARK_SOURCE || a3 == MARK_TARGET) {
        plugin.buffers[a3] = (struct buffer){.base = a4, .bytes = a5};
    } else if (a3 == MARK_STATE) {
        plugin.hot = a4;
        plugin.distance = a5;
    } else if (a3 == MARK_OP) {
        plugin.op = a4;
        plugin.touch = a5;
    } else if (a3 == MARK_ACCESS) {
        plugin.width = a4;
        plugin.registers = a5;
    } else if (a3 == MARK_BEGIN && !plugin.timed) {
        begin();
    } else if (a3 == MARK_END && plugin.timed) {
        end();
    }
}

static void finished(uint64_t id, void *arg)
{
    (void)id;
    (void)arg;
    if (fclose(plugin.out) != 0)
        perror("cache plugin");
}

/* Takes "name=value"; false if there is no such argument. */
static bool argument(struct cache_kind *kind, const char *arg)
{
    const char *value = strchr(arg, '=');

    if (!value)
        return false;
    value++;
    if (strncmp(arg, "out=", 4) == 0)
        plugin.out = fopen(value, "w");
    else if (strncmp(arg, "bytes=", 6) == 0)
        kind->bytes = (unsigned)strtoul(value, NULL, 0);
    else if (strncmp(arg, "ways=", 5) == 0)
        kind->ways = (unsigned)strtoul(value, NULL, 0);
    else if (strncmp(arg, "line=", 5) == 0)
        kind->line = (unsigned)strtoul(value, NULL, 0);
    else if (strncmp(arg, "allocate=", 9) == 0)
        kind->write_allocate = strcmp(value, "write") == 0;
    else if (strncmp(arg, "replace=", 8) == 0)
        kind->random = strcmp(value, "random") == 0;
    else
        return false;
    return true;
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    struct cache_kind kind = {0};

    (void)info;
    for (int i = 0; i < argc; i++)
        if (!argument(&kind, argv[i]))
            return -1;
    if (!plugin.out || cache_open(&plugin.cache, &kind, 1) < 0)
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    qemu_plugin_register_atexit_cb(id, finished, NULL);
    return 0;
}
