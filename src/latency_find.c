/* SPDX-License-Identifier: MIT */
/* What the curves of the latency suite tell, appended to the results. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curve.h"
#include "latency.h"
#include "results.h"
#include "stats.h"
#include "suite.h"
#include "table.h"

enum { MAIN_STRIDE = 128 };

/* From this share on all chains are said to have overlapped. */
#define AT_MOST 0.9

/* A curve's points and, for each, the series that it is of. */
struct points {
    struct curve_point points[CURVE_POINTS];
    size_t series[CURVE_POINTS];
    size_t count;
};

/*
 * Of its samples, in which lower part a point is: whatever else runs can only make loads
 * slower, and of a curve no point may stand out. Which caches there are is seen at its best in
 * the fastest tenth, how much of a shared one is left to this machine in a quarter of the time.
 */
enum { TENTH = 10, QUARTER = 4 };

/* Which points to collect; the order is that of sets. */
struct key {
    enum latency_curve curve;
    size_t memory;
    enum chase_order order;
    size_t part; /* of the samples; 0 stands for QUARTER */
};

static void collect(const struct latency *l, const struct results *r, struct key key,
                    struct points *found)
{
    found->count = 0;
    for (size_t i = 0; i < l->count && found->count < CURVE_POINTS; i++) {
        const struct latency_point *p = &l->points[i];
        double ns;

        if (p->curve != key.curve || p->memory != key.memory ||
            (key.curve == LATENCY_SETS && p->chain.order != key.order))
            continue;
        ns = stats_lower(r->scratch, results_values(r, &r->series[p->cell], UNIT_MBPS),
                         key.part ? key.part : QUARTER);
        if (isnan(ns))
            continue;
        found->points[found->count] = (struct curve_point){p->x, ns};
        found->series[found->count++] = p->cell;
    }
}

static struct curve curve_of(const struct points *found)
{
    return (struct curve){found->points, found->count};
}

/* Appends a number that all rounds together gave, or why there is none. */
static int append_number(struct results *r, const char *table, const char *column,
                         double number, const char *absent)
{
    struct series s = {.absent = number > 0 ? NULL : absent};
    struct series *added;

    s.place.measure = MEASURE_COUNT;
    place_name(&s.place, table, "", column);
    added = results_add(r, &s, r->rounds);
    if (!added)
        return -1;
    if (!added->absent)
        added->samples[0] = sample_number(number);
    return 0;
}

/*
 * Why there are no points over the ordinary memory: that can't be had, or there are none of
 * such sets.
 */
static const char *obstacle(const struct latency *l)
{
    const struct latency_memory *m = &l->memories[l->ordinary];

    return m->why[0] ? m->why : "the sets are too small for it";
}

/* Appends a figure that is one of the points, with the samples of that, if there are any. */
static int append_point(const struct latency *l, struct results *r, const char *column,
                        const struct points *found, size_t i)
{
    struct series s = {.absent = found->count > 0 ? NULL : obstacle(l)};
    struct series *added;

    s.place.measure = MEASURE_NS;
    place_name(&s.place, LATENCY_SUMMARY_TABLE, "", column);
    added = results_add(r, &s, r->rounds);
    if (!added)
        return -1;
    if (!added->absent)
        memcpy(added->samples, r->series[found->series[i]].samples,
               r->rounds * sizeof *added->samples);
    return 0;
}

/* The point of a level: the one in its middle that is nearest to the level's latency. */
static size_t point_of(const struct points *found, const struct curve_level *level)
{
    size_t i = 0;
    size_t best;

    while (i + 1 < found->count && found->points[i].x < level->from)
        i++;
    for (best = i; i < found->count && found->points[i].x <= level->to; i++)
        if (fabs(found->points[i].ns - level->ns) < fabs(found->points[best].ns - level->ns))
            best = i;
    return best;
}

/* The curve in windows that the TLB has the least part in: of huge pages, if any were had. */
static void collect_caches(const struct latency *l, const struct results *r, size_t part,
                           struct points *found)
{
    found->count = 0;
    for (int huge = 1; huge >= 0; huge--)
        for (size_t memory = l->memory_count; memory-- > 0 && found->count == 0;)
            if ((l->memories[memory].kind.how != PAGES_BASE) == huge)
                collect(l, r, (struct key){LATENCY_SETS, memory, CHASE_WINDOW, part}, found);
}

static struct curve_levels levels_of(const struct latency *l, const struct results *r,
                                     size_t part, struct points *found)
{
    struct curve_levels levels;
    struct curve curve;

    collect_caches(l, r, part, found);
    curve = curve_of(found);
    levels = curve_levels(&curve);
    /* Behind the last level there must be memory, or else it may go on. */
    if (!levels.settled && levels.count > 0)
        levels.count--;
    return levels;
}

static int find_caches(const struct latency *l, struct results *r, struct points *found)
{
    const struct curve_levels usual = levels_of(l, r, QUARTER, found);
    struct curve_levels levels = levels_of(l, r, TENTH, found);
    char name[PLACE_NAME];

    if (found->count == 0)
        return append_point(l, r, "L1 $", found, 0);
    if (levels.count > 2 && levels.count == usual.count)
        levels.cache[levels.count - 1] = usual.cache[levels.count - 1];
    for (size_t i = 0; i < levels.count; i++) {
        snprintf(name, sizeof name, "L%zu $", i + 1);
        if (append_point(l, r, name, found, point_of(found, &levels.cache[i])) < 0)
            return -1;
    }
    for (size_t i = 0; i < levels.count; i++) {
        snprintf(name, sizeof name, "L%zu KiB", i + 1);
        if (append_number(r, LATENCY_CACHES_TABLE, name, (double)levels.cache[i].bytes / 1024,
                          "") < 0)
            return -1;
    }
    return 0;
}

/* The point of a stride, or of the longest one. */
static size_t stride_point(const struct points *found, uint64_t stride)
{
    size_t i = 0;

    while (i + 1 < found->count && found->points[i].x < stride)
        i++;
    return i;
}

/*
 * Memory, over the largest set in ordinary pages: in the order of addresses at the stride from
 * which lmbench has it, and at random.
 */
static int find_memory(const struct latency *l, struct results *r, struct points *found)
{
    collect(l, r, (struct key){.curve = LATENCY_MAIN, .memory = l->ordinary}, found);
    if (append_point(l, r, "Main mem", found, stride_point(found, MAIN_STRIDE)) < 0)
        return -1;
    collect(l, r, (struct key){LATENCY_SETS, l->ordinary, CHASE_RANDOM, QUARTER}, found);
    return append_point(l, r, "Rand mem", found, found->count - 1);
}

/* Whether the largest sets may be in the caches, in part. */
static bool is_small(const struct latency *l)
{
    return l->most_bytes / 2 < l->machine->llc.bytes;
}

/* What figures are not, and what the time was too short for. */
static void note_limits(const struct latency *l, struct results *r)
{
    const struct fact *cache = &l->machine->llc;
    char size[2][32];

    if (is_small(l) && !l->memories[l->ordinary].why[0])
        results_note(r, "Main mem, Rand mem: sets of %s, which the caches (%s%s) may hold",
                     table_size(l->most_bytes, size[0], sizeof size[0]),
                     table_size(cache->bytes, size[1], sizeof size[1]),
                     cache->assumed ? ", as assumed" : "");
    if (l->cut_bytes > 0)
        results_note(r, "the time is short: latencies of sets up to %s, not %s",
                     table_size(l->most_bytes, size[0], sizeof size[0]),
                     table_size(l->most_bytes + l->cut_bytes, size[1], sizeof size[1]));
    else if (l->steps < LATENCY_STEPS)
        results_note(r,
                     "the time is short: latencies of %u set%s an octave, not %d; sizes found "
                     "are less exact",
                     l->steps, l->steps == 1 ? "" : "s", LATENCY_STEPS);
}

static int find_tlb(const struct latency *l, struct results *r, struct points *found)
{
    struct points *lines = calloc(1, sizeof *lines);
    struct curve curves[2];
    char absent[RESULTS_NOTE];
    const char *kept;
    int status = -1;

    if (!lines)
        return -1;
    collect(l, r, (struct key){.curve = LATENCY_PAGES, .memory = l->ordinary}, found);
    collect(l, r, (struct key){.curve = LATENCY_LINES, .memory = l->ordinary}, lines);
    curves[0] = curve_of(found);
    curves[1] = curve_of(lines);
    if (found->count > 0)
        snprintf(absent, sizeof absent, "the latency does not step up in up to %llu pages",
                 (unsigned long long)found->points[found->count - 1].x);
    kept = found->count > 0 ? results_keep(r, absent) : obstacle(l);
    if (kept)
        status = append_number(r, LATENCY_BASIC_TABLE, "tlb pages",
                               (double)curve_tlb(&curves[0], &curves[1]), kept);
    free(lines);
    return status;
}

static int find_line(const struct latency *l, struct results *r, struct points *found)
{
    struct curve curve;

    collect(l, r, (struct key){.curve = LATENCY_LINE, .memory = l->ordinary}, found);
    curve = curve_of(found);
    return append_number(r, LATENCY_BASIC_TABLE, "cache line bytes", (double)curve_line(&curve),
                         found->count > 0
                             ? "the latency does not grow with the stride, or not stop growing"
                             : obstacle(l));
}

/* Where the caches hold the set there are no loads from memory. */
static int find_parallelism(const struct latency *l, struct results *r, struct points *found)
{
    struct curve curve;
    double parallel;

    collect(l, r, (struct key){.curve = LATENCY_CHAINS, .memory = l->ordinary}, found);
    curve = curve_of(found);
    parallel = is_small(l) ? NAN : curve_parallelism(&curve);
    if (found->count > 0 && parallel > AT_MOST * (double)found->points[found->count - 1].x)
        results_note(r, "mem par: all %llu chains overlapped, more may; no more were tried",
                     (unsigned long long)found->points[found->count - 1].x);
    return append_number(r, LATENCY_BASIC_TABLE, "mem par", parallel,
                         found->count == 0 ? obstacle(l)
                         : is_small(l)     ? "the caches may hold the largest set"
                                           : "one chain alone was not measured");
}

void latency_finish(void *arg, struct results *results)
{
    const struct latency *l = arg;
    struct points *found = calloc(1, sizeof *found);

    /* Without memory for what follows, the curves are there. */
    if (found && find_caches(l, results, found) == 0 && find_memory(l, results, found) == 0 &&
        find_tlb(l, results, found) == 0 && find_line(l, results, found) == 0)
        (void)find_parallelism(l, results, found);
    free(found);
    note_limits(l, results);
    (void)results_ready(results, results->rounds);
}
