/* SPDX-License-Identifier: MIT */
/*
 * What curves tell of caches that are simulated, not told by a formula: of sets of lines, with
 * physical addresses and pages anywhere; also of as many ways as curve.c knows nothing of.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "curve.h"
#include "gauss.h"
#include "stats.h"

#define ITEMS(array) (sizeof(array) / sizeof *(array))

enum {
    KIB = 1024,
    MIB = 1024 * KIB,
    LINE = 64,
    PAGE = 4096,
    LINES_MOST = 16384,
    PAGES_MOST = 1024,
};

struct simulated {
    uint64_t bytes;
    size_t ways;
    bool random;   /* replacement; least recently used otherwise */
    uint64_t also; /* a size that is as good a guess, or 0 */
};

/*
 * Of 384 KiB in 12 ways 8 pages fill a way: with so few kinds of pages luck is small, and the
 * end nearly that of 256 KiB replaced at random, 0.37 and 0.58 misses at 320 and 384 KiB.
 */
static const struct simulated simulated[] = {
    {256 * KIB, 16, true, 0},          {256 * KIB, 16, false, 0}, {256 * KIB, 8, false, 0},
    {384 * KIB, 12, false, 256 * KIB}, {640 * KIB, 20, false, 0}, {256 * KIB, 4, true, 0},
};

struct simulation {
    const struct simulated *cache;
    struct random random;
    uint32_t pages[PAGES_MOST]; /* physical numbers */
    uint32_t lines[LINES_MOST]; /* set by set, the last used first */
};

static bool hits(struct simulation *s, uint32_t line)
{
    const size_t ways = s->cache->ways;
    uint32_t *const set = &s->lines[line % (s->cache->bytes / LINE / ways) * ways];
    size_t way = 0;
    bool hit;

    while (way < ways && set[way] != line)
        way++;
    hit = way < ways;
    if (!hit)
        way = s->cache->random ? (size_t)random_below(&s->random, ways) : ways - 1;
    if (!s->cache->random)
        memmove(&set[1], set, way * sizeof *set);
    set[s->cache->random ? way : 0] = line;
    return hit;
}

/* The share of misses of laps through `bytes`, when earlier ones have filled the cache. */
static double simulate(struct simulation *s, uint64_t bytes)
{
    const unsigned fill = s->cache->random ? 12 : 1;
    size_t misses = 0;

    for (size_t i = 0; i < bytes / PAGE; i++)
        s->pages[i] = (uint32_t)random_below(&s->random, 1 << 20);
    memset(s->lines, 0xff, sizeof s->lines);
    for (unsigned lap = 0; lap < fill + 2; lap++)
        for (uint64_t at = 0; at < bytes; at += LINE) {
            const uint32_t in_page = (uint32_t)(at % PAGE / LINE);

            if (!hits(s, s->pages[at / PAGE] * (PAGE / LINE) + in_page) && lap >= fill)
                misses++;
        }
    return (double)(misses * LINE) / (double)bytes / 2;
}

/* The median of several placements of pages, as several rounds have. */
static double simulate_rounds(struct simulation *s, uint64_t bytes)
{
    enum { ROUNDS = 5 };
    double misses[ROUNDS];

    if (bytes * 4 <= s->cache->bytes || bytes >= s->cache->bytes * 4)
        return bytes >= s->cache->bytes;
    for (int i = 0; i < ROUNDS; i++)
        misses[i] = simulate(s, bytes);
    return stats_median(misses, ROUNDS).value;
}

/* Four points an octave from 8 KiB to 4 MiB; hits of 3 ns, misses of 60, and noise. */
static void measure(struct simulation *s, struct curve_point *points, struct curve *curve)
{
    *curve = (struct curve){points, 0};
    for (uint64_t quarter = 2 * KIB; quarter < MIB; quarter *= 2)
        for (uint64_t bytes = 4 * quarter; bytes < 8 * quarter; bytes += quarter) {
            const double ns = 3 + 57 * simulate_rounds(s, bytes);

            points[curve->count++] =
                (struct curve_point){bytes, ns * exp(0.05 * gauss(&s->random))};
        }
}

static void test_simulated(const struct simulated *cache)
{
    enum { REPEATS = 2 };
    static struct simulation s;
    size_t good = 0;

    s.cache = cache;
    random_seed(&s.random, 5);
    for (int i = 0; i < REPEATS; i++) {
        struct curve_point points[CURVE_POINTS];
        struct curve curve;
        struct curve_levels found;

        measure(&s, points, &curve);
        found = curve_levels(&curve);
        if (found.count == 1 &&
            (found.cache[0].bytes == cache->bytes || found.cache[0].bytes == cache->also))
            good++;
        else
            fprintf(stderr, "  found %zu, the first of %" PRIu64 " KiB\n", found.count,
                    found.cache[0].bytes / KIB);
    }
    printf("simulated %" PRIu64 " KiB, %zu ways: %zu of %d\n", cache->bytes / KIB, cache->ways,
           good, REPEATS);
    CHECK(good == REPEATS);
}

int main(void)
{
    for (size_t i = 0; i < ITEMS(simulated); i++)
        test_simulated(&simulated[i]);
    return check_done("test_curve_caches");
}
