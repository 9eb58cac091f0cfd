# SPDX-License-Identifier: MIT
# ARMv8-A and later, GCC; SVE kernels run where the processor has it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -cpu cortex-a53)
# SVE vectors take 64 bytes on a64fx and max, or 16 x vq; 48 is one of the odd lengths.
set(MEMSPEED_EMULATED_CPUS cortex-a53 cortex-a72 neoverse-n1 a64fx max "max,sve=off"
    "max,sve-max-vq=1" "max,sve-max-vq=2" "max,sve-max-vq=3")
set(MEMSPEED_MATRIX_CPUS cortex-a35 cortex-a57 cortex-a76)
