/* SPDX-License-Identifier: MIT */
#include "effort.h"

#include "options.h"

/* That all suites together take at most, if no time is asked for. */
enum { ALL_TIME_MS = 59000 };

/* How long each takes by default. */
static const unsigned times_ms[SUITES] = {
    [SUITE_CLASSIC] = 14000, /* so that 15 s are kept */
    [SUITE_LATENCY] = 24000, [SUITE_VM] = 2000, [SUITE_GUPS] = 14000, [SUITE_SWEEP] = 10000,
};

/* The chosen suites together, each by itself. */
static unsigned suites_ms(const struct options *o)
{
    unsigned ms = 0;

    for (int suite = 0; suite < SUITES; suite++)
        ms += o->suites[suite] ? times_ms[suite] : 0;
    return ms;
}

/* The time that the run has. */
static uint64_t run_ns(const struct options *o)
{
    const unsigned ms = suites_ms(o);

    return o->time_ns ? o->time_ns : (uint64_t)(ms < ALL_TIME_MS ? ms : ALL_TIME_MS) * 1000000;
}

uint64_t effort_share_ns(const struct options *options, enum suite suite)
{
    return run_ns(options) / suites_ms(options) * times_ms[suite];
}

static size_t rounds_most(const struct options *o)
{
    return o->rounds ? o->rounds : o->time_ns ? MEASURE_ROUNDS_MAX : MEASURE_ROUNDS;
}

struct effort effort_plan(const struct options *options, uint64_t start_ns)
{
    const size_t most = rounds_most(options);

    /* Who asks for a number of rounds, and for no time, gets them all. */
    if (options->rounds && !options->time_ns)
        return (struct effort){start_ns, UINT64_MAX / 2, most, most};
    return (struct effort){start_ns, run_ns(options),
                           most < MEASURE_ROUNDS_LEAST ? most : MEASURE_ROUNDS_LEAST, most};
}
