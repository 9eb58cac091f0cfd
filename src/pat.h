/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PAT_H
#define MEMSPEED_PAT_H

#include <stdint.h>

#include "caching.h"

/*
 * How x86 kernels map physical memory [address, address + bytes), as their list of page
 * attributes says (debug/x86/pat_memtype_list, which only root may read): of an entry that
 * covers all of it. CACHING_UNKNOWN where there is none, or no list. `root` is as in os.h.
 */
enum caching pat_caching(const char *root, uint64_t address, uint64_t bytes);

#endif
