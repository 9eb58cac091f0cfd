/* SPDX-License-Identifier: MIT */
/*
 * The suite of costs through the operating system under a fake clock, with costs of known
 * duration: figures are right whatever delays most tries, what can't be had is had smaller or
 * is absent with the reason, and owners are closed last.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "fake_os.h"
#include "measure.h"
#include "os.h"
#include "suite.h"
#include "vm.h"
#include "warm.h"

enum { MHZ = 1000, TRIES = 5, ROUNDS = 24, MIB = 1 << 20 };

/* What an operation takes, and what goes wrong; and what was done. */
static struct {
    uint64_t ps[VM_COSTS];
    bool busy;                /* all tries but one of five take three times as long */
    size_t most[VM_COSTS];    /* that can be opened, in bytes */
    int error;                /* of what can't */
    bool trapped;             /* by somebody else */
    unsigned fails[VM_COSTS]; /* from this try on; 0: never */
    unsigned tried[VM_COSTS];
    unsigned opened[VM_COSTS]; /* calls */
    unsigned catching;
    bool open[VM_COSTS];
    bool failed[VM_COSTS];
} rig;

int vm_open(struct vm *vm, enum vm_cost cost, size_t bytes, struct random *random)
{
    (void)random;
    rig.opened[cost]++;
    *vm = (struct vm){.cost = cost, .bytes = bytes, .page_bytes = 4096, .why = "a file"};
    if (bytes <= rig.most[cost]) {
        rig.open[cost] = true;
        return 0;
    }
    errno = rig.error;
    return -1;
}

int vm_open_like(struct vm *vm, enum vm_cost cost, const struct vm *owner,
                 struct random *random)
{
    CHECK(rig.open[owner->cost]);
    return vm_open(vm, cost, owner->bytes, random);
}

/* What others have a part of is closed last. */
void vm_close(struct vm *vm)
{
    CHECK(rig.open[vm->cost]);
    rig.open[vm->cost] = false;
    if (vm->cost == VM_MMAP)
        CHECK(!rig.open[VM_REMAP] && !rig.open[VM_FAULT] && !rig.open[VM_FILE_READ] &&
              !rig.open[VM_MMAP_READ]);
    if (vm->cost == VM_COPY_LIBC)
        CHECK(!rig.open[VM_COPY_HAND] && !rig.open[VM_READ] && !rig.open[VM_WRITE]);
}

int vm_catch(struct vm *vm)
{
    CHECK(rig.open[vm->cost]);
    CHECK_EQ_U64(rig.catching, 0);
    rig.tried[vm->cost]++;
    if (!rig.trapped) {
        rig.catching = 1;
        return 0;
    }
    vm->why = "signals";
    errno = EBUSY;
    return -1;
}

void vm_release(struct vm *vm)
{
    (void)vm;
    rig.catching = 0;
}

/* Each cost is undisturbed in another of five tries. */
int vm_run(struct vm *vm, uint64_t ops)
{
    const unsigned try = rig.tried[vm->cost];
    const bool slow = rig.busy && try % TRIES != vm->cost % TRIES;

    CHECK_EQ_U64(rig.catching, 1);
    CHECK(!rig.failed[vm->cost]);
    fake_spend(ops * rig.ps[vm->cost] * (slow ? 3 : 1));
    if (!rig.fails[vm->cost] || try < rig.fails[vm->cost])
        return 0;
    rig.failed[vm->cost] = true;
    vm->why = "read";
    errno = EIO;
    return -1;
}

void warm(const void *memory, size_t bytes, unsigned times)
{
    (void)memory, (void)bytes, (void)times;
}

uint64_t ms_adds(size_t n)
{
    fake_spend((uint64_t)n * 1024 * 1000000 / MHZ);
    return (uint64_t)n * 1024;
}

struct bench {
    struct plan plan;
    struct results results;
    unsigned cpu;
};

/*
 * 10 us; 0.2, 1.2 and 2.5 us; 5 us, and 10 ns more for each of 2048 pages; then 10, 20 ... 60
 * us, so that many go into a tick of any clock: of 8 MiB, 8388608 ns / 10 us and parts of it.
 */
static void reset(void)
{
    memset(&rig, 0, sizeof rig);
    for (int cost = 0; cost < VM_COSTS; cost++)
        rig.most[cost] = SIZE_MAX;
    rig.error = ENOSPC;
    rig.ps[VM_MMAP] = 10000000;
    rig.ps[VM_SEND] = 200000;
    rig.ps[VM_CATCH] = 1200000;
    rig.ps[VM_PROTECT] = 2500000;
    rig.ps[VM_REMAP] = 5000000;
    rig.ps[VM_FAULT] = 5000000 + 20480000;
    for (unsigned cost = VM_FILE_READ; cost < VM_COSTS; cost++)
        rig.ps[cost] = UINT64_C(10000000) * (1 + cost - VM_FILE_READ);
}

static void run_for(struct bench *b, uint64_t llc, double seconds)
{
    struct machine *m = &b->results.machine;
    const struct choice choice = {
        .time_ns = (uint64_t)(seconds * 1e9), .rounds = ROUNDS, .root = ""};
    struct effort effort;

    m->cpus = &b->cpu;
    m->cpu_count = 1;
    if (!m->memory_available)
        m->memory_available = UINT64_C(1) << 32;
    m->llc.bytes = llc;
    b->results.threads = 1;
    b->results.seed = 1;
    if (!b->results.layout.buffer_bytes)
        b->results.layout.buffer_bytes = (size_t)(4 * llc);
    effort = (struct effort){os_clock_ns(), UINT64_MAX / 2, ROUNDS, ROUNDS};
    CHECK(suite_vm(&b->plan, m, &b->results.layout, &choice) == 0);
    CHECK(results_open(&b->results, &b->plan, ROUNDS) == 0);
    CHECK(timer_learn(&b->results.timer) == 0);
    CHECK(measure(&b->plan, &b->results, &effort, NULL, NULL) == MEASURE_DONE);
    for (int cost = 0; cost < VM_COSTS; cost++)
        CHECK(!rig.open[cost]);
}

static void run(struct bench *b, uint64_t llc)
{
    run_for(b, llc, 2);
}

static void finish(struct bench *b)
{
    results_close(&b->results);
    plan_free(&b->plan);
}

static double figure(const struct bench *b, enum vm_column column)
{
    return results_median(&b->results, &b->results.series[column], UNIT_MBPS).value;
}

/* Within 3 %: ticks that are waited for are noise. */
static void check_figure(const struct bench *b, enum vm_column column, double want)
{
    CHECK_NEAR(figure(b, column), want, want * 0.03);
}

static const char *absent(const struct bench *b, enum vm_column column)
{
    return b->results.series[column].absent;
}

static const char *const cached[] = {
    "File reread, Mmap reread: less than 4 x the last-level cache (%s), which has a part in "
    "these figures",
    "Bcopy, Mem read, Mem write: less than 4 x the last-level cache (%s), which has a part in "
    "these figures",
    "File reread, Mmap reread, Bcopy, Mem read, Mem write: less than 4 x the last-level cache "
    "(%s), which has a part in these figures"};

static bool noted(const struct bench *b, const char *text)
{
    for (size_t i = 0; i < b->results.note_count; i++)
        if (strcmp(b->results.notes[i], text) == 0)
            return true;
    return false;
}

static void check_figures(const struct bench *b)
{
    CHECK_EQ_U64(b->results.rounds, ROUNDS);
    CHECK_EQ_U64(b->results.lost, 0);
    check_figure(b, VM_COLUMN_MMAP_LATENCY, 10);
    check_figure(b, VM_COLUMN_PROT_FAULT, 1.5);
    check_figure(b, VM_COLUMN_PAGE_FAULT, 0.01);
    for (unsigned i = VM_COLUMN_FILE_REREAD; i < VM_COLUMNS; i++)
        check_figure(b, i, 838860.8 / (i - VM_COLUMN_FILE_REREAD + 1));
}

static void test_figures(uint64_t step_ns, uint64_t read_ps)
{
    struct bench b = {0};

    reset();
    fake_clock(step_ns, read_ps);
    run(&b, MIB);
    check_figures(&b);
    CHECK(noted(&b, "Mmap Latency, Page Fault, File reread, Mmap reread: a file of 8 MiB"));
    CHECK(noted(&b, "Bcopy, Mem read, Mem write: memory of 8 MiB"));
    CHECK_EQ_U64(rig.tried[VM_MMAP], ROUNDS);
    CHECK_EQ_U64(rig.tried[VM_SEND], ROUNDS * (step_ns < TIMER_YIELDS_NS ? TRIES : 1));
    CHECK_EQ_U64(rig.tried[VM_REMAP], rig.tried[VM_SEND]);
    finish(&b);
}

/* Differences are those of the fastest of five tries of each, and of no other round's. */
static void test_busy(void)
{
    struct bench b = {0};

    reset();
    rig.busy = true;
    fake_clock(1, 25000);
    run(&b, MIB);
    check_figure(&b, VM_COLUMN_PROT_FAULT, 1.5);
    check_figure(&b, VM_COLUMN_PAGE_FAULT, 0.01);
    for (size_t i = 0; i < ROUNDS; i++)
        CHECK_NEAR(b.results.series[VM_COLUMN_PROT_FAULT].samples[i].ns, 1500000, 15000);
    /* Of a single cost there is one try, and most are slow. */
    check_figure(&b, VM_COLUMN_MMAP_LATENCY, 30);
    finish(&b);
}

/* What is negative is lost, in its rounds only. */
static void test_negative(void)
{
    struct bench b = {0};

    reset();
    rig.ps[VM_CATCH] = 2800000;
    fake_clock(1, 25000);
    run(&b, MIB);
    CHECK_EQ_U64(b.results.lost, ROUNDS);
    CHECK(!absent(&b, VM_COLUMN_PROT_FAULT) && isnan(figure(&b, VM_COLUMN_PROT_FAULT)));
    check_figure(&b, VM_COLUMN_PAGE_FAULT, 0.01);
    finish(&b);
}

/* Halved as often as need be; what shares it is of its size. */
static void test_halved(void)
{
    struct bench b = {0};

    reset();
    rig.most[VM_MMAP] = 3 * MIB;
    rig.most[VM_COPY_LIBC] = MIB;
    rig.error = ENOMEM;
    fake_clock(1, 25000);
    run(&b, MIB);
    CHECK_EQ_U64(rig.opened[VM_MMAP], 3);
    CHECK_EQ_U64(rig.opened[VM_COPY_LIBC], 4);
    CHECK(noted(&b, "Mmap Latency, Page Fault, File reread, Mmap reread: a file of 2 MiB"));
    CHECK(noted(&b, "Bcopy, Mem read, Mem write: memory of 1 MiB"));
    check_figure(&b, VM_COLUMN_PAGE_FAULT, 0.04);
    check_figure(&b, VM_COLUMN_FILE_REREAD, 209715.2);
    check_figure(&b, VM_COLUMN_BCOPY_LIBC, 104857.6 / 3);
    check_figure(&b, VM_COLUMN_MEM_WRITE, 104857.6 / 6);
    finish(&b);
}

/* Without a file of 1 MiB its columns are absent, and so is what only others could share. */
static void test_no_file(int error, unsigned tries)
{
    struct bench b = {0};
    char why[80];

    reset();
    rig.most[VM_MMAP] = MIB - 1;
    rig.error = error;
    fake_clock(1, 25000);
    run(&b, MIB);
    snprintf(why, sizeof why, "a file: %s", strerror(error));
    CHECK_EQ_U64(rig.opened[VM_MMAP], tries);
    CHECK_EQ_U64(rig.opened[VM_FAULT] + rig.opened[VM_FILE_READ], 0);
    CHECK_STR(absent(&b, VM_COLUMN_MMAP_LATENCY), why);
    CHECK_STR(absent(&b, VM_COLUMN_PAGE_FAULT), why);
    CHECK_STR(absent(&b, VM_COLUMN_FILE_REREAD), why);
    CHECK_STR(absent(&b, VM_COLUMN_MMAP_REREAD), why);
    check_figure(&b, VM_COLUMN_PROT_FAULT, 1.5);
    check_figure(&b, VM_COLUMN_MEM_READ, 838860.8 / 5);
    for (size_t i = 0; i < b.results.note_count; i++)
        CHECK(!strstr(b.results.notes[i], "a file of"));
    finish(&b);
}

/* What fails once is not tried again, and nothing is left of it. */
static void test_failed(void)
{
    struct bench b = {0};

    reset();
    rig.fails[VM_FILE_READ] = 3;
    rig.fails[VM_REMAP] = 1;
    fake_clock(1, 25000);
    run(&b, MIB);
    CHECK_STR(absent(&b, VM_COLUMN_FILE_REREAD), "read: Input/output error");
    CHECK_EQ_U64(rig.tried[VM_FILE_READ], 3);
    CHECK_STR(absent(&b, VM_COLUMN_PAGE_FAULT), "read: Input/output error");
    CHECK_EQ_U64(rig.tried[VM_REMAP], 1);
    check_figure(&b, VM_COLUMN_MMAP_REREAD, 838860.8 / 2);
    finish(&b);
}

static void test_trapped(void)
{
    struct bench b = {0};

    reset();
    rig.trapped = true;
    fake_clock(1, 25000);
    run(&b, MIB);
    for (unsigned i = 0; i < VM_COLUMNS; i++)
        CHECK_HAS(absent(&b, i), "signals: ");
    finish(&b);
}

/* `which` of the texts, or none (3). */
static void check_cached(const struct bench *b, size_t which, const char *cache)
{
    for (size_t i = 0; i < 3; i++) {
        char text[RESULTS_NOTE];

        snprintf(text, sizeof text, cached[i], cache);
        CHECK(noted(b, text) == (i == which));
    }
}

/* Sizes by cache, time, memory and -b; and what figures are a cache's. */
static void check_sizes(uint64_t llc, double seconds, size_t buffer, uint64_t available,
                        const char *memory, size_t which, const char *cache)
{
    struct bench b = {.results = {.machine = {.memory_available = available}}};
    char text[RESULTS_NOTE];

    reset();
    fake_clock(1, 25000);
    b.results.layout.buffer_bytes = buffer;
    run_for(&b, llc, seconds);
    snprintf(text, sizeof text, "Bcopy, Mem read, Mem write: memory of %s", memory);
    CHECK(noted(&b, text));
    check_cached(&b, which, cache);
    finish(&b);
}

static void test_sizes(void)
{
    const uint64_t much = UINT64_C(1) << 40;

    check_sizes(131072, 2, 0, much, "8 MiB", 3, "");
    check_sizes(2 * MIB, 2, 0, much, "8 MiB", 3, "");
    check_sizes(4 * MIB, 2, 0, much, "16 MiB", 0, "4 MiB");
    /* 2 s suffice for 272 MiB, 1 s for 136, and for 64 MiB any time. */
    check_sizes(32 * MIB, 1, 0, much, "128 MiB", 0, "32 MiB");
    check_sizes(64 * MIB, 2, 0, much, "256 MiB", 0, "64 MiB");
    check_sizes(64 * MIB, 0.7, 0, much, "97600 KiB", 2, "64 MiB");
    check_sizes(64 * MIB, 0.1, 0, much, "64 MiB", 2, "64 MiB");
    /* A sixteenth of the memory; and where the buffers were asked to be small. */
    check_sizes(32 * MIB, 2, 0, 1 << 30, "64 MiB", 2, "32 MiB");
    check_sizes(4 * MIB, 2, 65536, much, "64 KiB", 2, "4 MiB");
    check_sizes(MIB, 2, 65536, much, "64 KiB", 2, "1 MiB");
}

int main(void)
{
    test_figures(1, 25000);          /* a vDSO clock */
    test_figures(28000, 28000000);   /* a slow system call */
    test_figures(1000000, 300000);   /* 1 ms ticks */
    test_figures(10000000, 1000000); /* 10 ms ticks */
    test_busy();
    test_negative();
    test_halved();
    test_no_file(ENOSPC, 4);
    test_no_file(EINTR, 1);
    test_failed();
    test_trapped();
    test_sizes();
    return check_done("suite_vm");
}
