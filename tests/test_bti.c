/* SPDX-License-Identifier: MIT */
/*
 * Landing pads of the AArch64 kernels, on pages that demand them. Kernels are
 * position-independent and call nothing, so a copy of the program's code runs as well as the
 * code itself; the copy is mapped with PROT_BTI, while the C library, which may have no landing
 * pads, stays as it is. There each kernel must work when called at its entry, and must not be
 * enterable one instruction behind it, where it has no landing pad: the proof that the pages do
 * demand them.
 *
 * Needs _DEFAULT_SOURCE, as guard.c. Exits with 77 where the processor has no BTI.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "cpu.h"
#include "guard.h"
#include "kernel.h"
#include "os.h"

enum { SKIPPED = 77, INSTRUCTION = 4, PAGES = 2 };

/* Of Linux' arch/arm64/include/uapi/asm: mman.h, and hwcap.h. */
#define PROT_BTI 0x10
#define HWCAP2_BTI (1ul << 17)

/* Where the linker ends the code. */
extern const char etext[];

/* The program's code from `begin` on, once more. */
struct copy {
    uintptr_t begin;
    size_t bytes;
    unsigned char *code;
};

static uintptr_t first_kernel(void)
{
    uintptr_t first = UINTPTR_MAX;

    for (size_t i = 0; i < kernel_count; i++)
        if (!kernel_table[i].libc && (uintptr_t)kernel_table[i].run < first)
            first = (uintptr_t)kernel_table[i].run;
    return first;
}

static int copy_code(struct copy *copy)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *map;

    copy->begin = first_kernel() / page * page;
    copy->bytes = ((uintptr_t)etext - copy->begin + page - 1) / page * page;
    map = mmap(NULL, copy->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return -1;
    copy->code = map;
    memcpy(map, (const void *)copy->begin, (uintptr_t)etext - copy->begin);
    __builtin___clear_cache((char *)map, (char *)map + copy->bytes);
    return mprotect(map, copy->bytes, PROT_READ | PROT_EXEC | PROT_BTI);
}

/* Calls a kernel in the copy, `skip` bytes behind its entry. Returns the signal it ended by. */
static int call_copy(const struct copy *copy, const struct kernel *k, size_t skip,
                     const struct pass *pass)
{
    const uintptr_t at = (uintptr_t)k->run - copy->begin + skip;
    struct guarded call = {.pass = pass};

    call.run = (kernel_fn *)(uintptr_t)(copy->code + at);
    return guard_call(&call) == 0 ? call.signal : -1;
}

static void check_kernels(const struct copy *copy, const struct pass *pass)
{
    const uint32_t features = cpu_features();
    size_t checked = 0;

    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *const k = &kernel_table[i];
        const unsigned long failures = check_failures;

        if (k->libc) /* in C: calls others, by distances that a copy does not keep */
            continue;
        checked++;
        if (!(k->needs & ~features))
            CHECK_EQ_U64((uint64_t)call_copy(copy, k, 0, pass), 0);
        CHECK_EQ_U64((uint64_t)call_copy(copy, k, INSTRUCTION, pass), SIGILL);
        if (check_failures != failures)
            fprintf(stderr, "  by %s\n", k->symbol);
    }
    CHECK(checked > 100);
}

int main(void)
{
    struct copy copy;
    struct arena dst;
    struct arena src;

    if (!(os_hwcap(1) & HWCAP2_BTI)) {
        puts("test_bti: not run: the processor has no BTI");
        return SKIPPED;
    }
    if (guard_install() != 0 || arena_map(&dst, PAGES, KERNEL_BLOCK) != 0 ||
        arena_map(&src, PAGES, KERNEL_BLOCK) != 0 || copy_code(&copy) != 0) {
        perror("test_bti: memory");
        return EXIT_FAILURE;
    }
    check_kernels(&copy, &(struct pass){dst.data, src.data, KERNEL_BLOCK, 1, 0});
    munmap(copy.code, copy.bytes);
    arena_unmap(&dst);
    arena_unmap(&src);
    return check_done("test_bti");
}
