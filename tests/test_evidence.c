/* SPDX-License-Identifier: MIT */
/* What times of accesses say of memory, with known answers; and clocks that give no times. */
#include <math.h>

#include "check.h"
#include "evidence.h"
#include "fake_os.h"

/* In the order of struct evidence. */
static enum caching judge(const double times[7])
{
    const struct evidence e = {times[0], times[1], times[2], times[3],
                               times[4], times[5], times[6]};

    return evidence_judge(&e);
}

static void test_judge(void)
{
    static const struct {
        double times[7];
        enum caching caching;
    } cases[] = {
        /* Again, hit, miss; hot, cold; stores next to each other, and apart. */
        {{2.2, 2.2, 240, 1, 13, 1, 4}, CACHING_CACHED},
        {{98, 1.1, 95, 60, 65, 2, 20}, CACHING_COMBINED},
        {{180, 2, 150, 150, 150, 80, 82}, CACHING_UNCACHED},
        {{180, 2, 150, 150, 150, NAN, NAN}, CACHING_NOT},
        {{180, 2, 150, 150, 150, 80, NAN}, CACHING_NOT},
        {{180, 2, 150, 150, 150, NAN, 80}, CACHING_NOT},
        /* Behind a bus it costs far more than any miss. */
        {{1500, 1, 90, 1400, 1400, 1, 16}, CACHING_COMBINED},
        /* Half way between 1 and 100 is 10, as ratios go. */
        {{9.9, 1, 100, 5, 5, 1, 1}, CACHING_CACHED},
        {{10.1, 1, 100, 5, 50, 1, 1}, CACHING_UNCACHED},
        {{100, 1, 100, 5, 5, 1, 2}, CACHING_COMBINED},
        {{100, 1, 100, 5, 5, 1, 1.99}, CACHING_UNCACHED},
        /* Where hits and misses of normal memory are hardly different. */
        {{5, 5, 14.9, 5, 10, 1, 1}, CACHING_CACHED},
        {{5, 5, 14.9, 5, 9.9, 1, 1}, CACHING_UNKNOWN},
        {{5, 5, 15, 5, 5, 1, 1}, CACHING_CACHED},
        {{15, 5, 15, 5, 10, 1, 1}, CACHING_UNCACHED},
        /* An emulator. */
        {{10, 10, 10, 10, 10, 10, 10}, CACHING_UNKNOWN},
        /* What was not taken tells nothing. */
        {{NAN, 1, 100, 5, 5, 1, 2}, CACHING_UNKNOWN},
        {{1, NAN, 100, 5, 5, 1, 2}, CACHING_UNKNOWN},
        {{1, 1, NAN, 5, 20, 1, 2}, CACHING_CACHED},
        {{1, 1, NAN, NAN, 20, 1, 2}, CACHING_UNKNOWN},
        {{NAN, NAN, NAN, NAN, NAN, NAN, NAN}, CACHING_UNKNOWN},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (!CHECK_STR(caching_name(judge(cases[i].times)), caching_name(cases[i].caching)))
            fprintf(stderr, "    case %zu\n", i);
}

static void test_text(void)
{
    struct evidence e = {98.04, 1.1, 95, 60, 65, NAN, NAN};
    char text[256];

    CHECK_STR(evidence_text(&e, text, sizeof text),
              "a load of the same word 98 ns (normal memory: hit 1.1, miss 95), of a few lines "
              "60, of many 65");
    e.store_next = 2;
    e.store_apart = 20.5;
    CHECK_HAS(evidence_text(&e, text, sizeof text),
              "of many 65; a store to the next word 2, to the next line 20.5");
    CHECK_STR(evidence_text(&e, text, 7), "a load");
}

static const enum caching all[CACHINGS] = {CACHING_UNKNOWN, CACHING_CACHED, CACHING_COMBINED,
                                           CACHING_UNCACHED, CACHING_NOT};

static void test_differ(void)
{
    static const char *const names[CACHINGS] = {"unknown", "cached", "write-combined",
                                                "uncached", "not cached"};
    /* A row and a column of each in this order: not cached is both of those before it. */
    static const char differ[CACHINGS][CACHINGS + 1] = {"00000", "00111", "01010", "01100",
                                                        "01000"};

    for (size_t i = 0; i < CACHINGS; i++) {
        CHECK_STR(caching_name(all[i]), names[i]);
        for (size_t j = 0; j < CACHINGS; j++)
            CHECK(caching_differ(all[i], all[j]) == (differ[i][j] == '1'));
    }
}

static unsigned char memory[2][65536];

/* A clock that fails gives no times, and comes to an end. */
static void test_no_times(bool writable)
{
    const struct evidence_want want = {
        memory[0], memory[0], sizeof memory[0], writable, memory[1], sizeof memory[1], 64};
    const struct timer timer = {.step_ns = 1, .cost_ns = 1, .patience = 1000};
    struct evidence e;

    evidence_take(&e, &want, &timer);
    CHECK(isnan(e.again) && isnan(e.hit) && isnan(e.miss));
    CHECK(isnan(e.hot_read) && isnan(e.cold_read));
    CHECK(isnan(e.store_next) && isnan(e.store_apart));
    CHECK(evidence_judge(&e) == CACHING_UNKNOWN);
}

static bool all_zero(void)
{
    for (size_t i = 0; i < sizeof memory[0]; i++)
        if (memory[0][i] || memory[1][i])
            return false;
    return true;
}

static void test_clocks(void)
{
    fake_clock(1000000000, 1000); /* it stands still */
    test_no_times(false);
    CHECK(all_zero());
    fake_clock(1, 1000);
    fake.back_ns = 1000000100;
    fake.back_by_ns = 1000000000;
    test_no_times(false);
    fake_clock(1, 0);
    test_no_times(true);
}

int main(void)
{
    test_judge();
    test_text();
    test_differ();
    test_clocks();
    return check_done("evidence");
}
