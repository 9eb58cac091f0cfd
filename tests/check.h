/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_CHECK_H
#define MEMSPEED_CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * The checks of all C tests. Each macro counts one check, evaluates its arguments once, says
 * what failed on stderr with its place, and gives whether it held, so that a test can stop
 * where going on makes no sense: if (!CHECK(p)) return;
 *
 * The counters belong to the file that includes this header: include it in one file per
 * program. A program ends with return check_done("name");
 *
 *   CHECK(condition)
 *   CHECK_EQ_U64(got, want), CHECK_EQ_I64(got, want)
 *   CHECK_NEAR(got, want, tolerance)  doubles; a NaN is near nothing
 *   CHECK_STR(got, want)              equal strings; NULL equals NULL only
 *   CHECK_HAS(text, part)             `text` contains `part`
 *   CHECK_MEM(got, want, size)        equal bytes
 *   CHECK_REASON(what, reason)        holds if `reason` is NULL, otherwise prints both
 */
static unsigned long check_count;
static unsigned long check_failures;

static inline bool check_note(bool ok, const char *file, int line, const char *what)
{
    check_count++;
    if (ok)
        return true;
    check_failures++;
    fprintf(stderr, "%s:%d: %s", file, line, what);
    return false;
}

static inline bool check_true(bool ok, const char *file, int line, const char *what)
{
    if (!check_note(ok, file, line, what))
        fputs(": does not hold\n", stderr);
    return ok;
}

static inline bool check_u64(uint64_t got, uint64_t want, const char *file, int line,
                             const char *what)
{
    const bool ok = got == want;

    if (!check_note(ok, file, line, what))
        fprintf(stderr, ": %" PRIu64 ", not %" PRIu64 "\n", got, want);
    return ok;
}

static inline bool check_i64(int64_t got, int64_t want, const char *file, int line,
                             const char *what)
{
    const bool ok = got == want;

    if (!check_note(ok, file, line, what))
        fprintf(stderr, ": %" PRId64 ", not %" PRId64 "\n", got, want);
    return ok;
}

static inline bool check_near(const double value[3], const char *file, int line,
                              const char *what)
{
    const double got = value[0];
    const double want = value[1];
    const bool ok = got == want || (got - want <= value[2] && want - got <= value[2]);

    if (!check_note(ok, file, line, what))
        fprintf(stderr, ": %.17g, not within %g of %.17g\n", got, value[2], want);
    return ok;
}

static inline bool check_str(const char *got, const char *want, const char *file, int line,
                             const char *what)
{
    const bool ok = got && want ? strcmp(got, want) == 0 : got == want;

    if (!check_note(ok, file, line, what))
        fprintf(stderr, ": \"%s\", not \"%s\"\n", got ? got : "(null)", want ? want : "(null)");
    return ok;
}

static inline bool check_has(const char *text, const char *part, const char *file, int line,
                             const char *what)
{
    const bool ok = text && strstr(text, part);

    if (!check_note(ok, file, line, what))
        fprintf(stderr, ": \"%s\" without \"%s\"\n", text ? text : "(null)", part);
    return ok;
}

static inline bool check_reason(const char *what, const char *reason, const char *file,
                                int line)
{
    if (!check_note(!reason, file, line, what))
        fprintf(stderr, ": %s\n", reason);
    return !reason;
}

static inline int check_done(const char *name)
{
    printf("%s: %lu checks, %lu failed\n", name, check_count, check_failures);
    return check_count == 0 || check_failures != 0;
}

#define CHECK(cond) check_true((cond), __FILE__, __LINE__, #cond)
#define CHECK_EQ_U64(got, want) check_u64((got), (want), __FILE__, __LINE__, #got)
#define CHECK_EQ_I64(got, want) check_i64((got), (want), __FILE__, __LINE__, #got)
#define CHECK_NEAR(got, want, tolerance)                                                       \
    check_near((const double[3]){(got), (want), (tolerance)}, __FILE__, __LINE__, #got)
#define CHECK_STR(got, want) check_str((got), (want), __FILE__, __LINE__, #got)
#define CHECK_HAS(text, part) check_has((text), (part), __FILE__, __LINE__, #text)
#define CHECK_MEM(got, want, size)                                                             \
    check_true(memcmp((got), (want), (size)) == 0, __FILE__, __LINE__, #got " as " #want)
#define CHECK_REASON(what, reason) check_reason((what), (reason), __FILE__, __LINE__)

#endif
