/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_PAGES_POOL_H
#define MEMSPEED_PAGES_POOL_H

#include <stdbool.h>

#include "os.h"

/* Whether the system says what is in a pool. */
bool pages_pool_counted(const struct os_pool *pool);

#endif
