/* SPDX-License-Identifier: MIT */
/* What costs through the operating system are measured with, and how it is got. */
#include "vm.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "os.h"
#include "random.h"
#include "vm_run.h"

enum {
    NEEDS_FILE = 1,
    NEEDS_MAP = 2,   /* of the file, for reading */
    NEEDS_ORDER = 4, /* of its pages */
    NEEDS_FROM = 8,
    NEEDS_TO = 16,
    NEEDS_PAGE = 32, /* that may only be read */
    WHOLE_PAGES = 64 /* of the file */
};

static const struct {
    unsigned needs;
    size_t least; /* bytes */
} costs[VM_COSTS] = {
    [VM_MMAP] = {NEEDS_FILE, VM_MMAP_LEAST},
    [VM_SEND] = {0, 0},
    [VM_CATCH] = {0, 0},
    [VM_PROTECT] = {NEEDS_PAGE, 0},
    [VM_REMAP] = {NEEDS_FILE | NEEDS_MAP | WHOLE_PAGES, VM_FAULT_LEAST},
    [VM_FAULT] = {NEEDS_FILE | NEEDS_MAP | NEEDS_ORDER | WHOLE_PAGES, VM_FAULT_LEAST},
    [VM_FILE_READ] = {NEEDS_FILE, VM_UNIT},
    [VM_MMAP_READ] = {NEEDS_FILE | NEEDS_MAP, VM_UNIT},
    [VM_COPY_LIBC] = {NEEDS_FROM | NEEDS_TO, VM_UNIT},
    [VM_COPY_HAND] = {NEEDS_FROM | NEEDS_TO, VM_UNIT},
    [VM_READ] = {NEEDS_FROM, VM_UNIT},
    [VM_WRITE] = {NEEDS_TO, VM_UNIT},
};

static bool needs(const struct vm *vm, unsigned what)
{
    return costs[vm->cost].needs & what;
}

/* Whether something is needed that has not been taken over from another cost. */
static bool lacks(const struct vm *vm, unsigned what)
{
    return needs(vm, what & ~vm->shared);
}

/* Takes over what another cost has and this one needs. */
static void share(struct vm *vm, const struct vm *owner)
{
    if (needs(vm, NEEDS_FILE) && owner->fd >= 0) {
        vm->fd = owner->fd;
        vm->from = owner->from;
        vm->shared |= NEEDS_FILE;
    }
    if (needs(vm, NEEDS_FROM) && owner->from.bytes >= vm->bytes) {
        vm->from = owner->from;
        vm->shared |= NEEDS_FROM;
    }
    if (needs(vm, NEEDS_TO) && owner->to.bytes >= vm->bytes) {
        vm->to = owner->to;
        vm->shared |= NEEDS_TO;
    }
}

/* Fills the file by pieces of the buffer, each with new contents. */
static int write_file(struct vm *vm, struct random *random)
{
    for (size_t done = 0; done < vm->bytes;) {
        const size_t left = vm->bytes - done;
        const size_t chunk = left < VM_PIECE ? left : VM_PIECE;
        uint64_t *words = (uint64_t *)(void *)vm->from.base;

        /* All bytes odd: none is 0, and none what VM_MMAP writes. */
        for (size_t i = 0; i < chunk / sizeof *words; i++)
            words[i] = random_next(random) | UINT64_C(0x0101010101010101);
        if (os_scratch_write(vm->fd, words, chunk) < 0)
            return -1;
        if (os_signal()) {
            errno = EINTR;
            return -1;
        }
        done += chunk;
    }
    /* Or it would be written back while something is timed. */
    return os_scratch_sync(vm->fd);
}

static int make_file_in(struct vm *vm, const char *folder, struct random *random)
{
    vm->fd = os_scratch_open(folder);
    if (vm->fd < 0)
        return -1;
    if (write_file(vm, random) == 0)
        return 0;
    os_scratch_close(vm->fd);
    vm->fd = -1;
    return -1;
}

static int make_file(struct vm *vm, struct random *random)
{
    const char *const usual[] = {getenv("TMPDIR"), "/tmp", "."};

    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (!usual[i] || !usual[i][0])
            continue;
        if (make_file_in(vm, usual[i], random) == 0)
            return 0;
        if (errno == EINTR)
            break;
    }
    return vm_fail(vm, "a file in $TMPDIR, /tmp or the current folder");
}

static int make_buffer(struct vm *vm, struct buffer *buffer, size_t bytes,
                       struct random *random)
{
    return buffer_map(buffer, bytes, 0, random_next(random)) == 0 ? 0 : vm_fail(vm, "memory");
}

static int make_memory(struct vm *vm, struct random *random)
{
    if (lacks(vm, NEEDS_FROM) && make_buffer(vm, &vm->from, vm->bytes, random) < 0)
        return -1;
    if (lacks(vm, NEEDS_FILE) && make_buffer(vm, &vm->from, VM_CHUNK, random) < 0)
        return -1;
    if (lacks(vm, NEEDS_TO) && make_buffer(vm, &vm->to, vm->bytes, random) < 0)
        return -1;
    if (!needs(vm, NEEDS_PAGE))
        return 0;
    if (make_buffer(vm, &vm->to, vm->page_bytes, random) < 0)
        return -1;
    return os_map_protect(vm->to.base, vm->page_bytes) == 0 ? 0 : vm_fail(vm, "mprotect");
}

static int make_order(struct vm *vm, struct random *random)
{
    const size_t pages = vm->bytes / vm->page_bytes;

    vm->order = calloc(pages ? pages : 1, sizeof *vm->order);
    if (!vm->order)
        return vm_fail(vm, "memory");
    for (size_t i = 0; i < pages; i++)
        vm->order[i] = i * vm->page_bytes;
    random_shuffle(random, vm->order, pages);
    return 0;
}

static int prepare(struct vm *vm, struct random *random)
{
    if (make_memory(vm, random) < 0)
        return -1;
    if (lacks(vm, NEEDS_FILE) && make_file(vm, random) < 0)
        return -1;
    if (needs(vm, NEEDS_ORDER) && make_order(vm, random) < 0)
        return -1;
    return needs(vm, NEEDS_MAP) ? vm_map_anew(vm) : 0;
}

/* Begins with nothing; -1 if the size is too small for the cost. */
static int begin(struct vm *vm, enum vm_cost cost, size_t bytes)
{
    const size_t page = os_page_bytes();
    const bool pages = costs[cost].needs & WHOLE_PAGES;

    *vm = (struct vm){.cost = cost, .page_bytes = page, .fd = -1};
    vm->bytes = bytes - bytes % (pages ? page : VM_UNIT);
    if (vm->bytes >= costs[cost].least)
        return 0;
    errno = EINVAL;
    return vm_fail(vm, "the size");
}

int vm_open(struct vm *vm, enum vm_cost cost, size_t bytes, struct random *random)
{
    if (begin(vm, cost, bytes) < 0)
        return -1;
    if (prepare(vm, random) == 0)
        return 0;
    vm_close(vm);
    return -1;
}

int vm_open_like(struct vm *vm, enum vm_cost cost, const struct vm *owner,
                 struct random *random)
{
    if (begin(vm, cost, owner->bytes) < 0)
        return -1;
    share(vm, owner);
    if (prepare(vm, random) == 0)
        return 0;
    vm_close(vm);
    return -1;
}

int vm_catch(struct vm *vm)
{
    vm->trap = os_trap_open();
    return vm->trap ? 0 : vm_fail(vm, "signals");
}

void vm_release(struct vm *vm)
{
    os_trap_close(vm->trap);
    vm->trap = NULL;
}

void vm_close(struct vm *vm)
{
    const int error = errno;

    vm_release(vm);
    os_unmap(vm->map, vm->bytes);
    vm->map = NULL;
    if (vm->fd >= 0 && !(vm->shared & NEEDS_FILE))
        os_scratch_close(vm->fd);
    vm->fd = -1;
    free(vm->order);
    vm->order = NULL;
    if (!(vm->shared & (NEEDS_FILE | NEEDS_FROM)))
        buffer_unmap(&vm->from);
    if (!(vm->shared & NEEDS_TO))
        buffer_unmap(&vm->to);
    vm->from = vm->to = (struct buffer){0};
    errno = error;
}
