/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_VM_LOOPS_H
#define MEMSPEED_VM_LOOPS_H

#include <stddef.h>
#include <stdint.h>

/*
 * The loops of vm.h's costs of memory: one access a word, in the order stated there. Memory is
 * aligned to a long; `bytes` is a multiple of VM_UNIT.
 */
unsigned long vm_sum_longs(const void *from, size_t bytes);
uint32_t vm_sum_words(const void *from, size_t bytes);
void vm_set_words(void *to, size_t bytes);
void vm_copy_words(void *to, const void *from, size_t bytes);

/* memmove, whose calls the compiler can't see through. */
void vm_copy_libc(void *to, const void *from, size_t bytes);

#endif
