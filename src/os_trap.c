/* SPDX-License-Identifier: MIT */
/* Signals that are caught to be measured, or to survive memory that is not there. */
#include "os.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { TRAPS = 3 };

static const int trapped[TRAPS] = {SIGSEGV, SIGBUS, SIGUSR1};

struct os_trap {
    struct sigaction before[TRAPS];
    sigset_t mask;
};

/*
 * What the handlers see: they are told nothing but the signal. A fault belongs to the thread
 * that set `armed`.
 */
static struct os_trap *trap_now;
static sigjmp_buf jump;
static volatile sig_atomic_t armed;
static volatile uint64_t caught;
static volatile uint64_t wanted; /* faults; with the last one the access is given up */

static void on_fault(int signal)
{
    if (!armed) {
        /* Somebody else's: it comes again, and then finds what was there before. */
        sigaction(signal, &trap_now->before[signal == SIGBUS], NULL);
        return;
    }
    caught = caught + 1;
    if (caught == wanted)
        siglongjmp(jump, 1); // NOLINT(bugprone-signal-handler): out of one access to memory
}

static void on_signal(int signal)
{
    (void)signal;
    caught = caught + 1;
}

static void unblock(sigset_t *before)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < TRAPS; i++)
        sigaddset(&set, trapped[i]);
    pthread_sigmask(SIG_UNBLOCK, &set, before);
}

struct os_trap *os_trap_open(void)
{
    struct os_trap *trap;

    if (trap_now) {
        errno = EBUSY;
        return NULL;
    }
    trap = calloc(1, sizeof *trap);
    if (!trap)
        return NULL;
    trap_now = trap;
    for (size_t i = 0; i < TRAPS; i++) {
        struct sigaction action = {.sa_handler = trapped[i] == SIGUSR1 ? on_signal : on_fault};

        sigemptyset(&action.sa_mask);
        sigaction(trapped[i], &action, &trap->before[i]);
    }
    unblock(&trap->mask);
    return trap;
}

void os_trap_close(struct os_trap *trap)
{
    if (!trap)
        return;
    pthread_sigmask(SIG_SETMASK, &trap->mask, NULL);
    for (size_t i = 0; i < TRAPS; i++)
        sigaction(trapped[i], &trap->before[i], NULL);
    trap_now = NULL;
    free(trap);
}

int os_trap_run(void (*fn)(void *arg), void *arg)
{
    caught = 0;
    wanted = 1;
    /* With the mask: the handler leaves without returning, and the signal blocked. */
    if (sigsetjmp(jump, 1) != 0) {
        armed = 0;
        errno = EFAULT;
        return -1;
    }
    armed = 1;
    fn(arg);
    armed = 0;
    return 0;
}

uint64_t os_trap_faults(void *byte, uint64_t count)
{
    caught = 0;
    wanted = count;
    if (count > 0 && sigsetjmp(jump, 1) == 0) {
        armed = 1;
        *(volatile unsigned char *)byte = 1;
    }
    armed = 0;
    return caught;
}

uint64_t os_trap_signals(uint64_t count, bool send)
{
    const pid_t me = getpid();
    const int signal = send ? SIGUSR1 : 0;

    caught = 0;
    for (; count; count--)
        kill(me, signal);
    return caught;
}
