/* SPDX-License-Identifier: MIT */
#include "report_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"
#include "wrap.h"

enum {
    NAMED = 4,       /* of unmatched cells */
    LEAST_MOST = 11, /* a change of so many times is not told from larger ones */
    LINE_MAX = 1024, /* characters before wrapping */
};

const char *parts_mark(enum mark mark)
{
    return mark == MARK_BETTER ? ">" : mark == MARK_WORSE ? "<" : " ";
}

bool parts_name(const char **names, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    if (*count == PARTS_NAMES)
        return false;
    names[(*count)++] = name;
    return true;
}

bool parts_has(const struct compare_view *view, const char *title, const struct figure *figure)
{
    return strcmp(figure->table, title) == 0 && compare_view_has(view, figure);
}

bool parts_degraded(const struct comparison *pairs, size_t count,
                    const struct compare_view *view, const char *title)
{
    for (size_t p = 0; p < count; p++)
        for (size_t i = 0; i < pairs[p].count; i++)
            if (pairs[p].cells[i].degraded && parts_has(view, title, pairs[p].cells[i].figure))
                return true;
    return false;
}

size_t parts_longest(const char *const *names, size_t count)
{
    size_t longest = 0;

    for (size_t i = 0; i < count; i++)
        longest = strlen(names[i]) > longest ? strlen(names[i]) : longest;
    return longest;
}

static void print_group(const char *name, const struct group *group, FILE *f)
{
    fprintf(f, "%-10s %s (%zu run%s)\n", name, group->label, group->count,
            group->count == 1 ? "" : "s");
}

bool parts_spread(const struct comparison *c)
{
    const struct group *const sides[] = {c->before, c->after};

    for (size_t s = 0; s < 2; s++)
        for (size_t r = 0; r < sides[s]->count; r++)
            for (size_t i = 0; i < sides[s]->runs[r]->count; i++)
                if (sides[s]->runs[r]->figures[i].spread > 0)
                    return true;
    return false;
}

static void print_basis(const struct comparison *c, const struct judgement *judgement, FILE *f)
{
    switch (c->basis) {
    case BASIS_RUNS:
        fprintf(f, "verdicts   rest on the differences between the runs of a group\n");
        break;
    case BASIS_ROUNDS:
        fprintf(f, "verdicts   rest on the spread within single runs, and are wide: what such "
                   "runs\n           differ by for other reasons is guessed from like cells; "
                   "three runs or\n           more a side would tell\n");
        break;
    case BASIS_FIGURES:
        fprintf(f, "verdicts   rest on the threshold of %.3g %%",
                100 * expm1(judgement->threshold));
        fputs(parts_spread(c)
                  ? " and twice the spread that the\n           files state: they have no "
                    "samples\n"
                  : " alone: the files have no samples, so\n           nothing is known of "
                    "noise\n",
              f);
        break;
    }
}

/* The first value of a setting that a group's runs have, and whether others differ. */
static const char *value_in(const struct group *group, const char *key, bool *differ)
{
    const char *value = NULL;

    for (size_t r = 0; r < group->count; r++) {
        const char *v = record_get(group->runs[r], key);

        if (!value)
            value = v;
        else if (v && strcmp(v, value) != 0)
            *differ = true;
    }
    return value;
}

/* "UNLIKE     line: 32 (before), 64 and others (after)" */
static void print_unlike(const struct groups *groups, const char *key, FILE *f)
{
    char text[LINE_MAX];

    snprintf(text, sizeof text, "%s:", key);
    for (size_t g = 0; g < groups->count; g++) {
        const size_t used = strlen(text);
        bool others = false;
        const char *value = value_in(&groups->groups[g], key, &others);

        snprintf(text + used, sizeof text - used, "%s %s%s (%s)", g ? "," : "",
                 value ? value : "not said", others ? " and others" : "",
                 groups->groups[g].label);
    }
    wrap_print(f, "UNLIKE     ", text);
}

/* What groups may well differ in, and runs of one should not. */
static bool may_differ(const char *key)
{
    return strcmp(key, "host") == 0 || strcmp(key, "kernel") == 0;
}

/* A line for each setting in which the runs are not alike. */
static void print_differences(const struct groups *groups, FILE *f)
{
    const char *keys[PARTS_NAMES];
    size_t count = 0;
    size_t left_out = 0;

    for (size_t g = 0; g < groups->count; g++)
        for (size_t r = 0; r < groups->groups[g].count; r++) {
            const struct record *run = groups->groups[g].runs[r];

            for (size_t i = 0; i < run->setting_count; i++)
                left_out += !parts_name(keys, &count, run->settings[i].key);
        }
    for (size_t k = 0; k < count; k++) {
        const char *first = NULL;
        bool differ = false;

        for (size_t g = 0; g < groups->count; g++) {
            const char *value = value_in(&groups->groups[g], keys[k], &differ);

            differ =
                differ || (first && value && strcmp(first, value) != 0 && !may_differ(keys[k]));
            first = first ? first : value;
        }
        if (!differ)
            continue;
        print_unlike(groups, keys[k], f);
    }
    if (left_out)
        fprintf(f, "UNLIKE     or not: settings beyond the first %d\n", PARTS_NAMES);
}

/* Old tables beside new ones: their hot loops differ. */
static void print_old(const struct groups *groups, FILE *f)
{
    bool old = false;
    bool new = false;

    for (size_t g = 0; g < groups->count; g++)
        for (size_t r = 0; r < groups->groups[g].count; r++) {
            old = old || groups->groups[g].runs[r]->classic_old;
            new = new || groups->groups[g].runs[r]->sampled;
        }
    if (old && new)
        fprintf(f, "UNLIKE     pasted tables: hot figures of loops with a line per iteration, "
                   "as those\n           of 2010, are lower; and their PLD=n may be one line "
                   "less than ours\n");
}

void parts_head(const struct groups *groups, const struct comparison *pairs,
                const struct judgement *judgement, FILE *f)
{
    if (groups->count == 2) {
        print_group("before", &groups->groups[0], f);
        print_group("after", &groups->groups[1], f);
    } else {
        for (size_t g = 0; g < groups->count; g++)
            print_group(g ? "group" : "baseline", &groups->groups[g], f);
    }
    for (size_t p = 0; p + 1 < groups->count; p++) {
        bool said = false;

        for (size_t i = 0; i < p; i++)
            said = said || pairs[i].basis == pairs[p].basis;
        if (!said)
            print_basis(&pairs[p], judgement, f);
    }
    print_differences(groups, f);
    print_old(groups, f);
}

void parts_title(const struct comparison *c, const char *title, FILE *f)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->cells[i].figure->table, title) == 0) {
            const enum measure m = c->cells[i].figure->measure;

            fprintf(f, "\n*** %s%s%s%s ***\n", title, *measure_name(m) ? " (in " : "",
                    measure_name(m), *measure_name(m) ? ")" : "");
            return;
        }
}

static void print_clocks(const struct comparison *c, FILE *f)
{
    char text[32];

    if (!isnan(c->mhz[0]) && !isnan(c->mhz[1]))
        fprintf(f, "clock      %.0f -> %.0f MHz, %s\n", c->mhz[0], c->mhz[1],
                grid_ratio(log(c->mhz[1] / c->mhz[0]), text, sizeof text));
}

/* The least change that could have been shown; figures beyond ten times tell nothing. */
static const char *least_text(double ratio, char *text, size_t size)
{
    if (ratio > log(LEAST_MOST))
        snprintf(text, size, "over %d %%", 100 * (LEAST_MOST - 1));
    else
        snprintf(text, size, "%.1f %%", 100 * expm1(ratio));
    return text;
}

/* `group` is whose factor it is, "" where there is no other. */
static void print_factor(const struct family *family, const char *group, FILE *f)
{
    char ratio[3][32];
    char text[LINE_MAX];
    size_t n;

    if (isnan(family->factor))
        return;
    n = (size_t)snprintf(text, sizeof text, "%s%sof all %zu %s%scells: %s", group,
                         *group ? ": " : "", family->cells, family->state,
                         *family->state ? " " : "",
                         grid_ratio(family->factor, ratio[0], sizeof ratio[0]));
    if (!family->tested)
        snprintf(text + n, sizeof text - n, ", not tested: no samples, or too few");
    else
        snprintf(text + n, sizeof text - n, " (%s to %s); %s%s",
                 grid_ratio(family->low, ratio[0], sizeof ratio[0]),
                 grid_ratio(family->high, ratio[1], sizeof ratio[1]),
                 family->called ? "REAL" : "not called, which takes ",
                 family->called ? "" : least_text(family->least, ratio[2], sizeof ratio[2]));
    wrap_print(f, "factor     ", text);
}

void parts_factors(const struct comparison *c, const char *title, FILE *f)
{
    bool any = false;

    for (size_t i = 0; i < c->family_count; i++)
        if (strcmp(c->families[i].table, title) == 0) {
            print_factor(&c->families[i], "", f);
            any = any || !isnan(c->families[i].factor);
        }
    if (any)
        print_clocks(c, f);
}

void parts_called(const struct comparison *c, const char *title, FILE *f)
{
    for (size_t i = 0; i < c->family_count; i++)
        if (c->families[i].called && strcmp(c->families[i].table, title) == 0)
            print_factor(&c->families[i], c->after->label, f);
}

/* "only before: 3 (STRD cached, ...)" */
static void print_unmatched(const struct comparison *c, const struct compare_view *view,
                            const char *title, int side, FILE *f)
{
    char name[FIGURE_NAME];
    size_t n = 0;

    for (size_t i = 0; i < c->count; i++) {
        const struct verdict *v = &c->cells[i];

        if (!parts_has(view, title, v->figure) || isnan(v->value[side]) ||
            !isnan(v->value[!side]))
            continue;
        if (n < NAMED) {
            fprintf(f, n ? ", " : "only %s: ", side ? "after" : "before");
            fputs(figure_name(v->figure, name), f);
        }
        n++;
    }
    if (n > NAMED)
        fprintf(f, " and %zu more", n - NAMED);
    if (n)
        fputc('\n', f);
}

/* The least change that could have been shown: that of half the cells, and the extremes. */
static int print_least(const struct comparison *c, const struct compare_view *view,
                       const char *title, FILE *f)
{
    double *least = calloc(c->count + 1, sizeof *least);
    char text[3][32];
    char line[LINE_MAX];
    double median;
    size_t n = 0;

    if (!least)
        return -1;
    for (size_t i = 0; i < c->count; i++)
        if (parts_has(view, title, c->cells[i].figure) && !isnan(c->cells[i].least))
            least[n++] = c->cells[i].least;
    median = stats_median(least, n).value;
    if (n > 0) {
        least_text(median, text[0], sizeof text[0]);
        least_text(least[0], text[1], sizeof text[1]);
        least_text(least[n - 1], text[2], sizeof text[2]);
        if (strcmp(text[1], text[2]) == 0)
            snprintf(line, sizeof line, "that could have been shown: %s", text[0]);
        else
            snprintf(line, sizeof line,
                     "that could have been shown: %s in half of the cells (%s to %s)", text[0],
                     text[1], text[2]);
        wrap_print(f, "smallest change ", line);
    }
    free(least);
    return 0;
}

int parts_summary(const struct comparison *c, const struct compare_view *view,
                  const char *title, FILE *f)
{
    size_t marks[MARK_WORSE + 1] = {0};
    size_t only[2] = {0};
    size_t unknown = 0;

    for (size_t i = 0; i < c->count; i++) {
        const struct verdict *v = &c->cells[i];

        if (!parts_has(view, title, v->figure))
            continue;
        marks[v->mark]++;
        only[0] += isnan(v->value[1]) ? 1 : 0;
        only[1] += isnan(v->value[0]) ? 1 : 0;
        unknown += v->mark == MARK_NONE && !isnan(v->departure);
    }
    fprintf(f, "%zu better, %zu worse, %zu neither; %zu only before, %zu only after\n",
            marks[MARK_BETTER], marks[MARK_WORSE], marks[MARK_SAME], only[0], only[1]);
    print_unmatched(c, view, title, 0, f);
    print_unmatched(c, view, title, 1, f);
    if (unknown)
        fprintf(f, "not judged: %zu, of which too few samples tell how they vary\n", unknown);
    return print_least(c, view, title, f);
}
