/* SPDX-License-Identifier: MIT */
#include "suite.h"

int suite_latency(struct plan *plan, const struct machine *machine, const struct layout *layout,
                  const struct choice *choice)
{
    (void)plan;
    (void)machine;
    (void)layout;
    (void)choice;
    return 0;
}
