/* SPDX-License-Identifier: MIT */
/* AArch64: features from AT_HWCAP and DCZID_EL0, models from MIDR, which the caller has. */
#include "cpu.h"

#include "isa.h"
#include "os.h"

/* A bit of AT_HWCAP in Linux' arch/arm64/include/uapi/asm/hwcap.h. */
#define HWCAP_SVE (1ul << 22)

/* DCZID_EL0: log2 of the words that DC ZVA zeroes, and whether the system prohibits it. */
#define DCZID_BS 0xfu
#define DCZID_DZP (1u << 4)

/* The values of BS that the kernel has loops for: 16 bytes to 2048, the architecture's most. */
enum { ZVA_BS_LEAST = 2, ZVA_BS_MOST = 9 };

/* User space may read it everywhere, also where DC ZVA is prohibited. */
static uint64_t read_dczid(void)
{
    uint64_t dczid;

    __asm__ volatile("mrs %0, dczid_el0" : "=r"(dczid));
    return dczid;
}

uint32_t cpu_zva(uint64_t dczid)
{
    const uint64_t bs = dczid & DCZID_BS;
    const bool able = !(dczid & DCZID_DZP) && bs >= ZVA_BS_LEAST && bs <= ZVA_BS_MOST;

    return able ? NEED_DCZVA : 0;
}

uint32_t cpu_features(void)
{
    return (os_hwcap(0) & HWCAP_SVE ? NEED_SVE : 0) | cpu_zva(read_dczid());
}

const char *cpu_feature_name(uint32_t bit)
{
    switch (bit) {
    case NEED_SVE:
        return "SVE";
    case NEED_DCZVA:
        return "DCZVA";
    default:
        return NULL;
    }
}

int cpu_name(char *name, size_t size)
{
    (void)name, (void)size;
    return -1;
}

/*
 * Implementer and part of MIDR, as in Linux' arch/arm64/include/asm/cputype.h. Apple's cores
 * have lines of 64 bytes in CTR_EL0 and the L1 cache; their L2 cache has 128.
 */
const struct cpu_model *cpu_model(uint32_t id)
{
    static const struct cpu_model models[] = {
        {0x4100d020, "Cortex-A34", 64},
        {0x4100d030, "Cortex-A53", 64},
        {0x4100d040, "Cortex-A35", 64},
        {0x4100d050, "Cortex-A55", 64},
        {0x4100d060, "Cortex-A65", 64},
        {0x4100d070, "Cortex-A57", 64},
        {0x4100d080, "Cortex-A72", 64},
        {0x4100d090, "Cortex-A73", 64},
        {0x4100d0a0, "Cortex-A75", 64},
        {0x4100d0b0, "Cortex-A76", 64},
        {0x4100d0c0, "Neoverse-N1", 64},
        {0x4100d0d0, "Cortex-A77", 64},
        {0x4100d0e0, "Cortex-A76AE", 64},
        {0x4100d400, "Neoverse-V1", 64},
        {0x4100d410, "Cortex-A78", 64},
        {0x4100d420, "Cortex-A78AE", 64},
        {0x4100d430, "Cortex-A65AE", 64},
        {0x4100d440, "Cortex-X1", 64},
        {0x4100d460, "Cortex-A510", 64},
        {0x4100d470, "Cortex-A710", 64},
        {0x4100d480, "Cortex-X2", 64},
        {0x4100d490, "Neoverse-N2", 64},
        {0x4100d4a0, "Neoverse-E1", 64},
        {0x4100d4b0, "Cortex-A78C", 64},
        {0x4100d4c0, "Cortex-X1C", 64},
        {0x4100d4d0, "Cortex-A715", 64},
        {0x4100d4e0, "Cortex-X3", 64},
        {0x4100d4f0, "Neoverse-V2", 64},
        {0x4100d800, "Cortex-A520", 64},
        {0x4100d810, "Cortex-A720", 64},
        {0x4100d820, "Cortex-X4", 64},
        {0x4100d840, "Neoverse-V3", 64},
        {0x4100d850, "Cortex-X925", 64},
        {0x4100d870, "Cortex-A725", 64},
        {0x4100d8e0, "Neoverse-N3", 64},
        {0x42005160, "Vulcan", 64},
        {0x43000a10, "ThunderX", 128},
        {0x43000a20, "ThunderX 81xx", 128},
        {0x43000a30, "ThunderX 83xx", 128},
        {0x43000af0, "ThunderX2", 64},
        {0x46000010, "A64FX", 256},
        {0x4800d010, "TaiShan v110", 64},
        {0x4e000030, "Denver 2", 64},
        {0x4e000040, "Carmel", 64},
        {0x5100c000, "Falkor", 64},
        {0x51008000, "Kryo 2xx Gold", 64},
        {0x51008010, "Kryo 2xx Silver", 64},
        {0x51008020, "Kryo 3xx Gold", 64},
        {0x51008030, "Kryo 3xx Silver", 64},
        {0x51008040, "Kryo 4xx Gold", 64},
        {0x51008050, "Kryo 4xx Silver", 64},
        {0x61000220, "Apple M1 Icestorm", 64},
        {0x61000230, "Apple M1 Firestorm", 64},
        {0x61000240, "Apple M1 Pro Icestorm", 64},
        {0x61000250, "Apple M1 Pro Firestorm", 64},
        {0x61000280, "Apple M1 Max Icestorm", 64},
        {0x61000290, "Apple M1 Max Firestorm", 64},
        {0x61000320, "Apple M2 Blizzard", 64},
        {0x61000330, "Apple M2 Avalanche", 64},
        {0xc000ac30, "Ampere-1", 64},
        {0xc000ac40, "Ampere-1A", 64},
    };

    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if ((id & 0xff00fff0) == models[i].id)
            return &models[i];
    return NULL;
}
