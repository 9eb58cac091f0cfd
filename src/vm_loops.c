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

enum { LONGS = 64, WORDS = VM_UNIT / sizeof(uint32_t) };

_Static_assert(VM_UNIT % (LONGS * sizeof(long)) == 0, "no tails");
_Static_assert(WORDS == 128, "two times 64 accesses");

#define ADD(i) sum += p[i];
#define SET(i) p[i] = 1;
#define COPY(i) to_word[i] = from_word[i];

unsigned long vm_sum_longs(const void *from, size_t bytes)
{
    unsigned long sum = 0;

    for (const volatile unsigned long *p = from; bytes;
         bytes -= LONGS * sizeof *p, p += LONGS) {
        UP64(ADD, 0)
    }
    return sum;
}

uint32_t vm_sum_words(const void *from, size_t bytes)
{
    uint32_t sum = 0;

    for (const volatile uint32_t *p = from; bytes; bytes -= VM_UNIT, p += WORDS) {
        UP64(ADD, 0)
        UP64(ADD, 64)
    }
    return sum;
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
