/* SPDX-License-Identifier: MIT */
/* What follows from a kernel's line, whatever kernels there are. */
#include "kernel.h"

size_t kernel_period(const struct kernel *kernel)
{
    const size_t eight = 8 * (size_t)kernel->width;

    if (kernel->zeros)
        return 0;
    if (kernel->registers == 0)
        return 1;
    return eight < KERNEL_PATTERN ? eight : KERNEL_PATTERN;
}

size_t kernel_align(const struct kernel *kernel)
{
    return kernel->zeros ? kernel->block : KERNEL_ALIGN;
}

const char *kernel_kind_name(bool temporal, bool zeros)
{
    return zeros ? "zeros" : temporal ? "temporal" : "streaming";
}

const char *kernel_op_name(enum op op)
{
    static const char *const names[OPS] = {
        [OP_WRITE] = "write", [OP_READ] = "read", [OP_COPY] = "copy"};

    return names[op];
}
