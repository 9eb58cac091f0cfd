/* SPDX-License-Identifier: MIT */
/*
 * check [-d DISASSEMBLY] [-x EXPECTED] [-z BYTES] [-p] [-q] MANIFEST TRACE: says of every
 * kernel in the manifest whether the trace of its calls is what its line in the kernel table
 * promises, and what its loop costs. The trace may be "-", standard input.
 *
 *   -d  what `objdump -d --no-show-raw-insn` printed, where the trace has no disassembly; if it
 *       does not name an instruction set either, it is lackey's, of x86-64
 *   -x  a file of lines "symbol reason": these kernels must fail, for this reason; no other may
 *   -z  so many bytes are zeroed by an instruction that does so without a register (64)
 *   -p  the kernels are compiled from portable C: an access may be several instructions, and
 *       the loops are as good as the compiler
 *   -q  no table
 *
 * Exit status: 0 all is as promised, 1 something is not, 2 the files make no sense.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "cost.h"
#include "trace.h"
#include "walk.h"

/* The share of its cycles that a kernel's loop may spend on control. */
static const double CONTROL_MOST = 0.05;

struct options {
    unsigned zeroed;
    const char *disassembly, *expected, *manifest, *trace;
    bool portable, quiet;
};

/* What is known of the kernel whose calls are being read. */
struct verdict {
    const struct call *call; /* one of its calls */
    struct cost cost;
    char reason[200];
};

struct checker {
    const struct options *options;
    struct manifest manifest;
    struct code code;
    char isa[16];
    size_t next; /* the call that the trace has next */
    struct access_check access;
    struct verdict verdict;
    unsigned kernels, walked, skipped, failed;
};

static FILE *open_file(const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");

    if (!file) {
        perror(path);
        exit(2);
    }
    return file;
}

/* The reason for which the kernel must fail, or "". */
static void expected_reason(const char *path, const char *symbol, char *reason, size_t size)
{
    FILE *file = path ? open_file(path) : NULL;
    const size_t length = strlen(symbol);
    char line[256];

    reason[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, symbol, length) == 0 && line[length] == ' ')
            snprintf(reason, size, "%s", line + length + 1);
    }
    if (file)
        fclose(file);
}

/* Compiled loops and string instructions have no limit. */
static void judge_cost(const struct checker *c, struct verdict *v, const struct loop *loop)
{
    if (c->access.portable || v->call->registers == 0)
        return;
    if (loop->control > CONTROL_MOST && !v->reason[0])
        snprintf(v->reason, sizeof v->reason, "%.1f %% of the cycles are loop control",
                 loop->control * 100);
}

/* All calls of a kernel have been read: judges it and prints its line. */
static void conclude(struct checker *c)
{
    struct verdict *v = &c->verdict;
    char wanted[200];
    struct loop loop;
    bool known;
    bool ok;

    if (!v->call)
        return;
    known = cost_loop(&v->cost, &loop);
    if (known)
        judge_cost(c, v, &loop);
    expected_reason(c->options->expected, v->call->symbol, wanted, sizeof wanted);
    ok = wanted[0] ? strstr(v->reason, wanted) != NULL : v->reason[0] == '\0';
    c->kernels++;
    c->failed += !ok;
    if (!c->options->quiet && known)
        printf("%-34s %-8s %9.4f %9.4f %7.1f%% %6.1f\n", v->call->symbol, v->call->method,
               loop.insns, loop.cycles, loop.control * 100, loop.pass_insns);
    if (v->reason[0] && wanted[0] && ok && !c->options->quiet)
        printf("    caught, as it must be: %s\n", v->reason);
    else if (!ok && wanted[0])
        printf("FAILED: %s: \"%s\", not \"%s\"\n", v->call->symbol, v->reason, wanted);
    else if (!ok)
        printf("FAILED: %s: %s\n", v->call->symbol, v->reason);
    *v = (struct verdict){0};
}

static void end(void *arg)
{
    struct checker *c = arg;
    struct verdict *v = &c->verdict;

    access_end(&c->access);
    if (!v->reason[0] && c->access.reason[0])
        snprintf(v->reason, sizeof v->reason, "%s", c->access.reason);
    cost_add(&v->cost, v->call, &c->access.tally);
    c->next++;
}

static void executed(void *arg, const struct insn *insn)
{
    struct checker *c = arg;

    access_executed(&c->access, insn);
}

static void accessed(void *arg, uint64_t address, unsigned size, bool store)
{
    struct checker *c = arg;

    access_accessed(&c->access, address, size, store);
}

/* Begins the call that is next in the manifest. */
static void begin_call(struct checker *c)
{
    const struct call *call = &c->manifest.calls[c->next];

    if (c->verdict.call && strcmp(c->verdict.call->symbol, call->symbol) != 0)
        conclude(c);
    c->verdict.call = call;
    c->access.isa = isa_find(c->isa);
    if (!c->access.isa) {
        fprintf(stderr, "check: no handler for %s\n", c->isa);
        exit(2);
    }
    access_begin(&c->access, call);
}

/* Calls that were not made: walks through their kernels, where that can be done. */
static void pass_skipped(struct checker *c)
{
    for (; c->next < c->manifest.count && c->manifest.calls[c->next].skipped;) {
        const struct call *call = &c->manifest.calls[c->next];
        const struct trace_sink sink = {NULL, NULL, executed, accessed, c};
        const char *unknown;

        if (c->options->disassembly && strcmp(c->isa, "x86_64") == 0) {
            begin_call(c);
            unknown = walk(&c->code, call, &sink);
            if (unknown && !c->access.reason[0])
                snprintf(c->access.reason, sizeof c->access.reason, "`%s` is not known",
                         unknown);
            end(c);
            c->walked += call->passes > 1;
        } else {
            c->skipped += call->passes > 1;
            c->next++;
        }
    }
}

static void begin(void *arg)
{
    struct checker *c = arg;

    pass_skipped(c);
    if (c->next == c->manifest.count) {
        fprintf(stderr, "check: the trace has more calls than the manifest\n");
        exit(2);
    }
    begin_call(c);
}

static void read_inputs(struct checker *c)
{
    FILE *file = open_file(c->options->manifest);

    if (manifest_read(&c->manifest, file) < 0) {
        fprintf(stderr, "check: %s: not a manifest\n", c->options->manifest);
        exit(2);
    }
    fclose(file);
    c->access.portable = c->options->portable;
    c->access.zeroed = c->options->zeroed;
    if (c->options->disassembly) {
        file = open_file(c->options->disassembly);
        code_read_objdump(&c->code, file);
        fclose(file);
        snprintf(c->isa, sizeof c->isa, "x86_64");
    }
}

static int check(const struct options *options)
{
    struct checker c = {.options = options};
    const struct trace_sink sink = {begin, end, executed, accessed, &c};
    unsigned long line;
    FILE *file;

    read_inputs(&c);
    file = open_file(options->trace);
    if (!options->quiet)
        printf("%-34s %-8s %9s %9s %8s %6s\n", "kernel", "method", "insns/B", "cycles/B",
               "control", "pass");
    if (trace_read(file, &c.code, &sink, c.isa, sizeof c.isa, &line) < 0) {
        fprintf(stderr, "check: %s:%lu: makes no sense\n", options->trace, line);
        return 2;
    }
    fclose(file);
    pass_skipped(&c);
    conclude(&c);
    if (c.next < c.manifest.count || c.kernels == 0) {
        fprintf(stderr, "check: the trace ends before the manifest\n");
        return 2;
    }
    printf("%s: %u kernels, %u failed; %u of them walked through, %u not on this processor\n",
           c.isa, c.kernels, c.failed, c.walked, c.skipped);
    manifest_free(&c.manifest);
    code_free(&c.code);
    return c.failed != 0;
}

int main(int argc, char **argv)
{
    struct options options = {.zeroed = 64};
    int c;

    while ((c = getopt(argc, argv, "d:x:z:pq")) != -1) {
        if (c == 'd')
            options.disassembly = optarg;
        else if (c == 'x')
            options.expected = optarg;
        else if (c == 'z')
            options.zeroed = (unsigned)strtoul(optarg, NULL, 10);
        else if (c == 'p')
            options.portable = true;
        else if (c == 'q')
            options.quiet = true;
        else
            return 2;
    }
    if (argc - optind != 2) {
        fprintf(stderr,
                "usage: check [-d FILE] [-x FILE] [-z BYTES] [-p] [-q] MANIFEST TRACE\n");
        return 2;
    }
    options.manifest = argv[optind];
    options.trace = argv[optind + 1];
    return check(&options);
}
