/* SPDX-License-Identifier: MIT */
/* lmbench's columns, and what they are made of. */
#include <math.h>

#include "vm.h"

static const struct {
    const char *name;
    bool moves;
    size_t count;
    enum vm_cost costs[VM_COLUMN_COSTS];
} columns[VM_COLUMNS] = {
    [VM_COLUMN_MMAP_LATENCY] = {"Mmap Latency", false, 1, {VM_MMAP}},
    [VM_COLUMN_PROT_FAULT] = {"Prot Fault", false, 3, {VM_PROTECT, VM_CATCH, VM_SEND}},
    [VM_COLUMN_PAGE_FAULT] = {"Page Fault", false, 2, {VM_FAULT, VM_REMAP}},
    [VM_COLUMN_FILE_REREAD] = {"File reread", true, 1, {VM_FILE_READ}},
    [VM_COLUMN_MMAP_REREAD] = {"Mmap reread", true, 1, {VM_MMAP_READ}},
    [VM_COLUMN_BCOPY_LIBC] = {"Bcopy (libc)", true, 1, {VM_COPY_LIBC}},
    [VM_COLUMN_BCOPY_HAND] = {"Bcopy (hand)", true, 1, {VM_COPY_HAND}},
    [VM_COLUMN_MEM_READ] = {"Mem read", true, 1, {VM_READ}},
    [VM_COLUMN_MEM_WRITE] = {"Mem write", true, 1, {VM_WRITE}},
};

const char *vm_column_name(enum vm_column column)
{
    return columns[column].name;
}

bool vm_column_moves(enum vm_column column)
{
    return columns[column].moves;
}

enum vm_cost vm_column_cost(enum vm_column column, size_t i)
{
    return i < columns[column].count ? columns[column].costs[i] : VM_COSTS;
}

double vm_figure(enum vm_column column, const struct vm_times *times)
{
    const enum vm_cost cost = columns[column].costs[0];
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
