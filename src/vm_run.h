/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_VM_RUN_H
#define MEMSPEED_VM_RUN_H

#include "vm.h"

/* What the operations share with their preparation. */

/* Keeps what failed, a constant; -1. */
int vm_fail(struct vm *vm, const char *why);

/*
 * Maps the file for reading, in the place of
 * the mapping that there is, and declares it old. -1 with errno and `why`.
 */
int vm_map_anew(struct vm *vm);

#endif
