/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_IOMEM_H
#define MEMSPEED_IOMEM_H

#include <stddef.h>
#include <stdint.h>

#include "why.h"

/* What /proc/iomem says of physical memory. */

/*
 * Whether [address, address + bytes) is neither the system's memory nor claimed by a driver:
 * outside all entries; in reserved memory that is not part of "System RAM" (as 64-bit ARM lists
 * memory that it does not map); or in a PCI bus or function of which nothing inside is named.
 * -1 with errno EPERM, and the reason in `why`, which takes WHY bytes; so too where the
 * file can't be read, or hides addresses, as it does from all but root. `root` is as in os.h.
 */
int iomem_free(const char *root, uint64_t address, uint64_t bytes, char *why);

#endif
