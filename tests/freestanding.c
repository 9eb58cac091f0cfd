/* SPDX-License-Identifier: MIT */
/*
 * ARM kernels without a C library, for toolchains that have none: big endian, ARMv4. Runs every
 * kernel that AT_HWCAP allows, and ms_adds(), under Linux with raw system calls. Names those
 * that fail, and exits with 1; test_kernels looks far closer where it can be built.
 *
 * Built with -ffreestanding -nostdlib -fno-tree-loop-distribute-patterns from this file,
 * asm/arm, asm/generic/libc.c and src/kernel.c.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cpu.h"
#include "isa.h"
#include "kernel.h"
#include "os.h"

enum { SYS_EXIT = 1, SYS_WRITE = 4, STDERR = 2, AT_HWCAP_TYPE = 16, GUARD = 256 };

/* The entry, where the stack holds argc, argv, envp and the auxiliary vector; a system call. */
__asm__(".pushsection .text\n"
        "        .syntax unified\n"
        "        .arm\n"
        "        .globl  _start\n"
        "        .type   _start, %function\n"
        "_start: mov     r0, sp\n"
        "        bl      freestanding\n"
        "        .type   system_call, %function\n"
        "system_call:\n"
        "        stmfd   sp!, {r7, lr}\n"
        "        mov     r7, r3\n"
        "        svc     #0\n"
        "        ldmfd   sp!, {r7, pc}\n"
        ".popsection\n");
long system_call(long a, const void *b, long c, long number);
void freestanding(const unsigned long *stack);

struct arena {
    uint8_t before[GUARD];
    uint8_t bytes[KERNEL_BLOCK];
    uint8_t after[GUARD];
};
static struct arena dst __attribute__((aligned(64)));
static struct arena src __attribute__((aligned(64)));
static struct arena kept;
static unsigned long hwcap;

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)to)[i] = (uint8_t)byte;
    return to;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

unsigned long os_hwcap(unsigned word)
{
    return word == 0 ? hwcap : 0;
}

static void say(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    system_call(STDERR, text, (long)length, SYS_WRITE);
}

static void fill(struct arena *arena, uint32_t seed)
{
    for (size_t i = 0; i < sizeof *arena; i++) {
        seed = seed * 1664525u + 1013904223u;
        ((uint8_t *)arena)[i] = (uint8_t)(seed >> 24);
    }
}

static bool same(const void *a, const void *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (((const uint8_t *)a)[i] != ((const uint8_t *)b)[i])
            return false;
    return true;
}

/* Whether the kernel writes what it should where it should, in two passes. */
static bool sound(const struct kernel *kernel)
{
    const struct pass pass = {dst.bytes, src.bytes, KERNEL_BLOCK, 2, 128};
    const size_t period = kernel_period(kernel); /* a power of two */

    fill(&src, 1);
    fill(&kept, 2);
    memcpy(&dst, &kept, sizeof dst);
    kernel->run(&pass);
    for (size_t i = 0; i < KERNEL_BLOCK && kernel->op != OP_READ; i++)
        kept.bytes[i] = src.bytes[kernel->op == OP_COPY ? i : i & (period - 1)];
    if (!same(&dst, &kept, sizeof dst))
        return false;
    fill(&kept, 1);
    return same(&src, &kept, sizeof src);
}

void freestanding(const unsigned long *stack)
{
    const uint64_t adds = ms_adds(1);
    bool failed = false;
    size_t run = 0;

    stack += 1 + *stack + 1;
    while (*stack++)
        ;
    for (; stack[0]; stack += 2)
        if (stack[0] == AT_HWCAP_TYPE)
            hwcap = stack[1];
    for (size_t i = 0; i < kernel_count; i++) {
        const struct kernel *const k = &kernel_table[i];

        if (k->needs & ~cpu_features())
            continue;
        run++;
        if (sound(k))
            continue;
        say(k->symbol);
        say(": failed\n");
        failed = true;
    }
    if (adds == 0 || adds > 4096 || ms_adds(1000) != 1000 * adds) {
        say("ms_adds: failed\n");
        failed = true;
    }
    if (run < 30) {
        say("too few kernels were run\n");
        failed = true;
    }
    system_call(failed, NULL, 0, SYS_EXIT);
}
