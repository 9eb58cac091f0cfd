/* SPDX-License-Identifier: MIT */
/* lmbench's columns, and what they are made of. */
#include <math.h>
#include <stdbool.h>

#include "vm.h"

static const struct {
    const char *name;
    enum vm_cost cost;
    bool moves; /* bytes by time, not a time */
} columns[VM_COLUMNS] = {
    [VM_COLUMN_MMAP_LATENCY] = {"Mmap Latency", VM_MMAP, false},
    [VM_COLUMN_PROT_FAULT] = {"Prot Fault", VM_PROTECT, false},
    [VM_COLUMN_PAGE_FAULT] = {"Page Fault", VM_FAULT, false},
    [VM_COLUMN_FILE_REREAD] = {"File reread", VM_FILE_READ, true},
    [VM_COLUMN_MMAP_REREAD] = {"Mmap reread", VM_MMAP_READ, true},
    [VM_COLUMN_BCOPY_LIBC] = {"Bcopy (libc)", VM_COPY_LIBC, true},
    [VM_COLUMN_BCOPY_HAND] = {"Bcopy (hand)", VM_COPY_HAND, true},
    [VM_COLUMN_MEM_READ] = {"Mem read", VM_READ, true},
    [VM_COLUMN_MEM_WRITE] = {"Mem write", VM_WRITE, true},
};

const char *vm_column_name(enum vm_column column)
{
    return columns[column].name;
}

const char *vm_column_unit(enum vm_column column)
{
    return columns[column].moves ? "MB/s" : "us";
}

double vm_figure(enum vm_column column, const struct vm_times *times)
{
    const enum vm_cost cost = columns[column].cost;
    const double *ns = times->ns;
    double left = ns[cost];

    if (cost == VM_PROTECT)
        left -= ns[VM_CATCH] - ns[VM_SEND];
    if (cost == VM_FAULT)
        left = (left - ns[VM_REMAP]) * (double)times->page_bytes / (double)times->bytes[cost];
    if (!(left > 0))
        return NAN;
    return columns[column].moves ? (double)times->bytes[cost] * 1e3 / left : left / 1e3;
}
