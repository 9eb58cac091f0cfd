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
    LINES_MOST = 20480,
    PAGES_MOST = 2048,
};

struct simulated {
    uint64_t bytes;
    size_t ways;
    unsigned
        random; /* of 100 lines so many are replaced at random; else the least recently used */
    uint64_t also; /* a size that is as good a guess, or 0 */
};

/*
 * Of 384 KiB in 12 ways 8 pages fill a way: with so few kinds of pages luck is small, and the
 * end nearly that of 256 KiB replaced at random, 0.37 and 0.58 misses at 320 and 384 KiB.
 */
static const struct simulated simulated[] = {
    {256 * KIB, 16, 100, 0},       {256 * KIB, 16, 0, 0},  {256 * KIB, 8, 0, 0},
    {384 * KIB, 12, 0, 256 * KIB}, {1280 * KIB, 20, 0, 0}, {256 * KIB, 4, 100, 0},
    {256 * KIB, 8, 35, 0},
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
        way = random_below(&s->random, 100) < s->cache->random
                  ? (size_t)random_below(&s->random, ways)
                  : ways - 1;
    memmove(&set[1], set, way * sizeof *set);
    set[0] = line;
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

/*
 * A curve measured in a virtual machine on a Zen 3, of 32 KiB and 512 KiB in 8 ways each,
 * three times: as its pages lie, and as it replaces lines, the second cache does not end
 * anywhere sharply. 1 KiB to 128 MiB, four points an octave.
 */
static void test_measured(void)
{
    static const double ns[][69] = {
        {1.244, 1.243, 1.242, 1.243, 1.244, 1.243, 1.242, 1.243, 1.243, 1.242, 1.242, 1.242,
         1.243, 1.242, 1.243, 1.242, 1.243, 1.243, 1.243, 1.244, 1.259, 3.572, 3.718, 3.733,
         3.742, 3.701, 3.735, 3.745, 3.744, 3.741, 3.744, 3.751, 3.741, 3.783, 3.828, 4.879,
         6.349, 9.939, 12.47, 12.99, 13.38, 13.66, 13.52, 13.44, 13.85, 13.55, 13.85, 13.62,
         13.39, 13.39, 13.34, 13.44, 13.3,  13.9,  14.06, 14.54, 15.82, 18.42, 31.67, 50.97,
         54.57, 61.4,  72.87, 83.02, 93.17, 99.67, 99.33, 101.1, 102.6},
        {1.245, 1.242, 1.243, 1.243, 1.242, 1.242, 1.244, 1.243, 1.243, 1.243, 1.243, 1.243,
         1.242, 1.242, 1.245, 1.244, 1.244, 1.245, 1.244, 1.244, 1.255, 3.592, 3.719, 3.738,
         3.741, 3.694, 3.731, 3.74,  3.739, 3.738, 3.745, 3.739, 3.75,  3.826, 5.117, 5.91,
         7.211, 9.575, 11.89, 12.72, 12.77, 13.2,  13.28, 13.26, 13.19, 13.22, 13.37, 13.19,
         13.16, 13.22, 13.21, 13.38, 13.97, 13.87, 14.59, 16.73, 18.12, 20.99, 46.39, 60.34,
         85.2,  91.64, 95.39, 95.86, 97.45, 99.28, 102.3, 101.1, 99.9},
        {1.247, 1.243, 1.244, 1.241, 1.242, 1.242, 1.244, 1.242, 1.245, 1.243, 1.243, 1.245,
         1.243, 1.245, 1.245, 1.244, 1.246, 1.244, 1.245, 1.245, 1.3,   3.631, 3.709, 3.739,
         3.742, 3.702, 3.732, 3.735, 3.739, 3.739, 3.747, 4.347, 4.295, 4.481, 4.936, 5.714,
         6.003, 9.329, 11.42, 12.34, 13.08, 13.77, 13.27, 13.1,  13.25, 13.45, 13.1,  13.45,
         13.43, 13.72, 13.96, 13.86, 14.18, 15.34, 15.5,  26.45, 44.31, 75.04, 74.35, 88.11,
         102.6, 108.5, 108.3, 111.6, 108,   103.6, 105,   110.2, 108.6},
    };

    for (size_t n = 0; n < ITEMS(ns); n++) {
        struct curve_point points[ITEMS(ns[0])];
        struct curve_levels found;

        for (size_t i = 0; i < ITEMS(points); i++)
            points[i] = (struct curve_point){(uint64_t)(4 + i % 4) << (8 + i / 4), ns[n][i]};
        found = curve_levels(&(struct curve){points, ITEMS(points)});
        CHECK_EQ_U64(found.count, 3);
        CHECK_EQ_U64(found.cache[0].bytes, 32 * KIB);
        CHECK_EQ_U64(found.cache[1].bytes, 512 * KIB);
        /* Far from both ends. */
        CHECK(found.cache[0].from >= 2 * KIB && found.cache[0].to <= 16 * KIB);
        CHECK(found.cache[1].from >= 56 * KIB && found.cache[1].to <= 256 * KIB);
    }
}

int main(void)
{
    test_measured();
    for (size_t i = 0; i < ITEMS(simulated); i++)
        test_simulated(&simulated[i]);
    return check_done("test_curve_caches");
}
