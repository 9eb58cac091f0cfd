/* SPDX-License-Identifier: MIT */
/* Which sets the sweep wants, on machines small and large. */
#include <string.h>

#include "check.h"
#include "kernel.h"
#include "suite.h"
#include "table.h"

#define KIB ((size_t)1024)
#define MIB (1024 * KIB)
#define SECOND UINT64_C(1000000000)

/* A sweep that was planned: as after -s on a machine with such a cache and buffers. */
static struct plan sweep(size_t cache, size_t buffer, uint64_t time_ns, const char *only)
{
    const struct machine machine = {.llc = {.bytes = cache}, .features = UINT32_MAX};
    const struct layout layout = {.buffer_bytes = buffer,
                                  .lead_bytes = cache < buffer ? cache : buffer,
                                  .line_bytes = 64};
    const struct choice choice = {
        .only = &only, .only_count = only ? 1 : 0, .time_ns = time_ns};
    struct plan plan = {0};

    CHECK(suite_sweep(&plan, &machine, &layout, &choice) == 0);
    return plan;
}

static bool same_column(const struct cell *a, const struct cell *b)
{
    return a->kernel == b->kernel;
}

/* The cell of a column in a row, or NULL. */
static const struct cell *find(const struct plan *plan, const struct cell *column, size_t bytes)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->cells[i].set_bytes == bytes && same_column(&plan->cells[i], column))
            return &plan->cells[i];
    return NULL;
}

/* Whether anything can be measured of this size. */
static bool any_live(const struct plan *plan, size_t bytes)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->cells[i].set_bytes == bytes && !plan->cells[i].absent)
            return true;
    return false;
}

/* A cell is what its place says, and can be measured as it is. */
static void check_cell(const struct plan *plan, const struct cell *cell, size_t buffer)
{
    const size_t part = cell->kernel->op == OP_COPY ? cell->set_bytes / 2 : cell->set_bytes;
    char text[PLACE_NAME];

    CHECK(!cell->probe && !cell->hot && cell->pld == 0 && place_valid(cell->place));
    CHECK_STR(cell->place->table, SWEEP_TABLE);
    CHECK_STR(cell->place->row, table_size(cell->set_bytes, text, sizeof text));
    CHECK(cell->kernel->prefetch == PREFETCH_NONE || cell->kernel->op == OP_WRITE);
    CHECK(cell->set_bytes <= buffer);
    /* Passes are of a part, or of 4 KiB, of which parts consist, and kernels take whole blocks.
     */
    CHECK((part % cell->kernel->block == 0) == !cell->absent);
    CHECK(part <= LAYOUT_COLD_OP || part % LAYOUT_COLD_OP == 0);
    /* A row without a figure has a reason to be there: it is an octave. */
    CHECK(any_live(plan, cell->set_bytes) || (cell->set_bytes & (cell->set_bytes - 1)) == 0);
}

/* All cells, all octaves from 1 KiB to the buffer in all columns; returns the rows. */
static size_t check_plan(const struct plan *plan, size_t buffer)
{
    size_t rows = 0;

    for (size_t i = 0; i < plan->count; i++) {
        const struct cell *cell = &plan->cells[i];
        const bool follows = i > 0 && same_column(cell, cell - 1);

        check_cell(plan, cell, buffer);
        rows += same_column(cell, plan->cells);
        if (follows) {
            CHECK(cell->set_bytes > cell[-1].set_bytes);
            continue;
        }
        for (size_t octave = KIB; octave <= buffer; octave *= 2)
            CHECK(find(plan, cell, octave) != NULL);
    }
    return rows;
}

/* 64 KiB of buffers: the fastest write, read and copy, each octave, and more from 16 KiB on. */
static void test_small(void)
{
    struct plan plan = sweep(16 * KIB, 64 * KIB, 10 * SECOND, NULL);
    size_t columns[OPS] = {0};

    check_plan(&plan, 64 * KIB);
    for (size_t i = 0; i < plan.count; i++)
        columns[plan.cells[i].kernel->op] += plan.cells[i].set_bytes == KIB;
    for (int op = 0; op < OPS; op++)
        CHECK_EQ_U64(columns[op], 1);
    for (size_t set = 24 * KIB; set <= 64 * KIB; set += 8 * KIB)
        CHECK(any_live(&plan, set));
    /* The largest set fills a buffer, or of copies half of each. */
    CHECK_EQ_U64(plan.cells[plan.count - 1].set_bytes, 64 * KIB);
    plan_free(&plan);
}

/* A cache of 384 MiB: four sets an octave if there is time for them, else fewer; all octaves.
 */
static void test_large(void)
{
    const size_t buffer = SIZE_MAX / 8 < 1536 * MIB ? 512 * MIB : 1536 * MIB;
    const size_t octaves = SIZE_MAX / 8 < 1536 * MIB ? 20 : 21;
    struct plan plan = sweep(384 * MIB, buffer, 10 * SECOND, NULL);
    size_t rows = check_plan(&plan, buffer);

    /* 384 MiB have to be gone over in over 40 ms, for each of the columns and 8 rounds. */
    CHECK(rows >= octaves && rows < 2 * octaves);
    plan_free(&plan);
    plan = sweep(384 * MIB, buffer, 1000 * SECOND, NULL);
    rows = check_plan(&plan, buffer);
    /* Four an octave from 32 KiB on, where all consist of 4 KiB and their halves do. */
    CHECK(rows >= 4 * (octaves - 5));
    for (size_t set = 32 * KIB; set <= buffer; set += set / 4)
        CHECK(set % (8 * KIB) != 0 || any_live(&plan, set));
    plan_free(&plan);
}

static void test_only(void)
{
    struct plan plan = sweep(16 * KIB, 64 * KIB, 10 * SECOND, kernel_table[0].method);

    check_plan(&plan, 64 * KIB);
    CHECK(plan.count > 0);
    for (size_t i = 0; i < plan.count; i++)
        CHECK_STR(plan.cells[i].kernel->method, kernel_table[0].method);
    plan_free(&plan);
    for (size_t i = 0; i < kernel_count; i++) {
        plan = sweep(16 * KIB, 64 * KIB, 10 * SECOND, kernel_table[i].method);
        CHECK(plan.count > 0);
        plan_free(&plan);
    }
    plan = sweep(16 * KIB, 64 * KIB, 10 * SECOND, "NONE");
    CHECK_EQ_U64(plan.count, 0);
    plan_free(&plan);
}

int main(void)
{
    test_small();
    test_large();
    test_only();
    return check_done("sweep");
}
