/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_GAUSS_H
#define MEMSPEED_GAUSS_H

#include <math.h>

#include "random.h"

/* In (0, 1). */
static inline double uniform(struct random *random)
{
    return ((double)(random_next(random) >> 11) + 0.5) / 9007199254740992.0;
}

/* Standard normal noise (Box and Muller, Annals of Mathematical Statistics 29, 1958). */
static inline double gauss(struct random *random)
{
    const double radius = sqrt(-2 * log(uniform(random)));

    return radius * cos(6.283185307179586 * uniform(random));
}

#endif
