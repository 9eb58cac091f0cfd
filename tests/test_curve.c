/* SPDX-License-Identifier: MIT */
/*
 * What curves tell: machines made of formulas, whose caches are known, with noise of 5 %; then
 * the shapes that say nothing.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "curve.h"
#include "gauss.h"

#define ITEMS(array) (sizeof(array) / sizeof *(array))
#define NOISE 0.05

enum { TRIALS = 20, KIB = 1024, MIB = 1024 * KIB };

/*
 * How a cache keeps a set that is walked round and round. LRU: all or nothing. RANDOM
 * replacement: a line stays if none of the misses of a lap took its place, so that the share of
 * hits is h = exp(-(1 - h) set / cache). PAGED: LRU, but pages have come to lie anywhere; those
 * that share their sets with as many others as there are ways, or more, miss.
 */
enum keeping { LRU, RANDOM, PAGED };

struct cache {
    uint64_t bytes;
    double ns;
    enum keeping keeping;
};

struct machine {
    const char *name;
    struct cache cache[3]; /* the first without bytes ends them */
    double memory_ns;
    const char *remark;
};

/* Latencies as published of such cores, rounded; caches from their manuals. */
static const struct machine machines[] = {
    {"ARM926, no L2", {{16 * KIB, 5, RANDOM}}, 150, "No L2 cache?"},
    {"Cortex-A53", {{32 * KIB, 2.5, RANDOM}, {512 * KIB, 12.5, RANDOM}}, 140, NULL},
    {"Zen 4, where 8 of 32 MiB can be used",
     {{32 * KIB, 1.1, LRU}, {MIB, 3.8, PAGED}, {8 * MIB, 11, RANDOM}},
     110,
     NULL},
    {"12 MiB behind 128 KiB", {{128 * KIB, 1, LRU}, {12 * MIB, 5.6, RANDOM}}, 100, NULL},
    {"A64FX", {{64 * KIB, 2.3, LRU}, {8 * MIB, 18, PAGED}}, 130, NULL},
    {"48 KiB, 1.25 MiB, 24 MiB",
     {{48 * KIB, 1.3, LRU}, {5 * MIB / 4, 4.2, LRU}, {24 * MIB, 20, LRU}},
     90,
     NULL},
    {"24 KiB", {{24 * KIB, 1.9, LRU}, {512 * KIB, 10, PAGED}}, 100, NULL},
    {"no cache", {{0, 0, LRU}}, 120, "No L1 cache?"},
};

static double kept_paged(double set, double cache)
{
    enum { WAYS = 8 };
    const double pages = (double)WAYS * set / cache; /* that share a page's sets, on average */
    double term = exp(-pages);
    double sum = 0;

    for (int others = 0; others < WAYS; others++) {
        sum += term;
        term *= pages / (others + 1);
    }
    return sum;
}

static double kept(const struct cache *cache, uint64_t bytes)
{
    const double ratio = (double)bytes / (double)cache->bytes;
    double hits = 0;

    if (cache->keeping == PAGED)
        return kept_paged((double)bytes, (double)cache->bytes);
    if (ratio <= 1)
        return 1;
    if (cache->keeping == LRU)
        return 0;
    for (int i = 0; i < 1000; i++)
        hits = exp(-(1 - hits) * ratio);
    return hits;
}

/* Loads that hit a cache, those that miss it and hit the next, and so on. */
static double latency(const struct machine *machine, uint64_t bytes)
{
    double ns = 0;
    double before = 0;

    for (size_t i = 0; i < 3 && machine->cache[i].bytes != 0; i++) {
        const double hits = fmax(before, kept(&machine->cache[i], bytes));

        ns += (hits - before) * machine->cache[i].ns;
        before = hits;
    }
    return ns + (1 - before) * machine->memory_ns;
}

struct measured {
    struct curve_point points[CURVE_POINTS];
    struct curve curve;
};

/* Points from 1 KiB to `most`: 4, 5, 6, 7 times powers of two, or 4 and 6 times. */
static void measure(struct measured *m, const struct machine *machine, uint64_t most,
                    unsigned an_octave)
{
    m->curve = (struct curve){m->points, 0};
    for (uint64_t quarter = 256; quarter * 4 <= most; quarter *= 2)
        for (unsigned i = 0; i < 4; i += 4 / an_octave) {
            const uint64_t bytes = quarter * (4 + i);

            if (bytes <= most)
                m->points[m->curve.count++] =
                    (struct curve_point){bytes, latency(machine, bytes)};
        }
}

static void add_noise(struct measured *m, struct random *random)
{
    for (size_t i = 0; i < m->curve.count; i++)
        m->points[i].ns *= exp(NOISE * gauss(random));
}

/* Whether all is found, latencies within 12 %: of the slopes of plateaus half is in medians. */
static bool is_found(const struct curve_levels *found, const struct machine *machine)
{
    size_t i;

    for (i = 0; i < 3 && machine->cache[i].bytes != 0; i++)
        if (i >= found->count || found->cache[i].bytes != machine->cache[i].bytes ||
            fabs(found->cache[i].ns / machine->cache[i].ns - 1) > 0.12)
            return false;
    return found->count == i && fabs(found->memory_ns / machine->memory_ns - 1) < 0.12 &&
           found->settled;
}

static void print_levels(const struct curve_levels *found)
{
    for (size_t i = 0; i < found->count; i++)
        fprintf(stderr, "  %" PRIu64 " bytes, %g ns\n", found->cache[i].bytes,
                found->cache[i].ns);
    fprintf(stderr, "  memory %g ns%s\n", found->memory_ns, found->settled ? "" : ", or more");
}

static void test_machine(const struct machine *machine, unsigned an_octave)
{
    struct random random;
    struct measured m;
    struct curve_levels found;
    size_t good = 0;

    measure(&m, machine, 256 * MIB, an_octave);
    found = curve_levels(&m.curve);
    CHECK_STR(curve_remark(found.count), machine->remark);
    if (!CHECK(is_found(&found, machine))) {
        fprintf(stderr, "  of %s, %u points an octave\n", machine->name, an_octave);
        print_levels(&found);
    }
    random_seed(&random, 7);
    for (int trial = 0; trial < TRIALS; trial++) {
        measure(&m, machine, 256 * MIB, an_octave);
        add_noise(&m, &random);
        found = curve_levels(&m.curve);
        good += is_found(&found, machine);
    }
    /* A guess, but not one that often fails. */
    printf("%s, %u points an octave: %zu of %d\n", machine->name, an_octave, good, TRIALS);
    CHECK(good >= (an_octave == 4 ? TRIALS - TRIALS / 20 : TRIALS - TRIALS / 4));
}

/* One point in all, three times too slow, changes nothing. */
static void test_outlier(void)
{
    struct measured m;

    measure(&m, &machines[2], 256 * MIB, 4);
    for (size_t i = 0; i < m.curve.count; i++) {
        const double ns = m.points[i].ns;
        struct curve_levels found;

        m.points[i].ns = 3 * ns;
        found = curve_levels(&m.curve);
        m.points[i].ns = ns;
        if (!CHECK(is_found(&found, &machines[2]))) {
            fprintf(stderr, "  with %" PRIu64 " bytes\n", m.points[i].x);
            print_levels(&found);
        }
    }
}

/* Where the curve ends on its way to memory, that is said; the caches before are found. */
static void test_unsettled(void)
{
    struct measured m;
    struct curve_levels found;

    measure(&m, &machines[2], 14 * MIB, 4);
    found = curve_levels(&m.curve);
    CHECK(!found.settled);
    CHECK_EQ_U64(found.count, 3);
    CHECK_EQ_U64(found.cache[0].bytes, 32 * KIB);
    CHECK(found.memory_ns > 40 && found.memory_ns < 110);
}

static void test_ends(void)
{
    struct curve_point points[CURVE_POINTS + 10];
    struct curve curve = {points, 0};
    struct curve_levels found = curve_levels(&curve);

    CHECK(found.count == 0 && isnan(found.memory_ns));
    for (size_t i = 0; i < ITEMS(points); i++)
        points[i] = (struct curve_point){(i + 1) * KIB, 7};
    curve.count = 1;
    found = curve_levels(&curve);
    CHECK(found.count == 0 && found.memory_ns == exp(log(7)));
    curve.count = ITEMS(points);
    /* Not read. */
    points[CURVE_POINTS + 5].ns = NAN;
    found = curve_levels(&curve);
    CHECK(found.count == 0 && found.settled && found.memory_ns == exp(log(7)));
    /* More levels than are told apart. */
    for (size_t i = 0; i < CURVE_POINTS; i++)
        points[i] = (struct curve_point){(uint64_t)1 << (10 + i / 8),
                                         (double)((uint64_t)1 << (i / 16))};
    curve.count = 16 * (CURVE_LEVELS + 3);
    found = curve_levels(&curve);
    CHECK_EQ_U64(found.count, CURVE_LEVELS);
}

/* `low` points of 1 ns, then `high` ones of `ns`, two an octave from 1 KiB on. */
static struct curve_levels two_levels(size_t low, size_t high, double ns)
{
    struct curve_point points[32];

    for (size_t i = 0; i < low + high; i++)
        points[i] =
            (struct curve_point){(uint64_t)(2 + i % 2) << (9 + i / 2), i < low ? 1 : ns};
    return curve_levels(&(struct curve){points, low + high});
}

/* 1.3 times is noise and what TLBs add, 1.5 times a step; one point or two are no plateau. */
static void test_steps(void)
{
    struct curve_levels found = two_levels(8, 8, 1.3);

    CHECK(found.count == 0 && found.settled);
    found = two_levels(8, 8, 1.5);
    CHECK(found.count == 1 && found.settled);
    CHECK_EQ_U64(found.cache[0].bytes, 12 * KIB);
    CHECK_NEAR(found.cache[0].ns, 1, 1e-9);
    CHECK_NEAR(found.memory_ns, 1.5, 1e-9);
    found = two_levels(8, 2, 1.3);
    CHECK(found.count == 0 && found.settled);
    CHECK_NEAR(found.memory_ns, 1, 1e-9);
    found = two_levels(8, 2, 1.5);
    CHECK(found.count == 1 && !found.settled);
    found = two_levels(8, 3, 1.5);
    CHECK(found.count == 1 && found.settled);
}

/* A load in `line / stride` misses, by definition; the others hit. */
static size_t guess_line(uint64_t line, double hit_ns, double miss_ns, struct random *random)
{
    struct curve_point points[8];

    for (size_t i = 0; i < ITEMS(points); i++) {
        const uint64_t stride = (uint64_t)8 << i;
        const double misses = stride < line ? (double)stride / (double)line : 1;

        points[i].x = stride;
        points[i].ns = (hit_ns + misses * (miss_ns - hit_ns)) * exp(NOISE * gauss(random));
    }
    return curve_line(&(struct curve){points, ITEMS(points)});
}

static void test_line(void)
{
    /* Misses to L2 of a fast core and of a slow one, to memory, and none. */
    static const double ns[][2] = {{1.1, 3.8}, {2.5, 12.5}, {5, 150}, {3, 3}};
    struct random random;

    random_seed(&random, 3);
    for (uint64_t line = 16; line <= 512; line *= 2)
        for (size_t i = 0; i < ITEMS(ns); i++) {
            size_t good = 0;
            const uint64_t want = i < 3 ? line : 0;

            for (int trial = 0; trial < TRIALS; trial++)
                good += guess_line(line, ns[i][0], ns[i][1], &random) == want;
            if (!CHECK(good >= TRIALS - TRIALS / 20))
                fprintf(stderr, "  %" PRIu64 " bytes, %g ns: %zu\n", line, ns[i][1], good);
        }
    /* It never stops growing; too few points. */
    CHECK_EQ_U64(guess_line(1024, 3, 60, &random), 0);
    CHECK_EQ_U64(guess_line(4096, 3, 60, &random), 0);
    for (size_t count = 0; count < 3; count++)
        CHECK_EQ_U64(
            curve_line(&(struct curve){(struct curve_point[]){{32, 1}, {64, 2}}, count}), 0);
}

/* Pages that miss the TLB take 7 cycles more; from 512 lines on, L1 is missed by both. */
static size_t guess_tlb(size_t entries, bool replaces_at_random, struct random *random)
{
    struct curve_point pages[40], lines[40];
    size_t count = 0;

    for (uint64_t quarter = 1; quarter <= 256; quarter *= 2)
        for (uint64_t n = 4 * quarter; n < 8 * quarter; n += quarter) {
            const struct cache tlb = {entries, 0, replaces_at_random ? RANDOM : LRU};
            const double cycles = n <= 512 ? 4 : 14;

            lines[count] = (struct curve_point){n, cycles * exp(NOISE * gauss(random))};
            pages[count].x = n;
            pages[count].ns = (cycles + 7 * (1 - kept(&tlb, n))) * exp(NOISE * gauss(random));
            count++;
        }
    return curve_tlb(&(struct curve){pages, count}, &(struct curve){lines, count});
}

static void test_tlb(void)
{
    static const size_t entries[] = {10, 32, 48, 64, 96, 128};
    struct random random;
    static const struct curve_point step[] = {{1, 1}, {2, 1}, {4, 2}, {8, 2}};
    static const struct curve_point flat[] = {{1, 1}, {2, 1}, {4, 1}, {8, 1}};
    static const struct curve_point less[] = {{1, 1}, {2, 1}, {4, 1}, {7, 1}};
    static const struct curve_point more[] = {{1, 1}, {2, 1}, {4, 1}, {9, 1}};

    random_seed(&random, 3);
    for (size_t i = 0; i < ITEMS(entries); i++) {
        size_t good = 0;
        size_t near = 0;

        for (int trial = 0; trial < TRIALS; trial++) {
            const size_t found = guess_tlb(entries[i], true, &random);

            good += guess_tlb(entries[i], false, &random) == entries[i];
            near += found >= entries[i] && found <= entries[i] * 7 / 4;
        }
        if (!CHECK(good >= TRIALS - TRIALS / 20) || !CHECK(near >= TRIALS - TRIALS / 20))
            fprintf(stderr, "  %zu entries: %zu, %zu\n", entries[i], good, near);
    }
    CHECK_EQ_U64(guess_tlb(4096, false, &random), 0);
    /* Points match only in the first case. */
    CHECK_EQ_U64(curve_tlb(&(struct curve){step, 4}, &(struct curve){flat, 4}), 2);
    CHECK_EQ_U64(curve_tlb(&(struct curve){step, 4}, &(struct curve){flat, 3}), 0);
    CHECK_EQ_U64(curve_tlb(&(struct curve){step, 4}, &(struct curve){less, 4}), 0);
    CHECK_EQ_U64(curve_tlb(&(struct curve){step, 4}, &(struct curve){more, 4}), 0);
    CHECK_EQ_U64(curve_tlb(&(struct curve){step, 0}, &(struct curve){flat, 0}), 0);
}

/* Ten misses at once: more chains take their time after each other. */
static void test_parallelism(void)
{
    struct curve_point points[16];
    struct curve curve = {points, ITEMS(points)};

    for (size_t i = 0; i < ITEMS(points); i++) {
        const double chains = (double)(i + 1);

        points[i] = (struct curve_point){i + 1, 100 * fmax(1, chains / 10)};
    }
    CHECK_NEAR(curve_parallelism(&curve), 10, 1e-9);
    points[0].ns = 250; /* by noise: not 25 at once of 16 */
    CHECK_NEAR(curve_parallelism(&curve), 10, 1e-9);
    curve.count = 1;
    CHECK_NEAR(curve_parallelism(&curve), 1, 1e-9);
    curve = (struct curve){points + 1, 3};
    CHECK(isnan(curve_parallelism(&curve)));
    curve.count = 0;
    CHECK(isnan(curve_parallelism(&curve)));
}

int main(void)
{
    for (size_t i = 0; i < ITEMS(machines); i++) {
        test_machine(&machines[i], 4);
        /* No point at 5 / 4 MiB. */
        if (machines[i].cache[1].bytes != 5 * MIB / 4)
            test_machine(&machines[i], 2);
    }
    test_outlier();
    test_unsettled();
    test_ends();
    test_steps();
    test_line();
    test_tlb();
    test_parallelism();
    return check_done("test_curve");
}
