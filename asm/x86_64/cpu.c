/* SPDX-License-Identifier: MIT */
#include "cpu.h"

#include <cpuid.h>
#include <stdio.h>
#include <string.h>

#include "isa.h"

/* The register files that the system saves: bits of XCR0 (Intel SDM 1, 13.1). */
#define XCR0_AVX 0x06u    /* XMM, upper halves of YMM */
#define XCR0_AVX512 0xe6u /* those, mask registers, upper halves of ZMM0-15, ZMM16-31 */

#define LEAF1_ECX_OSXSAVE (1u << 27)
#define LEAF7_EBX_AVX2 (1u << 5)
#define LEAF7_EBX_AVX512F (1u << 16)

#define LEAF_BRAND 0x80000002u
enum { BRAND_LEAVES = 3, BRAND_LEAF_BYTES = 16 };

/* Only to be executed where the system has set OSXSAVE. */
static uint32_t read_xcr0(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

uint32_t cpu_features(void)
{
    uint32_t eax, ebx, ecx, edx;
    uint32_t xcr0, found = 0;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & LEAF1_ECX_OSXSAVE))
        return 0;
    xcr0 = read_xcr0();
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        return 0;
    if ((ebx & LEAF7_EBX_AVX2) && (xcr0 & XCR0_AVX) == XCR0_AVX)
        found |= NEED_AVX2;
    if ((ebx & LEAF7_EBX_AVX512F) && (xcr0 & XCR0_AVX512) == XCR0_AVX512)
        found |= NEED_AVX512;
    return found;
}

const char *cpu_feature_name(uint32_t bit)
{
    switch (bit) {
    case NEED_AVX2:
        return "AVX2";
    case NEED_AVX512:
        return "AVX512";
    default:
        return NULL;
    }
}

/* Leaf 1: names such as "AMD EPYC" alone don't tell one generation from another. */
static void cpu_signature(uint32_t *family, uint32_t *model, uint32_t *stepping)
{
    uint32_t eax = 0;
    uint32_t other;

    __get_cpuid(1, &eax, &other, &other, &other);
    *stepping = eax & 0xf;
    *model = eax >> 4 & 0xf;
    *family = eax >> 8 & 0xf;
    if (*family == 0xf || *family == 6)
        *model |= eax >> 12 & 0xf0;
    if (*family == 0xf)
        *family += eax >> 20 & 0xff;
}

/* The processor pads its name with NULs at the end, some with spaces at the start. */
int cpu_name(char *name, size_t size)
{
    char brand[BRAND_LEAVES * BRAND_LEAF_BYTES + 1] = "";
    const char *start = brand;
    size_t length;
    uint32_t family;
    uint32_t model;
    uint32_t stepping;

    for (uint32_t i = 0; i < BRAND_LEAVES; i++) {
        uint32_t reg[4];

        if (!__get_cpuid(LEAF_BRAND + i, &reg[0], &reg[1], &reg[2], &reg[3]))
            return -1;
        memcpy(brand + (size_t)i * BRAND_LEAF_BYTES, reg, sizeof reg);
    }
    start += strspn(start, " ");
    length = strlen(start);
    while (length > 0 && start[length - 1] == ' ')
        length--;
    if (length == 0)
        return -1;
    cpu_signature(&family, &model, &stepping);
    snprintf(name, size, "%.*s (family %u model %u stepping %u)", (int)length, start, family,
             model, stepping);
    return 0;
}

/* Cores tell their name and line size themselves here. */
const struct cpu_model *cpu_model(uint32_t id)
{
    (void)id;
    return NULL;
}
