/* SPDX-License-Identifier: MIT */
/*
 * What is done before a process dies: whichever thread is the one that dies, the others store
 * nothing more when the last wish is granted, and the signal is still what ends the process.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "os.h"

enum { MEMBERS = 4, WORDS = 1024, TIMES = 5, TOGETHER = MEMBERS };

/* Seen by the parent too, as a frame buffer is. */
struct shared {
    atomic_uint storing; /* members that have begun */
    atomic_uint wishes;
    volatile uint32_t words[WORDS];
};

struct death {
    struct shared *shared;
    int signal;
    size_t member; /* which one dies; TOGETHER: all do */
};

static void wait_ms(long ms)
{
    const struct timespec time = {.tv_nsec = ms * 1000000};

    nanosleep(&time, NULL);
}

/* Slowly, so that who goes on is seen. */
static void put_back(void *arg)
{
    struct shared *shared = arg;

    atomic_fetch_add(&shared->wishes, 1);
    for (size_t i = 0; i < WORDS; i++)
        shared->words[i] = 0;
    wait_ms(20);
}

static void store(size_t index, void *arg)
{
    const struct death *death = arg;
    const bool dies = death->member == index || death->member == TOGETHER;

    atomic_fetch_add(&death->shared->storing, 1);
    while (atomic_load(&death->shared->storing) < MEMBERS)
        os_yield();
    for (uint32_t n = 1;; n++) {
        for (size_t i = index; i < WORDS; i += MEMBERS)
            death->shared->words[i] = n;
        if (dies && n == 1000)
            pthread_kill(pthread_self(), death->signal);
    }
}

/* What a process that dies so leaves behind. */
static void die(const struct death *death)
{
    static const struct rlimit no_core;
    unsigned *cpus;
    unsigned member_cpus[MEMBERS];
    size_t count;

    if (setrlimit(RLIMIT_CORE, &no_core) < 0 || os_cpus_allowed(&cpus, &count) < 0)
        _exit(EXIT_FAILURE);
    for (size_t i = 0; i < MEMBERS; i++)
        member_cpus[i] = cpus[i % count];
    free(cpus);
    os_last_wish(put_back, death->shared);
    os_team(member_cpus, MEMBERS, store, (void *)(uintptr_t)death);
    _exit(EXIT_FAILURE);
}

/* A child that does not know what the last one did; 0 in the child. */
static pid_t begin(struct shared *shared)
{
    memset((void *)(uintptr_t)shared, 0, sizeof *shared);
    return fork();
}

/* The child died of the signal, and granted so many wishes. */
static void check_end(const struct shared *shared, pid_t child, int signal, unsigned wishes)
{
    int status = 0;

    if (!CHECK(child > 0))
        return;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    CHECK(WIFSIGNALED(status));
    CHECK_EQ_I64(WTERMSIG(status), signal);
    CHECK_EQ_U64(atomic_load(&shared->wishes), wishes);
}

static void test_death(struct shared *shared, int signal, size_t member)
{
    const struct death death = {shared, signal, member};
    const pid_t child = begin(shared);
    size_t dirty = 0;

    if (child == 0)
        die(&death);
    check_end(shared, child, signal, 1);
    for (size_t i = 0; i < WORDS; i++)
        dirty += shared->words[i] != 0;
    CHECK_EQ_U64(dirty, 0);
}

/* Without threads, and taken back. */
static void test_alone(struct shared *shared, bool taken_back)
{
    const pid_t child = begin(shared);

    if (child == 0) {
        os_last_wish(put_back, shared);
        if (taken_back)
            os_last_wish(NULL, NULL);
        raise(SIGUSR1);
        _exit(EXIT_FAILURE);
    }
    check_end(shared, child, SIGUSR1, taken_back ? 0 : 1);
}

/* A sanitizer may have its own handler, which stays. */
static bool is_free(int signal)
{
    struct sigaction action;

    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_DFL;
}

int main(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGQUIT, SIGUSR2};
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (!CHECK(shared != MAP_FAILED))
        return check_done("wish");
    test_alone(shared, false);
    test_alone(shared, true);
    for (int n = 0; n < TIMES; n++)
        for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
            if (!is_free(signals[i]))
                continue;
            test_death(shared, signals[i], 0);
            test_death(shared, signals[i], MEMBERS - 1);
            test_death(shared, signals[i], TOGETHER);
        }
    munmap(shared, sizeof *shared);
    return check_done("wish");
}
