/* SPDX-License-Identifier: MIT */
/* Where clobber_call() sees nothing, nothing can be broken for it, see broken.h. */
#include "broken.h"

const struct broken_register broken_registers[] = {{NULL, NULL, 0, 0}};
