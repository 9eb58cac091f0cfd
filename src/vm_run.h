/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_VM_RUN_H
#define MEMSPEED_VM_RUN_H

#include "vm.h"

/*
 * What the operations share with their preparation: maps the file for reading, in the place of
 * the mapping that there is, and declares it old. -1 with errno and `why`.
 */
int vm_map_anew(struct vm *vm);

#endif
