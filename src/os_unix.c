/* SPDX-License-Identifier: MIT */
/* What every Unix has: signals, files. */
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { STOP_TRIES = 1000 }; /* a millisecond each */

static uint64_t time_ns(const struct timeval *t)
{
    return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_usec * 1000u;
}

uint64_t os_cpu_ns(void)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) < 0)
        return 0;
    return time_ns(&usage.ru_utime) + time_ns(&usage.ru_stime);
}

uint64_t os_seed(void)
{
    return os_clock_ns() ^ (uint64_t)getpid() << 32;
}

bool os_terminal(FILE *stream)
{
    return isatty(fileno(stream));
}

void os_names(char *host, size_t host_size, char *kernel, size_t kernel_size)
{
    struct utsname name;

    if (uname(&name) < 0) {
        snprintf(host, host_size, "unknown");
        snprintf(kernel, kernel_size, "unknown");
        return;
    }
    snprintf(host, host_size, "%s", name.nodename);
    snprintf(kernel, kernel_size, "%s %s %s", name.sysname, name.release, name.machine);
}

void os_start(void)
{
    int fd;

    /* Read-only: what is written to a stream that was closed must still fail. */
    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* Signals. */

static volatile sig_atomic_t noted;

static void note(int signal)
{
    noted = signal;
}

void os_signals_catch(void)
{
    static const int noted_ones[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    struct sigaction before;

    sigemptyset(&action.sa_mask);
    /* What was ignored on purpose, as under nohup, stays so. */
    for (size_t i = 0; i < sizeof noted_ones / sizeof noted_ones[0]; i++)
        if (sigaction(noted_ones[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(noted_ones[i], &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

int os_signal(void)
{
    return noted;
}

void os_signal_die(int signal)
{
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t set;

    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(signal);
}

/* Read by a handler, so that it is whole before the handler is there. */
static void (*volatile wish)(void *arg);
static void *volatile wish_arg;

/* Threads that stopped, and one that grants the wish. */
static atomic_uint stopped;
static atomic_uint granting; /* no flag: ARMv4's libgcc has no atomic bytes */

static void stop(int signal)
{
    (void)signal;
    atomic_fetch_add(&stopped, 1);
    for (;;)
        pause(); // NOLINT(bugprone-signal-handler,cert-sig30-c): as POSIX allows
}

/* So that they store no more into what is put back. */
static void stop_others(void)
{
    const struct timespec step = {.tv_nsec = 1000000};
    struct sigaction action = {.sa_handler = stop};
    size_t told;

    sigfillset(&action.sa_mask);
    if (sigaction(SIGUSR2, &action, NULL) < 0)
        return;
    told = os_team_signal(SIGUSR2);
    for (int tries = 0; tries < STOP_TRIES && atomic_load(&stopped) < told; tries++)
        nanosleep(&step, NULL);
}

// NOLINTBEGIN(bugprone-signal-handler,cert-sig30-c): made for that, and as POSIX allows
static void grant(int signal)
{
    /* Another thread was first. */
    if (atomic_fetch_add(&granting, 1) > 0)
        stop(signal);
    stop_others();
    if (wish)
        wish(wish_arg);
    os_signal_die(signal);
}
// NOLINTEND(bugprone-signal-handler,cert-sig30-c)

void os_last_wish(void (*fn)(void *arg), void *arg)
{
    static const int deaths[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,  SIGABRT,   SIGQUIT, SIGSYS,
                                 SIGTRAP, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};
    struct sigaction action = {.sa_handler = fn ? grant : SIG_DFL};
    struct sigaction before;

    /* No other signal interrupts it; a fault in it ends the process, being blocked. */
    sigfillset(&action.sa_mask);
    wish_arg = arg;
    wish = fn;
    for (size_t i = 0; i < sizeof deaths / sizeof deaths[0]; i++)
        if (sigaction(deaths[i], NULL, &before) == 0 &&
            before.sa_handler == (fn ? SIG_DFL : grant))
            sigaction(deaths[i], &action, NULL);
}

/* Files. */

struct os_file {
    FILE *stream;
    char *path; /* where it is to appear; NULL when written in place */
    char *temp;
    mode_t mode;
};

static void file_free(struct os_file *file)
{
    free(file->path);
    free(file->temp);
    free(file);
}

/* A device or a pipe; a pipe that nobody reads is an error, not a wait. */
static int file_in_place(struct os_file *file, const char *path)
{
    const int fd = open(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_CLOEXEC);
    const int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);

    if (fd < 0)
        return -1;
    if (flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0) {
        close(fd);
        return -1;
    }
    file->stream = fdopen(fd, "w");
    if (!file->stream)
        close(fd);
    return file->stream ? 0 : -1;
}

/* A name in the folder of `path` for mkstemp. */
static char *temporary_name(const char *path)
{
    static const char name[] = ".memspeed.XXXXXX";
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *temp = malloc(folder + sizeof name);

    if (temp) {
        memcpy(temp, path, folder);
        memcpy(temp + folder, name, sizeof name);
    }
    return temp;
}

static int file_temporary(struct os_file *file, const char *path)
{
    int fd;

    /* A link stays, and its target is replaced. */
    file->path = realpath(path, NULL);
    if (!file->path)
        file->path = strdup(path);
    if (!file->path)
        return -1;
    file->temp = temporary_name(file->path);
    if (!file->temp)
        return -1;
    fd = mkstemp(file->temp);
    if (fd < 0)
        return -1;
    file->stream = fdopen(fd, "w");
    if (!file->stream) {
        close(fd);
        unlink(file->temp);
        return -1;
    }
    return 0;
}

/* The permissions of a new file. */
static mode_t new_mode(void)
{
    const mode_t mask = umask(0);

    umask(mask);
    return 0666 & ~mask;
}

static int file_open(struct os_file *file, const char *path)
{
    struct stat st;
    struct stat out;

    file->mode = new_mode();
    if (stat(path, &st) < 0) {
        /* A link to nowhere, or in a circle, is not replaced. */
        if (errno != ENOENT || lstat(path, &st) == 0)
            return -1;
        return file_temporary(file, path);
    }
    if (fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(st.st_mode) && st.st_dev == out.st_dev &&
        st.st_ino == out.st_ino) {
        errno = EBUSY;
        return -1;
    }
    if (!S_ISREG(st.st_mode))
        return file_in_place(file, path);
    file->mode = st.st_mode & 07777;
    return file_temporary(file, path);
}

struct os_file *os_file_create(const char *path)
{
    struct os_file *file = calloc(1, sizeof *file);
    int error;

    if (!file)
        return NULL;
    if (file_open(file, path) == 0)
        return file;
    error = errno;
    file_free(file);
    errno = error;
    return NULL;
}

FILE *os_file_stream(struct os_file *file)
{
    return file->stream;
}

/* fsync, as far as this file system has it. */
static int file_sync(int fd)
{
    if (fsync(fd) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP)
        return 0;
    return -1;
}

int os_file_commit(struct os_file *file)
{
    int error = 0;

    if (fflush(file->stream) != 0 || ferror(file->stream))
        error = errno ? errno : EIO;
    if (!error && file->temp) {
        /* Some file systems have no permissions to set: the results matter more. */
        (void)fchmod(fileno(file->stream), file->mode);
        if (file_sync(fileno(file->stream)) < 0)
            error = errno;
    }
    if (fclose(file->stream) != 0 && !error)
        error = errno;
    if (!error && file->temp && rename(file->temp, file->path) < 0)
        error = errno;
    if (error && file->temp)
        unlink(file->temp);
    file_free(file);
    errno = error;
    return error ? -1 : 0;
}

void os_file_discard(struct os_file *file)
{
    fclose(file->stream);
    if (file->temp)
        unlink(file->temp);
    file_free(file);
}
