/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "effort.h"
#include "isa.h"
#include "libc.h"
#include "measure.h"
#include "os.h"
#include "planner.h"
#include "quote.h"
#include "report.h"
#include "say.h"

enum {
    COMMAND_SIZE = 1024, /* characters of the command that are saved */
    LATE_NS = 500000000, /* so much later than it should, and a quarter, a run may end */
};

/* One run: everything that is acquired and must be given back. */
struct run {
    const struct options *options;
    const char *root; /* below which the system is read */
    struct results results;
    struct plan plan;
    struct memories memories;
    struct effort effort;
    struct os_file *output;
    bool progress;
    uint64_t shown_ns; /* when progress was shown last */
};

/* Told at once, printed and saved with the figures: what changes what is measured. */
FORMAT(2, 3) static void notice(struct run *run, const char *format, ...)
{
    char text[RESULTS_NOTE];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    results_note(&run->results, "%s", text);
    if (!run->options->quiet)
        say("%s", text);
}

static void show_progress(void *arg, size_t round, size_t done, size_t total, uint64_t left_ns)
{
    struct run *run = arg;
    const uint64_t now = os_clock_ns();

    if (now - run->shown_ns < 200000000)
        return;
    run->shown_ns = now;
    if (left_ns == UINT64_MAX)
        fprintf(stderr, "\rmemspeed: calibrating, %zu of %zu cells ", done, total);
    else
        fprintf(stderr, "\rmemspeed: round %zu, %3zu %%, about %llu s to go ", round + 1,
                100 * done / total, (unsigned long long)left_ns / 1000000000 + 1);
}

static void clear_progress(const struct run *run)
{
    if (run->progress)
        fputs("\r\033[K", stderr);
}

/* --label's, or host and kernel release. */
static void name_run(struct run *run)
{
    struct results *r = &run->results;
    const char *release = strchr(r->machine.kernel, ' ');

    r->labelled = run->options->label != NULL;
    if (r->labelled)
        snprintf(r->label, sizeof r->label, "%s", run->options->label);
    else
        snprintf(r->label, sizeof r->label, "%.60s %.*s", r->machine.host,
                 release ? (int)strcspn(release + 1, " ") : 0, release ? release + 1 : "");
}

/* When the run began and what was asked for; -1 with errno. */
static int note_request(struct run *run)
{
    struct results *r = &run->results;
    const time_t now = time(NULL);
    struct tm tm;
    char date[32] = "";
    char arguments[COMMAND_SIZE];
    char command[COMMAND_SIZE + 16];

    if (now == (time_t)-1 || !gmtime_r(&now, &tm) ||
        !strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm))
        date[0] = '\0';
    quote_command(run->options->argc - 1, run->options->argv + 1, arguments, sizeof arguments);
    snprintf(command, sizeof command, "memspeed%s%s", arguments[0] ? " " : "", arguments);
    r->date = results_keep(r, date);
    r->command = results_keep(r, command);
    return r->date && r->command ? 0 : -1;
}

static int describe(struct run *run)
{
    const struct options *o = run->options;
    struct results *r = &run->results;
    const char *root = getenv("MEMSPEED_SYSROOT");
    const char *why;

    run->root = root ? root : "";
    if (machine_describe(&r->machine, run->root, o->cpu, &why) < 0) {
        if (o->cpu == MACHINE_CPU_ANY)
            say("%s", why);
        else
            say("--cpu %d: %s (allowed: %s)", o->cpu, why, r->machine.allowed);
        return -1;
    }
    r->threads = o->threads ? o->threads : r->machine.cpu_count;
    r->prefetch = o->prefetch;
    if (r->threads > r->machine.cpu_count) {
        say("-j %zu: only %zu may be used (%s)", r->threads, r->machine.cpu_count,
            r->machine.allowed);
        return -1;
    }
    if (timer_learn(&r->timer) < 0) {
        say("the clock (%s) does not advance", os_clock_name());
        return -1;
    }
    snprintf(r->clock, sizeof r->clock, "%s", os_clock_name());
    r->isa = ISA_NAME;
    libc_describe(r->libc, sizeof r->libc);
    r->seed = o->seeded ? o->seed : os_seed();
    r->prefetch_name = kernel_prefetch_name(o->prefetch);
    name_run(run);
    if (note_request(run) < 0) {
        say("%s", strerror(errno));
        return -1;
    }
    return 0;
}

static void say_assumed(const struct run *run, const char *what, const struct fact *fact,
                        const char *option)
{
    if (fact->assumed && !run->options->quiet)
        say("the system does not tell the %s: %llu bytes are assumed (%s sets it)", what,
            (unsigned long long)fact->bytes, option);
}

/*
 * Says beforehand what was not known and had to be assumed; and how long a run takes whose
 * clock is so coarse that samples are long.
 */
static void announce(struct run *run)
{
    const struct options *o = run->options;
    const struct machine *m = &run->results.machine;
    const struct timer *timer = &run->results.timer;
    const double sample_s = (double)measure_sample_ns(timer) * 1e-9;
    const double rounds = (double)run->effort.rounds_least + 1;
    /* On a coarse clock a batch waits for a tick before and after. */
    const double waits = timer->step_ns >= TIMER_YIELDS_NS ? 2.5 : 1.2;
    const double seconds = (double)plan_live(&run->plan) * sample_s * rounds * waits;

    say_assumed(run, "cache line", &m->line, "--line");
    if (!o->block_bytes)
        say_assumed(run, "L1 data cache", &m->l1d, "--block");
    if (!o->buffer_bytes)
        say_assumed(run, "last-level cache", &m->llc, "--buffer");
    if (measure_sample_ns(timer) > MEASURE_SAMPLE_NS)
        notice(run, "the clock steps by %.3g ms: this run takes about %.0f s",
               (double)timer->step_ns * 1e-6, seconds);
}

/* Sets that smaller buffers have no room for can't be measured. */
static void drop_sets(struct run *run)
{
    for (size_t i = 0; i < run->plan.count; i++) {
        struct cell *cell = &run->plan.cells[i];

        if (cell->set_bytes <= run->results.layout.buffer_bytes || cell->absent)
            continue;
        cell->absent = plan_reason(&run->plan, "there is not enough memory for such a set");
        run->results.series[i].absent = cell->absent;
    }
}

/* Where the run took longer than it was to: what is done once does not get shorter. */
static void note_time(struct run *run)
{
    const struct effort *e = &run->effort;
    const uint64_t taken = os_clock_ns() - e->start_ns;

    if (!os_signal() && taken > e->time_ns + e->time_ns / 4 + LATE_NS)
        notice(run,
               "the run took %.1f s, not %.3g: to map and fill memory, and %zu round%s, take "
               "longer",
               (double)taken * 1e-9, (double)e->time_ns * 1e-9, run->results.rounds,
               run->results.rounds == 1 ? "" : "s");
}

/* Measures; where the default buffers can't be had, with smaller ones. */
static int measure_run(struct run *run)
{
    const struct layout *l = &run->results.layout;
    const size_t wanted = l->buffer_bytes;
    enum measure_failure failure;
    char name[PAGES_NAME];
    int error;

    for (;;) {
        failure = measure(&run->plan, &run->results, &run->effort,
                          run->progress ? show_progress : NULL, run);
        error = errno;
        if (failure != MEASURE_NO_BUFFERS || error != ENOMEM ||
            !planner_shrink(&run->results.layout, run->options))
            break;
        drop_sets(run);
    }
    clear_progress(run);
    if (failure == MEASURE_DONE)
        note_time(run);
    if (failure == MEASURE_NO_KIND)
        say("--memory %s", run->results.no_buffers);
    else if (failure == MEASURE_NO_BUFFERS && error != EINTR && l->pages.how != PAGES_BASE)
        say("--pages %s: %s", pages_name(l->pages, name, sizeof name), run->results.no_buffers);
    else if (failure == MEASURE_NO_BUFFERS && error != EINTR)
        say("can't map the buffers of %zu bytes: %s", l->buffer_bytes, strerror(error));
    else if (failure == MEASURE_NO_THREADS)
        say("can't start the threads on their CPUs: %s", strerror(error));
    else if (failure == MEASURE_NO_MEMORY)
        say("%s", strerror(error));
    else if (l->buffer_bytes != wanted)
        notice(run, "there is not enough memory for buffers of %zu bytes: made smaller, %zu",
               wanted, l->buffer_bytes);
    return failure == MEASURE_DONE || error == EINTR ? 0 : -1;
}

static int save(struct run *run)
{
    const char *path = run->options->output;
    int status = EXIT_SUCCESS;

    if (!run->output)
        return EXIT_SUCCESS;
    if (report_saved(&run->results, os_file_stream(run->output)) < 0) {
        say("%s: %s", path, strerror(errno));
        os_file_discard(run->output);
        status = EXIT_FAILED;
    } else if (os_file_commit(run->output) < 0) {
        say("%s: %s", path, strerror(errno));
        status = EXIT_FAILED;
    }
    run->output = NULL;
    return status;
}

/* Whether anything was measured: a row that can't be had is no failure beside others. */
static bool any_figure(const struct results *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (!results_reason(r, &r->series[i], UNIT_MBPS)[0])
            return true;
    return false;
}

/* What was measured goes to the file first: a reader that went away must not cost it. */
static int deliver(struct run *run)
{
    const int saved = save(run);

    if (report(&run->results, &run->options->view, true, stdout) < 0) {
        say("standard output: %s", strerror(errno));
        return EXIT_FAILED;
    }
    if (results_errors(&run->results)) {
        say("random updates: %llu words are wrong",
            (unsigned long long)results_errors(&run->results));
        return EXIT_FAILED;
    }
    if (plan_live(&run->plan) > 0 && !any_figure(&run->results)) {
        say("nothing could be measured");
        return EXIT_FAILED;
    }
    return saved;
}

static int open_output(struct run *run)
{
    if (!run->options->output)
        return 0;
    run->output = os_file_create(run->options->output);
    if (run->output)
        return 0;
    say("%s: %s", run->options->output, strerror(errno));
    return -1;
}

/* Measures; EXIT_SUCCESS if there is something to deliver. */
static int carry_out(struct run *run, uint64_t start_ns)
{
    struct planner_want want = {.options = run->options, .effort = &run->effort};
    int status;

    if (describe(run) < 0)
        return EXIT_FAILED;
    run->effort = effort_plan(run->options, start_ns);
    want.root = run->root;
    if (open_output(run) < 0)
        return EXIT_FAILED;
    status = planner_make(&run->plan, &run->results, &run->memories, &want);
    if (status)
        return status;
    if (results_open(&run->results, &run->plan, run->effort.rounds_most) < 0) {
        say("the results: %s", strerror(errno));
        return EXIT_FAILED;
    }
    if (plan_live(&run->plan) == 0)
        return EXIT_SUCCESS;
    announce(run);
    if (measure_run(run) < 0)
        return EXIT_FAILED;
    if (run->results.rounds > 0)
        return EXIT_SUCCESS;
    say("stopped before anything was measured");
    return EXIT_FAILED;
}

int run_with(const struct options *options, run_use_fn *use, void *arg)
{
    struct run run = {.options = options, .progress = !options->quiet && os_terminal(stderr)};
    int status;

    os_signals_catch();
    status = carry_out(&run, os_clock_ns());
    memories_close(&run.memories);
    if (status == EXIT_SUCCESS)
        status = use ? use(arg, &run.results) : deliver(&run);
    if (run.output)
        os_file_discard(run.output);
    results_close(&run.results);
    plan_free(&run.plan);
    machine_free(&run.results.machine);
    if (os_signal())
        os_signal_die(os_signal());
    return status;
}

int run_suites(const struct options *options)
{
    return run_with(options, NULL, NULL);
}
