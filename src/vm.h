/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_VM_H
#define MEMSPEED_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

struct random;

/*
 * What memory costs through the operating system, in lmbench's terms: the columns of the tables
 * "File & VM system latencies" and "*Local* Communication bandwidths" that are about memory, as
 * lmbench 3 defines them (its programs lat_mmap, lat_sig, lat_pagefault, bw_file_rd io_only,
 * bw_mmap_rd mmap_only, and bw_mem bcopy, fcp, frd, fwr).
 *
 * One operation of each cost, `bytes` being the size that the cost was opened with:
 *
 *   VM_MMAP         maps the file, shared and writable; writes one byte at every 16 KiB of the
 *                   first tenth; unmaps it
 *   VM_SEND         the system call that sends a signal to this process, sending none
 *   VM_CATCH        sends one that is caught by a handler which only counts
 *   VM_PROTECT      a write to a page that may only be read; the handler counts and returns, so
 *                   that the write is made again
 *   VM_REMAP        unmaps the file, maps it shared for reading, and invalidates the mapping
 *   VM_FAULT        reads one byte of each page of the file, in random order, then VM_REMAP
 *   VM_FILE_READ    reads the file, which the page cache has, from its beginning in pieces of
 *                   64 KiB, and sums each piece as longs
 *   VM_MMAP_READ    sums a mapping of it as longs; it stays mapped
 *   VM_COPY_LIBC    memmove
 *   VM_COPY_HAND    loads and stores every 32-bit word, upwards
 *   VM_READ         loads every 32-bit word and adds it to a sum
 *   VM_WRITE        stores 1 to every 32-bit word; in each 512 bytes the last word comes first
 *
 * The last six move `bytes` an operation. The hand-made loops are C with one volatile access a
 * word, so that nothing is merged, widened or dropped: 512 bytes an iteration, sums 8 words.
 *
 * lmbench's makefile builds with gcc -O, and so made, its chained assignment of 128 words
 * stores 32 bits at a time, downwards (gcc 12 for x86-64, ARM and AArch64). That order is a
 * part of what Mem write is: processors which take upward stores for a stream may come to a
 * sixth of what these reach. Built with -O2, gcc 12 merges the stores where there are vectors.
 *
 * Where this differs from lmbench: memory and file hold random bytes, none 0, instead of zeros;
 * memory has ordinary pages, not what malloc() gives; the page of VM_PROTECT is anonymous, not
 * a file's, which the fault does not look at; sums are two at a time, where lmbench leaves it
 * to the compiler (a wide processor may read by up to 1.4 times as fast from its caches).
 */
enum vm_cost {
    VM_MMAP,
    VM_SEND,
    VM_CATCH,
    VM_PROTECT,
    VM_REMAP,
    VM_FAULT,
    VM_FILE_READ,
    VM_MMAP_READ,
    VM_COPY_LIBC,
    VM_COPY_HAND,
    VM_READ,
    VM_WRITE,
    VM_COSTS
};

enum {
    VM_UNIT = 512,     /* files and memory are whole multiples of so many bytes */
    VM_PIECE = 8192,   /* of a write(): as lmbench's lmdd makes its file; the kernel may keep
                          and map what was written at once as one */
    VM_CHUNK = 65536,  /* of a read() */
    VM_STRIDE = 16384, /* between the bytes that VM_MMAP writes, */
    VM_SHARE = 10,     /* in this fraction of the file */
    VM_MMAP_LEAST = 2 * VM_SHARE * VM_STRIDE, /* bytes of the file, ... */
    VM_FAULT_LEAST = 1 << 20                  /* ... as lmbench asks for */
};

/* A cost that is being measured. `volatile`: what must be right after a fault. */
struct vm {
    enum vm_cost cost;
    size_t bytes; /* as opened, without what is less than a unit or, for pages, a page */
    size_t page_bytes;
    size_t *order; /* the offsets of the pages, shuffled */
    struct buffer from;
    struct buffer to;
    unsigned shared; /* what of it is another cost's; vm.c's own */
    struct os_trap *trap;
    int fd;             /* the file, or -1 */
    void *volatile map; /* of the file, or NULL */
    unsigned long sum;  /* of what was read since it was opened; it may overflow */
    const char *why;    /* what failed */
};

/*
 * Prepares a cost: maps and fills memory, makes a file in the first of $TMPDIR, /tmp and the
 * current folder that takes `bytes`; it is written in pieces of VM_PIECE to disk, and unlinked
 * already. Costs of signals ignore `bytes`.
 *
 * -1 with errno, and in `why` what failed: EINVAL for a size that is too small, EINTR if a
 * signal was noted meanwhile, ENOMEM, ENOSPC, EFBIG and so on. Closed then. `random` draws the
 * order of pages and the contents.
 */
int vm_open(struct vm *vm, enum vm_cost cost, size_t bytes, struct random *random);

/*
 * Likewise, of the size of another cost, and with its file and its memory as far as it has what
 * this one needs: that one must be closed last.
 */
int vm_open_like(struct vm *vm, enum vm_cost cost, const struct vm *owner,
                 struct random *random);

/*
 * From now on signals are caught, of one cost at a time: -1 with errno EBUSY and `why` if there
 * is another. vm_release() puts them back; doing so twice is harmless.
 */
int vm_catch(struct vm *vm);
void vm_release(struct vm *vm);

/*
 * Makes `ops` operations, while signals are caught. -1 with errno and `why`: EFAULT or EIO if
 * the file became shorter, EPERM if signals did not come. What was made until then is not
 * known; it must be closed.
 */
int vm_run(struct vm *vm, uint64_t ops);

/* Gives everything back, and puts the signals back; errno stays. Closing twice is harmless. */
void vm_close(struct vm *vm);

/* lmbench's columns, in its order. */
enum vm_column {
    VM_COLUMN_MMAP_LATENCY,
    VM_COLUMN_PROT_FAULT,
    VM_COLUMN_PAGE_FAULT,
    VM_COLUMN_FILE_REREAD,
    VM_COLUMN_MMAP_REREAD,
    VM_COLUMN_BCOPY_LIBC,
    VM_COLUMN_BCOPY_HAND,
    VM_COLUMN_MEM_READ,
    VM_COLUMN_MEM_WRITE,
    VM_COLUMNS
};

/*
 * "Mmap Latency"; and whether it is of bytes that are moved, in MB/s (10^6 bytes, a copy
 * counted once), or a time, in microseconds.
 */
const char *vm_column_name(enum vm_column column);
bool vm_column_moves(enum vm_column column);

/* The costs that a column is made of, its own the first; VM_COSTS from the last one on. */
enum { VM_COLUMN_COSTS = 3 };
enum vm_cost vm_column_cost(enum vm_column column, size_t i);

/* What one operation took, in nanoseconds, NAN if not measured, and of how many bytes. */
struct vm_times {
    double ns[VM_COSTS];
    size_t bytes[VM_COSTS];
    size_t page_bytes;
};

/*
 * The column's figure in its unit: the time of an operation, or bytes by time, but
 *
 *   Prot Fault   VM_PROTECT - (VM_CATCH - VM_SEND): without the cost of catching a signal
 *   Page Fault   (VM_FAULT - VM_REMAP) / pages
 *
 * NAN if something for it was not measured, or the rest is not positive.
 */
double vm_figure(enum vm_column column, const struct vm_times *times);

#endif
