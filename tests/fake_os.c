/* SPDX-License-Identifier: MIT */
#include "fake_os.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "os.h"

struct fake fake;

void fake_clock(uint64_t step_ns, uint64_t read_ps)
{
    fake = (struct fake){.now_ps = 1000000000000u,
                         .step_ns = step_ns,
                         .read_ps = read_ps,
                         .stall_ns = UINT64_MAX,
                         .back_ns = UINT64_MAX,
                         .maps_left = -1};
}

void fake_spend(uint64_t ps)
{
    fake.now_ps += ps;
}

uint64_t os_clock_ns(void)
{
    uint64_t now;

    fake.reads++;
    fake.now_ps += fake.read_ps;
    now = fake.now_ps / 1000;
    if (now >= fake.stall_ns && fake.stall_reads) {
        fake.stall_reads--;
        now = fake.stall_ns;
    }
    if (now >= fake.back_ns) {
        fake.back_ns = UINT64_MAX;
        fake.now_ps -= fake.back_by_ns * 1000;
        now = fake.now_ps / 1000;
    }
    return now / fake.step_ns * fake.step_ns;
}

const char *os_clock_name(void)
{
    return "fake";
}

int os_cpus_allowed(unsigned **ids, size_t *count)
{
    *ids = calloc(1, sizeof **ids);
    *count = 1;
    return *ids ? 0 : -1;
}

bool os_pin_possible(void)
{
    return false;
}

int os_pin(unsigned cpu)
{
    (void)cpu;
    return 0;
}

int os_cpu_now(void)
{
    return -1;
}

int os_team(const unsigned *cpus, size_t count, os_team_fn *fn, void *arg)
{
    (void)cpus;
    if (count != 1) {
        errno = ENOSYS;
        return -1;
    }
    fn(0, arg);
    return 0;
}

void os_yield(void)
{
}

struct os_bell *os_bell_open(void)
{
    return malloc(1);
}

void os_bell_close(struct os_bell *bell)
{
    free(bell);
}

void os_bell_wait(struct os_bell *bell, const atomic_size_t *word, size_t value)
{
    (void)bell, (void)word, (void)value;
}

void os_bell_ring(struct os_bell *bell)
{
    (void)bell;
}

void *os_map(size_t bytes)
{
    if (fake.maps_left == 0) {
        errno = ENOMEM;
        return NULL;
    }
    fake.maps_left -= fake.maps_left > 0;
    return aligned_alloc(os_page_bytes(),
                         (bytes + os_page_bytes() - 1) / os_page_bytes() * os_page_bytes());
}

void os_unmap(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

size_t os_page_bytes(void)
{
    return 4096;
}

int os_fence(void *memory, size_t bytes)
{
    (void)memory, (void)bytes;
    return 0;
}

/* It has base pages only: see src/os_posix_pages.c. */

int os_try(void *memory, size_t bytes, size_t step, size_t *done)
{
    (void)memory, (void)step;
    *done = bytes;
    return 0;
}

int os_smaps(const char *root, const void *memory, size_t bytes, struct os_smaps *smaps)
{
    (void)root, (void)memory;
    *smaps = (struct os_smaps){.page_bytes = 4096, .resident_bytes = bytes};
    return 0;
}

int os_signal(void)
{
    return 0;
}

void os_last_wish(void (*fn)(void *arg), void *arg)
{
    (void)fn, (void)arg;
}
