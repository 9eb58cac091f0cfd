/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include <math.h>

#include "kernel.h"
#include "os.h"

enum {
    LEARN_STEPS = 64,
    LEARN_READINGS = 1 << 23, /* half a second at 60 ns: far more than any clock's step */
    LEARN_NS = 100000000,
    TRIES = 8,
};

int timer_learn(struct timer *timer)
{
    const uint64_t first = os_clock_ns();
    uint64_t last = first;
    uint64_t longest = 0;
    uint64_t since = 0;
    uint64_t readings = 0;
    unsigned steps = 0;

    timer->step_ns = UINT64_MAX;
    while (steps < LEARN_STEPS && readings < LEARN_READINGS &&
           (steps < 3 || last < first || last - first < LEARN_NS)) {
        const uint64_t now = os_clock_ns();

        readings++;
        since++;
        if (now > last) {
            timer->step_ns = now - last < timer->step_ns ? now - last : timer->step_ns;
            longest = since > longest ? since : longest;
            since = 0;
            steps++;
        }
        last = now;
    }
    if (steps < 3 || last <= first)
        return -1;
    timer->cost_ns = (last - first) / readings;
    timer->patience = 16 * longest + 4096;
    return 0;
}

uint64_t timer_edge(const struct timer *timer, void (*idle)(void *), void *arg)
{
    const uint64_t first = os_clock_ns();

    for (uint64_t n = timer->patience; n != 0; n--) {
        uint64_t now;

        if (idle)
            idle(arg);
        now = os_clock_ns();
        if (now != first)
            return now > first ? now : 0;
    }
    return 0;
}

uint64_t timer_least_ns(const struct timer *timer)
{
    return 256 * timer->step_ns;
}

/* One try of the below. */
static double try_mhz(const struct timer *timer, uint64_t ns)
{
    const uint64_t least = ns > timer_least_ns(timer) ? ns : timer_least_ns(timer);
    const uint64_t start = timer_edge(timer, NULL, NULL);
    uint64_t adds = 0;
    uint64_t now = start;

    /* Steps of an eighth: coarse clocks see the end early enough, fine ones are not read often. */
    for (unsigned n = 0; start && n < 400; n++) {
        adds += ms_adds((size_t)(16 + adds / 64 / 8));
        now = os_clock_ns();
        if (now < start)
            return 0;
        if (now - start >= least)
            break;
    }
    return now > start ? (double)adds * 1e3 / (double)(now - start) : 0;
}

double timer_mhz(const struct timer *timer, uint64_t ns)
{
    const unsigned tries = timer->step_ns < TIMER_COARSE_NS ? TRIES : 1;
    double best = 0;

    for (unsigned n = 0; n < tries; n++) {
        const double mhz = try_mhz(timer, ns / tries);

        best = mhz > best ? mhz : best;
    }
    return best;
}

void timer_warm_up(const struct timer *timer)
{
    const uint64_t start = os_clock_ns();
    double before = timer_mhz(timer, 10000000);

    for (unsigned n = 0; n < 50; n++) {
        const double now = timer_mhz(timer, 10000000);
        const uint64_t end = os_clock_ns();

        if (fabs(now - before) < 0.01 * before || end < start || end - start > 500000000)
            return;
        before = now;
    }
}
