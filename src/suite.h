/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SUITE_H
#define MEMSPEED_SUITE_H

#include <stddef.h>

#include "layout.h"
#include "machine.h"
#include "memories.h"
#include "pages.h"
#include "plan.h"

enum suite { SUITE_CLASSIC, SUITE_LATENCY, SUITE_VM, SUITE_GUPS, SUITE_SWEEP, SUITES };

/* What the user chose of the suites. */
struct choice {
    const char *const
        *only; /* globs that methods must match, any of them; all if there are 0 */
    size_t only_count;
    const size_t *pld; /* prefetch distances in lines; 0 stands for no prefetch */
    size_t pld_count;
    enum prefetch prefetch;        /* of the kernels at other distances */
    const struct page_kind *pages; /* of the memory; as each suite has it if there are 0 */
    size_t page_count;
    size_t table_bytes; /* of the random updates, and their number; 0: as the suite has it */
    uint64_t updates;
    uint64_t time_ns;                /* the suite's share of the run's */
    uint64_t end_ns;                 /* when the run is to end, as os_clock_ns() tells */
    size_t rounds;                   /* that the run takes at most */
    const struct memories *memories; /* of the classic tables */
    const char *root;                /* below which the system is read, as in os.h */
};

/*
 * Appends a suite's cells to the plan, and its stage if it has one; -1 with errno. What it
 * keeps until the plan is freed is of plan_alloc().
 */
typedef int suite_fn(struct plan *plan, const struct machine *machine,
                     const struct layout *layout, const struct choice *choice);

/*
 * The classic tables of each memory: every method of the kernel table, writes plain and with
 * touch, reads and copies at each distance, all of them cold and hot; of memory that is not
 * ordinary also copies from ordinary one into it, and out of it.
 */
suite_fn suite_classic;

/* The titles of the other suites' tables. */
#define SWEEP_TABLE "Throughput by Working Set"
#define LATENCY_TABLE "Latency by Working Set"
#define LATENCY_LINE_TABLE "Latency by Stride"
#define LATENCY_PAGES_TABLE "Latency by Number of Nodes"
#define LATENCY_CHAINS_TABLE "Time of a Step by Number of Chains"
#define LATENCY_CACHES_TABLE "Caches by Latency"
#define LATENCY_SUMMARY_TABLE "Memory latencies"
#define LATENCY_BASIC_TABLE "Basic system parameters"
#define VM_LATENCY_TABLE "File & VM system latencies"
#define VM_BANDWIDTH_TABLE "*Local* Communication bandwidths"
#define VM_WRITE_NOTE "32-bit stores, the last of each 512 bytes first (lmbench, gcc -O)"
#define GUPS_TABLE "Random updates"
#define GUPS_PLAIN "plain"
#define GUPS_PREFETCHED "ahead"

suite_fn suite_latency;
suite_fn suite_vm;
suite_fn suite_gups;
suite_fn suite_sweep;

/*
 * The table of the random updates in bytes, one for each kind of pages at the same time: what
 * was chosen, or the largest power of two in a quarter of the memory (a half, for more than two
 * kinds together), of which all updates can be made in the run's time by machines of today; at
 * least 4 x the last-level cache if the memory allows. -1 with ENOMEM if such tables don't fit
 * in memory or addresses; *bytes then is what one takes.
 */
int suite_gups_table(const struct machine *machine, const struct choice *choice, size_t *bytes);

/*
 * From one size to the next, of which there are `steps` an octave, 1, 2 or 4: those that caches
 * can have, 4, 5, 6 and 7 times powers of two. `size` is one of them, and not less than steps.
 */
size_t suite_step(size_t size, unsigned steps);

/* The name of the first feature that a kernel needs and this machine lacks, or NULL. */
const char *suite_lacking(const struct machine *machine, const struct kernel *kernel);

/* Whether a method is among those that were chosen. */
bool suite_chosen(const struct choice *choice, const char *method);

#endif
