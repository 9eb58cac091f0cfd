/* SPDX-License-Identifier: MIT */
/*
 * The kernel table and every kernel in it; then the broken kernels, each of which the same
 * check must catch.
 */
#include <stdlib.h>

#include "broken.h"
#include "check.h"
#include "clobber.h"
#include "cpu.h"
#include "isa.h"
#include "kernel.h"
#include "verify.h"

enum { SEED = 0x5eed };

static void check_row(const struct kernel *k)
{
    const size_t length = strlen(k->method);
    bool line_known = false;
    static const uint16_t lines[] = {16, 32, 64, 128, 256};

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        line_known |= k->line == lines[i];
    CHECK_HAS(k->symbol, "ms_");
    CHECK(length >= 1 && length <= KERNEL_NAME_MAX);
    CHECK(k->run != NULL);
    CHECK(k->width != 0);
    CHECK(k->block != 0 && k->block % k->width == 0);
    CHECK(k->block != 0 && KERNEL_BLOCK % k->block == 0);
    CHECK(k->block % kernel_align(k) == 0 && KERNEL_ALIGN_MOST % kernel_align(k) == 0);
    CHECK_EQ_U64(kernel_align(k), k->zeros ? KERNEL_ALIGN_MOST : KERNEL_ALIGN);
    CHECK(k->touch || k->prefetch ? line_known : k->line == 0);
    CHECK(!k->zeros || (k->op == OP_WRITE && k->registers == 0));
    CHECK(!k->prefetch || (k->prefetch == PREFETCH_STORE) == (k->op == OP_WRITE));
    CHECK(!k->prefetch || k->op == OP_WRITE || kernel_prefetch_name(k->prefetch));
    CHECK(!k->touch || k->op != OP_READ);
    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        CHECK(!(k->needs & bit) || cpu_feature_name(bit));
}

static bool same_variants(const struct kernel *a, const struct kernel *b)
{
    return a->op == b->op && a->touch == b->touch && a->prefetch == b->prefetch &&
           strcmp(a->method, b->method) == 0;
}

/* No two rows for the same thing, and a method's rows together. */
static void check_order(size_t at)
{
    const struct kernel *const k = &kernel_table[at];
    bool apart = false;

    for (size_t i = at + 1; i < kernel_count; i++) {
        const struct kernel *const other = &kernel_table[i];
        const bool same_method = k->op == other->op && strcmp(k->method, other->method) == 0;

        CHECK(!same_variants(k, other) || k->line != other->line);
        CHECK(strcmp(k->symbol, other->symbol) != 0);
        CHECK(!same_method || !apart);
        apart |= !same_method;
    }
}

static void check_table(void)
{
    CHECK(kernel_count > 0);
    for (size_t i = 0; i < kernel_count; i++) {
        const unsigned long failures = check_failures;

        check_row(&kernel_table[i]);
        check_order(i);
        if (check_failures != failures)
            fprintf(stderr, "  in the row of %s\n", kernel_table[i].symbol);
    }
}

/* The line size that a search among the variants of `like` is to end with. */
static size_t wanted_line(const struct kernel *like, size_t line)
{
    size_t below = 0;
    size_t smallest = SIZE_MAX;

    for (size_t i = 0; i < kernel_count; i++) {
        const size_t has = kernel_table[i].line;

        if (!same_variants(like, &kernel_table[i]))
            continue;
        if (has <= line && has > below)
            below = has;
        if (has < smallest)
            smallest = has;
    }
    return below ? below : smallest;
}

static void check_find(void)
{
    static const size_t lines[] = {0,  1,  15,  16,  17,  31,  32,  33,   48,      63,
                                   64, 65, 127, 128, 129, 255, 256, 4096, SIZE_MAX};

    for (size_t i = 0; i < kernel_count; i++)
        for (size_t j = 0; j < sizeof lines / sizeof lines[0]; j++) {
            const struct kernel *const k = &kernel_table[i];
            char method[KERNEL_NAME_MAX + 1] = "";
            const struct kernel *found;

            strncat(method, k->method, KERNEL_NAME_MAX);
            found = kernel_find(method, k->op, k->touch, k->prefetch, lines[j]);
            if (!CHECK(found != NULL))
                return;
            CHECK(same_variants(k, found));
            CHECK_EQ_U64(found->line, wanted_line(k, lines[j]));
        }
    CHECK(!kernel_find("no such", OP_READ, false, PREFETCH_NONE, 64));
    CHECK(!kernel_find("", OP_WRITE, false, PREFETCH_NONE, 64));
    CHECK(!kernel_find("memset", OP_COPY, false, PREFETCH_NONE, 64));
    CHECK(!kernel_find("memset", OP_WRITE, true, PREFETCH_NONE, 64));
    CHECK(kernel_find("memset", OP_WRITE, false, PREFETCH_NONE, 64));
}

static void check_period(void)
{
    static const struct {
        uint8_t width;
        uint8_t registers;
        uint8_t period;
    } cases[] = {{1, 1, 8},   {2, 1, 16},  {4, 1, 32},  {4, 8, 32}, {8, 1, 64}, {8, 16, 64},
                 {16, 4, 64}, {32, 1, 64}, {64, 1, 64}, {1, 0, 1},  {8, 0, 1}};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kernel k = {.width = cases[i].width, .registers = cases[i].registers};

        CHECK_EQ_U64(kernel_period(&k), cases[i].period);
    }
    CHECK_EQ_U64(kernel_period(&(struct kernel){.width = 64, .zeros = true}), 0);
}

/* ms_adds() in the shape of a kernel, so that the shim can see its registers. */
static void run_adds(const struct pass *pass)
{
    *(uint64_t *)pass->dst = ms_adds(pass->passes);
}

static void check_adds(unsigned extra)
{
    static const size_t counts[] = {1, 3, 1000};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        uint64_t sum = 0;
        const struct pass pass = {.dst = &sum, .passes = counts[i]};

        CHECK_EQ_U64(clobber_call(run_adds, &pass, extra), 0);
        CHECK_EQ_U64(sum, 1024 * (uint64_t)counts[i]);
    }
}

/* Returns how many kernels the processor cannot run. */
static size_t check_kernels(struct rig *rig, uint32_t features)
{
    size_t not_run = 0;

    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *const k = &kernel_table[i];
        const uint32_t missing = k->needs & ~features;
        const char *name;

        if (!missing) {
            CHECK_REASON(k->symbol, rig_verify(rig, k));
            continue;
        }
        name = cpu_feature_name(missing & (0 - missing));
        printf("%s: not run: needs %s\n", k->symbol, name ? name : "an unnamed feature");
        not_run++;
    }
    return not_run;
}

static void check_broken(struct rig *rig)
{
    for (size_t i = 0; i < broken_count; i++) {
        const struct broken *const b = &broken_table[i];
        const char *const reason = rig_verify(rig, &b->kernel);

        printf("%s: %s\n", b->kernel.symbol, reason ? reason : "accepted");
        if (b->caught ? !CHECK_HAS(reason, b->caught) : !CHECK_STR(reason, NULL))
            fprintf(stderr, "  from %s\n", b->kernel.symbol);
    }
}

/* Every register to be preserved has a kernel that does not. Returns how many were run. */
static size_t check_registers(struct rig *rig)
{
    uint64_t covered = 0;
    size_t run = 0;

    for (const struct broken_register *b = broken_registers; b->name; b++) {
        const struct kernel kernel = broken_kernel(b);
        const bool sound = b->bit == REGISTERS_SOUND;
        const uint64_t bit = sound ? 0 : (uint64_t)1 << b->bit;
        char wanted[64];

        covered |= bit;
        if (b->extra && !rig->extra) {
            printf("%s: not run: the processor may lack what it changes\n", b->name);
            continue;
        }
        run++;
        snprintf(wanted, sizeof wanted, "registers not preserved: bits %#" PRIx64, bit);
        if (!CHECK_STR(rig_verify(rig, &kernel), sound ? NULL : wanted))
            fprintf(stderr, "  from broken_%s\n", b->name);
    }
    CHECK_EQ_U64(covered, clobber_covers);
    return run;
}

int main(void)
{
    const uint32_t features = cpu_features();
    struct rig rig;
    size_t not_run;
    size_t registers;

    if (rig_open(&rig, SEED, (features & NEED_EXTRA) != 0) != 0) {
        perror("test_kernels: memory");
        return EXIT_FAILURE;
    }
    check_table();
    check_find();
    check_period();
    check_adds(rig.extra);
    not_run = check_kernels(&rig, features);
    check_broken(&rig);
    registers = check_registers(&rig);
    printf("%zu of %zu kernels run, %zu broken ones, %zu of registers, in %u calls\n",
           kernel_count - not_run, kernel_count, broken_count, registers, rig.trials);
    rig_close(&rig);
    return check_done("test_kernels");
}
