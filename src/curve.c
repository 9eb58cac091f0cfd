/* SPDX-License-Identifier: MIT */
#include "curve.h"

#include <math.h>

#include "plateau.h"

/*
 * A cache, as far as it decides which sets of data lose how much when they are walked round and
 * round. Addresses are virtual or pages lie evenly: ways is 0. Or pages lie anywhere, and the
 * more of them share the lines of a page's sets than there are ways, the more these miss.
 */
enum { WAYS_MOST = 16, SHARED_MOST = 128 };

struct cache {
    double bytes;
    unsigned ways;
    double random;            /* the share of replacements that are; others are of lines that
                                 were used longest ago */
    double doubt;             /* errors that it has beforehand */
    double lost[SHARED_MOST]; /* the misses where so many pages share */
};

/*
 * The share of misses where `ratio` times what fits is walked. A line is lost to one of the
 * random replacements of a lap, m of them, 1 - m = exp(-m ratio); Newton's method from 1 comes
 * down to m. Where only a share of lines is replaced at random, there are as many more misses
 * until m are: the lines that were used longest ago, of which more get there.
 */
static double lost(double ratio, double random)
{
    double m = 1;

    if (ratio <= 1)
        return 0;
    for (int i = 0; random > 0 && i < 10; i++)
        m -= (1 - m - exp(-m * ratio)) / (ratio * exp(-m * ratio) - 1);
    return m < random ? m / random : 1;
}

/* Of pages that lie anywhere: `others` that share the page's sets come by Poisson. */
static double lost_paged(const struct cache *cache, double ratio)
{
    const double average = ratio * cache->ways;
    double chance = exp(-average);
    double misses = 0;
    double rest = 1;

    /* Enough for ratios below 4; what is left of the chances is too little to count. */
    for (unsigned others = 0; others + 1 < SHARED_MOST && rest > 1e-4; others++) {
        misses += chance * cache->lost[others + 1];
        rest -= chance;
        chance *= average / (others + 1);
    }
    return misses + rest;
}

static struct cache cache_of(unsigned ways, double random)
{
    struct cache cache = {.ways = ways, .random = random};

    /* What is neither one nor the other fits much, and must fit better. */
    cache.doubt = random > 0 && random < 1 ? 3 : 0;
    for (unsigned pages = 0; ways > 0 && pages < SHARED_MOST; pages++)
        cache.lost[pages] = lost((double)pages / ways, random);
    return cache;
}

static double misses(const struct cache *cache, double set_bytes)
{
    const double ratio = set_bytes / cache->bytes;

    if (ratio <= 0.25)
        return 0;
    if (ratio >= 4)
        return 1;
    return cache->ways > 0 ? lost_paged(cache, ratio) : lost(ratio, cache->random);
}

/*
 * The squares of what is between the curve and such a cache, from a level to the next, over
 * what is to be expected: noise of 7 %, and luck with pages, a tenth of the way.
 */
static double misfit_cache(const struct smooth *s, const struct plateau *level,
                           const struct cache *cache)
{
    const struct plateau *const next = level + 1;
    const double hit_ns = exp(level->log_ns);
    const double way_ns = exp(next->log_ns) - hit_ns;
    double errors = 0;

    for (size_t i = level->first; i <= next->last; i++) {
        const double ns = s->ns[i];
        const double error = hit_ns + misses(cache, (double)s->points[i].x) * way_ns - ns;

        errors += error * error / (0.005 * ns * ns + 0.01 * way_ns * way_ns);
    }
    return errors;
}

struct fit {
    uint64_t bytes;
    double errors;
};

/*
 * Errors that a size, of so many times a power of two, has beforehand: others than powers of
 * two fit by 2 standard errors or more better. No cache of less than 1.25 MiB is known to have
 * five times one, as 24, 48, 192 KiB have six.
 */
static double size_doubt(uint64_t bytes, unsigned times)
{
    return times == 4 ? 0 : times == 5 && bytes < 1280 * 1024 ? 8 : 4;
}

/* Tries all sizes that a cache is likely to have, which ends between a level and the next. */
static void fit_cache(const struct smooth *s, const struct plateau *level, struct cache *cache,
                      struct fit *best)
{
    const double least = (double)s->points[level->last].x / 2;
    const uint64_t most = s->points[level[1].first].x * 2;

    for (uint64_t power = 1; power <= most / 4; power *= 2)
        for (unsigned times = 4; times < 7; times++) {
            const uint64_t bytes = times * power;
            double errors = cache->doubt + size_doubt(bytes, times);

            cache->bytes = (double)bytes;
            if (cache->bytes < least)
                continue;
            errors += misfit_cache(s, level, cache);
            if (errors < best->errors)
                *best = (struct fit){bytes, errors};
        }
}

/* The size that fits best, however the cache works. */
static uint64_t cache_bytes(const struct smooth *s, const struct plateau *level)
{
    static const unsigned ways[] = {0, 4, 8, 12, WAYS_MOST};
    struct fit best = {0, INFINITY};

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int random = 0; random <= 2; random++) {
            struct cache cache = cache_of(ways[i], random / 2.0);

            fit_cache(s, level, &cache, &best);
        }
    return best.bytes;
}

static void mark_middle(struct curve_level *level, const struct smooth *s,
                        const struct plateau *plateau)
{
    const size_t quarter = (plateau->last - plateau->first) / 4;

    level->from = s->points[plateau->first + quarter].x;
    level->to = s->points[plateau->last - quarter].x;
}

struct curve_levels curve_levels(const struct curve *curve)
{
    struct curve_levels result = {.memory_ns = NAN};
    struct plateaus p;
    struct smooth s;

    if (curve->count == 0)
        return result;
    smooth_curve(&s, curve);
    result.settled = plateaus_find(&s, &p);
    for (size_t i = 0; i + 1 < p.count && i < CURVE_LEVELS; i++) {
        result.cache[i].bytes = cache_bytes(&s, &p.list[i]);
        result.cache[i].ns = exp(p.list[i].log_ns);
        mark_middle(&result.cache[i], &s, &p.list[i]);
        result.count++;
    }
    result.memory_ns = exp(p.list[p.count - 1].log_ns);
    return result;
}

const char *curve_remark(size_t levels)
{
    return levels == 0 ? "No L1 cache?" : levels == 1 ? "No L2 cache?" : NULL;
}

/*
 * How well ns = a + b min(x, line) fits: the squares of the relative
 * errors, by weighted least squares; and the share of `b line` in the whole.
 */
static double misfit(const struct curve *curve, uint64_t line, double *share)
{
    double w = 0, wx = 0, wxx = 0, wy = 0, wxy = 0;
    double a, b;
    double errors = 0;

    for (size_t i = 0; i < curve->count; i++) {
        const struct curve_point *const p = &curve->points[i];
        const double x = (double)(p->x < line ? p->x : line);
        const double weight = 1 / (p->ns * p->ns);

        w += weight;
        wx += weight * x;
        wxx += weight * x * x;
        wy += weight * p->ns;
        wxy += weight * x * p->ns;
    }
    b = (w * wxy - wx * wy) / (w * wxx - wx * wx);
    a = (wy - b * wx) / w;
    for (size_t i = 0; i < curve->count; i++) {
        const struct curve_point *const p = &curve->points[i];
        const double model = a + b * (double)(p->x < line ? p->x : line);

        errors += (p->ns - model) * (p->ns - model) / (p->ns * p->ns);
    }
    *share = b * (double)line / (a + b * (double)line);
    return errors;
}

size_t curve_line(const struct curve *curve)
{
    double least = INFINITY;
    size_t best = 0;
    double share = 0;

    for (size_t i = 1; i < curve->count; i++) {
        double part;
        const double errors = misfit(curve, curve->points[i].x, &part);

        if (errors < least) {
            least = errors;
            best = i;
            share = part;
        }
    }
    /* The last: it never stopped. Little growth is noise. */
    return best + 1 < curve->count && share > 0.25 ? (size_t)curve->points[best].x : 0;
}

/*
 * The x at which the curve is half way, by ratio, from a level to the next. Where it goes most
 * of the way at once, the last point of which is known that it fits.
 */
static double end_of(const struct smooth *s, const struct plateau *level)
{
    const struct plateau *const next = level + 1;
    const double way = next->log_ns - level->log_ns;
    const double half = level->log_ns + way / 2;
    size_t at = next->first - 1;
    double part;

    while (at > level->first && s->log_ns[at] > half)
        at--;
    if (s->log_ns[at + 1] >= next->log_ns - way / 4)
        return (double)s->points[at].x;
    part = (half - s->log_ns[at]) / (s->log_ns[at + 1] - s->log_ns[at]);
    return (double)s->points[at].x *
           exp(part * log((double)s->points[at + 1].x / (double)s->points[at].x));
}

size_t curve_tlb(const struct curve *pages, const struct curve *lines)
{
    struct curve_point points[CURVE_POINTS];
    struct plateaus p;
    struct smooth s;

    if (pages->count != lines->count || pages->count == 0 || pages->count > CURVE_POINTS)
        return 0;
    for (size_t i = 0; i < pages->count; i++) {
        if (pages->points[i].x != lines->points[i].x)
            return 0;
        points[i].x = pages->points[i].x;
        points[i].ns = pages->points[i].ns / lines->points[i].ns;
    }
    smooth_curve(&s, &(struct curve){points, pages->count});
    plateaus_find(&s, &p);
    return p.count < 2 ? 0 : (size_t)lround(end_of(&s, &p.list[0]));
}

double curve_parallelism(const struct curve *curve)
{
    double step = INFINITY;
    double best = INFINITY;
    bool alone = false;

    for (size_t i = 0; i < curve->count; i++) {
        alone |= curve->points[i].x == 1;
        step = fmin(step, curve->points[i].ns);
        best = fmin(best, curve->points[i].ns / (double)curve->points[i].x);
    }
    return alone ? step / best : NAN;
}
