/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_SUITE_H
#define MEMSPEED_SUITE_H

#include <stddef.h>

#include "layout.h"
#include "machine.h"
#include "plan.h"

/* What the user chose of a suite. */
struct choice {
    const char *const
        *only; /* globs that methods must match, any of them; all if there are 0 */
    size_t only_count;
    const size_t *pld; /* prefetch distances in lines; 0 stands for no prefetch */
    size_t pld_count;
    enum prefetch prefetch; /* of the kernels at other distances */
};

/*
 * The classic tables: every method of the kernel table, writes plain and with touch, reads and
 * copies at each distance, all of them cold and hot. Appends to the plan; -1 with errno.
 */
int suite_classic(struct plan *plan, const struct machine *machine, const struct layout *layout,
                  const struct choice *choice);

#endif
