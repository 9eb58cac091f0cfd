/* SPDX-License-Identifier: MIT */
/* The command: what is wanted, what is done, what is printed, and the exit status. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpu.h"
#include "format.h"
#include "isa.h"
#include "libc.h"
#include "measure.h"
#include "options.h"
#include "os.h"
#include "report.h"
#include "suite.h"

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum {
    DEFAULT_TIME_NS_10 = 1400000000, /* a tenth of it: 14 s, so that 15 s are kept */
    BUFFER_LEAST = 65536,            /* default buffers are not made smaller than this */
};

/* One run: everything that is acquired and must be given back. */
struct run {
    const struct options *options;
    struct results results;
    struct plan plan;
    struct effort effort;
    struct os_file *output;
    bool progress;
    uint64_t shown_ns; /* when progress was shown last */
};

FORMAT(1, 2) static void complain(const char *format, ...)
{
    va_list args;

    fputs("memspeed: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

/* A finding that changes what is measured: told at once, printed and saved with the figures. */
#define notice(run, ...)                                                                       \
    do {                                                                                       \
        results_note(&(run)->results, __VA_ARGS__);                                            \
        if (!(run)->options->quiet)                                                            \
            complain(__VA_ARGS__);                                                             \
    } while (0)

static int finish_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    complain("standard output: %s", strerror(errno));
    return EXIT_FAILED;
}

static void show_progress(void *arg, size_t round, size_t done, size_t total, uint64_t left_ns)
{
    struct run *run = arg;
    const uint64_t now = os_clock_ns();

    if (now - run->shown_ns < 200000000)
        return;
    run->shown_ns = now;
    if (left_ns == 0)
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

/* --list */

static const char *op_name(enum op op)
{
    static const char *const names[] = {
        [OP_WRITE] = "write", [OP_READ] = "read", [OP_COPY] = "copy"};

    return names[op];
}

static void list_row(const struct kernel *k, uint32_t features)
{
    char key[16];
    char needs[64] = "";

    snprintf(key, sizeof key, "%ux%u", k->width, k->registers);
    for (uint32_t bit = 1; bit; bit <<= 1)
        if (k->needs & bit)
            snprintf(needs + strlen(needs), sizeof needs - strlen(needs), "%s%s",
                     needs[0] ? "+" : "", cpu_feature_name(bit));
    printf("%-6s %-9s %-6s %-10s %-10s %s\n", op_name(k->op), k->method,
           k->registers ? key : "-", k->temporal ? "temporal" : "streaming",
           needs[0] ? needs : "-", k->needs & ~features ? "no" : "yes");
}

static int command_list(void)
{
    const uint32_t features = cpu_features();

    printf("%-6s %-9s %-6s %-10s %-10s %s\n", "op", "method", "bytes", "kind", "needs", "here");
    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *k = &kernel_table[i];

        if (i == 0 || k->op != k[-1].op || strcmp(k->method, k[-1].method) != 0)
            list_row(k, features);
    }
    printf("\nbytes: per register x registers per instruction\n");
    return finish_stdout();
}

/* The run. */

static int describe(struct run *run)
{
    const struct options *o = run->options;
    struct results *r = &run->results;
    const char *root = getenv("MEMSPEED_SYSROOT");
    const char *why;

    if (machine_describe(&r->machine, root ? root : "", o->cpu, &why) < 0) {
        if (o->cpu == MACHINE_CPU_ANY)
            complain("%s", why);
        else
            complain("--cpu %d: %s (allowed: %s)", o->cpu, why, r->machine.allowed);
        return -1;
    }
    r->threads = o->threads ? o->threads : r->machine.cpu_count;
    if (r->threads > r->machine.cpu_count) {
        complain("-j %zu: only %zu CPUs may be used (%s)", r->threads, r->machine.cpu_count,
                 r->machine.allowed);
        return -1;
    }
    if (timer_learn(&r->timer) < 0) {
        complain("the clock (%s) does not advance", os_clock_name());
        return -1;
    }
    snprintf(r->clock, sizeof r->clock, "%s", os_clock_name());
    r->isa = ISA_NAME;
    libc_describe(r->libc, sizeof r->libc);
    r->seed = o->seeded ? o->seed : os_clock_ns() ^ (uint64_t)getpid() << 32;
    if (o->label)
        snprintf(r->label, sizeof r->label, "%s", o->label);
    else
        snprintf(r->label, sizeof r->label, "%.60s %.60s", r->machine.host, r->machine.kernel);
    return 0;
}

/* The longest distance that leaves at least half of the hot bound to the blocks. */
static size_t longest_overrun(const struct run *run, size_t line)
{
    const size_t bound = layout_hot_bound(&run->results.machine);
    size_t longest = 0;

    for (size_t i = 0; i < run->options->pld_count; i++) {
        const size_t reach = run->options->pld[i] * line;

        if (reach <= bound / 2 && reach > longest)
            longest = reach;
    }
    return longest;
}

static void say_assumed(const struct run *run, const char *what, const struct fact *fact,
                        const char *option)
{
    if (fact->assumed && !run->options->quiet)
        complain("the system does not tell the %s: %llu bytes are assumed (%s sets it)", what,
                 (unsigned long long)fact->bytes, option);
}

static int lay_out(struct run *run)
{
    const struct options *o = run->options;
    struct machine *m = &run->results.machine;
    struct layout *layout = &run->results.layout;

    if (o->line_bytes) {
        m->line = (struct fact){.bytes = o->line_bytes};
        snprintf(m->line.source, sizeof m->line.source, "--line");
    }
    layout->line_bytes = (size_t)m->line.bytes;
    layout_hot(layout, m, longest_overrun(run, layout->line_bytes), o->block_bytes);
    layout->buffer_bytes =
        o->buffer_bytes ? o->buffer_bytes : layout_cold_bytes(m, run->results.threads);
    layout->lead_bytes =
        m->llc.bytes < layout->buffer_bytes ? (size_t)m->llc.bytes : layout->buffer_bytes;
    if (m->memory_available &&
        2.0 * (double)layout->buffer_bytes * (double)run->results.threads >
            (double)m->memory_available) {
        complain("buffers: 2 x %zu bytes for each of %zu CPUs are more than the %llu available",
                 layout->buffer_bytes, run->results.threads,
                 (unsigned long long)m->memory_available);
        return -1;
    }
    return 0;
}

static int make_plan(struct run *run)
{
    const struct options *o = run->options;
    const struct choice choice = {o->only, o->only_count, o->pld, o->pld_count};

    if (suite_classic(&run->plan, &run->results.machine, &run->results.layout, &choice) < 0) {
        complain("the plan: %s", strerror(errno));
        return EXIT_FAILED;
    }
    if (run->plan.count == 0) {
        complain("--only %s: no method matches (--list shows them)", o->only[0]);
        return EXIT_USAGE;
    }
    return EXIT_SUCCESS;
}

static void plan_effort(struct run *run, uint64_t start_ns)
{
    const struct options *o = run->options;
    struct effort *e = &run->effort;

    e->start_ns = start_ns;
    e->time_ns = o->time_ns ? o->time_ns : (uint64_t)DEFAULT_TIME_NS_10 * 10;
    e->rounds_most = o->rounds ? o->rounds : o->time_ns ? MEASURE_ROUNDS_MAX : MEASURE_ROUNDS;
    e->rounds_least =
        e->rounds_most < MEASURE_ROUNDS_LEAST ? e->rounds_most : MEASURE_ROUNDS_LEAST;
    /* Who asks for a number of rounds, and for no time, gets them all. */
    if (o->rounds && !o->time_ns) {
        e->rounds_least = o->rounds;
        e->time_ns = UINT64_MAX / 2;
    }
}

/*
 * Says beforehand what was not known and had to be assumed; and how long a run takes whose
 * clock is so coarse that samples are long.
 */
static void announce(struct run *run)
{
    const struct options *o = run->options;
    const struct machine *m = &run->results.machine;
    const double cells = (double)plan_live(&run->plan);
    const double step = (double)run->results.timer.step_ns * 1e-9;

    say_assumed(run, "cache line", &m->line, "--line");
    if (!o->block_bytes)
        say_assumed(run, "L1 data cache", &m->l1d, "--block");
    if (!o->buffer_bytes)
        say_assumed(run, "last-level cache", &m->llc, "--buffer");
    if (run->results.timer.step_ns >= TIMER_COARSE_NS)
        notice(run, "the clock steps by %.3g ms: this run takes about %.0f s", step * 1e3,
               cells * step * 2.5 * (double)(run->effort.rounds_least + 1));
}

/* Measures; where the default buffers can't be had, with smaller ones. */
static int measure_run(struct run *run)
{
    struct layout *layout = &run->results.layout;
    const char *why;

    while (measure(&run->plan, &run->results, &run->effort,
                   run->progress ? show_progress : NULL, run, &why) < 0) {
        const int error = errno;

        clear_progress(run);
        if (error != ENOMEM || run->options->buffer_bytes ||
            layout->buffer_bytes / 2 < BUFFER_LEAST) {
            complain("%s of %zu bytes: %s", why, layout->buffer_bytes, strerror(error));
            return -1;
        }
        layout->buffer_bytes = layout->buffer_bytes / 2 / LAYOUT_COLD_OP * LAYOUT_COLD_OP;
        if (layout->lead_bytes > layout->buffer_bytes)
            layout->lead_bytes = layout->buffer_bytes;
        notice(run, "%s: the buffers are made smaller, %zu bytes", strerror(error),
               layout->buffer_bytes);
    }
    clear_progress(run);
    return 0;
}

static int save(struct run *run)
{
    const char *path = run->options->output;
    int status;

    if (!run->output)
        return EXIT_SUCCESS;
    if (results_save(&run->results, os_file_stream(run->output)) < 0) {
        complain("%s: %s", path, strerror(errno));
        os_file_discard(run->output);
        status = EXIT_FAILED;
    } else {
        status = os_file_commit(run->output) < 0 ? EXIT_FAILED : EXIT_SUCCESS;
        if (status)
            complain("%s: %s", path, strerror(errno));
    }
    run->output = NULL;
    return status;
}

/* What was measured goes to the file first: a reader that went away must not cost it. */
static int deliver(struct run *run)
{
    const int saved = save(run);
    int printed = EXIT_SUCCESS;

    if (report_text(&run->results, run->options->unit, run->options->spread, stdout) < 0)
        printed = finish_stdout();
    return saved ? saved : printed;
}

static int open_output(struct run *run)
{
    if (!run->options->output)
        return 0;
    run->output = os_file_create(run->options->output);
    if (run->output)
        return 0;
    complain("%s: %s", run->options->output, strerror(errno));
    return -1;
}

static int run_classic(struct run *run, uint64_t start_ns)
{
    int status;

    if (describe(run) < 0 || lay_out(run) < 0)
        return EXIT_FAILED;
    status = make_plan(run);
    if (status)
        return status;
    plan_effort(run, start_ns);
    if (open_output(run) < 0)
        return EXIT_FAILED;
    announce(run);
    if (results_open(&run->results, &run->plan, run->effort.rounds_most) < 0) {
        complain("the results: %s", strerror(errno));
        return EXIT_FAILED;
    }
    if (measure_run(run) < 0)
        return EXIT_FAILED;
    if (run->results.rounds == 0) {
        complain("stopped before anything was measured");
        return EXIT_FAILED;
    }
    return deliver(run);
}

static int command_classic(const struct options *options)
{
    struct run run = {.options = options, .progress = !options->quiet && isatty(STDERR_FILENO)};
    int status;

    os_signals_catch();
    status = run_classic(&run, os_clock_ns());
    if (run.output)
        os_file_discard(run.output);
    results_close(&run.results);
    plan_free(&run.plan);
    machine_free(&run.results.machine);
    if (os_signal())
        os_signal_die(os_signal());
    return status;
}

int main(int argc, char **argv)
{
    struct options options;
    char error[OPTIONS_ERROR];

    if (options_parse(&options, argc, argv, error) < 0) {
        complain("%s", error);
        return EXIT_USAGE;
    }
    switch (options.command) {
    case COMMAND_HELP:
        fputs(options_usage, stdout);
        return finish_stdout();
    case COMMAND_VERSION:
        printf("memspeed %s (%s kernels)\n", MEMSPEED_VERSION, ISA_NAME);
        return finish_stdout();
    case COMMAND_LIST:
        return command_list();
    case COMMAND_CLASSIC:
        break;
    }
    return command_classic(&options);
}
