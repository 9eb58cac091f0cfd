/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Medians nearer than this are alike, whatever their intervals. */
#define ALIKE 0.97

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
    enum unit unit;
    double *scratch;
    const struct sink *sink;
};

static struct median median_of(const struct findings *f, const struct series *s)
{
    return results_median(f->results, s, f->unit, f->scratch);
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

static bool is_libc(const struct series *s)
{
    return strcmp(s->method, "memset") == 0 || strcmp(s->method, "memcpy") == 0;
}

/* The fastest series of an operation and state, of the libc's or of the others. */
static struct best fastest(const struct findings *f, enum op op, bool hot, bool libc)
{
    struct best best = {0};

    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *s = &f->results->series[i];
        struct median m;

        if (s->op != op || s->hot != hot || s->absent || is_libc(s) != libc)
            continue;
        m = median_of(f, s);
        if (!isnan(m.value) && (!best.series || m.value > best.median.value))
            best = (struct best){s, m};
    }
    return best;
}

/* Whether `m` can't be told from the best: within 3 %, or the intervals overlap. */
static bool as_good(const struct median *m, const struct best *best)
{
    return m->value >= ALIKE * best->median.value || m->high >= best->median.low;
}

/*
 * Writes the distances at which the best's method is as good as at its best one, "2 4 8". Tells
 * the smallest of them, and how doing without prefetch compares with them.
 */
static size_t plateau(const struct findings *f, const struct best *best, char *list,
                      size_t size, size_t *smallest, enum without *without)
{
    size_t used = 0;
    size_t count = 0;

    list[0] = '\0';
    *smallest = best->series->pld;
    *without = WORSE;
    for (size_t i = 0; i < f->results->count; i++) {
        const struct series *s = &f->results->series[i];
        const struct median m = median_of(f, s);

        if (!table_same_row(s, best->series) || s->hot != best->series->hot || isnan(m.value) ||
            !as_good(&m, best))
            continue;
        if (s->pld == 0)
            *without = m.value >= ALIKE * best->median.value ? SAME : UNSURE;
        *smallest = s->pld < *smallest ? s->pld : *smallest;
        count++;
        if (used < size)
            used +=
                (size_t)snprintf(list + used, size - used, "%s%zu", used ? " " : "", s->pld);
    }
    return count;
}

static void find_prefetch(const struct findings *f, enum op op, const char *name)
{
    const struct best best = fastest(f, op, false, false);
    char list[128];
    char value[32];
    size_t smallest;
    enum without without;
    size_t count;

    if (!best.series)
        return;
    figure(f, best.median.value, value, sizeof value);
    count = plateau(f, &best, list, sizeof list, &smallest, &without);
    if (without != WORSE)
        sink_say(
            f->sink, "fastest uncached %s: %s, %s; PLD %s", name, best.series->method, value,
            without == SAME ? "does nothing for it here" : "is not surely better than none");
    else if (count > 1)
        sink_say(f->sink,
                 "fastest uncached %s: %s at PLD=%zu, %s; as good: PLD=%s, %zu is enough", name,
                 best.series->method, best.series->pld, value, list, smallest);
    else
        sink_say(f->sink,
                 "fastest uncached %s: %s at PLD=%zu, %s; no other distance is as good", name,
                 best.series->method, best.series->pld, value);
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

        if (s->op != OP_WRITE || s->hot || s->touch || !s->temporal || !touching(f, s))
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
    sink_say(f->sink, "streams of writes %s: %s with write allocation runs at %.0f %% of plain",
             ratio >= ALLOCATES           ? "allocate"
             : ratio <= DOES_NOT_ALLOCATE ? "do not allocate"
                                          : "may or may not allocate",
             plain.series->method, ratio * 100);
}

static void find_write(const struct findings *f)
{
    const struct best best = fastest(f, OP_WRITE, false, false);
    char value[32];

    if (best.series)
        sink_say(f->sink, "fastest uncached write: %s%s, %s", best.series->method,
                 best.series->touch ? " + wa" : "",
                 figure(f, best.median.value, value, sizeof value));
}

/* "memcpy 97 % (cached 80 %)": of the best other method without its name. */
static void libc_share(const struct findings *f, enum op op, char *text, size_t size)
{
    const struct best cold = fastest(f, op, false, true);
    const struct best hot = fastest(f, op, true, true);
    const struct best cold_best = fastest(f, op, false, false);
    const struct best hot_best = fastest(f, op, true, false);

    text[0] = '\0';
    if (cold.series && hot.series && cold_best.series && hot_best.series)
        snprintf(text, size, "%s runs at %.0f %% of the best uncached, %.0f %% cached",
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

void table_findings(const struct results *results, enum unit unit, const struct sink *sink)
{
    struct findings f = {results, unit, calloc(results->rounds + 1, sizeof(double)), sink};

    if (!f.scratch)
        return;
    find_write(&f);
    find_prefetch(&f, OP_READ, "read");
    find_prefetch(&f, OP_COPY, "copy");
    find_allocation(&f);
    find_libc(&f);
    free(f.scratch);
}
