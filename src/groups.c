/* SPDX-License-Identifier: MIT */
#include "groups.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "format.h"

struct maker {
    struct groups *groups;
    const struct records *records;
    const struct grouping *grouping;
    char *error;
    const struct source *sources;
    size_t source_count;
    bool by_file; /* labels are the names of the files */
};

FORMAT(2, 3) static int fail(char *error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(error, GROUPS_ERROR, format, args);
    va_end(args);
    return -1;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The name of a file, with its folder if another one is called the same. */
static const char *name_of(const struct maker *m, const struct source *source)
{
    const char *name = base_name(source->name);

    for (size_t i = 0; i < m->source_count; i++)
        if (strcmp(base_name(m->sources[i].name), name) == 0 &&
            strcmp(m->sources[i].name, source->name) != 0)
            return source->name;
    return name;
}

static struct group *find(struct groups *groups, const char *label)
{
    for (size_t i = 0; i < groups->count; i++)
        if (strcmp(groups->groups[i].label, label) == 0)
            return &groups->groups[i];
    return NULL;
}

static struct group *add(struct groups *groups, const char *label)
{
    struct group *grown = array_grow(groups->groups, groups->count, sizeof *grown);

    if (!grown)
        return NULL;
    groups->groups = grown;
    grown += groups->count++;
    snprintf(grown->label, sizeof grown->label, "%s", label);
    return grown;
}

static int put(struct maker *m, const char *label, const struct record *run)
{
    struct group *group = find(m->groups, label);
    const struct record **runs;

    if (!group)
        group = add(m->groups, label);
    if (!group)
        return fail(m->error, "%s", strerror(errno));
    runs = array_grow(group->runs, group->count, sizeof(struct record *));
    if (!runs)
        return fail(m->error, "%s", strerror(errno));
    group->runs = runs;
    runs[group->count++] = run;
    return 0;
}

/* How many runs before `at` in its source have its label. */
static size_t ordinal(const struct records *records, const struct source *source, size_t at)
{
    size_t before = 0;

    for (size_t i = source->first; i < at; i++)
        before += strcmp(records->records[i].label, records->records[at].label) == 0;
    return before;
}

/* The label of a run; with `by_file`, or if there is none, the name of its file. */
static int label_of(struct maker *m, const struct source *source, size_t at,
                    char label[GROUPS_LABEL])
{
    const struct record *run = &m->records->records[at];
    const size_t split = m->grouping->split;
    const char *text = run->label;
    size_t first;
    int length;

    if (source->label) {
        text = source->label;
    } else if (m->grouping->by) {
        text = record_get(run, m->grouping->by);
        if (!text)
            return fail(m->error, "--group-by %s: %s has no such line", m->grouping->by,
                        run->origin);
    }
    if (m->by_file || !*text)
        text = name_of(m, source);
    first = split ? ordinal(m->records, source, at) / split * split : 0;
    length = split ? snprintf(label, GROUPS_LABEL, "%s %zu-%zu", text, first + 1, first + split)
                   : snprintf(label, GROUPS_LABEL, "%s", text);
    /* Cut, two labels might become one. */
    if (length < 0 || length >= GROUPS_LABEL)
        return fail(m->error, "label %.40s...: more than %d characters", text,
                    GROUPS_LABEL - 1);
    return 0;
}

static int put_all(struct maker *m)
{
    char label[GROUPS_LABEL];

    for (size_t s = 0; s < m->source_count; s++) {
        const struct source *source = &m->sources[s];

        for (size_t i = source->first; i < source->first + source->count; i++)
            if (label_of(m, source, i, label) < 0 || put(m, label, &m->records->records[i]) < 0)
                return -1;
    }
    return 0;
}

/* Leaves the groups that are wanted, in the order in which they are. */
static int choose(struct maker *m)
{
    const struct grouping *g = m->grouping;
    size_t kept = 0;

    for (size_t i = 0; i < g->only_count; i++) {
        const size_t before = kept;

        for (size_t j = kept; j < m->groups->count; j++) {
            const struct group found = m->groups->groups[j];

            if (fnmatch(g->only[i], found.label, 0) != 0)
                continue;
            memmove(&m->groups->groups[kept + 1], &m->groups->groups[kept],
                    (j - kept) * sizeof found);
            m->groups->groups[kept++] = found;
        }
        if (kept == before)
            return fail(m->error, "--groups %s: no group has that label", g->only[i]);
    }
    for (size_t j = kept; g->only_count && j < m->groups->count; j++)
        free(m->groups->groups[j].runs);
    if (g->only_count)
        m->groups->count = kept;
    return 0;
}

int groups_make(struct groups *groups, const struct records *records,
                const struct source *sources, size_t source_count,
                const struct grouping *grouping, char *error)
{
    struct maker m = {groups, records, grouping, error, sources, source_count, false};
    bool labelled = false;

    *groups = (struct groups){0};
    if (put_all(&m) < 0)
        return -1;
    for (size_t i = 0; i < source_count; i++)
        labelled = labelled || sources[i].label;
    if (groups->count == 1 && source_count > 1 && !labelled && !grouping->by) {
        groups_free(groups);
        m.by_file = true;
        if (put_all(&m) < 0)
            return -1;
    }
    return choose(&m);
}

void groups_free(struct groups *groups)
{
    for (size_t i = 0; i < groups->count; i++)
        free(groups->groups[i].runs);
    free(groups->groups);
    *groups = (struct groups){0};
}
