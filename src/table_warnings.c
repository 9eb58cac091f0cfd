/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "measure.h"
#include "suite.h"

/* From which deviation on a figure is called noisy, or the clock moved. */
#define WIDE 0.05
#define CLOCK_MOVED_PERCENT 2.0
#define FIRST_ROUND_SLOW 0.95
#define COLD_GAIN 1.1

/* Of so long a time the processor's share can be told, where it is counted in ticks. */
#define GUPS_TOLD_NS 200000000
#define GUPS_SHARE 0.9

/* What the samples of a table tell about themselves. */
struct quality {
    size_t cells;
    size_t wide;
    double worst; /* half-width of the widest interval */
    const struct series *widest;
    size_t lost;
    size_t span_bytes; /* the longest of its hot cells */
    double first; /* median over the cells of first sample / median; NAN if there is none */
};

static struct quality judge(const struct results *r, size_t id, enum unit unit)
{
    struct quality q = {.first = NAN};
    double *firsts = r->scratch + r->rounds; /* what medians do not need */
    size_t n = 0;

    for (size_t i = 0; i < r->count; i++) {
        const struct series *s = &r->series[i];
        struct median m;
        double half;
        double first;

        /* A number was found from all rounds together. */
        if (s->absent || !table_has(id, s) || results_measure(s) == MEASURE_COUNT)
            continue;
        m = results_median(r, s, unit);
        half = stats_half_width(&m);
        q.cells++;
        q.wide += half > WIDE;
        if (half > q.worst) {
            q.worst = half;
            q.widest = s;
        }
        if (!s->place.table[0] && s->hot && r->layout.hot[s->op].span_bytes > q.span_bytes)
            q.span_bytes = r->layout.hot[s->op].span_bytes;
        for (size_t round = 0; round < r->rounds; round++)
            q.lost += s->samples[round].ns <= 0;
        first = r->rounds > 2 ? results_value(r, s, 0, unit) / m.value : NAN;
        if (!isnan(first))
            firsts[n++] = first;
    }
    q.first = stats_median(firsts, n).value;
    return q;
}

static void warn_interval(const struct sink *sink, const struct results *r,
                          const struct quality *q)
{
    char column[PLACE_NAME];

    if (q->wide && r->rounds >= STATS_INTERVAL_MIN)
        sink_say(sink,
                 "%zu of %zu figures: 95 %% interval wider than +-5 %%; the widest is %s%s%s, "
                 "+-%.0f %%",
                 q->wide, q->cells, table_row(q->widest), table_row(q->widest)[0] ? " " : "",
                 table_column(q->widest, column, sizeof column), q->worst * 100);
}

static void warn_clock(const struct sink *sink, const struct results *r)
{
    double deviation;
    const double mhz = results_clock(r, &deviation);

    if (r->sample_ns > MEASURE_SAMPLE_NS)
        sink_say(sink, "the clock steps by %.3g ms: samples were made longer",
                 (double)r->timer.step_ns * 1e-6);
    else if (r->sample_ns < MEASURE_SAMPLE_NS)
        sink_say(sink, "samples last only %.2g ms, to keep to the time",
                 (double)r->sample_ns * 1e-6);
    if (isnan(mhz))
        sink_say(sink, "the processor's clock could not be measured");
    else if (deviation > CLOCK_MOVED_PERCENT)
        sink_say(sink, "the processor's clock moved by up to %.0f %% from its median, %.0f MHz",
                 deviation, mhz);
    if (r->moved)
        sink_say(sink, "the first thread was found on another CPU after %zu of %zu rounds",
                 r->moved, r->rounds);
}

/* What the samples of all tables tell together. */
static void warn_samples(const struct sink *sink, const struct results *r, enum unit unit)
{
    struct quality all = {0};

    for (size_t id = 0; id < table_count(r); id++) {
        const struct quality q = judge(r, id, unit);

        all.cells += q.cells;
        all.wide += q.wide;
    }
    if (all.cells == 0)
        return;
    warn_clock(sink, r);
    if (r->apart)
        sink_say(sink,
                 "%zu of %zu samples are doubtful as totals: the %zu CPUs worked at the same "
                 "time for less than 95 %% of them, in the worst for %.0f %%",
                 r->apart, all.cells * r->rounds, r->threads, r->overlap * 100);
    if (r->rounds < STATS_INTERVAL_MIN)
        sink_say(sink, "%zu round%s: too few for intervals", r->rounds,
                 r->rounds == 1 ? "" : "s");
    else if (2 * all.wide > all.cells)
        sink_say(sink,
                 "most figures have 95 %% intervals wider than +-5 %%: this machine was busy, "
                 "or its memory is shared");
}

/* Where memory does not behave as the kernel says that it is mapped. */
static void warn_contradictions(const struct sink *sink, const struct results *r)
{
    for (size_t i = 1; i <= r->more_memories; i++) {
        const struct results_memory *m = &r->memories[i];

        if (caching_differ(m->documented, m->found))
            sink_say(sink, "memory %s: %s, says %s; but it behaves as %s", m->name,
                     caching_name(m->documented), m->says, caching_name(m->found));
    }
}

void table_run_warnings(const struct results *results, enum unit unit, const struct sink *sink)
{
    if (results->machine.emulator[0])
        sink_say(sink, "EMULATED by %s: the figures mean nothing", results->machine.emulator);
    if (results->signal)
        sink_say(sink, "ended early by signal %d; the last of %zu rounds may be partial",
                 results->signal, results->rounds);
    warn_contradictions(sink, results);
    warn_samples(sink, results, unit);
}

/* Memory that caches may hold must exceed them, as ordinary one must. */
static void warn_memory(const struct sink *sink, const struct results *r, size_t id)
{
    const struct results_memory *m = &r->memories[table_memory(r, id)];
    const struct fact *llc = &r->machine.llc;
    const uint64_t all = m->bytes * (r->layout.llc_sharers ? r->layout.llc_sharers : 1);
    const enum caching caching = m->found ? m->found : m->documented;
    char size[2][32];

    if (table_kind(r, id) != TABLE_CACHED && m->bytes > 0 &&
        (caching == CACHING_CACHED || caching == CACHING_UNKNOWN) && machine_may_hold(llc, all))
        sink_say(sink,
                 "the buffers of %s, %s, are under 4 x the last-level cache, %s (%s): uncached "
                 "figures may be the cache's",
                 m->name, table_size(all, size[0], sizeof size[0]),
                 table_size(llc->bytes, size[1], sizeof size[1]), llc->source);
}

/* Whether a cache that ordinary buffers should exceed holds some of them. */
static void warn_buffers(const struct sink *sink, const struct results *r)
{
    const struct machine *m = &r->machine;
    const uint64_t all = layout_shared_bytes(&r->layout);
    char size[2][32];

    table_size(all, size[0], sizeof size[0]);
    table_size(m->llc.bytes, size[1], sizeof size[1]);
    if (r->cold_gain > COLD_GAIN)
        sink_say(
            sink,
            "the buffers, %s, are read %.1f x as fast as larger ones: uncached figures are "
            "in part a cache's",
            size[0], r->cold_gain);
    else if (isnan(r->cold_gain) && machine_may_hold(&m->llc, all))
        sink_say(
            sink,
            "the buffers, %s, are under 4 x the last-level cache, %s (%s): uncached figures "
            "may be the cache's",
            size[0], size[1], m->llc.source);
}

/* Whether the memory of the table is in the cache that it should, or should not be in. */
static void warn_place(const struct sink *sink, const struct results *r, size_t id,
                       const struct quality *q)
{
    const size_t bound = layout_hot_bound(&r->layout, &r->machine);
    char size[2][32];

    if (table_memory(r, id))
        warn_memory(sink, r, id);
    else if (id != TABLE_CACHED)
        warn_buffers(sink, r);
    if (q->span_bytes > bound)
        sink_say(sink, "hot blocks span %s; only up to %s surely stays in the L1 cache",
                 table_size(q->span_bytes, size[0], sizeof size[0]),
                 table_size(bound, size[1], sizeof size[1]));
}

/* Whether it is memory that was updated, and how much of the processor the updates had. */
static void warn_table(const struct sink *sink, const struct results *r,
                       const struct gups_pages *gups, const char *name)
{
    const struct fact *llc = &r->machine.llc;
    const uint64_t bytes = (uint64_t)sizeof(uint64_t) << gups->log2;
    const double share = (double)gups->cpu_ns / (double)gups->real_ns;
    char size[2][32];

    if (machine_may_hold(llc, bytes))
        sink_say(sink,
                 "%s: the table, %s, is under 4 x the last-level cache, %s (%s): the rate is "
                 "in part the cache's",
                 name, table_size(bytes, size[0], sizeof size[0]),
                 table_size(llc->bytes, size[1], sizeof size[1]), llc->source);
    if (gups->cpu_ns != GUPS_CPU_UNKNOWN && gups->real_ns > GUPS_TOLD_NS && share < GUPS_SHARE)
        sink_say(sink,
                 "%s: the updates had %.0f %% of the processor's time; others had the "
                 "rest",
                 name, share * 100);
}

/* What went wrong with the random updates themselves. */
static void warn_gups(const struct sink *sink, const struct results *r)
{
    for (size_t i = 0; i < r->gups_count; i++) {
        const struct gups_pages *gups = &r->gups[i];
        char name[PAGES_NAME];

        pages_name(gups->kind, name, sizeof name);
        if (!gups->measured)
            continue;
        if (gups->errors)
            sink_say(sink,
                     "%s: %llu of 2^%u words are WRONG: updates were lost, or memory is bad",
                     name, (unsigned long long)gups->errors, gups->log2);
        if (!gups->verified)
            sink_say(sink, "%s: not verified, since the run was ended", name);
        warn_table(sink, r, gups, name);
        if (gups->updates < gups->wanted)
            sink_say(sink, "%s: the time was enough for %.3g %% of %llu updates", name,
                     (double)gups->updates * 100 / (double)gups->wanted,
                     (unsigned long long)gups->wanted);
    }
}

void table_warnings(const struct results *results, size_t id, enum unit unit,
                    const struct sink *sink)
{
    const struct quality q = judge(results, id, unit);

    if (strcmp(table_title(results, id), GUPS_TABLE) == 0)
        warn_gups(sink, results);
    if (q.cells == 0)
        return;
    if (table_kind(results, id) != TABLES)
        warn_place(sink, results, id, &q);
    if (q.lost && !results->signal)
        sink_say(sink, "%zu of %zu samples were lost: the clock stood or stepped back%s",
                 q.lost, q.cells * results->rounds,
                 table_kind(results, id) != TABLES ? "" : ", or a difference was not positive");
    if (q.first < FIRST_ROUND_SLOW)
        sink_say(sink, "the first round was slower: %.0f %% of the median", q.first * 100);
    warn_interval(sink, results, &q);
}
