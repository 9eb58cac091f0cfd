/* SPDX-License-Identifier: MIT */
#include "command_compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "import.h"
#include "options_compare.h"
#include "say.h"

struct job {
    struct options_compare options;
    struct records records;
    struct source *sources;
    struct groups groups;
    struct comparison *pairs; /* of the first group with each of the others */
};

static void warn(void *arg, const char *text)
{
    (void)arg;
    say("%s", text);
}

/* Splits LABEL=FILE; a name with a slash before the = is a file's. */
static void split_label(struct source *source, char *text)
{
    char *equals = strchr(text, '=');
    const char *slash = strchr(text, '/');

    source->name = text;
    if (!equals || equals == text || (slash && slash < equals))
        return;
    *equals = '\0';
    source->label = text;
    source->name = equals + 1;
}

static int read_files(struct job *job)
{
    char error[IMPORT_ERROR];

    job->sources = calloc(job->options.file_count, sizeof *job->sources);
    if (!job->sources) {
        say("%s", strerror(errno));
        return EXIT_FAILED;
    }
    for (size_t i = 0; i < job->options.file_count; i++) {
        struct source *source = &job->sources[i];

        split_label(source, job->options.files[i]);
        source->first = job->records.count;
        if (import_file(&job->records, source->name, warn, NULL, error) < 0) {
            say("%s", error);
            return EXIT_FAILED;
        }
        source->count = job->records.count - source->first;
    }
    return EXIT_SUCCESS;
}

/* Cells of one name whose units can't be converted into each other are an error. */
static int check_units(const struct record *a, const struct record *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const struct figure *f = &b->figures[i];
        const struct figure *known = record_find(a, f->table, f->row, f->column);

        if (!known || measure_scale(f->measure, known->measure) > 0)
            continue;
        say("%s: %s %s is in %s, that of %s in %s", b->origin, f->row, f->column,
            measure_name(f->measure), a->origin, measure_name(known->measure));
        return EXIT_FAILED;
    }
    return EXIT_SUCCESS;
}

static int check_all_units(struct job *job)
{
    for (size_t i = 1; i < job->records.count; i++) {
        const int status = check_units(&job->records.records[0], &job->records.records[i]);

        if (status)
            return status;
    }
    return EXIT_SUCCESS;
}

static bool matches(const struct job *job, const struct compare_view *view)
{
    for (size_t p = 0; p + 1 < job->groups.count; p++)
        for (size_t i = 0; i < job->pairs[p].count; i++)
            if (compare_view_has(view, job->pairs[p].cells[i].figure))
                return true;
    return false;
}

/* A glob of --only that matches no cell is a mistake. */
static int check_only(struct job *job)
{
    const struct compare_view *view = &job->options.view;

    for (size_t i = 0; i < view->only_count; i++) {
        const struct compare_view one = {.only = &view->only[i], .only_count = 1};

        if (!matches(job, &one)) {
            say("--only %s: no cell matches", view->only[i]);
            return EXIT_FAILED;
        }
    }
    return EXIT_SUCCESS;
}

static int make_groups(struct job *job)
{
    const struct options_compare *o = &job->options;
    char error[GROUPS_ERROR];

    if (groups_make(&job->groups, &job->records, job->sources, o->file_count, &o->grouping,
                    error) < 0) {
        say("%s", error);
        return EXIT_FAILED;
    }
    if (job->groups.count > 1)
        return EXIT_SUCCESS;
    say("%s '%s': nothing to compare with (LABEL=FILE, --split N and --group-by KEY make "
        "groups)",
        job->records.count == 1 ? "the only run is" : "all runs are",
        job->groups.count ? job->groups.groups[0].label : "");
    return EXIT_FAILED;
}

static int compare_all(struct job *job)
{
    const size_t count = job->groups.count - 1;
    size_t matched = 0;

    job->pairs = calloc(count, sizeof *job->pairs);
    if (!job->pairs) {
        say("%s", strerror(errno));
        return EXIT_FAILED;
    }
    for (size_t i = 0; i < count; i++) {
        if (compare(&job->pairs[i], &job->groups.groups[0], &job->groups.groups[i + 1],
                    &job->options.view.judgement) < 0) {
            say("%s", strerror(errno));
            return EXIT_FAILED;
        }
        matched += job->pairs[i].matched;
    }
    if (matched)
        return EXIT_SUCCESS;
    say("no figure of '%s' is in another group", job->groups.groups[0].label);
    return EXIT_FAILED;
}

/* Whether one of the cells that are wanted degraded, or what all cells have in common. */
static bool degraded(const struct options_compare *o, const struct comparison *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->cells[i].degraded && compare_view_has(&o->view, c->cells[i].figure))
            return true;
    return !o->ignore_common && compare_factor_degraded(c);
}

static int report_all(struct job *job)
{
    static int (*const reports[])(const struct groups *, const struct comparison *,
                                  const struct compare_view *, FILE *) = {
        [REPORT_TEXT] = report_compare_text,
        [REPORT_CSV] = report_compare_csv,
        [REPORT_JSON] = report_compare_json,
    };
    const struct options_compare *o = &job->options;

    if (reports[o->format](&job->groups, job->pairs, &o->view, stdout) < 0) {
        say("standard output: %s", strerror(errno));
        return EXIT_FAILED;
    }
    for (size_t i = 0; o->check && i + 1 < job->groups.count; i++)
        if (degraded(o, &job->pairs[i]))
            return EXIT_DEGRADED;
    return EXIT_SUCCESS;
}

static int run(struct job *job)
{
    static int (*const steps[])(struct job *) = {read_files,  check_all_units, make_groups,
                                                 compare_all, check_only,      report_all};
    int status = EXIT_SUCCESS;

    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && status == EXIT_SUCCESS; i++)
        status = steps[i](job);
    return status;
}

int command_compare(int argc, char **argv)
{
    struct job job = {.pairs = NULL};
    char error[OPTIONS_ERROR];
    int status;

    if (options_compare_parse(&job.options, argc, argv, error) < 0) {
        say("%s", error);
        return EXIT_USAGE;
    }
    if (job.options.help) {
        fputs(options_compare_usage, stdout);
        return say_stdout();
    }
    status = run(&job);
    for (size_t i = 0; job.pairs && i + 1 < job.groups.count; i++)
        compare_free(&job.pairs[i]);
    free(job.pairs);
    groups_free(&job.groups);
    records_free(&job.records);
    free(job.sources);
    return status;
}
