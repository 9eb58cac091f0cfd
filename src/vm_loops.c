/* SPDX-License-Identifier: MIT */
#include "vm_loops.h"

#include <string.h>

#include "vm.h"

/* Accesses `at` to `at` + 3 ... + 63; downwards, those before `at`. */
#define UP4(M, at) M((at) + 0) M((at) + 1) M((at) + 2) M((at) + 3)
#define UP16(M, at) UP4(M, at) UP4(M, (at) + 4) UP4(M, (at) + 8) UP4(M, (at) + 12)
#define UP64(M, at) UP16(M, at) UP16(M, (at) + 16) UP16(M, (at) + 32) UP16(M, (at) + 48)
#define DOWN4(M, at) M((at)-1) M((at)-2) M((at)-3) M((at)-4)
#define DOWN16(M, at) DOWN4(M, at) DOWN4(M, (at)-4) DOWN4(M, (at)-8) DOWN4(M, (at)-12)
#define DOWN64(M, at) DOWN16(M, at) DOWN16(M, (at)-16) DOWN16(M, (at)-32) DOWN16(M, (at)-48)

enum { SUMMED = 8, WORDS = VM_UNIT / sizeof(uint32_t) };

_Static_assert(VM_UNIT % (SUMMED * sizeof(long)) == 0, "no tails");
_Static_assert(WORDS == 128, "two times 64 accesses");

#define ADD(i) sum[(i) % 2] += p[i];
#define SET(i) p[i] = 1;
#define COPY(i) to_word[i] = from_word[i];

/*
 * Sums: two at a time, and few accesses an iteration. With one, each addition waits for the
 * last one; and GCC loads what it is to add in one go before it adds, to the stack if there are
 * no registers left. lmbench's own sum of 128 words begins anew with each of them, which lets
 * wide processors add two at once as well.
 */
unsigned long vm_sum_longs(const void *from, size_t bytes)
{
    const volatile unsigned long *p = from;
    unsigned long sum[2] = {0, 0};

    for (; bytes; bytes -= SUMMED * sizeof *p, p += SUMMED) {
        UP4(ADD, 0)
        UP4(ADD, 4)
    }
    return sum[0] + sum[1];
}

uint32_t vm_sum_words(const void *from, size_t bytes)
{
    const volatile uint32_t *p = from;
    uint32_t sum[2] = {0, 0};

    for (; bytes; bytes -= SUMMED * sizeof *p, p += SUMMED) {
        UP4(ADD, 0)
        UP4(ADD, 4)
    }
    return sum[0] + sum[1];
}

void vm_set_words(void *to, size_t bytes)
{
    for (volatile uint32_t *p = to; bytes; bytes -= VM_UNIT, p += WORDS) {
        DOWN64(SET, 128)
        DOWN64(SET, 64)
    }
}

void vm_copy_words(void *to, const void *from, size_t bytes)
{
    volatile uint32_t *to_word = to;

    for (const volatile uint32_t *from_word = from; bytes; bytes -= VM_UNIT) {
        UP64(COPY, 0)
        UP64(COPY, 64)
        from_word += WORDS;
        to_word += WORDS;
    }
}

void vm_copy_libc(void *to, const void *from, size_t bytes)
{
    static void *(*const volatile libc_memmove)(void *, const void *, size_t) = memmove;

    libc_memmove(to, from, bytes);
}
