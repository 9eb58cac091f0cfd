/* SPDX-License-Identifier: MIT */
/*
 * Threads that wait for orders: they take no processor's time while the leader does something
 * alone, no order is lost between going to sleep and waking, and the signals that the leader
 * measures do not go to them.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "os.h"
#include "team.h"

enum { ORDERS = 2000, REST_MS = 300 };

static atomic_size_t passes;
static atomic_size_t blocked;

static void count_pass(const struct pass *pass)
{
    (void)pass;
    atomic_fetch_add(&passes, 1);
}

static const struct kernel kernel = {
    .method = "READ", .run = count_pass, .op = OP_READ, .width = 4, .block = 512};

static void rest(long us)
{
    const struct timespec time = {us / 1000000, us % 1000000 * 1000};

    nanosleep(&time, NULL);
}

/* The processor's time while there is nothing to do; then orders after rests of any length. */
static void lead(struct team *team)
{
    uint64_t cpu;

    CHECK_EQ_I64(team_order(team, ORDER_OPEN, 0, 0), 0);
    cpu = os_cpu_ns();
    rest(REST_MS * 1000L);
    cpu = os_cpu_ns() - cpu;
    CHECK(cpu < REST_MS * UINT64_C(1000000) / 3);
    for (int i = 0; i < ORDERS; i++) {
        CHECK_EQ_I64(team_order(team, ORDER_LEAD_IN, 0, LAYOUT_COLD_OP), 0);
        CHECK_EQ_U64(atomic_load(&passes), team->count * (size_t)(i + 1));
        if (i % 8 == 0)
            rest(i / 8);
    }
    team_order(team, ORDER_QUIT, 0, 0);
}

static bool blocks(int signal)
{
    sigset_t mask;

    return pthread_sigmask(SIG_SETMASK, NULL, &mask) == 0 && sigismember(&mask, signal) == 1;
}

static void member(size_t index, void *arg)
{
    struct team *team = arg;

    if (index == 0) {
        CHECK(!blocks(SIGUSR1));
        lead(team);
        return;
    }
    atomic_fetch_add(&blocked, blocks(SIGUSR1) && !blocks(SIGTERM) && !blocks(SIGSEGV));
    team_follow(team, index);
}

int main(void)
{
    struct layout layout = {.buffer_bytes = 65536, .line_bytes = 64};
    struct cell cell = {.kernel = &kernel};
    struct timer timer = {0};
    struct plan plan = {.cells = &cell, .count = 1};
    struct team team = {
        .plan = &plan, .layout = &layout, .timer = &timer, .seed = 1, .count = 2};
    unsigned *cpus;
    size_t count;

    layout.hot[OP_READ] = (struct hot){.block_bytes = 512, .span_bytes = 512};
    if (!CHECK(os_cpus_allowed(&cpus, &count) == 0))
        return check_done("team");
    if (count < 2) {
        puts("team: skipped, there is one CPU only");
        free(cpus);
        return 0;
    }
    CHECK(team_init(&team) == 0);
    CHECK(os_team(cpus, 2, member, &team) == 0);
    CHECK_EQ_U64(atomic_load(&blocked), 1);
    CHECK(!blocks(SIGUSR1));
    team_free(&team);
    free(cpus);
    return check_done("team");
}
