/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "cpus.h"
#include "isa.h"
#include "os.h"

enum { CACHES = 16 };

struct ranked {
    unsigned cpu;
    unsigned long capacity;
};

/* The fastest first; of equals the last, since interrupts prefer the first. */
static int faster(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;

    if (x->capacity != y->capacity)
        return x->capacity > y->capacity ? -1 : 1;
    return x->cpu > y->cpu ? -1 : x->cpu < y->cpu;
}

/* "0-3: 446; 4-7: 1024", if not all are alike: capacities, or clocks in kHz. `ranked` is
 * sorted: equals stand together. */
static void describe_cores(struct machine *machine, const struct ranked *ranked, size_t count)
{
    size_t used = 0;

    machine->cores[0] = '\0';
    if (ranked[0].capacity == ranked[count - 1].capacity)
        return;
    for (size_t i = 0; i < count && used < sizeof machine->cores;) {
        char list[64];
        unsigned *same = calloc(count, sizeof *same);
        size_t n = 0;

        if (!same)
            return;
        while (i + n < count && ranked[i + n].capacity == ranked[i].capacity)
            n++;
        for (size_t j = 0; j < n; j++)
            same[j] = ranked[i + n - 1 - j].cpu;
        cpus_text(&(struct cpus){same, n}, list, sizeof list);
        free(same);
        used += (size_t)snprintf(machine->cores + used, sizeof machine->cores - used,
                                 "%s%s: %lu", used ? "; " : "", list, ranked[i].capacity);
        i += n;
    }
}

/* Orders the allowed CPUs, the wanted one first. */
static int choose_cpus(struct machine *machine, const char *root, int cpu, const char **why)
{
    struct ranked *ranked;
    size_t first = 0;

    if (os_cpus_allowed(&machine->cpus, &machine->cpu_count) < 0 || machine->cpu_count == 0) {
        *why = "the system does not say which CPUs may be used";
        return -1;
    }
    cpus_text(&(struct cpus){machine->cpus, machine->cpu_count}, machine->allowed,
              sizeof machine->allowed);
    ranked = calloc(machine->cpu_count, sizeof *ranked);
    if (!ranked) {
        *why = strerror(ENOMEM);
        return -1;
    }
    for (size_t i = 0; i < machine->cpu_count; i++)
        ranked[i] = (struct ranked){machine->cpus[i], os_cpu_capacity(root, machine->cpus[i])};
    qsort(ranked, machine->cpu_count, sizeof *ranked, faster);
    describe_cores(machine, ranked, machine->cpu_count);
    for (size_t i = 0; i < machine->cpu_count; i++)
        machine->cpus[i] = ranked[i].cpu;
    free(ranked);
    if (cpu == MACHINE_CPU_ANY)
        return 0;
    while (first < machine->cpu_count && machine->cpus[first] != (unsigned)cpu)
        first++;
    if (first == machine->cpu_count) {
        *why = "this CPU may not be used";
        return -1;
    }
    memmove(machine->cpus + 1, machine->cpus, first * sizeof *machine->cpus);
    machine->cpus[0] = (unsigned)cpu;
    return 0;
}

int machine_core(uint32_t id, char *name, size_t size)
{
    const struct cpu_model *model = cpu_model(id);

    if (!model)
        return -1;
    snprintf(name, size, "%s r%up%u", model->name, id >> 20 & 0xf, id & 0xf);
    return 0;
}

static void name_cpu(struct machine *machine, const char *root, uint32_t id)
{
    char *name = machine->cpu_name;
    const size_t size = sizeof machine->cpu_name;

    if (machine_core(id, name, size) == 0)
        return;
    if (machine->emulator[0])
        snprintf(name, size, "emulated by %s", machine->emulator);
    else if (cpu_name(name, size) < 0 && os_cpu_text(root, machine->cpus[0], name, size) < 0)
        snprintf(name, size, "unknown");
    else if (id)
        snprintf(name + strlen(name), size - strlen(name), " (MIDR 0x%08x)", id);
}

static struct fact said(uint64_t bytes)
{
    struct fact fact = {.bytes = bytes};

    snprintf(fact.source, sizeof fact.source, "sysfs");
    return fact;
}

static struct fact assumed(uint64_t bytes)
{
    struct fact fact = {.bytes = bytes, .assumed = true};

    snprintf(fact.source, sizeof fact.source, MACHINE_ASSUMED ", the system does not say");
    return fact;
}

/* Takes the caches as the system describes them, and defaults for what it leaves out. */
static void describe_caches(struct machine *machine, const struct os_cache *caches,
                            size_t count, const struct cpu_model *model)
{
    const struct os_cache *l1d = NULL;
    const struct os_cache *llc = NULL;

    for (size_t i = 0; i < count; i++) {
        const struct os_cache *c = &caches[i];

        if ((c->type != 'D' && c->type != 'U') || c->bytes == 0)
            continue;
        if (c->level == 1)
            l1d = c;
        if (c->level >= 1 && c->level <= MACHINE_LEVELS)
            machine->levels[c->level - 1] = c->bytes;
        if (!llc || c->level > llc->level)
            llc = c;
        if (c->shared <= 1 && c->bytes > machine->private_bytes)
            machine->private_bytes = c->bytes;
    }
    machine->l1d = l1d ? said(l1d->bytes) : assumed(ISA_DEFAULT_L1D);
    machine->l1d_shared = l1d && l1d->shared ? l1d->shared : 1;
    machine->l1d_ways = l1d && l1d->ways ? l1d->ways : ISA_DEFAULT_L1D_WAYS;
    machine->l1d_ways_assumed = !l1d || !l1d->ways;
    /* A system that knows only the first level may have more. */
    machine->llc = llc && (llc->level > 1) ? said(llc->bytes) : assumed(ISA_DEFAULT_LLC);
    machine->llc_shared = llc && llc->level > 1 && llc->shared ? llc->shared : 1;
    if (l1d && l1d->line) {
        machine->line = said(l1d->line);
    } else if (model && model->line) {
        machine->line = said(model->line);
        snprintf(machine->line.source, sizeof machine->line.source, "known of this core");
    } else {
        machine->line = assumed(ISA_DEFAULT_LINE);
    }
}

int machine_describe(struct machine *machine, const char *root, int cpu, const char **why)
{
    struct os_cache caches[CACHES];
    const struct cpu_model *model;
    size_t count = 0;
    const char *source;
    uint32_t id;

    *machine = (struct machine){0};
    os_names(machine->host, sizeof machine->host, machine->kernel, sizeof machine->kernel);
    os_emulator(machine->emulator, sizeof machine->emulator);
    machine->page_bytes = os_page_bytes();
    machine->memory_available = os_memory_available(root);
    machine->features = cpu_features();
    machine->pinned = os_pin_possible();
    machine->load = os_load();
    if (choose_cpus(machine, root, cpu, why) < 0)
        return -1;
    /* An emulator shows its host's caches and processor: they are not this program's. */
    id = machine->emulator[0] ? 0 : os_cpu_id(root, machine->cpus[0], &source);
    machine->cpu_id = id;
    model = cpu_model(id);
    name_cpu(machine, root, id);
    if (!machine->emulator[0])
        count = os_caches(root, machine->cpus[0], caches, CACHES);
    describe_caches(machine, caches, count, model);
    if (os_governor(root, machine->cpus[0], machine->governor, sizeof machine->governor) < 0)
        machine->governor[0] = '\0';
    os_frequency(root, machine->cpus[0], &machine->frequency);
    if (os_command_line(root, machine->command_line, sizeof machine->command_line) < 0)
        machine->command_line[0] = '\0';
    return 0;
}

void machine_free(struct machine *machine)
{
    free(machine->cpus);
    machine->cpus = NULL;
}
