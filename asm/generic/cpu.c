/* SPDX-License-Identifier: MIT */
/* Portable C knows nothing of the processor: no features, no name, no numbers. */
#include "cpu.h"

uint32_t cpu_features(void)
{
    return 0;
}

const char *cpu_feature_name(uint32_t bit)
{
    (void)bit;
    return NULL;
}

int cpu_name(char *name, size_t size)
{
    (void)name;
    (void)size;
    return -1;
}

const struct cpu_model *cpu_model(uint32_t id)
{
    (void)id;
    return NULL;
}
