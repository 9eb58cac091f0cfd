/* SPDX-License-Identifier: MIT */
/* How long a run measures, by what was asked for. */
#include "check.h"
#include "effort.h"
#include "options.h"

#define MS UINT64_C(1000000)

static void check(const struct options *o, uint64_t time_ns, size_t least, size_t most)
{
    const struct effort e = effort_plan(o, 5);

    CHECK_EQ_U64(e.start_ns, 5);
    CHECK_EQ_U64(e.time_ns, time_ns);
    CHECK_EQ_U64(e.rounds_least, least);
    CHECK_EQ_U64(e.rounds_most, most);
}

/* Those that were asked for have their time; all together less than a minute. */
static void test_suites(void)
{
    struct options o = {.suites[SUITE_CLASSIC] = true};
    uint64_t shares = 0;

    check(&o, 14000 * MS, 7, 24);
    CHECK_EQ_U64(effort_share_ns(&o, SUITE_CLASSIC), 14000 * MS);
    o.suites[SUITE_LATENCY] = o.suites[SUITE_VM] = true;
    check(&o, 40000 * MS, 7, 24);
    CHECK_EQ_U64(effort_share_ns(&o, SUITE_VM), 2000 * MS);
    for (int suite = 0; suite < SUITES; suite++)
        o.suites[suite] = true;
    check(&o, 59000 * MS, 7, 24);
    for (int suite = 0; suite < SUITES; suite++)
        shares += effort_share_ns(&o, (enum suite)suite);
    CHECK(shares <= 59000 * MS && shares > 58999 * MS);
}

/* A time is the time of all; rounds without a time are made all. */
static void test_asked(void)
{
    struct options o = {.suites[SUITE_LATENCY] = true, .suites[SUITE_VM] = true};

    o.time_ns = 1300 * MS;
    check(&o, 1300 * MS, 7, 120);
    CHECK_EQ_U64(effort_share_ns(&o, SUITE_VM), 100 * MS);
    o.rounds = 30;
    check(&o, 1300 * MS, 7, 30);
    o.rounds = 3;
    check(&o, 1300 * MS, 3, 3);
    o.time_ns = 0;
    check(&o, UINT64_MAX / 2, 3, 3);
    CHECK_EQ_U64(effort_share_ns(&o, SUITE_VM), 2000 * MS);
}

int main(void)
{
    test_suites();
    test_asked();
    return check_done("effort");
}
