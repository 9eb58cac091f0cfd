/* SPDX-License-Identifier: MIT */
/* Loses the last of the updates that it counts: a run with it must fail. */
#include "gups.h"

void gups_run_ahead(struct gups *gups, uint64_t updates)
{
    gups_run(gups, updates - 1);
    gups->ran = gups_next(gups->ran);
    gups->done++;
}
