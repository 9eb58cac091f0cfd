/* SPDX-License-Identifier: MIT */
/* What memory costs through the operating system, as lmbench's summary has it: a part of -l. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure.h"
#include "place.h"
#include "probe.h"
#include "random.h"
#include "results.h"
#include "suite.h"
#include "table.h"
#include "vm.h"

enum {
    FILE_BYTES = 8 << 20,   /* the least that lmbench takes; it is written to disk once, which
                               may be a slow card */
    MEMORY_LEAST = 8 << 20, /* likewise; it takes most of what there is: */
    MEMORY_MOST = 64 << 20, /* more is for larger caches, and takes time: */
    MEMORY_RATE = 1,        /* bytes per nanosecond, of what machines that have such caches
                               read, write and twice copy, one after the other */
    MEMORY_SHARE = 16,      /* of what is available */
    OPS_MOST = 1 << 20,     /* system calls that take more than 10 ms */
    TRIES = 5,              /* of costs whose difference is wanted */
};

/* A cost and what was learnt of it. */
struct cost {
    struct vm vm;
    bool open;
    bool failed; /* while it ran, or not all of it was there */
    double rate; /* operations per nanosecond; 0 while unknown */
    char why[WHY];
};

struct costs {
    struct cost costs[VM_COSTS];
    struct probe probes[VM_COLUMNS];
    struct random random;
    const struct timer *timer;
    const struct fact *cache; /* the last level */
    size_t file_bytes;        /* that are wanted */
    size_t memory_bytes;
    struct stage stage;
};

/* Which cost has what others use too: one file and one piece of memory serve all, since boards
 * have little of either. VM_COSTS: none. */
static enum vm_cost owner_of(enum vm_cost cost)
{
    if (cost == VM_SEND || cost == VM_CATCH || cost == VM_PROTECT)
        return VM_COSTS;
    return cost >= VM_COPY_LIBC ? VM_COPY_LIBC : VM_MMAP;
}

static void note_failure(struct cost *cost)
{
    snprintf(cost->why, sizeof cost->why, "%s: %s", cost->vm.why, strerror(errno));
}

/* Opens a cost that has what it needs itself, smaller if there is no room, down to `least`. */
static void open_owner(struct costs *c, enum vm_cost which, size_t bytes, size_t least)
{
    struct cost *cost = &c->costs[which];

    cost->open = vm_open(&cost->vm, which, bytes, &c->random) == 0;
    for (bytes /= 2; !cost->open && errno != EINTR && bytes >= least; bytes /= 2)
        cost->open = vm_open(&cost->vm, which, bytes, &c->random) == 0;
    if (!cost->open)
        note_failure(cost);
}

static void open_like(struct costs *c, enum vm_cost which, const struct cost *owner)
{
    struct cost *cost = &c->costs[which];

    if (!owner->open) {
        snprintf(cost->why, sizeof cost->why, "%s", owner->why);
        return;
    }
    cost->open = vm_open_like(&cost->vm, which, &owner->vm, &c->random) == 0;
    if (!cost->open)
        note_failure(cost);
}

static void close_cost(struct cost *cost)
{
    if (cost->open)
        vm_close(&cost->vm);
    cost->open = false;
}

static void open_costs(void *arg, const struct results *results)
{
    struct costs *c = arg;

    c->timer = &results->timer;
    random_seed(&c->random, results->seed);
    open_owner(c, VM_MMAP, c->file_bytes, VM_FAULT_LEAST);
    open_owner(c, VM_COPY_LIBC, c->memory_bytes, VM_CHUNK);
    for (enum vm_cost cost = 0; cost < VM_COSTS; cost++) {
        const enum vm_cost owner = owner_of(cost);

        if (owner == VM_COSTS)
            open_owner(c, cost, VM_UNIT, VM_UNIT);
        else if (owner != cost)
            open_like(c, cost, &c->costs[owner]);
    }
}

/* Owners last. */
static void close_costs(void *arg)
{
    struct costs *c = arg;

    for (enum vm_cost cost = 0; cost < VM_COSTS; cost++)
        if (owner_of(cost) != cost)
            close_cost(&c->costs[cost]);
    close_cost(&c->costs[VM_MMAP]);
    close_cost(&c->costs[VM_COPY_LIBC]);
}

/* Whether a good part of what a cost walks over is still in the cache. */
static bool is_cached(const struct costs *c, enum vm_cost cost)
{
    return c->costs[cost].open && !c->cache->assumed &&
           machine_may_hold(c->cache, c->costs[cost].vm.bytes);
}

static void tell_cached(const struct costs *c, struct results *results)
{
    const bool file = is_cached(c, VM_MMAP);
    const bool memory = is_cached(c, VM_COPY_LIBC);
    char size[32];

    if (file || memory)
        results_note(results,
                     "%s%s%s: less than 4 x the last-level cache (%s), which has a part in "
                     "these figures",
                     file ? "File reread, Mmap reread" : "", file && memory ? ", " : "",
                     memory ? "Bcopy, Mem read, Mem write" : "",
                     table_size(c->cache->bytes, size, sizeof size));
}

/* The sizes, which are a part of what these figures are. */
static void tell_sizes(void *arg, struct results *results)
{
    const struct costs *c = arg;
    char size[32];

    if (c->costs[VM_MMAP].open)
        results_note(results,
                     "Mmap Latency, Page Fault, File reread, Mmap reread: a file of %s",
                     table_size(c->costs[VM_MMAP].vm.bytes, size, sizeof size));
    if (c->costs[VM_COPY_LIBC].open)
        results_note(results, "Bcopy, Mem read, Mem write: memory of %s",
                     table_size(c->costs[VM_COPY_LIBC].vm.bytes, size, sizeof size));
    tell_cached(c, results);
}

static void run_cost(void *arg, uint64_t ops)
{
    struct cost *cost = arg;

    if (!cost->failed && vm_run(&cost->vm, ops) < 0) {
        cost->failed = true;
        note_failure(cost);
    }
}

/* Nanoseconds of one operation and how many were timed; 0 if the clock failed. */
static double time_cost(struct costs *c, struct cost *cost, uint64_t least_ns, uint64_t *ops)
{
    const struct work work = {run_cost, NULL, cost, OPS_MOST};
    struct batch batch;

    if (timer_again(c->timer, &work, least_ns, &cost->rate, &batch) < 0)
        return 0;
    *ops = batch.ops;
    return (double)batch.ns / (double)batch.ops;
}

/* Measures one cost of a column, and keeps the least; why that can't be, or NULL. */
static const char *measure_cost(struct costs *c, enum vm_cost which, uint64_t least_ns,
                                struct vm_times *times, uint64_t *ops)
{
    struct cost *cost = &c->costs[which];
    double ns;

    if (!cost->open)
        return cost->why;
    if (vm_catch(&cost->vm) < 0) {
        note_failure(cost);
        return cost->why;
    }
    ns = time_cost(c, cost, least_ns, ops);
    vm_release(&cost->vm);
    if (ns > 0 && !(times->ns[which] <= ns))
        times->ns[which] = ns;
    times->bytes[which] = cost->vm.bytes;
    times->page_bytes = cost->vm.page_bytes;
    return cost->failed ? cost->why : NULL;
}

/*
 * All costs of a column one after the other, so that what is between them is of one time.
 * Whatever else the processor does adds to any of them: differences are those of the fastest of
 * some tries.
 */
static const char *measure_costs(struct costs *c, enum vm_column column, uint64_t least_ns,
                                 struct vm_times *times, uint64_t *ops)
{
    const bool once =
        vm_column_cost(column, 1) == VM_COSTS || c->timer->step_ns >= TIMER_YIELDS_NS;

    for (size_t i = 0; i < (once ? 1 : TRIES) * (size_t)VM_COLUMN_COSTS; i++) {
        const enum vm_cost cost = vm_column_cost(column, i % VM_COLUMN_COSTS);
        const char *why = cost < VM_COSTS ? measure_cost(c, cost, least_ns, times, ops) : NULL;

        if (why)
            return why;
    }
    return NULL;
}

static const char *sample_column(void *arg, const struct probe *probe, uint64_t least_ns,
                                 struct sample *sample)
{
    struct costs *c = arg;
    const enum vm_column column = (enum vm_column)probe->index;
    const struct vm *vm = &c->costs[vm_column_cost(column, 0)].vm;
    struct vm_times times;
    uint64_t ops = 0;
    const char *why;
    double figure;

    for (enum vm_cost cost = 0; cost < VM_COSTS; cost++) {
        times.ns[cost] = NAN;
        times.bytes[cost] = 0;
    }
    why = measure_costs(c, column, least_ns, &times, &ops);
    if (why)
        return why;
    figure = vm_figure(column, &times);
    if (isnan(figure))
        return NULL;
    if (vm_column_moves(column))
        *sample =
            (struct sample){ops * (vm->bytes / VM_UNIT), times.ns[vm->cost] * (double)ops};
    else
        *sample = sample_number(figure * 1e3);
    return NULL;
}

static int add_column(struct plan *plan, struct costs *c, enum vm_column column)
{
    struct probe *probe = &c->probes[column];
    struct place place = {.measure = vm_column_moves(column) ? MEASURE_MBPS : MEASURE_US};
    struct cell cell = {.probe = probe};

    *probe = (struct probe){sample_column, c, column, PROBE_VM};
    place_name(&place, vm_column_moves(column) ? VM_BANDWIDTH_TABLE : VM_LATENCY_TABLE, "",
               vm_column_name(column));
    if (vm_column_moves(column))
        place.op_bytes = VM_UNIT; /* whatever the size will be */
    cell.place = plan_place(plan, &place);
    return cell.place ? plan_add(plan, &cell) : -1;
}

static size_t clamp(uint64_t bytes, size_t least, size_t most)
{
    return bytes < least ? least : bytes > most ? most : (size_t)bytes / VM_CHUNK * VM_CHUNK;
}

/* As much as the least number of rounds has time for. */
static size_t memory_most(const struct choice *choice)
{
    const uint64_t bytes = choice->time_ns / MEASURE_ROUNDS_LEAST * MEMORY_RATE;

    return clamp(bytes, MEMORY_MOST, SIZE_MAX / 8 / VM_CHUNK * VM_CHUNK);
}

/*
 * Out of the caches, as the buffers; smaller where these were asked to be, and where there is
 * little memory, of which files may take some, too.
 */
static void choose_sizes(struct costs *c, const struct machine *machine,
                         const struct layout *layout, const struct choice *choice)
{
    const uint64_t cache = machine->llc.bytes < UINT64_MAX / 4 ? 4 * machine->llc.bytes : 0;
    const bool small = layout->buffer_bytes < cache;
    const uint64_t wanted =
        small || layout->buffer_bytes > MEMORY_LEAST ? layout->buffer_bytes : MEMORY_LEAST;
    const uint64_t room = machine->memory_available / MEMORY_SHARE;
    const uint64_t file = small && wanted < FILE_BYTES ? wanted : FILE_BYTES;

    c->memory_bytes = clamp(wanted < room ? wanted : room, VM_CHUNK, memory_most(choice));
    c->file_bytes = clamp(file < room ? file : room, VM_FAULT_LEAST, FILE_BYTES);
}

int suite_vm(struct plan *plan, const struct machine *machine, const struct layout *layout,
             const struct choice *choice)
{
    struct costs *c = plan_alloc(plan, sizeof *c);

    if (!c)
        return -1;
    c->cache = &machine->llc;
    choose_sizes(c, machine, layout, choice);
    c->stage = (struct stage){open_costs, tell_sizes, close_costs, c,
                              c->file_bytes + 2 * (uint64_t)c->memory_bytes};
    plan_stage(plan, &c->stage);
    for (enum vm_column column = 0; column < VM_COLUMNS; column++)
        if (add_column(plan, c, column) < 0)
            return -1;
    return 0;
}
