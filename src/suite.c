/* SPDX-License-Identifier: MIT */
/* What the suites share. */
#include "suite.h"

#include <fnmatch.h>

#include "cpu.h"

size_t suite_step(size_t size, unsigned steps)
{
    size_t octave = 1;

    while (octave <= size / 2)
        octave *= 2;
    return octave / steps;
}

const char *suite_lacking(const struct machine *machine, const struct kernel *kernel)
{
    const uint32_t missing = kernel->needs & ~machine->features;

    return missing ? cpu_feature_name(missing & (~missing + 1)) : NULL;
}

bool suite_chosen(const struct choice *choice, const char *method)
{
    for (size_t i = 0; i < choice->only_count; i++)
        if (fnmatch(choice->only[i], method, 0) == 0)
            return true;
    return choice->only_count == 0;
}
