/* SPDX-License-Identifier: MIT */
/* Which runs are compared with which. */
#include <stdlib.h>

#include "check.h"
#include "groups.h"

static void add_run(struct records *records, const char *label)
{
    struct record *record = records_add(records);

    if (!CHECK(record != NULL))
        return;
    snprintf(record->label, sizeof record->label, "%s", label);
    snprintf(record->origin, sizeof record->origin, "x:1");
    CHECK(record_setting(record, "line", label[0] == 'a' ? "32" : "64") == 0);
}

static void check_sources(const struct records *records, const struct source sources[2],
                          const struct grouping *grouping, const char *want)
{
    struct groups groups;
    char text[256] = "";
    char error[GROUPS_ERROR] = "";

    if (groups_make(&groups, records, sources, 2, grouping, error) < 0) {
        CHECK_STR(error, want);
    } else {
        for (size_t i = 0; i < groups.count; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s:%zu ",
                     groups.groups[i].label, groups.groups[i].count);
        CHECK_STR(text, want);
    }
    groups_free(&groups);
}

static void check_groups(const struct records *records, const struct grouping *grouping,
                         const char *want)
{
    const struct source sources[] = {{"d/x", NULL, 0, 4}, {"y", NULL, 4, 2}};

    check_sources(records, sources, grouping, want);
}

/* Labels tell files apart, or are refused. */
static void check_names(const struct records *records)
{
    const struct source folders[] = {{"a/run", NULL, 0, 4}, {"b/run", NULL, 4, 2}};
    char name[2][GROUPS_LABEL + 2];
    char want[GROUPS_ERROR];
    const struct source tails[] = {{name[0], NULL, 0, 4}, {name[1], NULL, 4, 2}};

    check_sources(records, folders, &(struct grouping){0}, "a/run:4 b/run:2 ");
    for (int i = 0; i < 2; i++) {
        memset(name[i], 'x', sizeof name[i]);
        name[i][GROUPS_LABEL] = "ab"[i];
        name[i][GROUPS_LABEL + 1] = '\0';
    }
    snprintf(want, sizeof want, "label %.40s...: more than %d characters", name[0],
             GROUPS_LABEL - 1);
    check_sources(records, tails, &(struct grouping){0}, want);
}

static void test_groups(void)
{
    struct records records = {0};
    struct records alike = {0};

    for (int i = 0; i < 6; i++) {
        add_run(&records, &"a\0a\0b\0a\0b\0\0"[2 * i]);
        add_run(&alike, "k");
    }
    check_groups(&records, &(struct grouping){0}, "a:3 b:2 y:1 ");
    check_groups(&records, &(struct grouping){.split = 2}, "a 1-2:2 b 1-2:2 a 3-4:1 y 1-2:1 ");
    check_groups(&records, &(struct grouping){.by = "line"}, "32:3 64:3 ");
    check_groups(&records, &(struct grouping){.by = "cpu"},
                 "--group-by cpu: x:1 has no such line");
    check_groups(&records, &(struct grouping){.only = {"b", "?"}, .only_count = 2},
                 "b:2 a:3 y:1 ");
    check_groups(&records, &(struct grouping){.only = {"y", "a"}, .only_count = 2}, "y:1 a:3 ");
    check_groups(&records, &(struct grouping){.only = {"z"}, .only_count = 1},
                 "--groups z: no group has that label");
    /* One label for all files: then the files are the groups. */
    check_groups(&alike, &(struct grouping){0}, "x:4 y:2 ");
    check_names(&alike);
    records_free(&records);
    records_free(&alike);
}

int main(void)
{
    test_groups();
    return check_done("groups");
}
