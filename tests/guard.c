/* SPDX-License-Identifier: MIT */
/* Needs _DEFAULT_SOURCE: MAP_ANONYMOUS, sigaltstack, setitimer. */
#include "guard.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "clobber.h"

enum {
    OPEN = PROT_READ | PROT_WRITE,
    LOW = 1,
    HIGH = 3,
    SIGNAL_STACK = 65536,
    LIMIT_US = 500000
};

/* What the signal handler needs. */
static sigjmp_buf escape;
static struct guarded *volatile current;
static volatile sig_atomic_t shut_page;
static unsigned char signal_stack[SIGNAL_STACK];

int arena_map(struct arena *arena, size_t pages, size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t need = (bytes + page - 1) / page;
    const size_t size = (need > pages ? need : pages) * page;
    unsigned char *const map =
        mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (map == MAP_FAILED)
        return -1;
    *arena = (struct arena){map + page, malloc(size), size, page};
    if (!arena->image || mprotect(arena->data, size, OPEN) != 0) {
        arena_unmap(arena);
        return -1;
    }
    return 0;
}

void arena_unmap(struct arena *arena)
{
    munmap(arena->data - arena->page, arena->size + 2 * arena->page);
    free(arena->image);
    *arena = (struct arena){0};
}

int arena_protect(const struct arena *arena, size_t page, int protection)
{
    return mprotect(arena->data + page * arena->page, arena->page, protection);
}

void arena_preset(const struct arena *arena, size_t at, size_t bytes)
{
    memcpy(arena->data, arena->image, arena->size);
    for (size_t i = at; i < at + bytes; i++)
        arena->data[i] ^= 0xff;
}

size_t arena_difference(const struct arena *arena)
{
    size_t i = 0;

    if (memcmp(arena->data, arena->image, arena->size) == 0)
        return arena->size;
    while (arena->data[i] == arena->image[i])
        i++;
    return i;
}

/* Whether the fault is what the protected page is there for; if so, moves the protection. */
static bool move_protection(struct guarded *call, uintptr_t address)
{
    const struct arena *const arena = call->arena;
    const size_t page = (size_t)shut_page;
    const size_t other = LOW + HIGH - page;
    uintptr_t begin;

    if (!arena || call->moves == call->moves_max)
        return false;
    begin = (uintptr_t)arena->data + page * arena->page;
    if (address - begin >= arena->page)
        return false;
    call->moves++;
    shut_page = (sig_atomic_t)other;
    return arena_protect(arena, page, OPEN) == 0 &&
           arena_protect(arena, other, call->protection) == 0;
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct guarded *const call = current;
    const uintptr_t address = (uintptr_t)info->si_addr;

    (void)context;
    if (!call) {
        if (number != SIGVTALRM)
            signal(number, SIG_DFL); /* not a kernel's: happens again, and ends the test */
        return;
    }
    if (number == SIGSEGV && move_protection(call, address))
        return;
    call->signal = number;
    call->address = address;
    siglongjmp(escape, 1);
}

int guard_install(void)
{
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGVTALRM};
    const stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};

    sigemptyset(&action.sa_mask);
    if (sigaltstack(&stack, NULL) != 0)
        return -1;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (sigaction(signals[i], &action, NULL) != 0)
            return -1;
    return 0;
}

/* Limits the processor time from now on; 0: no more. */
static int limit_time(suseconds_t us)
{
    const struct itimerval timer = {.it_value = {.tv_usec = us}};

    return setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

int guard_call(struct guarded *call)
{
    call->moves = 0;
    call->clobbered = 0;
    call->signal = 0;
    call->address = 0;
    shut_page = LOW;
    if (call->arena && arena_protect(call->arena, LOW, call->protection) != 0)
        return -1;
    if (limit_time(LIMIT_US) != 0)
        return -1;
    current = call;
    if (sigsetjmp(escape, 1) == 0)
        call->clobbered = clobber_call(call->run, call->pass, call->extra);
    current = NULL;
    if (limit_time(0) != 0)
        return -1;
    return call->arena ? arena_protect(call->arena, (size_t)shut_page, OPEN) : 0;
}
