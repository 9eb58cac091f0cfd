/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Medians nearer than this are alike, whatever their intervals. */
#define ALIKE 0.97

/* Noise may excuse so much, not more. */
#define NEAR 0.90

/* A stream of writes that loses less than this to an extra load of each line allocates it. */
#define ALLOCATES 0.80
#define DOES_NOT_ALLOCATE 0.67

struct best {
    const struct series *series;
    struct median median;
};

/* What PLD=0 is against the best distance. */
enum without { WORSE, UNSURE, SAME };

struct findings {
    const struct results *results;
    size_t memory;
    enum unit unit;
    const struct sink *sink;
};

static struct median median_of(const struct findings *f, const struct series *s)
{
    return results_median(f->results, s, f->unit);
}

/* Whether a series is of the classic tables of the memory that is looked at. */
static bool is_of(const struct findings *f, const struct series *s)
{
    return !s->place.table[0] && s->memory == f->memory;
}

/* A figure as a sentence takes it: three digits or all before the point. */
static const char *figure(const struct findings *f, double value, char *text, size_t size)
{
    snprintf(text, size, "%.*f %s",
             value >= 100  ? 0
             : value >= 10 ? 1
                           : 2,
             value, table_unit(f->unit));
    return text;
}

/*
 * The fastest series of an operation and state, of the libc's or of the others, but for one;
 * no zeroing.
 */
static struct best fastest_of(const struct findings *f, enum op op, bool hot, bool libc,
                              const struct series *but)
{
    struct best best = {0};

    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *s = &f->results->series[i];
        struct median m;

        if (!is_of(f, s) || s->op != op || s->hot != hot || s->absent || s->zeros ||
            s->libc != libc || s == but)
            continue;
        m = median_of(f, s);
        if (!isnan(m.value) && (!best.series || m.value > best.median.value))
            best = (struct best){s, m};
    }
    return best;
}

static struct best fastest(const struct findings *f, enum op op, bool hot, bool libc)
{
    return fastest_of(f, op, hot, libc, NULL);
}

/* Whether `m` can't be told from the best: within 3 %, or near and the intervals overlap. */
static bool as_good(const struct median *m, const struct best *best)
{
    return m->value >= ALIKE * best->median.value ||
           (m->value >= NEAR * best->median.value && m->high >= best->median.low);
}

/* What the other distances of the best's row are to it. */
struct distances {
    char alike[128]; /* those as good as the best, "2 4 8" */
    size_t alike_count;
    size_t smallest; /* of them */
    enum without without;
    size_t prefetching; /* distances measured other than 0 */
    struct best zero;   /* PLD=0, if it is as good */
    struct best worst;
};

static struct distances compare_distances(const struct findings *f, const struct best *best)
{
    struct distances d = {.smallest = best->series->pld, .worst = *best};
    size_t used = 0;

    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *s = &f->results->series[i];
        const struct median m = median_of(f, s);

        if (!table_same_row(s, best->series) || s->hot != best->series->hot || isnan(m.value))
            continue;
        d.prefetching += s->pld != 0;
        if (m.value < d.worst.median.value)
            d.worst = (struct best){s, m};
        if (!as_good(&m, best))
            continue;
        if (s->pld == 0) {
            d.zero = (struct best){s, m};
            d.without = m.value >= ALIKE * best->median.value ? SAME : UNSURE;
        }
        d.smallest = s->pld < d.smallest ? s->pld : d.smallest;
        d.alike_count++;
        if (used < sizeof d.alike)
            used += (size_t)snprintf(d.alike + used, sizeof d.alike - used, "%s%zu",
                                     used ? " " : "", s->pld);
    }
    return d;
}

/* The second half of the sentence: what prefetching does for the fastest. */
static void describe_distances(const struct distances *d, const struct best *best, char *text,
                               size_t size)
{
    const double loss = 100 * (1 - d->worst.median.value / d->zero.median.value);

    text[0] = '\0';
    if (d->prefetching == 0)
        return;
    if (d->without == SAME && as_good(&d->worst.median, best))
        snprintf(text, size, "; PLD does nothing for it here");
    else if (d->without == SAME)
        snprintf(text, size, "; no PLD beats PLD=0, PLD=%zu is %.0f %% slower",
                 d->worst.series->pld, loss);
    else if (d->without == UNSURE)
        snprintf(text, size, "; not surely better than PLD=0");
    else if (d->alike_count > 1)
        snprintf(text, size, "; as good: PLD=%s, %zu is enough", d->alike, d->smallest);
    else
        snprintf(text, size, "; no other distance is as good");
}

static void find_prefetch(const struct findings *f, enum op op, const char *name)
{
    const struct best best = fastest(f, op, false, false);
    struct best shown = best;
    struct distances d;
    char at[32] = "";
    char value[32];
    char rest[160];

    if (!best.series)
        return;
    d = compare_distances(f, &best);
    /* The figure is that of the distance which the sentence recommends. */
    if (d.without == SAME)
        shown = d.zero;
    else if (best.series->pld)
        snprintf(at, sizeof at, " at PLD=%zu", best.series->pld);
    describe_distances(&d, &best, rest, sizeof rest);
    sink_say(f->sink, "fastest uncached %s: %s%s, %s%s", name, best.series->method, at,
             figure(f, shown.median.value, value, sizeof value), rest);
}

/* The series that differs from `s` in the touch only. */
static const struct series *touching(const struct findings *f, const struct series *s)
{
    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *t = &f->results->series[i];

        if (table_same_row(s, t) && t->hot == s->hot && t->touch && !t->absent)
            return t;
    }
    return NULL;
}

/* Whether the fastest plain, temporal write loses anything to loading each line before. */
static void find_allocation(const struct findings *f)
{
    struct best plain = {0};
    double ratio;

    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *s = &f->results->series[i];
        struct median m;

        if (!is_of(f, s) || s->op != OP_WRITE || s->hot || s->touch || !s->temporal ||
            !touching(f, s))
            continue;
        m = median_of(f, s);
        if (!isnan(m.value) && (!plain.series || m.value > plain.median.value))
            plain = (struct best){s, m};
    }
    if (!plain.series)
        return;
    ratio = median_of(f, touching(f, plain.series)).value / plain.median.value;
    if (isnan(ratio))
        return;
    sink_say(f->sink,
             "plain streams of writes %s: with write allocation %s runs at %.0f %% of plain",
             ratio >= ALLOCATES           ? "behave as allocating"
             : ratio <= DOES_NOT_ALLOCATE ? "behave as not allocating"
                                          : "may or may not be allocating",
             plain.series->method, ratio * 100);
}

/* "STM8", or "STM8 write alloc": the row and, if it is not the plain one, the column. */
static const char *write_name(const struct series *s, char *text, size_t size)
{
    char column[PLACE_NAME];

    snprintf(text, size, "%s%s%s", s->method, s->touch ? " " : "",
             s->touch ? table_column(s, column, sizeof column) : "");
    return text;
}

static void find_write(const struct findings *f)
{
    const struct best best = fastest(f, OP_WRITE, false, false);
    const struct best next =
        best.series ? fastest_of(f, OP_WRITE, false, false, best.series) : best;
    char value[32];
    char names[2][RESULTS_METHOD + 1 + PLACE_NAME];

    if (!best.series)
        return;
    write_name(best.series, names[0], sizeof names[0]);
    figure(f, best.median.value, value, sizeof value);
    if (next.series && as_good(&next.median, &best))
        sink_say(f->sink, "fastest uncached write: %s, %s; not surely better than %s", names[0],
                 value, write_name(next.series, names[1], sizeof names[1]));
    else
        sink_say(f->sink, "fastest uncached write: %s, %s", names[0], value);
}

/* How fast the libc's function is: against other rows, which it may well surpass. */
static void libc_share(const struct findings *f, enum op op, char *text, size_t size)
{
    const struct best cold = fastest(f, op, false, true);
    const struct best hot = fastest(f, op, true, true);
    const struct best cold_best = fastest(f, op, false, false);
    const struct best hot_best = fastest(f, op, true, false);

    text[0] = '\0';
    if (cold.series && hot.series && cold_best.series && hot_best.series)
        snprintf(text, size,
                 "%s runs at %.0f %% of the best other row uncached, %.0f %% cached",
                 cold.series->method, 100 * cold.median.value / cold_best.median.value,
                 100 * hot.median.value / hot_best.median.value);
}

static void find_libc(const struct findings *f)
{
    char set[96];
    char copy[96];

    libc_share(f, OP_WRITE, set, sizeof set);
    libc_share(f, OP_COPY, copy, sizeof copy);
    if (set[0] || copy[0])
        sink_say(f->sink, "%s%s%s", set, set[0] && copy[0] ? "; " : "", copy);
}

/* What is done with memory that is not ordinary. */
static const struct use {
    const char *what;
    enum op op;
    char way; /* of copies: results_way() */
} uses[] = {
    {"fill it", OP_WRITE, 0},
    {"read it", OP_READ, 0},
    {"copy into it", OP_COPY, '>'},
    {"copy out of it", OP_COPY, '<'},
};

static struct best best_use(const struct findings *f, const struct use *use)
{
    struct best best = {0};

    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *s = &f->results->series[i];
        struct median m;

        if (!is_of(f, s) || s->op != use->op || s->hot || s->zeros ||
            (use->way && results_way(s) != use->way))
            continue;
        m = median_of(f, s);
        if (!isnan(m.value) && (!best.series || m.value > best.median.value))
            best = (struct best){s, m};
    }
    return best;
}

/* "wc: to fill it STM8, 512 MB/s; to read it LDM at PLD=8, 99.1 MB/s; ..." */
static void find_uses(const struct findings *f)
{
    char text[320];
    size_t used = 0;

    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; i++) {
        const struct best best = best_use(f, &uses[i]);
        char value[32];
        char column[PLACE_NAME];
        char name[RESULTS_METHOD + 1 + PLACE_NAME];

        if (!best.series || used >= sizeof text)
            continue;
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%s to %s %s%s%s, %s", used ? ";" : "",
            uses[i].what,
            best.series->op == OP_WRITE ? write_name(best.series, name, sizeof name)
                                        : best.series->method,
            best.series->pld ? " at " : "",
            best.series->pld ? table_column(best.series, column, sizeof column) : "",
            figure(f, best.median.value, value, sizeof value));
    }
    if (used)
        sink_say(f->sink, "fastest of %s:%s", f->results->memories[f->memory].name, text);
}

void table_findings(const struct results *results, enum unit unit, const struct sink *sink)
{
    struct findings f = {results, 0, unit, sink};

    find_write(&f);
    find_prefetch(&f, OP_READ, "read");
    find_prefetch(&f, OP_COPY, "copy");
    find_allocation(&f);
    find_libc(&f);
    while (f.memory++ < results->more_memories)
        find_uses(&f);
}
