/* SPDX-License-Identifier: MIT */
#include "planner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "effort.h"
#include "os.h"
#include "say.h"
#include "suite.h"

enum {
    DEVICE_BYTES = 16 << 20, /* default buffers in devices' memory are no larger than this */
    BUFFER_LEAST = 65536,    /* default buffers are not made smaller than this */
    MEMORY_SPARE = 16, /* this part of what is available is left, if buffers can be smaller */
};

/* The suites, in the order of their tables. */
static suite_fn *const suites[SUITES] = {
    [SUITE_CLASSIC] = suite_classic, [SUITE_LATENCY] = suite_latency, [SUITE_VM] = suite_vm,
    [SUITE_GUPS] = suite_gups,       [SUITE_SWEEP] = suite_sweep,
};

struct planner {
    struct plan *plan;
    struct results *results;
    struct memories *memories;
    const struct options *options;
    const struct effort *effort;
    const char *root;
};

static void lay_out(struct planner *p)
{
    const struct options *o = p->options;
    struct machine *m = &p->results->machine;
    struct layout *l = &p->results->layout;
    const struct wish wish = {p->results->threads, o->block_bytes, o->buffer_bytes, o->pld,
                              o->pld_count};

    if (o->line_bytes) {
        m->line = (struct fact){.bytes = o->line_bytes};
        snprintf(m->line.source, sizeof m->line.source, "--line");
    }
    /* A block that does not fit is measured, and warned of with its figures. */
    (void)layout_plan(l, m, &wish);
    l->root = p->root;
    if (o->page_count > 0 && (o->suites[SUITE_CLASSIC] || o->suites[SUITE_SWEEP]))
        l->pages = o->pages[0];
}

static void say_unfit(const struct planner *p, size_t bytes, size_t kinds)
{
    const uint64_t available = p->results->machine.memory_available;
    const char *each = kinds > 1 ? " for each kind of pages" : "";

    if (available == OS_MEMORY_UNKNOWN || bytes <= available)
        say("-g: there is no room for a table of %zu KiB%s: the limit of this process, or "
            "too little memory",
            bytes / 1024, each);
    else
        say("-g: a table of %zu KiB%s is wanted, %llu KiB are available", bytes / 1024, each,
            (unsigned long long)available / 1024);
}

/* The tables of the random updates must fit beforehand. */
static int check_table(const struct planner *p, const struct choice *choice)
{
    size_t bytes;

    if (!p->options->suites[SUITE_GUPS] ||
        suite_gups_table(&p->results->machine, choice, &bytes) == 0)
        return 0;
    say_unfit(p, bytes, choice->page_count);
    return -1;
}

/* Whether any method is left: other suites, which have none, must not hide a slip. */
static bool any_chosen(const struct choice *choice)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (suite_chosen(choice, kernel_table[i].method))
            return true;
    return false;
}

static struct choice choice_of(const struct planner *p)
{
    const struct options *o = p->options;

    return (struct choice){
        .only = o->only,
        .only_count = o->only_count,
        .pld = o->pld,
        .pld_count = o->pld_count,
        .prefetch = o->prefetch,
        .pages = o->pages,
        .page_count = o->page_count,
        .table_bytes = o->table_bytes,
        .updates = o->updates,
        .end_ns = p->effort->start_ns + p->effort->time_ns,
        .rounds = p->effort->rounds_most,
        .memories = p->memories,
        .root = p->root,
        .time_ns = effort_share_ns(o, SUITE_GUPS),
    };
}

/* What can be said without memory is said before any is opened, which may be seen. */
static int check_choice(const struct planner *p)
{
    const struct choice choice = choice_of(p);

    if (!any_chosen(&choice)) {
        say("--only %s: no method matches (--list shows them)", p->options->only[0]);
        return EXIT_USAGE;
    }
    return check_table(p, &choice) < 0 ? EXIT_FAILED : EXIT_SUCCESS;
}

static int make_plan(struct planner *p)
{
    const struct options *o = p->options;
    struct choice choice = choice_of(p);

    p->plan->memories = p->memories;
    if (check_table(p, &choice) < 0)
        return EXIT_FAILED;
    for (int suite = 0; suite < SUITES; suite++) {
        if (!o->suites[suite])
            continue;
        choice.time_ns = effort_share_ns(o, (enum suite)suite);
        if (suites[suite](p->plan, &p->results->machine, &p->results->layout, &choice) < 0) {
            say("the plan: %s", strerror(errno));
            return EXIT_FAILED;
        }
    }
    return EXIT_SUCCESS;
}

bool planner_shrink(struct layout *layout, const struct options *options)
{
    if (options->buffer_bytes || layout->buffer_bytes / 2 < BUFFER_LEAST ||
        layout->pages.how != PAGES_BASE)
        return false;
    layout->buffer_bytes = layout->buffer_bytes / 2 / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
    if (layout->lead_bytes > layout->buffer_bytes)
        layout->lead_bytes = layout->buffer_bytes;
    return true;
}

/*
 * Plans; where all suites together want more memory than there is, with smaller buffers, since
 * everything is mapped at once.
 */
static int fit_plan(struct planner *p)
{
    struct layout *l = &p->results->layout;
    const uint64_t available = p->results->machine.memory_available;
    const uint64_t most = available - available / MEMORY_SPARE;

    for (;;) {
        const int status = make_plan(p);
        double needed;

        if (status)
            return status;
        needed = plan_bytes(p->plan, l, p->results->threads);
        if (needed <= (double)most)
            return EXIT_SUCCESS;
        if (planner_shrink(l, p->options)) {
            plan_free(p->plan);
            continue;
        }
        if (needed <= (double)available)
            return EXIT_SUCCESS;
        say("%.0f KiB are needed (-b %zu, for each of %zu CPUs), %llu KiB are available",
            needed / 1024, l->buffer_bytes, p->results->threads,
            (unsigned long long)available / 1024);
        return EXIT_FAILED;
    }
}

/* What can't be had is left out, and told with the figures. */
static void tell_missing(const struct planner *p)
{
    for (size_t i = 0; i < p->memories->count; i++) {
        const struct memory *m = &p->memories->list[i];

        if (!m->why[0])
            continue;
        results_note(p->results, "--memory %s: %s", m->kind.name, m->why);
        if (!p->options->quiet || !memories_any(p->memories))
            say("--memory %s: %s", m->kind.name, m->why);
    }
}

/* Maps what devices give. */
static int open_memories(struct planner *p)
{
    const struct options *o = p->options;
    const struct layout *l = &p->results->layout;
    const size_t usual = l->buffer_bytes < DEVICE_BYTES ? l->buffer_bytes : DEVICE_BYTES;
    const struct memories_want want = {
        .layout = l,
        .threads = p->results->threads,
        .bytes = o->buffer_bytes ? o->buffer_bytes : usual,
        .overwrite = o->overwrite,
        .seed = p->results->seed,
        .root = p->root,
    };

    memories_choose(p->memories, o->kinds, o->kind_count);
    if (memories_open(p->memories, &want) < 0) {
        say("--memory: %s",
            errno == EINTR ? "stopped before anything was measured" : strerror(errno));
        return EXIT_FAILED;
    }
    tell_missing(p);
    return o->suites[SUITE_CLASSIC] && !memories_any(p->memories) ? EXIT_FAILED : EXIT_SUCCESS;
}

int planner_make(struct plan *plan, struct results *results, struct memories *memories,
                 const struct planner_want *want)
{
    struct planner p = {plan, results, memories, want->options, want->effort, want->root};
    int status;

    lay_out(&p);
    status = check_choice(&p);
    if (!status)
        status = open_memories(&p);
    return status ? status : fit_plan(&p);
}
