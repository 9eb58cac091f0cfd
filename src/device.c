/* SPDX-License-Identifier: MIT */
#include "device.h"

#include "random.h"

enum { WORD = sizeof(uint32_t) };

static void put(void *base, size_t at, uint32_t word)
{
    ((volatile uint32_t *)base)[at / WORD] = word;
}

static uint32_t get(const void *base, size_t at)
{
    return ((const volatile uint32_t *)base)[at / WORD];
}

void device_copy(void *to, const void *from, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += WORD)
        put(to, i, get(from, i));
}

/* The word at an offset depends on nothing else, so that any can be checked alone. */
static uint32_t filling(uint64_t seed, size_t at)
{
    struct random random;

    random_seed(&random, seed + at);
    return (uint32_t)(random_next(&random) >> 32) | 0x01010101u;
}

void device_fill(void *to, size_t bytes, uint64_t seed)
{
    for (size_t i = 0; i < bytes; i += WORD)
        put(to, i, filling(seed, i));
}

size_t device_changed(const void *at, size_t bytes, size_t step, uint64_t seed)
{
    size_t changed = 0;

    for (size_t i = 0; i < bytes; i += step)
        changed += get(at, i) != filling(seed, i);
    return changed;
}

/* The word of a pattern at an offset, as this machine orders bytes. */
static uint32_t repeated(const void *pattern, size_t period, size_t at)
{
    union {
        unsigned char bytes[WORD];
        uint32_t word;
    } u = {.word = 0};

    for (size_t i = 0; period && i < WORD; i++)
        u.bytes[i] = ((const volatile unsigned char *)pattern)[(at + i) % period];
    return u.word;
}

bool device_same(const void *at, size_t bytes, const void *pattern, size_t period)
{
    for (size_t i = 0; i < bytes; i += WORD)
        if (get(at, i) != repeated(pattern, period, i))
            return false;
    return true;
}

void device_differ(void *to, size_t bytes, const void *pattern, size_t period)
{
    for (size_t i = 0; i < bytes; i += WORD)
        put(to, i, ~repeated(pattern, period, i));
}
