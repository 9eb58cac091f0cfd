/* SPDX-License-Identifier: MIT */
/*
 * DC ZVA on processors that no emulator has: what DCZID_EL0 permits, and the kernel's loop for
 * each size of block, run with a model of the instruction, see zva_aarch64.S.
 */
#include <stdalign.h>
#include <string.h>

#include "check.h"
#include "isa.h"
#include "kernel.h"

enum { LARGEST = 2048, LONGEST = 3 * LARGEST, FILL = 0xa5 };

/* The Arm Architecture Reference Manual's BS, log2 of the block in words. */
static const struct {
    uint64_t bs;
    size_t bytes;
} sizes[] = {{2, 16}, {3, 32}, {4, 64}, {5, 128}, {6, 256}, {7, 512}, {8, 1024}, {9, 2048}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* The assembly knows these three by their order. */
struct model {
    uint64_t dczid;
    uint64_t made;  /* how many were executed */
    uint64_t bytes; /* that each zeroes, around its address */
};
extern struct model zva_model;
struct model zva_model;

kernel_fn ms_modelled_dczva;

/* In the middle third; DST is aligned to LARGEST and no further. */
static alignas(2 * LARGEST) unsigned char memory[LARGEST + LONGEST + LARGEST];

/* The first byte that is not as it should be, or the size of the memory. */
static size_t difference(size_t bytes)
{
    size_t i = 0;

    while (i < sizeof memory && memory[i] == (i - LARGEST < bytes ? 0 : FILL))
        i++;
    return i;
}

static void check_loop(size_t at, size_t bytes, size_t passes)
{
    const struct pass pass = {memory + LARGEST, memory, bytes, passes, 0};

    memset(memory, FILL, sizeof memory);
    zva_model = (struct model){.dczid = sizes[at].bs, .bytes = sizes[at].bytes};
    ms_modelled_dczva(&pass);
    CHECK_EQ_U64(difference(bytes), sizeof memory);
    CHECK_EQ_U64(zva_model.made, bytes / sizes[at].bytes * passes);
}

static void test_loops(void)
{
    for (size_t i = 0; i < SIZES; i++) {
        const unsigned long failures = check_failures;

        check_loop(i, LARGEST, 1);
        check_loop(i, LARGEST, 2);
        check_loop(i, LONGEST, 1);
        check_loop(i, LONGEST, 3);
        if (check_failures != failures)
            fprintf(stderr, "  in blocks of %zu bytes\n", sizes[i].bytes);
    }
}

/* BS from 2 on; more than 9 is reserved, less than 2 no core has; bit 4 prohibits. */
static void test_permission(void)
{
    for (uint64_t bs = 0; bs < 16; bs++) {
        const uint32_t able = bs < 2 || bs > 9 ? 0 : NEED_DCZVA;

        CHECK_EQ_U64(cpu_zva(bs), able);
        CHECK_EQ_U64(cpu_zva(bs | 16), 0);
    }
}

int main(void)
{
    test_loops();
    test_permission();
    return check_done("zva");
}
