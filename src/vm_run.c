/* SPDX-License-Identifier: MIT */
/* The operations of costs through the operating system. */
#include "vm_run.h"

#include <errno.h>
#include <stdbool.h>

#include "os.h"
#include "vm_loops.h"

int vm_fail(struct vm *vm, const char *why)
{
    vm->why = why;
    return -1;
}

/*
 * The operations. Those that fail return -1 with errno, and say what it is of; a fault leaves
 * them.
 */

static int run_mmap(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--) {
        vm->map = os_scratch_map(vm->fd, vm->bytes, true);
        if (!vm->map)
            return vm_fail(vm, "mmap");
        for (size_t i = 0; i < vm->bytes / VM_SHARE; i += VM_STRIDE)
            ((volatile unsigned char *)vm->map)[i] = 2;
        os_unmap(vm->map, vm->bytes);
        vm->map = NULL;
    }
    return 0;
}

/* Signals that did not come were ignored, blocked, or not needed. */
static int came(struct vm *vm, uint64_t count, uint64_t wanted)
{
    if (count == wanted)
        return 0;
    errno = EPERM;
    return vm_fail(vm, "signals do not come");
}

static int run_send(struct vm *vm, uint64_t ops)
{
    return came(vm, os_trap_signals(ops, false), 0);
}

static int run_catch(struct vm *vm, uint64_t ops)
{
    return came(vm, os_trap_signals(ops, true), ops);
}

static int run_protect(struct vm *vm, uint64_t ops)
{
    return came(vm, os_trap_faults(vm->to.base, ops), ops);
}

int vm_map_anew(struct vm *vm)
{
    os_unmap(vm->map, vm->bytes);
    vm->map = os_scratch_map(vm->fd, vm->bytes, false);
    if (!vm->map)
        return vm_fail(vm, "mmap");
    return os_scratch_stale(vm->map, vm->bytes) == 0 ? 0 : vm_fail(vm, "msync");
}

static int run_remap(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--)
        if (vm_map_anew(vm) < 0)
            return -1;
    return 0;
}

static int run_fault(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--) {
        const volatile unsigned char *map = vm->map;

        for (size_t i = 0; i < vm->bytes / vm->page_bytes; i++)
            vm->sum += map[vm->order[i]];
        if (vm_map_anew(vm) < 0)
            return -1;
    }
    return 0;
}

static int shorter(struct vm *vm, int error)
{
    errno = error;
    return vm_fail(vm, "the file became shorter");
}

static int run_file_read(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--) {
        size_t left = vm->bytes;

        if (os_scratch_rewind(vm->fd) < 0)
            return vm_fail(vm, "lseek");
        while (left) {
            const size_t chunk = left < VM_CHUNK ? left : VM_CHUNK;
            const ptrdiff_t n = os_scratch_read(vm->fd, vm->from.base, chunk);

            if (n < 0)
                return vm_fail(vm, "read");
            if (n != (ptrdiff_t)chunk)
                return shorter(vm, EIO);
            vm->sum += vm_sum_longs(vm->from.base, chunk);
            left -= chunk;
        }
    }
    return 0;
}

static int run_mmap_read(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--)
        vm->sum += vm_sum_longs(vm->map, vm->bytes);
    return 0;
}

static int run_copy_libc(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--)
        vm_copy_libc(vm->to.base, vm->from.base, vm->bytes);
    return 0;
}

static int run_copy_hand(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--)
        vm_copy_words(vm->to.base, vm->from.base, vm->bytes);
    return 0;
}

static int run_read(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--)
        vm->sum += vm_sum_words(vm->from.base, vm->bytes);
    return 0;
}

static int run_write(struct vm *vm, uint64_t ops)
{
    for (; ops; ops--)
        vm_set_words(vm->to.base, vm->bytes);
    return 0;
}

typedef int run_fn(struct vm *vm, uint64_t ops);
static run_fn *const runs[VM_COSTS] = {
    [VM_MMAP] = run_mmap,           [VM_SEND] = run_send,
    [VM_CATCH] = run_catch,         [VM_PROTECT] = run_protect,
    [VM_REMAP] = run_remap,         [VM_FAULT] = run_fault,
    [VM_FILE_READ] = run_file_read, [VM_MMAP_READ] = run_mmap_read,
    [VM_COPY_LIBC] = run_copy_libc, [VM_COPY_HAND] = run_copy_hand,
    [VM_READ] = run_read,           [VM_WRITE] = run_write,
};

/* Whether it has signals itself, so that none may be taken for a fault. */
static bool has_signals(enum vm_cost cost)
{
    return cost == VM_SEND || cost == VM_CATCH || cost == VM_PROTECT;
}

struct call {
    struct vm *vm;
    uint64_t ops;
    int error; /* the operation's errno, or 0 */
};

static void run(void *arg)
{
    struct call *call = arg;

    if (runs[call->vm->cost](call->vm, call->ops) < 0)
        call->error = errno;
}

int vm_run(struct vm *vm, uint64_t ops)
{
    struct call call = {vm, ops, 0};

    if (has_signals(vm->cost))
        run(&call);
    else if (os_trap_run(run, &call) < 0)
        return shorter(vm, EFAULT);
    if (!call.error)
        return 0;
    errno = call.error;
    return -1;
}
