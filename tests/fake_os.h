/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_FAKE_OS_H
#define MEMSPEED_FAKE_OS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A system whose time passes only when told to: by fake_spend(), as fake kernels do, and by
 * `read_ps` with each reading of the clock. Readings are floored to `step_ns`.
 *
 *   stall_ns   from this time on the clock stands still, for `stall_reads` readings
 *   back_ns    at the first reading after this time it steps back by `back_by_ns`
 *   maps_left  mappings that succeed before os_map() fails with ENOMEM; negative: all do
 */
struct fake {
    uint64_t now_ps;
    uint64_t read_ps;
    uint64_t step_ns;
    uint64_t stall_ns;
    uint64_t stall_reads;
    uint64_t back_ns;
    uint64_t back_by_ns;
    uint64_t reads;
    int maps_left;
};

extern struct fake fake;

/* A clock with a step and a cost of reading, nothing wrong with it, at one second. */
void fake_clock(uint64_t step_ns, uint64_t read_ps);
void fake_spend(uint64_t ps);

#endif
