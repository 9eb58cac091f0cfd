/* SPDX-License-Identifier: MIT */
#include "evidence.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum {
    TIME_NS = 1000000,
    MOST_OPS = 1 << 22,
    SMALL_BYTES = 2048, /* any cache holds so much */
    WORD = sizeof(uint32_t),
};

/* Where hits and misses of ordinary memory differ by less, one load tells nothing. */
#define TELLS 3.0

/* From which ratio of times on one access is dearer than another. */
#define DEARER 2.0

/* Accesses to one word after another, `step` bytes apart, round and round. */
struct walk {
    unsigned char *base;
    size_t bytes;
    size_t step;
    size_t at;
};

/* 0, which the compiler does not know. */
static volatile uint32_t nothing;

static void walk_on(struct walk *w)
{
    w->at = w->at + w->step < w->bytes ? w->at + w->step : 0;
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

/* Nanoseconds per access; NAN if the clock failed. */
static double time_of(void (*run)(void *, uint64_t), struct walk walk,
                      const struct timer *timer)
{
    const struct work work = {run, NULL, &walk, MOST_OPS};
    const double rate = timer_calibrate(timer, &work, TIME_NS);

    return rate > 0 ? 1 / rate : NAN;
}

/* A step that no prefetcher foresees, of many lines and an odd number of them. */
static size_t far(size_t bytes, size_t line)
{
    return bytes / line > 1024 ? (bytes / line / 5 * 2 | 1) * line : 5 * line;
}

void evidence_take(struct evidence *evidence, const struct evidence_want *want,
                   const struct timer *timer)
{
    const size_t line = want->line_bytes;
    const size_t small = want->bytes < SMALL_BYTES ? want->bytes : SMALL_BYTES;
    unsigned char *normal = want->normal;
    const size_t all = want->normal_bytes;

    *evidence = (struct evidence){
        .again = time_of(load_in_turn, (struct walk){want->base, WORD, WORD, 0}, timer),
        .hit = time_of(load_in_turn, (struct walk){normal, WORD, WORD, 0}, timer),
        .miss = time_of(load_in_turn, (struct walk){normal, all, far(all, line), 0}, timer),
        .hot_read = time_of(load, (struct walk){want->base, small, line, 0}, timer),
        .cold_read = time_of(
            load, (struct walk){want->base, want->bytes, far(want->bytes, line), 0}, timer),
        .store_next = NAN,
        .store_apart = NAN,
    };
    if (!want->writable)
        return;
    evidence->store_next =
        time_of(store, (struct walk){want->base, want->bytes, WORD, 0}, timer);
    evidence->store_apart =
        time_of(store, (struct walk){want->base, want->bytes, line, 0}, timer);
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
