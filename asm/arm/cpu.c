/* SPDX-License-Identifier: MIT */
/*
 * ARM in AArch32 state: features from AT_HWCAP, models from MIDR. User space can't read MIDR
 * here; the caller has it from the system.
 */
#include "cpu.h"

#include "isa.h"
#include "os.h"

/* Bits of AT_HWCAP in Linux' arch/arm/include/uapi/asm/hwcap.h. */
#define HWCAP_VFP (1ul << 6)
#define HWCAP_EDSP (1ul << 7)
#define HWCAP_NEON (1ul << 12)

uint32_t cpu_features(void)
{
    const unsigned long hwcap = os_hwcap(0);

    /* Of the ARMv5 cores just those with the E (DSP) extension have PLD, LDRD and STRD. */
    return (hwcap & HWCAP_EDSP ? NEED_V5TE : 0) | (hwcap & HWCAP_VFP ? NEED_VFP : 0) |
           (hwcap & HWCAP_NEON ? NEED_NEON : 0);
}

const char *cpu_feature_name(uint32_t bit)
{
    switch (bit) {
    case NEED_V5TE:
        return "ARMv5TE";
    case NEED_VFP:
        return "VFP";
    case NEED_NEON:
        return "NEON";
    default:
        return NULL;
    }
}

int cpu_name(char *name, size_t size)
{
    (void)name, (void)size;
    return -1;
}

/* Implementer and part of MIDR, from the cores' technical reference manuals. */
const struct cpu_model *cpu_model(uint32_t id)
{
    static const struct cpu_model models[] = {
        {0x41009200, "ARM920T", 32},
        {0x41009220, "ARM922T", 32},
        {0x41009260, "ARM926EJ-S", 32},
        {0x41009460, "ARM946E-S", 32},
        {0x4100a200, "ARM1020T", 32},
        {0x4100a260, "ARM1026EJ-S", 32},
        {0x4100b360, "ARM1136", 32},
        {0x4100b560, "ARM1156", 32},
        {0x4100b760, "ARM1176", 32},
        {0x4100b020, "ARM11MPCore", 32},
        {0x4100c050, "Cortex-A5", 32},
        {0x4100c070, "Cortex-A7", 64},
        {0x4100c080, "Cortex-A8", 64},
        {0x4100c090, "Cortex-A9", 32},
        {0x4100c0d0, "Cortex-A12", 64},
        {0x4100c0e0, "Cortex-A17", 64},
        {0x4100c0f0, "Cortex-A15", 64},
        {0x4100d010, "Cortex-A32", 64},
        {0x4100d030, "Cortex-A53", 64},
        {0x4100d040, "Cortex-A35", 64},
        {0x4100d050, "Cortex-A55", 64},
        {0x4100d070, "Cortex-A57", 64},
        {0x4100d080, "Cortex-A72", 64},
        {0x4100d090, "Cortex-A73", 64},
        {0x4100d0a0, "Cortex-A75", 64},
        {0x4100d0b0, "Cortex-A76", 64},
        {0x4400a100, "StrongARM-110", 32},
        {0x4400a110, "StrongARM-1100", 32},
        {0x6900b110, "StrongARM-1110", 32},
        {0x69002100, "PXA250", 32},
        {0x69002120, "PXA250", 32},
        {0x69002d00, "PXA255", 32},
        {0x69004110, "PXA27x", 32},
        {0x69006880, "PXA3xx", 32},
        {0x56001310, "Feroceon 88FR131", 32},
        {0x56005810, "Sheeva PJ4", 32},
        {0x56008400, "PJ1 (Mohawk)", 32},
        {0x510006f0, "Krait", 64},
        {0x510004d0, "Krait", 64},
    };

    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if ((id & 0xff00fff0) == models[i].id)
            return &models[i];
    return NULL;
}
