/* SPDX-License-Identifier: MIT */
/*
 * The guest that is traced: calls every kernel of kernel_table that this processor can run, a
 * few times, each call between trace_begin() and trace_end(), and prints a line per call that
 * says what was called and with what (read by manifest.c). Kernels that the processor lacks are
 * not called; their lines begin with `skip` instead of `call`.
 */
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#include "cpu.h"
#include "kernel.h"

enum {
    LONGEST = 3 * KERNEL_BLOCK,
    GUARD = KERNEL_BLOCK,
    ITERATION = 2 * KERNEL_BLOCK,
    FAR = 64
};

void trace_begin(void);
void trace_end(void);
void run_call(const struct kernel *kernel, const struct pass *pass);

/* Sources hold no zeros, as the kernels' callers have it. */
static alignas(KERNEL_BLOCK) unsigned char source[GUARD + LONGEST + GUARD];
static alignas(KERNEL_BLOCK) unsigned char target[GUARD + LONGEST + GUARD];

/* The marks differ, lest compilers make one function of both. */
static volatile int marked;

__attribute__((noinline)) void trace_begin(void)
{
    marked = 1;
}

__attribute__((noinline)) void trace_end(void)
{
    marked = 2;
}

/* Its own instructions, which the trace shows around the kernel's, are told by its name. */
__attribute__((noinline)) void run_call(const struct kernel *kernel, const struct pass *pass)
{
    trace_begin();
    kernel->run(pass);
    trace_end();
}

static void print(const char *what, const struct kernel *k, const struct pass *pass)
{
    printf(
        "%s %s %s op=%d touch=%d prefetch=%d temporal=%d libc=%d line=%u width=%u "
        "registers=%u block=%u dst=%llx src=%llx bytes=%llu passes=%llu dist=%lld pass=%llx\n",
        what, k->symbol, k->method, (int)k->op, k->touch, (int)k->prefetch, k->temporal,
        k->libc, (unsigned)k->line, (unsigned)k->width, (unsigned)k->registers,
        (unsigned)k->block, (unsigned long long)(uintptr_t)pass->dst,
        (unsigned long long)(uintptr_t)pass->src, (unsigned long long)pass->bytes,
        (unsigned long long)pass->passes, (long long)pass->dist,
        (unsigned long long)(uintptr_t)pass);
}

static void run(const struct kernel *k, bool able, size_t bytes, size_t passes, size_t lines)
{
    const struct pass pass = {
        .dst = target + GUARD,
        .src = source + GUARD,
        .bytes = bytes,
        .passes = passes,
        .dist = k->prefetch ? (ptrdiff_t)(lines * k->line) : 0,
    };

    print(able ? "call" : "skip", k, &pass);
    if (able)
        run_call(k, &pass);
}

int main(void)
{
    const uint32_t features = cpu_features();

    memset(source, 0x5a, sizeof source);
    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *k = &kernel_table[i];
        const bool able = !(k->needs & ~features);

        /* They differ by whole iterations, of up to ITERATION bytes: such are what is counted.
         */
        run(k, able, k->block, 1, 1);
        run(k, able, k->block + ITERATION, 1, 0);
        run(k, able, 2 * (size_t)k->block, 2, FAR);
    }
    return 0;
}
