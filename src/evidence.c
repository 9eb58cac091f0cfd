/* SPDX-License-Identifier: MIT */
#include "evidence.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TIME_NS = 1000000,
    TRIES = 3, /* whatever else the processor does can only slow them */
    MOST_OPS = 1 << 22,
    SMALL_BYTES = 2048, /* any cache holds so much */
    WORD = sizeof(uint32_t),
};

/* Where hits and misses of ordinary memory differ by less, one load tells nothing. */
#define TELLS 3.0

/* From which ratio of times on one access is dearer than another. */
#define DEARER 2.0

/* Accesses to words `step` bytes apart, which are not more than `bytes`, round and round. */
struct walk {
    unsigned char *base;
    size_t bytes;
    size_t step;
    size_t at;
};

/* 0, which the compiler does not know. */
static const volatile uint32_t nothing;

static void walk_on(struct walk *w)
{
    w->at += w->step;
    if (w->at >= w->bytes)
        w->at -= w->bytes;
}

static void load(void *arg, uint64_t ops)
{
    struct walk *w = arg;

    for (; ops; ops--) {
        (void)*(const volatile uint32_t *)(w->base + w->at);
        walk_on(w);
    }
}

/* Each load waits for the last, since where it goes depends on that. */
static void load_in_turn(void *arg, uint64_t ops)
{
    struct walk *w = arg;
    const uint32_t none = nothing;
    uint32_t got = 0;

    for (; ops; ops--) {
        got = *(const volatile uint32_t *)(w->base + w->at + (got & none));
        walk_on(w);
    }
}

static void store(void *arg, uint64_t ops)
{
    struct walk *w = arg;

    for (; ops; ops--) {
        *(volatile uint32_t *)(w->base + w->at) = (uint32_t)ops | 1;
        walk_on(w);
    }
}

/* One of the times that are taken. */
struct look {
    void (*run)(void *walk, uint64_t ops);
    struct walk walk;
    double *ns;
};

/* Goes on where it was, so that what was far is not met again; keeps the shorter time. */
static void look_again(struct look *look, const struct timer *timer)
{
    const struct work work = {look->run, NULL, &look->walk, MOST_OPS};
    const double rate = timer_calibrate(timer, &work, TIME_NS);

    *look->ns = fmin(*look->ns, rate > 0 ? 1 / rate : NAN);
}

static size_t common_divisor(size_t a, size_t b)
{
    while (b) {
        const size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/*
 * A step that comes to every line before it comes to one again: near the golden section of all,
 * so that no few steps together are a short one, which a prefetcher would foresee.
 */
static size_t far(size_t bytes, size_t line)
{
    const size_t lines = bytes / line;
    size_t step = (size_t)((uint64_t)lines * 618 / 1000) | 1;

    while (common_divisor(lines, step) > 1)
        step++;
    return step * line;
}

void evidence_take(struct evidence *e, const struct evidence_want *want,
                   const struct timer *timer)
{
    const size_t line = want->line_bytes;
    const size_t small = want->bytes < SMALL_BYTES ? want->bytes : SMALL_BYTES;
    const size_t all = want->normal_bytes;
    struct look looks[] = {
        {load_in_turn, {want->base, WORD, WORD, 0}, &e->again},
        {load_in_turn, {want->normal, WORD, WORD, 0}, &e->hit},
        {load_in_turn, {want->normal, all, far(all, line), 0}, &e->miss},
        {load, {want->base, small, line, 0}, &e->hot_read},
        {load, {want->base, want->bytes, far(want->bytes, line), 0}, &e->cold_read},
        {store, {want->stores, want->bytes, WORD, 0}, &e->store_next},
        {store, {want->stores, want->bytes, line, 0}, &e->store_apart},
    };
    const size_t count = sizeof looks / sizeof looks[0] - (want->writable ? 0 : 2);
    const int tries = timer->step_ns < TIMER_YIELDS_NS ? TRIES : 1;

    *e = (struct evidence){NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    for (int n = 0; n < tries; n++)
        for (size_t i = 0; i < count; i++)
            look_again(&looks[i], timer);
}

/* Whether it is cached: 1 or 0, or -1 if that can't be told. NAN compares as false. */
static int is_cached(const struct evidence *e)
{
    if (e->miss >= TELLS * e->hit)
        return e->again > 0 ? e->again * e->again < e->hit * e->miss : -1;
    if (e->cold_read >= DEARER * e->hot_read)
        return 1;
    return -1;
}

enum caching evidence_judge(const struct evidence *e)
{
    const int cached = is_cached(e);

    if (cached < 0)
        return CACHING_UNKNOWN;
    if (cached)
        return CACHING_CACHED;
    if (isnan(e->store_next) || isnan(e->store_apart))
        return CACHING_NOT;
    return e->store_apart >= DEARER * e->store_next ? CACHING_COMBINED : CACHING_UNCACHED;
}

const char *evidence_text(const struct evidence *e, char *text, size_t size)
{
    int used = snprintf(text, size,
                        "a load of the same word %.3g ns (normal memory: hit %.3g, miss %.3g), "
                        "of a few lines %.3g, of many %.3g",
                        e->again, e->hit, e->miss, e->hot_read, e->cold_read);

    if (!isnan(e->store_next) && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used,
                 "; a store to the next word %.3g, to the next line %.3g", e->store_next,
                 e->store_apart);
    return text;
}
