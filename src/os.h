/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_OS_H
#define MEMSPEED_OS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Everything that memspeed asks of the operating system. os_unix*.c, os_scratch.c, os_team.c
 * and os_trap.c hold what every Unix has, os_linux*.c what Linux adds, os_posix.c what is said
 * where there is no more.
 *
 * Functions return 0, or -1 with errno, unless stated. `root` is put before the paths below
 * /proc and /sys ("" for the running system), so that another machine's tree can be read.
 */

/* The raw monotonic clock in nanoseconds; 0 if the system has none. */
uint64_t os_clock_ns(void);
const char *os_clock_name(void);

/* The processor's time that all threads of this process took, in nanoseconds; 0 if unknown. */
uint64_t os_cpu_ns(void);

/* The CPUs that this process may use, ascending; *ids is to be freed. */
int os_cpus_allowed(unsigned **ids, size_t *count);

/* Whether the system can pin at all; then: binds the calling thread to one CPU. */
bool os_pin_possible(void);
int os_pin(unsigned cpu);

/* The CPU that runs the calling thread, or -1 where that is not known. */
int os_cpu_now(void);

/*
 * Runs fn(0, arg) on the calling thread and fn(1, arg) ... fn(count - 1, arg) on threads of
 * their own, each pinned to its CPU where the system can pin, and waits for all. None is
 * started when one of them can't be made or pinned. SIGUSR1 is the caller's: see
 * os_trap_open().
 */
typedef void os_team_fn(size_t index, void *arg);
int os_team(const unsigned *cpus, size_t count, os_team_fn *fn, void *arg);

/*
 * Sends a signal to all threads that os_team() runs now, except to the calling one; returns to
 * how many. Signal handlers may call it.
 */
size_t os_team_signal(int signal);

/* A number that differs from run to run; and whether a stream is a terminal. */
uint64_t os_seed(void);
bool os_terminal(FILE *stream);

/* Gives the processor to others; for a thread that waits for another. */
void os_yield(void);

/*
 * Where threads sleep that wait for long: os_bell_wait() returns once *word is no longer
 * `value`; who changes it rings afterwards. NULL with errno if there is none to be had.
 */
struct os_bell;
struct os_bell *os_bell_open(void);
void os_bell_close(struct os_bell *bell);
void os_bell_wait(struct os_bell *bell, const atomic_size_t *word, size_t value);
void os_bell_ring(struct os_bell *bell);

/* Anonymous private memory in ordinary pages (no transparent huge ones); NULL with errno. */
void *os_map(size_t bytes);
void os_unmap(void *memory, size_t bytes);
size_t os_page_bytes(void);

/* From now on touching this part of os_map()'s memory, whole pages, is an error. */
int os_fence(void *memory, size_t bytes);

/* From now on the memory, whole pages of os_map(), may only be read. */
int os_map_protect(void *memory, size_t bytes);

/*
 * Writes a byte to each `step` bytes of memory in such a way that pages which can't be had give
 * an error (EFAULT) instead of SIGBUS; *done is how many bytes came before.
 */
int os_try(void *memory, size_t bytes, size_t step, size_t *done);

/*
 * Asks for transparent huge pages in memory of os_map() that was not touched yet, and, once it
 * was, for those that are still missing; the second is a help that few systems have.
 */
int os_huge(void *memory, size_t bytes);
void os_collapse(void *memory, size_t bytes);

/* Like os_map(), in huge pages of this size from the system's pool; untouched. */
void *os_map_pool(size_t bytes, size_t page_bytes);

/* What the system tells of memory, all in bytes. */
struct os_smaps {
    uint64_t page_bytes;     /* of the mapping; 0 if not said */
    uint64_t resident_bytes; /* in memory, pages of a pool left out */
    uint64_t huge_bytes;     /* of these, in transparent pages that replace a page table */
    uint64_t pool_bytes;     /* in pages of a pool, where `pool_said` */
    bool pool_said;
};

/*
 * Describes `bytes` from `memory` on; ENOENT or ENOSYS if the system does not, ERANGE if it
 * knows this memory not at all, or only together with its neighbours.
 */
int os_smaps(const char *root, const void *memory, size_t bytes, struct os_smaps *smaps);

/* Memory that lies in pieces of one size, each contiguous and aligned, and seen whole. */
struct os_pieces {
    size_t piece_bytes;
    uint64_t bytes;
};

/*
 * The same from the kernel's own table of pages: writes at most `max` sizes to `pieces`;
 * returns how many, 0 where this process may not look, or it would take too long.
 */
size_t os_pieces(const char *root, const void *memory, size_t bytes, struct os_pieces *pieces,
                 size_t max);

/*
 * A file to measure with: made in `folder`, for reading and writing, and unlinked at once, so
 * that nothing is left behind however the process ends. Returns its descriptor.
 *
 * os_scratch_write() appends all or fails; os_scratch_sync() waits until the disk has it;
 * os_scratch_read() reads on from where the last one ended and returns how many bytes, fewer
 * than wanted only at the file's end; os_scratch_rewind() goes back to the beginning.
 */
int os_scratch_open(const char *folder);
int os_scratch_write(int fd, const void *data, size_t bytes);
int os_scratch_sync(int fd);
int os_scratch_rewind(int fd);
ptrdiff_t os_scratch_read(int fd, void *data, size_t bytes);
void os_scratch_close(int fd);

/*
 * Maps the file's first `bytes`, shared, for os_unmap(); NULL with errno. os_scratch_stale()
 * declares what the mapping has of the file old, where the system knows such a thing.
 */
void *os_scratch_map(int fd, size_t bytes, bool writable);
int os_scratch_stale(void *memory, size_t bytes);

/*
 * Catches SIGSEGV, SIGBUS and SIGUSR1, and lets them through to this thread, until it is
 * closed: then actions and mask are again as they were. NULL with errno, EBUSY if there is one
 * already. Meanwhile other threads must not get these signals.
 *
 * os_trap_run() runs fn(arg) and returns 0; or leaves it, and returns -1 with EFAULT, when it
 * accesses memory that is not there. What fn() changed until then is kept if it is volatile.
 *
 * The other two return how many signals were caught: os_trap_faults() writes to a byte that
 * may only be read until that many faults have come (0 if the byte can be written);
 * os_trap_signals() sends so many SIGUSR1 to the process, or as many times sends nothing by
 * the same system call, which then returns 0.
 */
struct os_trap;
struct os_trap *os_trap_open(void);
void os_trap_close(struct os_trap *trap);
int os_trap_run(void (*fn)(void *arg), void *arg);
uint64_t os_trap_faults(void *byte, uint64_t count);
uint64_t os_trap_signals(uint64_t count, bool send);

/*
 * Bytes that can still be used without swapping: what the kernel calls available, bounded by
 * the control groups' limits; OS_MEMORY_UNKNOWN where the system does not say.
 */
#define OS_MEMORY_UNKNOWN UINT64_MAX
uint64_t os_memory_available(const char *root);

/* Memory in bytes; OS_MEMORY_UNKNOWN in a member stands for "not said" or "no limit". */
struct os_memory {
    uint64_t total;
    uint64_t available; /* whatever the limits */
    uint64_t limit;     /* the lowest of this process' control groups */
    uint64_t left;      /* what the limits leave */
    bool grouped;       /* the system says in which group this process is */
    const char *source; /* of `available`: a constant, NULL if it is unknown */
};
void os_memory(const char *root, struct os_memory *memory);

/*
 * A size of transparent huge pages, and when they are used: "always", "madvise", "never", or ""
 * if the line that should say it, `said`, chooses none. `source` is a constant.
 */
enum { OS_SAID = 16, OS_LINE = 64 };
struct os_thp {
    size_t page_bytes; /* 0: not said */
    char mode[OS_SAID];
    char said[OS_LINE];
    const char *source;
};

/*
 * Writes at most `max` sizes, and how many to *count; the first is the one that replaces a
 * whole page table, the others follow ascending. -1 where the system does not say that it has
 * any.
 */
int os_thp(const char *root, struct os_thp *sizes, size_t max, size_t *count);

/*
 * A pool of huge pages: all, those that are there for the asking, and how many more the kernel
 * would try to make on demand. OS_MEMORY_UNKNOWN in the first two stands for "not said". `file`
 * is where the number is set, `source`, a constant, who said it.
 */
struct os_pool {
    size_t page_bytes;
    uint64_t total;
    uint64_t free;
    uint64_t spare;
    char file[80];
    const char *source;
};

/*
 * Writes at most `max` pools, ascending, and how many to *count. -1 if it is not known whether
 * there are any. Pages that this process has too few addresses for are left out.
 */
int os_pools(const char *root, struct os_pool *pools, size_t max, size_t *count);

/* The NUMA nodes, ascending, *ids to be freed; a node's CPUs likewise, and its memory. */
int os_nodes(const char *root, unsigned **ids, size_t *count);
int os_node_cpus(const char *root, unsigned node, unsigned **ids, size_t *count);
uint64_t os_node_bytes(const char *root, unsigned node);

/* Whether the system tells more of itself than POSIX has; if not, most below is never known. */
bool os_describes(void);

/*
 * Lists of CPUs as the system gives them, ascending; *ids is to be freed. errno is EINVAL for a
 * list that can't be understood.
 */
enum os_cpus { OS_CPUS_PRESENT, OS_CPUS_ONLINE, OS_CPUS_OFFLINE };
int os_cpus(const char *root, enum os_cpus which, unsigned **ids, size_t *count);

/*
 * A cache of one CPU; 0 in a member stands for "not said", or for what no cache has. The texts
 * are the system's own, "" for nothing.
 */
struct os_cache {
    unsigned index; /* the system's number */
    unsigned level;
    char type; /* 'D'ata, 'I'nstruction, 'U'nified */
    uint64_t bytes;
    unsigned line;
    unsigned ways;
    unsigned sets;
    unsigned shared; /* CPUs that share it */
    char size_said[OS_SAID];
    char line_said[OS_SAID];
    char ways_said[OS_SAID];
};

/* Writes at most `max` caches of `cpu` to `caches`; returns how many, 0 if none is described.
 */
size_t os_caches(const char *root, unsigned cpu, struct os_cache *caches, size_t max);

/* The CPUs that share a cache, `index` being the system's number; *ids is to be freed. */
int os_cache_sharers(const char *root, unsigned cpu, unsigned index, unsigned **ids,
                     size_t *count);

/* A CPU's capacity relative to the others (bigger is faster), or 0 where nothing tells. */
unsigned long os_cpu_capacity(const char *root, unsigned cpu);

/* A CPU's identification register (MIDR on ARM), or 0; *source is a constant: who said it. */
uint32_t os_cpu_id(const char *root, unsigned cpu, const char **source);

/* The name that /proc/cpuinfo gives the CPU. */
int os_cpu_text(const char *root, unsigned cpu, char *text, size_t size);

/* Frequency governor of the CPU, and host name, kernel and its machine as uname tells them. */
int os_governor(const char *root, unsigned cpu, char *text, size_t size);
void os_names(char *host, size_t host_size, char *kernel, size_t kernel_size);

/* The clock of a CPU as the system sees it, in kHz; 0 in a member stands for "not said". */
struct os_frequency {
    unsigned long now_khz;
    unsigned long least_khz;
    unsigned long most_khz;
};
void os_frequency(const char *root, unsigned cpu, struct os_frequency *frequency);

/* What the running kernel was started with. */
int os_command_line(const char *root, char *text, size_t size);

/* The load average over a minute, or a negative number. */
double os_load(void);

/* Feature words of the auxiliary vector (AT_HWCAP, AT_HWCAP2 for `word` 0, 1); 0 if none. */
unsigned long os_hwcap(unsigned word);

/* Whether the program was linked statically, so that the libc in it is not the system's. */
bool os_static(void);

/* The user-mode emulator that runs this process ("qemu-arm"), if one does. */
bool os_emulator(char *name, size_t size);

/*
 * To be called first: sees to it that files which are opened later do not take the place of a
 * standard stream that was closed.
 */
void os_start(void);

/*
 * From now on SIGINT, SIGTERM, SIGHUP and SIGXCPU are noted instead of ending the process,
 * unless they were ignored before; and writing to a closed pipe or beyond a limit is an error
 * instead of a signal. os_signal() tells the noted one, or 0; os_signal_die() ends the process
 * by it.
 */
void os_signals_catch(void);
int os_signal(void);
void os_signal_die(int signal);

/*
 * Has fn(arg) called before the process dies of a fault, of abort(), or of another signal that
 * ends processes on all systems and is not noted, once. os_team()'s other threads have stopped
 * for good then, or did not within a second; fn may do no more than signal handlers may. NULL
 * takes it back.
 */
void os_last_wish(void (*fn)(void *arg), void *arg);

/*
 * A file that appears whole or not at all: written in the folder of `path`, or of what it links
 * to, under a temporary name, and renamed by os_file_commit() after fsync; an existing file's
 * permissions stay. What exists and is no regular file is written in place. Creating fails with
 * EBUSY for the file that is standard output. Both closing calls free the file; a failed commit
 * leaves nothing behind.
 */
struct os_file;
struct os_file *os_file_create(const char *path);
FILE *os_file_stream(struct os_file *file);
int os_file_commit(struct os_file *file);
void os_file_discard(struct os_file *file);

#endif
