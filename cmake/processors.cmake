# SPDX-License-Identifier: MIT
# The processors that qemu-arm 7.2 models, M profile excepted, by the least architecture whose
# binaries run there. What each can do stands in tests/data/processors.txt.
set(MEMSPEED_CPUS_V7 cortex-a7 cortex-a8 cortex-a9 cortex-a15 max any)
set(MEMSPEED_CPUS_V5TE arm926 arm946 arm1026 pxa250 pxa255 pxa260 pxa261 pxa262 pxa270
    pxa270-a0 pxa270-a1 pxa270-b0 pxa270-b1 pxa270-c0 pxa270-c5 arm1136 arm1136-r2 arm1176
    arm11mpcore cortex-r5 cortex-r5f ${MEMSPEED_CPUS_V7})
