/* SPDX-License-Identifier: MIT */
/* Tables as mail programs mangle them, which must not make a difference. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "mangle.h"
#include "reading.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* As terminals show them, where tabs are blanks. */
static const char mbw[] =
    "With bandwidth 500000:\n"
    "0       Method: MEMCPY  Elapsed: 0.05421        MiB: 1024.00000 Copy: 18890.453 MiB/s\n"
    "2       Method: MEMCPY  Elapsed: 0.05418        MiB: 1024.00000 Copy: 18901.312 MiB/s\n"
    "AVG     Method: MEMCPY  Elapsed: 0.05416        MiB: 1024.00000 Copy: 18908.999 MiB/s\n"
    "AVG     Method: DUMB    Elapsed: 0.08412        MiB: 1024.00000 Copy: 1000.000 MiB/s\n";
static const char stream[] =
    "dram only:\n"
    "Function     Direction    BestRateMBs     AvgTime      MinTime      MaxTime\n"
    "Copy:        0->0            200923.2     0.032662     0.031853     0.033301\n"
    "Scale:       0->0            202123.0     0.032526     0.031664     0.032970\n"
    "Add:         0->0            208873.2     0.047322     0.045961     0.047884\n"
    "Triad:       0->0            208523.8     0.047262     0.046038     0.048414\n";

static bool same_figure(const struct figure *a, const struct figure *b)
{
    if (a->measure != b->measure || a->count != b->count ||
        isnan(a->spread) != isnan(b->spread) || (!isnan(a->spread) && a->spread != b->spread))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (isnan(a->values[i]) ? !isnan(b->values[i]) : a->values[i] != b->values[i])
            return false;
    return true;
}

/* Checks that two runs say the same; they may stand on other lines. */
static void check_same(const struct record *a, const struct record *b)
{
    CHECK_STR(a->label, b->label);
    CHECK_EQ_U64(a->count, b->count);
    CHECK_EQ_U64(a->mhz_count, b->mhz_count);
    CHECK_EQ_U64(a->setting_count, b->setting_count);
    CHECK(a->classic_old == b->classic_old && a->sampled == b->sampled);
    for (size_t i = 0; i < a->setting_count; i++)
        CHECK_STR(record_get(b, a->settings[i].key), a->settings[i].value);
    for (size_t i = 0; i < b->count; i++) {
        const struct figure *f =
            record_find(a, b->figures[i].table, b->figures[i].row, b->figures[i].column);

        CHECK(f && same_figure(f, &b->figures[i]));
    }
}

static void check_mangled(const char *name, const char *text, mangle_fn *mangle, size_t index)
{
    struct reading plain;
    struct reading r;
    char *mangled = mangle(text);
    char *twice = mangle_crlf(mangled);
    const unsigned long failures = check_failures;

    reading_text(&plain, text);
    reading_text(&r, mangled);
    CHECK_STR(r.error, "");
    CHECK_STR(r.warnings, "");
    CHECK_EQ_U64(r.records.count, plain.records.count);
    for (size_t i = 0; i < r.records.count && i < plain.records.count; i++)
        check_same(&plain.records.records[i], &r.records.records[i]);
    records_free(&r.records);
    reading_text(&r, twice);
    CHECK_EQ_U64(r.records.count, plain.records.count);
    records_free(&r.records);
    records_free(&plain.records);
    if (check_failures != failures)
        fprintf(stderr, "    %s, mangled in way %zu:\n%s", name, index, mangled);
    free(twice);
    free(mangled);
}

/* Nested quoting, and a quoted-printable text that was quoted, both as replies make them. */
static char *nested(const char *text)
{
    char *once = mangle_quote(text);
    char *all = mangle_tight(once);

    free(once);
    return all;
}

static char *quoted_qp(const char *text)
{
    char *once = mangle_qp(text);
    char *all = mangle_quote(once);

    free(once);
    return all;
}

static char *wrapped_quote(const char *text)
{
    char *once = mangle_quote(text);
    char *all = mangle_wrap(once);

    free(once);
    return all;
}

static void test_mangled(void)
{
    static mangle_fn *const all[] = {mangle_crlf,   mangle_cr, mangle_quote,    mangle_tight,
                                     mangle_indent, mangle_qp, mangle_qp_mail,  mangle_spaced,
                                     mangle_nbsp,   nested,    mangle_unexpand, quoted_qp};
    static mangle_fn *const words[] = {mangle_tabs, mangle_single, mangle_wrap, wrapped_quote};
    /* Of tables with missing cells the blanks must stay. */
    static const struct {
        const char *name;
        bool positions;
    } files[] = {
        {"classic-armv5te.txt", false},  {"classic-armv5te-lsp.txt", false},
        {"lmbench-quoted.txt", true},    {"lmbench-missing.txt", true},
        {"lmbench-percent.txt", false},  {"lmbench-runs.txt", false},
        {"lmbench-zeros.txt", false},    {"tinymembench-a10.txt", false},
        {"tinymembench-a53.txt", false},
    };

    for (size_t f = 0; f < LENGTH(files); f++) {
        char *text = reading_load(files[f].name);

        for (size_t i = 0; i < LENGTH(all); i++)
            check_mangled(files[f].name, text, all[i], i);
        for (size_t i = 0; i < LENGTH(words) && !files[f].positions; i++)
            check_mangled(files[f].name, text, words[i], LENGTH(all) + i);
        free(text);
    }
    for (size_t i = 0; i < LENGTH(all); i++) {
        check_mangled("mbw", mbw, all[i], i);
        check_mangled("STREAM", stream, all[i], i);
    }
    for (size_t i = 0; i < LENGTH(words); i++) {
        check_mangled("mbw", mbw, words[i], LENGTH(all) + i);
        check_mangled("STREAM", stream, words[i], LENGTH(all) + i);
    }
}

int main(void)
{
    test_mangled();
    return check_done("import_mangled");
}
