/* SPDX-License-Identifier: MIT */
/* What memory costs through the operating system, as lmbench's summary has it: a part of -l. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "place.h"
#include "probe.h"
#include "random.h"
#include "results.h"
#include "suite.h"
#include "vm.h"

enum {
    FILE_MOST = 8 << 20,    /* files are written to disk once, which may be a slow card */
    MEMORY_MOST = 64 << 20, /* as lmbench, which takes what there is, out of all but the largest
                               caches; more would take longer and tell the same */
    CALIBRATE_NS = 50000,
    OPS_MOST = 1 << 20, /* system calls that take more than 10 ms */
    COSTS = 3,          /* of a column, at most */
    WHY = 160,
};

/* What a column is made of; VM_COSTS ends the list. */
static const enum vm_cost costs_of[VM_COLUMNS][COSTS] = {
    [VM_COLUMN_MMAP_LATENCY] = {VM_MMAP, VM_COSTS},
    [VM_COLUMN_PROT_FAULT] = {VM_PROTECT, VM_CATCH, VM_SEND},
    [VM_COLUMN_PAGE_FAULT] = {VM_FAULT, VM_REMAP, VM_COSTS},
    [VM_COLUMN_FILE_REREAD] = {VM_FILE_READ, VM_COSTS},
    [VM_COLUMN_MMAP_REREAD] = {VM_MMAP_READ, VM_COSTS},
    [VM_COLUMN_BCOPY_LIBC] = {VM_COPY_LIBC, VM_COSTS},
    [VM_COLUMN_BCOPY_HAND] = {VM_COPY_HAND, VM_COSTS},
    [VM_COLUMN_MEM_READ] = {VM_READ, VM_COSTS},
    [VM_COLUMN_MEM_WRITE] = {VM_WRITE, VM_COSTS},
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
    size_t file_bytes;
    size_t memory_bytes;
    struct stage stage;
};

static bool is_bandwidth(enum vm_column column)
{
    return strcmp(vm_column_unit(column), measure_name(MEASURE_MBPS)) == 0;
}

static void note_failure(struct cost *cost)
{
    snprintf(cost->why, sizeof cost->why, "%s: %s", cost->vm.why, strerror(errno));
}

static void open_cost(struct costs *c, enum vm_cost which)
{
    struct cost *cost = &c->costs[which];
    const size_t bytes = which >= VM_COPY_LIBC ? c->memory_bytes : c->file_bytes;

    cost->failed = false;
    cost->open = vm_open(&cost->vm, which, bytes, NULL, &c->random) == 0;
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
    for (enum vm_cost cost = 0; cost < VM_COSTS; cost++)
        open_cost(c, cost);
}

static void close_costs(void *arg)
{
    struct costs *c = arg;

    for (enum vm_cost cost = 0; cost < VM_COSTS; cost++)
        close_cost(&c->costs[cost]);
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

    if (cost->rate <= 0)
        cost->rate = timer_calibrate(c->timer, &work, CALIBRATE_NS);
    if (cost->rate <= 0 ||
        timer_time(c->timer, &work, 1 + (uint64_t)(cost->rate * (double)least_ns), least_ns,
                   &batch) < 0) {
        cost->rate = 0;
        return 0;
    }
    cost->rate = (double)batch.ops / (double)batch.ns;
    *ops = batch.ops;
    return (double)batch.ns / (double)batch.ops;
}

/* Measures one cost of a column; why that can't be, or NULL. */
static const char *measure_cost(struct costs *c, enum vm_cost which, uint64_t least_ns,
                                struct vm_times *times, uint64_t *ops)
{
    struct cost *cost = &c->costs[which];
    double ns;

    if (!cost->open || cost->failed)
        return cost->why;
    if (vm_catch(&cost->vm) < 0) {
        note_failure(cost);
        return cost->why;
    }
    ns = time_cost(c, cost, least_ns, ops);
    vm_release(&cost->vm);
    times->ns[which] = ns > 0 ? ns : NAN;
    times->bytes[which] = cost->vm.bytes;
    times->page_bytes = cost->vm.page_bytes;
    return cost->failed ? cost->why : NULL;
}

/* All costs of a column one after the other, so that what is between them is of one time. */
static const char *sample_column(void *arg, const struct probe *probe, uint64_t least_ns,
                                 struct sample *sample)
{
    struct costs *c = arg;
    const enum vm_column column = (enum vm_column)probe->index;
    struct vm_times times;
    uint64_t ops = 0;
    double figure;

    for (enum vm_cost cost = 0; cost < VM_COSTS; cost++) {
        times.ns[cost] = NAN;
        times.bytes[cost] = 0;
    }
    for (size_t i = 0; i < COSTS && costs_of[column][i] < VM_COSTS; i++) {
        const char *why = measure_cost(c, costs_of[column][i], least_ns, &times, &ops);

        if (why)
            return why;
    }
    figure = vm_figure(column, &times);
    if (isnan(figure))
        return NULL;
    if (is_bandwidth(column))
        *sample = (struct sample){ops, times.ns[costs_of[column][0]] * (double)ops};
    else
        *sample = sample_number(figure * 1e3);
    return NULL;
}

static int add_column(struct plan *plan, struct costs *c, enum vm_column column)
{
    struct probe *probe = &c->probes[column];
    struct place place = {.measure = is_bandwidth(column) ? MEASURE_MBPS : MEASURE_US};
    struct cell cell = {.probe = probe};

    *probe = (struct probe){sample_column, c, column, PROBE_VM};
    place_name(&place, is_bandwidth(column) ? VM_BANDWIDTH_TABLE : VM_LATENCY_TABLE, "",
               vm_column_name(column));
    if (is_bandwidth(column))
        place.op_bytes = costs_of[column][0] >= VM_COPY_LIBC ? c->memory_bytes : c->file_bytes;
    cell.place = plan_place(plan, &place);
    return cell.place ? plan_add(plan, &cell) : -1;
}

static size_t clamp(size_t bytes, size_t least, size_t most)
{
    return bytes < least ? least : bytes > most ? most : bytes / VM_UNIT * VM_UNIT;
}

int suite_vm(struct plan *plan, const struct machine *machine, const struct layout *layout,
             const struct choice *choice)
{
    struct costs *c = plan_alloc(plan, sizeof *c);

    (void)machine, (void)choice;
    if (!c)
        return -1;
    c->file_bytes = clamp(layout->buffer_bytes, VM_FAULT_LEAST, FILE_MOST);
    c->memory_bytes = clamp(layout->buffer_bytes, VM_UNIT, MEMORY_MOST);
    c->stage = (struct stage){open_costs, NULL, close_costs, c};
    plan_stage(plan, &c->stage);
    for (enum vm_column column = 0; column < VM_COLUMNS; column++)
        if (add_column(plan, c, column) < 0)
            return -1;
    return 0;
}
