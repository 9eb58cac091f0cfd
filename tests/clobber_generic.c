/* SPDX-License-Identifier: MIT */
/* For instruction sets without a shim of their own: calls, and sees nothing. */
#include "clobber.h"

const uint64_t clobber_covers = 0;

uint64_t clobber_call(kernel_fn *run, const struct pass *pass, unsigned extra)
{
    (void)extra;
    run(pass);
    return 0;
}
