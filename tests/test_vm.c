/* SPDX-License-Identifier: MIT */
/*
 * Costs through the operating system: that each does what its definition says, counted or
 * summed from outside; that nothing is left behind; and that a file which becomes shorter
 * and folders that take none are errors. Times are not looked at.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "check.h"
#include "os.h"
#include "random.h"
#include "vm.h"
#include "vm_loops.h"

enum { FILE_BYTES = 1 << 20, MEMORY_BYTES = 4096 };

static struct random draws;

static bool open_vm(struct vm *vm, enum vm_cost cost, size_t bytes)
{
    if (vm_open(vm, cost, bytes, &draws) == 0 && vm_catch(vm) == 0)
        return true;
    CHECK_REASON(strerror(errno), vm->why);
    vm_close(vm);
    return false;
}

/* Many costs may be open; signals are one's. */
static void test_two(void)
{
    struct vm a;
    struct vm b;

    if (!open_vm(&a, VM_FAULT, FILE_BYTES))
        return;
    CHECK_EQ_I64(vm_open(&b, VM_PROTECT, MEMORY_BYTES, &draws), 0);
    errno = 0;
    CHECK(vm_catch(&b) == -1 && errno == EBUSY);
    CHECK_STR(b.why, "signals");
    CHECK_EQ_I64(vm_run(&a, 1), 0);
    vm_release(&a);
    vm_release(&a);
    CHECK_EQ_I64(vm_catch(&b), 0);
    CHECK_EQ_I64(vm_run(&b, 10), 0);
    vm_close(&b);
    vm_close(&a);
}

/* The file's contents, to be freed. */
static unsigned char *contents(const struct vm *vm)
{
    unsigned char *data = malloc(vm->bytes);
    struct stat st;

    CHECK(fstat(vm->fd, &st) == 0);
    CHECK_EQ_U64((uint64_t)st.st_size, vm->bytes);
    CHECK_EQ_U64((uint64_t)st.st_nlink, 0);
    if (CHECK(data))
        CHECK_EQ_I64(pread(vm->fd, data, vm->bytes, 0), (int64_t)vm->bytes);
    return data;
}

/* The sum of all words of `width` bytes in memory order. */
static unsigned long sum_of(const unsigned char *data, size_t bytes, size_t width)
{
    unsigned long sum = 0;

    for (size_t i = 0; i < bytes; i += width) {
        uint32_t half;
        unsigned long word;

        if (width == sizeof word) {
            memcpy(&word, data + i, sizeof word);
            sum += word;
        } else {
            memcpy(&half, data + i, sizeof half);
            sum += half;
        }
    }
    return sum;
}

/* Written are the bytes at multiples of 16 KiB in the first tenth, and no others. */
static void test_mmap(void)
{
    const size_t bytes = 2 * FILE_BYTES + 100;
    unsigned char *before;
    unsigned char *after;
    size_t differ = 0;
    size_t zeros = 0;
    struct vm vm;

    if (!open_vm(&vm, VM_MMAP, bytes))
        return;
    CHECK_EQ_U64(vm.bytes, 2 * FILE_BYTES);
    before = contents(&vm);
    CHECK_EQ_I64(vm_run(&vm, 3), 0);
    after = contents(&vm);
    CHECK(!vm.map);
    for (size_t i = 0; i < vm.bytes; i++) {
        zeros += before[i] == 0;
        if (before[i] != after[i]) {
            differ++;
            CHECK(i % 16384 == 0 && i < 209715);
        }
    }
    CHECK_EQ_U64(zeros, 0);
    CHECK_EQ_U64(differ, 13); /* 209715 / 16384 = 12.8 */
    free(before);
    free(after);
    vm_close(&vm);
}

/* What a cost has of another one is the same, and stays when it is closed. */
static void test_like(void)
{
    struct vm owner;
    struct vm vm;
    unsigned char *data;

    if (!open_vm(&owner, VM_MMAP, FILE_BYTES))
        return;
    data = contents(&owner);
    vm_release(&owner);
    CHECK_EQ_I64(vm_open_like(&vm, VM_FILE_READ, &owner, &draws), 0);
    CHECK_EQ_I64(vm.fd, owner.fd);
    CHECK_EQ_U64(vm.bytes, FILE_BYTES);
    CHECK_EQ_I64(vm_catch(&vm), 0);
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    CHECK_EQ_U64(vm.sum, sum_of(data, FILE_BYTES, sizeof(long)));
    vm_close(&vm);
    CHECK_EQ_I64(vm_open_like(&vm, VM_FAULT, &owner, &draws), 0);
    CHECK_EQ_I64(vm_catch(&vm), 0);
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    vm_close(&vm);
    free(data);
    CHECK_EQ_I64(vm_catch(&owner), 0);
    CHECK_EQ_I64(vm_run(&owner, 1), 0);
    vm_close(&owner);

    CHECK_EQ_I64(vm_open(&owner, VM_COPY_LIBC, MEMORY_BYTES, &draws), 0);
    CHECK_EQ_I64(vm_open_like(&vm, VM_WRITE, &owner, &draws), 0);
    CHECK(vm.to.base == owner.to.base);
    CHECK_EQ_I64(vm_catch(&vm), 0);
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    vm_close(&vm);
    CHECK_EQ_U64(sum_of(owner.to.base, MEMORY_BYTES, 4), MEMORY_BYTES / 4);
    CHECK_EQ_I64(vm_open_like(&vm, VM_FAULT, &owner, &draws), -1); /* so small a file */
    CHECK_EQ_I64(vm_catch(&owner), 0);
    CHECK_EQ_I64(vm_run(&owner, 1), 0);
    vm_close(&owner);
}

static int compare_sizes(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a;
    const size_t y = *(const size_t *)b;

    return (x > y) - (x < y);
}

/* Every page once, in an order that is not the file's. */
static void test_fault(void)
{
    const size_t page = os_page_bytes();
    unsigned long want = 0;
    size_t in_place = 0;
    unsigned char *data;
    struct vm vm;

    if (!open_vm(&vm, VM_FAULT, FILE_BYTES + page / 2))
        return;
    CHECK_EQ_U64(vm.bytes, FILE_BYTES);
    data = contents(&vm);
    for (size_t i = 0; i < FILE_BYTES; i += page)
        want += data[i];
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    CHECK_EQ_U64(vm.sum, want);
    CHECK_EQ_I64(vm_run(&vm, 2), 0);
    CHECK_EQ_U64(vm.sum, 3 * want);
    for (size_t i = 0; i < FILE_BYTES / page; i++)
        in_place += vm.order[i] == i * page;
    CHECK(in_place < FILE_BYTES / page / 4);
    qsort(vm.order, FILE_BYTES / page, sizeof *vm.order, compare_sizes);
    for (size_t i = 0; i < FILE_BYTES / page; i++)
        CHECK_EQ_U64(vm.order[i], i * page);
    free(data);
    vm_close(&vm);
}

static unsigned long minor_faults(void)
{
    struct rusage usage;

    return getrusage(RUSAGE_SELF, &usage) == 0 ? (unsigned long)usage.ru_minflt : 0;
}

/*
 * What was mapped before is unmapped: so many mappings would exceed the addresses, or what a
 * process may have (65530 by default).
 */
static void test_remap(void)
{
    struct vm vm;

    if (!open_vm(&vm, VM_REMAP, FILE_BYTES))
        return;
    CHECK_EQ_I64(vm_run(&vm, sizeof(void *) == 4 ? ((uint64_t)4 << 30) / FILE_BYTES : 66000),
                 0);
    CHECK(vm.map);
    CHECK(!vm.order);
    vm_close(&vm);
}

/* Each operation faults the file in again; mapping alone, and summing what is there, do not. */
static void test_faults_come(void)
{
    static const struct {
        enum vm_cost cost;
        bool faults;
    } known[] = {{VM_FAULT, true}, {VM_REMAP, false}, {VM_MMAP_READ, false}};
    char name[64];
    const bool emulated = os_emulator(name, sizeof name);

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        unsigned long faults;
        struct vm vm;

        if (!open_vm(&vm, known[i].cost, FILE_BYTES))
            continue;
        CHECK_EQ_I64(vm_run(&vm, 2), 0);
        faults = minor_faults();
        CHECK_EQ_I64(vm_run(&vm, 64), 0);
        faults = minor_faults() - faults;
        /* A fault may bring the pages around it in too. */
        if (known[i].faults)
            CHECK(faults >= 64);
        else if (!emulated) /* an emulator has faults of its own */
            CHECK(faults < 64);
        vm_close(&vm);
    }
}

static void test_rereads(enum vm_cost cost)
{
    unsigned char *data;
    struct vm vm;

    /* Not a multiple of the pieces that are read. */
    if (!open_vm(&vm, cost, 3 * VM_CHUNK + 5 * VM_UNIT + 7))
        return;
    CHECK_EQ_U64(vm.bytes, 3 * VM_CHUNK + 5 * VM_UNIT);
    data = contents(&vm);
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    CHECK_EQ_U64(vm.sum, sum_of(data, vm.bytes, sizeof(long)));
    CHECK_EQ_I64(vm_run(&vm, 2), 0);
    CHECK_EQ_U64(vm.sum, 3 * sum_of(data, vm.bytes, sizeof(long)));
    free(data);
    vm_close(&vm);
}

static void test_memory(void)
{
    struct vm vm;

    for (unsigned cost = VM_COPY_LIBC; cost <= VM_COPY_HAND; cost++) {
        if (!open_vm(&vm, cost, MEMORY_BYTES + 511))
            return;
        CHECK(memcmp(vm.to.base, vm.from.base, MEMORY_BYTES) != 0);
        CHECK_EQ_I64(vm_run(&vm, 2), 0);
        CHECK_MEM(vm.to.base, vm.from.base, MEMORY_BYTES);
        vm_close(&vm);
    }
    if (!open_vm(&vm, VM_READ, MEMORY_BYTES))
        return;
    CHECK_EQ_I64(vm_run(&vm, 3), 0);
    CHECK_EQ_U64(vm.sum, 3 * (unsigned long)(uint32_t)sum_of(vm.from.base, MEMORY_BYTES, 4));
    vm_close(&vm);
    if (!open_vm(&vm, VM_WRITE, MEMORY_BYTES))
        return;
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    for (size_t i = 0; i < MEMORY_BYTES / 4; i++)
        CHECK_EQ_U64(((const uint32_t *)(const void *)vm.to.base)[i], 1);
    vm_close(&vm);
}

/* The loops stay within their bytes. */
static void test_bounds(void)
{
    uint32_t from[3 * VM_UNIT / 4];
    uint32_t to[3 * VM_UNIT / 4];

    for (size_t i = 0; i < 3 * VM_UNIT / 4; i++) {
        from[i] = i / (VM_UNIT / 4) == 1 ? 5 : 1000000;
        to[i] = 7;
    }
    CHECK_EQ_U64(vm_sum_words(from + VM_UNIT / 4, VM_UNIT), 5 * 128);
    CHECK_EQ_U64(vm_sum_longs(from + VM_UNIT / 4, VM_UNIT),
                 sum_of((unsigned char *)(from + VM_UNIT / 4), VM_UNIT, sizeof(long)));
    vm_copy_words(to + VM_UNIT / 4, from + VM_UNIT / 4, VM_UNIT);
    for (size_t i = 0; i < 3 * VM_UNIT / 4; i++)
        CHECK_EQ_U64(to[i], i / (VM_UNIT / 4) == 1 ? 5 : 7);
    vm_set_words(to + VM_UNIT / 4, VM_UNIT);
    for (size_t i = 0; i < 3 * VM_UNIT / 4; i++)
        CHECK_EQ_U64(to[i], i / (VM_UNIT / 4) == 1 ? 1 : 7);
}

static void test_signals(void)
{
    static const enum vm_cost costs[] = {VM_SEND, VM_CATCH, VM_PROTECT};
    struct vm vm;

    for (size_t i = 0; i < 3; i++) {
        if (!open_vm(&vm, costs[i], 0))
            continue;
        CHECK_EQ_I64(vm_run(&vm, 1), 0);
        CHECK_EQ_I64(vm_run(&vm, 100), 0);
        CHECK_EQ_I64(vm_run(&vm, 0), 0);
        vm_close(&vm);
    }
    /* A page that can be written has no faults. */
    if (!open_vm(&vm, VM_PROTECT, 0))
        return;
    CHECK(mprotect(vm.to.base, vm.page_bytes, PROT_READ | PROT_WRITE) == 0);
    errno = 0;
    CHECK_EQ_I64(vm_run(&vm, 2), -1);
    CHECK_EQ_I64(errno, EPERM);
    CHECK_HAS(vm.why, "signals");
    vm_close(&vm);
}

static void on_signal(int signal)
{
    (void)signal;
}

/* As when something else protects a page, counts, and opens it again. */
static unsigned char *page_of_others;
static volatile sig_atomic_t others;

static void on_fault(int signal)
{
    (void)signal;
    others++;
    mprotect(page_of_others, os_page_bytes(), PROT_READ | PROT_WRITE);
}

static void touch_nothing(void *arg)
{
    (void)arg;
}

/* Actions and mask are put back; blocked signals are measured; other faults reach others. */
static void test_restored(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGUSR1};
    struct sigaction before[3];
    struct sigaction mine = {.sa_handler = on_fault, .sa_flags = SA_RESTART};
    struct sigaction now;
    struct os_trap *trap;
    sigset_t mask;
    sigset_t set;

    sigemptyset(&mine.sa_mask);
    for (size_t i = 0; i < 3; i++) {
        mine.sa_handler = i < 2 ? on_fault : on_signal;
        CHECK(sigaction(signals[i], &mine, &before[i]) == 0);
    }
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGSEGV);
    pthread_sigmask(SIG_BLOCK, &set, &mask);
    test_signals();
    pthread_sigmask(SIG_SETMASK, &mask, &set);
    CHECK(sigismember(&set, SIGUSR1) == 1 && sigismember(&set, SIGSEGV) == 1);
    CHECK(sigismember(&set, SIGBUS) == 0);
    for (size_t i = 0; i < 3; i++) {
        CHECK(sigaction(signals[i], NULL, &now) == 0);
        CHECK(now.sa_handler == (i < 2 ? on_fault : on_signal));
        CHECK((now.sa_flags & SA_RESTART) != 0);
    }

    trap = os_trap_open();
    page_of_others = os_map(os_page_bytes());
    if (CHECK(trap) && CHECK(page_of_others)) {
        errno = 0;
        CHECK(!os_trap_open());
        CHECK_EQ_I64(errno, EBUSY);
        CHECK_EQ_I64(os_trap_run(touch_nothing, NULL), 0);
        CHECK(os_map_protect(page_of_others, os_page_bytes()) == 0);
        *(volatile unsigned char *)page_of_others = 3;
        CHECK_EQ_I64(others, 1);
        CHECK_EQ_U64(page_of_others[0], 3);
    }
    os_unmap(page_of_others, os_page_bytes());
    os_trap_close(trap);
    for (size_t i = 0; i < 3; i++)
        sigaction(signals[i], &before[i], NULL);
}

/* The file is cut while it is measured. */
static void test_cut(void)
{
    static const struct {
        enum vm_cost cost;
        int error;
    } known[] = {
        {VM_MMAP, EFAULT}, {VM_FAULT, EFAULT}, {VM_MMAP_READ, EFAULT}, {VM_FILE_READ, EIO}};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct vm vm;

        if (!open_vm(&vm, known[i].cost, FILE_BYTES))
            continue;
        CHECK_EQ_I64(vm_run(&vm, 1), 0);
        CHECK(ftruncate(vm.fd, (off_t)os_page_bytes()) == 0);
        for (int again = 0; again < 2; again++) {
            errno = 0;
            CHECK_EQ_I64(vm_run(&vm, 1), -1);
            CHECK_EQ_I64(errno, known[i].error);
            CHECK_HAS(vm.why, "shorter");
        }
        vm_close(&vm);
        vm_close(&vm);
    }
}

/* Puts another file, or nothing (-1), in the place of the cost's. */
static void check_named(enum vm_cost cost, int instead, int error, const char *call)
{
    struct vm vm;

    if (!open_vm(&vm, cost, FILE_BYTES))
        return;
    CHECK_EQ_I64(vm_run(&vm, 1), 0);
    close(vm.fd);
    if (instead >= 0)
        CHECK_EQ_I64(dup2(instead, vm.fd), vm.fd);
    errno = 0;
    CHECK_EQ_I64(vm_run(&vm, 1), -1);
    CHECK_EQ_I64(errno, error);
    CHECK_STR(vm.why, call);
    vm_close(&vm);
}

/* The call that failed is named, whatever its error. */
static void test_named(void)
{
    const int folder = open("/tmp", O_RDONLY);
    const int memory = open("/proc/self/mem", O_RDONLY);
    int ends[2];

    if (!CHECK(folder >= 0) || !CHECK(pipe(ends) == 0))
        return;
    check_named(VM_FILE_READ, -1, EBADF, "lseek");
    check_named(VM_FILE_READ, ends[0], ESPIPE, "lseek");
    check_named(VM_FILE_READ, folder, EISDIR, "read");
    if (memory >= 0)
        check_named(VM_FILE_READ, memory, EIO, "read"); /* at address 0 */
    check_named(VM_MMAP, folder, EACCES, "mmap");       /* it is open for reading */
    check_named(VM_REMAP, folder, ENODEV, "mmap");
    check_named(VM_FAULT, folder, ENODEV, "mmap");
    close(folder);
    close(memory);
    close(ends[0]);
    close(ends[1]);
}

/* What is locked can't be declared old. */
static void test_locked(void)
{
    struct vm vm;

    if (!open_vm(&vm, VM_REMAP, FILE_BYTES))
        return;
    if (mlockall(MCL_FUTURE) == 0) {
        errno = 0;
        if (vm_run(&vm, 1) < 0) {
            CHECK_EQ_I64(errno, EBUSY);
            CHECK_STR(vm.why, "msync");
        }
        munlockall();
    }
    vm_close(&vm);
}

static void check_refused(enum vm_cost cost, size_t bytes, int error)
{
    struct vm vm;

    errno = 0;
    if (!CHECK_EQ_I64(vm_open(&vm, cost, bytes, &draws), -1)) {
        vm_close(&vm);
        return;
    }
    CHECK_EQ_I64(errno, error);
    CHECK(vm.why);
    CHECK(vm.fd == -1 && !vm.map && !vm.trap && !vm.from.mapping.map && !vm.to.mapping.map);
}

static void test_refused(void)
{
    check_refused(VM_MMAP, 327679, EINVAL);
    check_refused(VM_FAULT, FILE_BYTES - 1, EINVAL);
    check_refused(VM_REMAP, FILE_BYTES - 1, EINVAL);
    check_refused(VM_FILE_READ, 511, EINVAL);
    check_refused(VM_MMAP_READ, 511, EINVAL);
    check_refused(VM_READ, 0, EINVAL);
    check_refused(VM_WRITE, SIZE_MAX, ENOMEM);
}

/* The first folder that takes the file; and none does where files may not grow so far. */
static void test_folders(void)
{
    char folder[] = "/tmp/memspeed.test.XXXXXX";
    const struct utimbuf old = {1000, 1000};
    struct rlimit limit;
    struct rlimit less;
    struct vm vm;

    if (!CHECK(mkdtemp(folder)))
        return;
    CHECK(utime(folder, &old) == 0);
    CHECK(setenv("TMPDIR", folder, 1) == 0);
    if (open_vm(&vm, VM_FILE_READ, FILE_BYTES)) {
        struct stat st;

        CHECK(stat(folder, &st) == 0 && st.st_mtime != 1000); /* something was in it */
        CHECK((fcntl(vm.fd, F_GETFD) & FD_CLOEXEC) != 0);
        CHECK(rmdir(folder) == 0); /* and no longer is */
        vm_close(&vm);
    }
    /* There is no such folder now: the next one is taken. */
    if (open_vm(&vm, VM_FILE_READ, FILE_BYTES))
        vm_close(&vm);
    CHECK(unsetenv("TMPDIR") == 0);

    signal(SIGXFSZ, SIG_IGN);
    CHECK(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    less = limit;
    less.rlim_cur = FILE_BYTES / 2;
    CHECK(setrlimit(RLIMIT_FSIZE, &less) == 0);
    check_refused(VM_MMAP, FILE_BYTES, EFBIG);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* By hand: 1 MB in 1 ms is 1000 MB/s; 256 pages of 4 KiB; 2.5 - (1.2 - 0.2) us. */
static void test_figures(void)
{
    struct vm_times times = {.page_bytes = 4096};

    for (int i = 0; i < VM_COSTS; i++) {
        times.ns[i] = 1e6;
        times.bytes[i] = 1000000;
    }
    times.bytes[VM_FAULT] = 1 << 20;
    times.ns[VM_REMAP] = 1e6 - 51200;
    times.ns[VM_PROTECT] = 2500;
    times.ns[VM_CATCH] = 1200;
    times.ns[VM_SEND] = 200;
    times.ns[VM_WRITE] = 5e5;
    CHECK_NEAR(vm_figure(VM_COLUMN_MMAP_LATENCY, &times), 1000, 1e-9);
    CHECK_NEAR(vm_figure(VM_COLUMN_PROT_FAULT, &times), 1.5, 1e-9);
    CHECK_NEAR(vm_figure(VM_COLUMN_PAGE_FAULT, &times), 0.2, 1e-9);
    for (unsigned i = VM_COLUMN_FILE_REREAD; i < VM_COLUMN_MEM_WRITE; i++)
        CHECK_NEAR(vm_figure(i, &times), 1000, 1e-9);
    CHECK_NEAR(vm_figure(VM_COLUMN_MEM_WRITE, &times), 2000, 1e-9);
    CHECK_STR(vm_column_name(VM_COLUMN_PROT_FAULT), "Prot Fault");
    CHECK_STR(vm_column_name(VM_COLUMN_BCOPY_HAND), "Bcopy (hand)");
    for (unsigned i = 0; i < VM_COLUMNS; i++)
        CHECK(vm_column_moves(i) == (i >= VM_COLUMN_FILE_REREAD));
    CHECK(vm_column_cost(VM_COLUMN_PROT_FAULT, 2) == VM_SEND);
    CHECK(vm_column_cost(VM_COLUMN_PAGE_FAULT, 1) == VM_REMAP);
    CHECK(vm_column_cost(VM_COLUMN_PAGE_FAULT, 2) == VM_COSTS);
    CHECK(vm_column_cost(VM_COLUMN_MEM_WRITE, 1) == VM_COSTS);
    times.ns[VM_CATCH] = 2700;
    CHECK(isnan(vm_figure(VM_COLUMN_PROT_FAULT, &times)));
    times.ns[VM_REMAP] = NAN;
    CHECK(isnan(vm_figure(VM_COLUMN_PAGE_FAULT, &times)));
    times.ns[VM_READ] = 0;
    CHECK(isnan(vm_figure(VM_COLUMN_MEM_READ, &times)));
}

/* Last: a noted signal stays noted. */
static void test_noted(void)
{
    os_signals_catch();
    raise(SIGTERM);
    check_refused(VM_FILE_READ, FILE_BYTES, EINTR);
    check_refused(VM_READ, FILE_BYTES, EINTR);
}

int main(void)
{
    random_seed(&draws, 1);
    test_mmap();
    test_fault();
    test_two();
    test_like();
    test_remap();
    test_faults_come();
    test_rereads(VM_FILE_READ);
    test_rereads(VM_MMAP_READ);
    test_memory();
    test_bounds();
    test_signals();
    test_restored();
    test_cut();
    test_named();
    test_locked();
    test_refused();
    test_folders();
    test_figures();
    test_noted();
    return check_done("vm");
}
