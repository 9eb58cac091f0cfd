/* SPDX-License-Identifier: MIT */
/* Random updates in pages of each kind that was chosen: by the plain loop, and prefetched. */
#include "suite.h"

#include <errno.h>

#include "os.h"
#include "updates.h"

enum {
    TABLE_LEAST = 4096,    /* bytes: default tables are not made smaller */
    TABLE_RATE = 512 << 20 /* bytes a second that are sure to be filled in a small part of the
                              time on machines that have so much memory */
};

static const struct page_kind *kind_at(const struct choice *choice, size_t i)
{
    static const struct page_kind base = {.how = PAGES_BASE};

    return choice->page_count ? &choice->pages[i] : &base;
}

static size_t kind_count(const struct choice *choice)
{
    return choice->page_count ? choice->page_count : 1;
}

/* The tables that are of ordinary memory: pools have memory of their own. */
static size_t ordinary(const struct choice *choice)
{
    size_t count = 0;

    for (size_t i = 0; i < kind_count(choice); i++)
        count += kind_at(choice, i)->how != PAGES_HUGETLB;
    return count;
}

/* Whether so many tables fit, in memory and in the addresses that this process has. */
static bool fits(uint64_t available, size_t bytes, size_t tables)
{
    void *memory;

    if (tables == 0)
        return true;
    if (bytes > SIZE_MAX / tables || (uint64_t)bytes * tables > available)
        return false;
    memory = os_map(bytes * tables);
    if (!memory)
        return false;
    os_unmap(memory, bytes * tables);
    return true;
}

/* What a default table takes at most. */
static uint64_t bound(const struct machine *machine, const struct choice *choice)
{
    const uint64_t available = machine->memory_available;
    const size_t tables = ordinary(choice);
    const double seconds = (double)choice->time_ns * 1e-9 / (double)kind_count(choice);
    const uint64_t memory = available / (tables > 2 ? 2 * tables : 4);
    /* Of this at least a half is left by rounding to a power of two. */
    const uint64_t cache = 8 * machine->llc.bytes;
    const uint64_t time = (uint64_t)(seconds * (double)TABLE_RATE);
    const uint64_t wanted = time > cache ? time : cache;

    if (available == OS_MEMORY_UNKNOWN)
        return sizeof(uint64_t) << GUPS_LOG2_DEFAULT;
    return memory < wanted ? memory : wanted;
}

int suite_gups_table(const struct machine *machine, const struct choice *choice, size_t *bytes)
{
    const size_t tables = ordinary(choice);

    *bytes = choice->table_bytes;
    if (!*bytes) {
        const int log2 = gups_log2(bound(machine, choice));

        *bytes = log2 < 0 ? TABLE_LEAST : sizeof(uint64_t) << log2;
        while (*bytes > TABLE_LEAST && !fits(machine->memory_available, *bytes, tables))
            *bytes /= 2;
    }
    if (fits(machine->memory_available, *bytes, tables))
        return 0;
    errno = ENOMEM;
    return -1;
}

static int add_cell(struct plan *plan, const struct updates *u, size_t index)
{
    static const char *const columns[UPDATES_LOOPS] = {
        [UPDATES_PLAIN] = GUPS_PLAIN, [UPDATES_AHEAD] = GUPS_PREFETCHED};
    struct place place = {.measure = MEASURE_GUPS};
    struct cell cell = {.probe = &u->probes[index]};
    char row[PAGES_NAME];

    pages_name(u->kinds[index / UPDATES_LOOPS].kind, row, sizeof row);
    place_name(&place, GUPS_TABLE, row, columns[index % UPDATES_LOOPS]);
    cell.place = plan_place(plan, &place);
    return cell.place ? plan_add(plan, &cell) : -1;
}

int suite_gups(struct plan *plan, const struct machine *machine, const struct layout *layout,
               const struct choice *choice)
{
    struct updates *u = plan_alloc(plan, sizeof *u);
    size_t bytes;

    (void)layout;
    if (!u || suite_gups_table(machine, choice, &bytes) < 0)
        return -1;
    u->count = kind_count(choice) < RESULTS_GUPS ? kind_count(choice) : RESULTS_GUPS;
    for (size_t i = 0; i < u->count; i++) {
        u->kinds[i].kind = *kind_at(choice, i);
        if (u->kinds[i].kind.how == PAGES_BASE)
            u->kinds[i].kind.bytes = os_page_bytes();
    }
    u->log2 = (unsigned)gups_log2(bytes);
    u->wanted = choice->updates ? choice->updates : gups_updates(u->log2);
    u->rounds = choice->rounds;
    u->time_ns = choice->time_ns;
    u->end_ns = choice->end_ns;
    u->root = choice->root;
    updates_prepare(u);
    u->stage.bytes = (uint64_t)bytes * ordinary(choice);
    for (size_t i = 0; i < u->count * UPDATES_LOOPS; i++)
        if (add_cell(plan, u, i) < 0)
            return -1;
    plan_stage(plan, &u->stage);
    return 0;
}
