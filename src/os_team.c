/* SPDX-License-Identifier: MIT */
/* Threads: a gate keeps them from starting before all are there and pinned. */
#include "os.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

void os_yield(void)
{
    sched_yield();
}

struct os_bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung;
};

struct os_bell *os_bell_open(void)
{
    struct os_bell *bell = malloc(sizeof *bell);
    int error;

    if (!bell)
        return NULL;
    error = pthread_mutex_init(&bell->mutex, NULL);
    if (!error) {
        error = pthread_cond_init(&bell->rung, NULL);
        if (!error)
            return bell;
        pthread_mutex_destroy(&bell->mutex);
    }
    free(bell);
    errno = error;
    return NULL;
}

void os_bell_close(struct os_bell *bell)
{
    if (!bell)
        return;
    pthread_cond_destroy(&bell->rung);
    pthread_mutex_destroy(&bell->mutex);
    free(bell);
}

void os_bell_wait(struct os_bell *bell, const atomic_size_t *word, size_t value)
{
    pthread_mutex_lock(&bell->mutex);
    while (atomic_load(word) == value)
        pthread_cond_wait(&bell->rung, &bell->mutex);
    pthread_mutex_unlock(&bell->mutex);
}

void os_bell_ring(struct os_bell *bell)
{
    /* With the mutex, so that nobody is between looking at the word and sleeping. */
    pthread_mutex_lock(&bell->mutex);
    pthread_cond_broadcast(&bell->rung);
    pthread_mutex_unlock(&bell->mutex);
}

enum { GATE_SHUT, GATE_OPEN, GATE_ABORT };

/* Read by handlers: whole before it can be seen, and there while it can. */
static struct member *volatile crew;
static volatile size_t crew_count;

struct member {
    pthread_t thread;
    size_t index;
    unsigned cpu;
    os_team_fn *fn;
    void *arg;
    atomic_int *gate;
    atomic_size_t *ready; /* members that reached the gate */
    atomic_int *error;    /* the errno of one that could not be pinned */
};

static int member_pin(const struct member *m)
{
    return os_pin_possible() ? os_pin(m->cpu) : 0;
}

static void *member_run(void *arg)
{
    struct member *m = arg;

    if (member_pin(m) < 0)
        atomic_store(m->error, errno);
    atomic_fetch_add(m->ready, 1);
    while (atomic_load(m->gate) == GATE_SHUT)
        sched_yield();
    if (atomic_load(m->gate) == GATE_OPEN)
        m->fn(m->index, m->arg);
    return NULL;
}

/* Threads take over the mask of the one that makes them. */
static int create(struct member *m, const pthread_attr_t *attr)
{
    sigset_t set;
    sigset_t before;
    int error;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    error = pthread_create(&m->thread, attr, member_run, m);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

/* Starts members 1 ... count - 1; returns how many threads there are to join. */
static size_t team_start(struct member *members, size_t count, int *error)
{
    pthread_attr_t attr;
    size_t started = 1;

    *error = pthread_attr_init(&attr);
    if (*error)
        return started;
    *error = pthread_attr_setstacksize(&attr, (size_t)256 << 10);
    while (!*error && started < count) {
        *error = create(&members[started], &attr);
        started += !*error;
    }
    pthread_attr_destroy(&attr);
    return started;
}

int os_team(const unsigned *cpus, size_t count, os_team_fn *fn, void *arg)
{
    atomic_int gate = GATE_SHUT;
    atomic_size_t ready = 0;
    atomic_int pin_error = 0;
    struct member *members = calloc(count, sizeof *members);
    size_t started;
    int error;

    if (!members)
        return -1;
    for (size_t i = 0; i < count; i++)
        members[i] = (struct member){.index = i,
                                     .cpu = cpus[i],
                                     .fn = fn,
                                     .arg = arg,
                                     .gate = &gate,
                                     .ready = &ready,
                                     .error = &pin_error};
    members[0].thread = pthread_self();
    error = member_pin(&members[0]) < 0 ? errno : 0;
    started = error ? 1 : team_start(members, count, &error);
    while (atomic_load(&ready) < started - 1)
        sched_yield();
    if (!error)
        error = atomic_load(&pin_error);
    crew_count = started;
    crew = members;
    atomic_store(&gate, error ? GATE_ABORT : GATE_OPEN);
    if (!error)
        fn(0, arg);
    crew = NULL;
    for (size_t i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
    free(members);
    errno = error;
    return error ? -1 : 0;
}

size_t os_team_signal(int signal)
{
    const struct member *const members = crew;
    size_t sent = 0;

    for (size_t i = 0; members && i < crew_count; i++)
        if (!pthread_equal(members[i].thread, pthread_self()))
            sent += pthread_kill(members[i].thread, signal) == 0;
    return sent;
}
