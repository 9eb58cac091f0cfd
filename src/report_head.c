/* SPDX-License-Identifier: MIT */
/* The head of a report: what was measured where, and how. */
#include <math.h>
#include <string.h>

#include "cpus.h"
#include "found.h"
#include "report.h"
#include "table.h"
#include "wrap.h"

static void print_fact(FILE *f, const char *name, const struct fact *fact)
{
    char size[32];

    fprintf(f, "%-11s%s (%s)\n", name, table_size(fact->bytes, size, sizeof size),
            fact->source);
}

static void print_cpu(const struct results *r, FILE *f)
{
    const struct machine *m = &r->machine;
    char text[MACHINE_TEXT];

    fprintf(f, "%-11s%s\n", "cpu", m->cpu_name);
    fprintf(f, "%-11s%s %s", "running on", r->threads > 1 ? "CPUs" : "CPU",
            cpus_list(m->cpus, r->threads, text, sizeof text));
    fprintf(f, " (allowed: %s)%s\n", m->allowed,
            m->pinned ? "" : ", not pinned: this system can't");
    if (m->cores[0])
        fprintf(f, "%-11s%s\n", "cores", m->cores);
}

static void print_clock(const struct results *r, FILE *f)
{
    double deviation;
    const double mhz = results_clock(r, &deviation);

    if (isnan(mhz))
        fprintf(f, "%-11snot measured", "clock");
    else
        fprintf(f, "%-11s%.0f MHz by dependent adds", "clock", mhz);
    if (r->rounds > 2 && !isnan(mhz))
        fprintf(f, ", +-%.1f %%", deviation);
    if (r->machine.governor[0])
        fprintf(f, ", governor %s", r->machine.governor);
    fprintf(f, "\n%-11s%s, steps of %llu ns\n", "timer", r->clock,
            (unsigned long long)r->timer.step_ns);
}

void report_caches_said(const struct machine *machine, FILE *stream)
{
    print_fact(stream, "line", &machine->line);
    print_fact(stream, "L1 data", &machine->l1d);
    print_fact(stream, "last level", &machine->llc);
}

void report_sizes(const struct machine *machine, const struct layout *layout, size_t threads,
                  FILE *f)
{
    const struct hot *hot = layout->hot;
    char size[OPS][32];
    char text[128];

    table_size(layout->buffer_bytes, size[0], sizeof size[0]);
    snprintf(text, sizeof text, "2 buffers of %s%s, walked through; %s", size[0],
             threads > 1 ? " for each CPU" : "",
             machine_may_hold(&machine->llc, layout_shared_bytes(layout))
                 ? "a cache may hold some of them"
                 : "in no cache");
    wrap_print(f, "uncached   ", text);
    for (int op = 0; op < OPS; op++)
        table_size(hot[op].block_bytes, size[op], sizeof size[op]);
    fprintf(f, "%-11sblocks in the L1 data cache: write %s, read %s, copy %s\n", "cached",
            size[OP_WRITE], size[OP_READ], size[OP_COPY]);
}

static void print_figures(const struct results *r, FILE *f)
{
    fprintf(f, "%-11smedian of %zu round%s of %.3g ms samples; seed %llu\n", "figures",
            r->rounds, r->rounds == 1 ? "" : "s", (double)r->sample_ns * 1e-6,
            (unsigned long long)r->seed);
}

/* Both conventions, where a reader of the tables can see them. */
static void print_units(const struct results *r, enum unit unit, FILE *f)
{
    fprintf(f, "%-11s%s; a copy of n bytes counts n%s\n", "units",
            unit == UNIT_MBPS ? "MB = 10^6 bytes" : "bytes per cycle of that clock",
            r->threads > 1 ? "; the total of all CPUs" : "");
}

/* Where the figures say that the cache is smaller than the system does. */
static void print_usable(const struct results *r, FILE *f)
{
    const char *how;
    const uint64_t bytes = found_usable(r, &how);
    char size[32];

    if (bytes > 0)
        fprintf(f, "%-11sabout %s of the last level, as %s tell\n", "usable",
                table_size(bytes, size, sizeof size), how);
}

/* Whether there are cells over the buffers and blocks of the classic tables. */
static bool has_classic(const struct results *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (!r->series[i].place.table[0])
            return true;
    return false;
}

void report_head(const struct results *r, enum unit unit, FILE *f)
{
    const struct machine *m = &r->machine;

    fprintf(f, "%-11s%s, %s kernels\n", "memspeed", r->version, r->isa);
    if (r->labelled)
        fprintf(f, "%-11s%s\n", "label", r->label);
    fprintf(f, "%-11s%s\n", "host", m->host);
    fprintf(f, "%-11s%s\n", "kernel", m->kernel);
    print_cpu(r, f);
    print_clock(r, f);
    report_caches_said(m, f);
    if (has_classic(r))
        report_sizes(m, &r->layout, r->threads, f);
    print_usable(r, f);
    if (strcmp(r->memory, "normal") != 0)
        fprintf(f, "%-11spages asked for: %s; backed by: %s\n", "memory", r->memory,
                r->backing[0] ? r->backing : "unknown");
    report_memories(r, f);
    print_figures(r, f);
    print_units(r, unit, f);
    if (m->emulator[0])
        fprintf(f, "%-11sEMULATED by %s: the figures mean nothing\n", "note", m->emulator);
    for (size_t i = 0; i < r->note_count; i++)
        wrap_print(f, "note       ", r->notes[i]);
}
