# SPDX-License-Identifier: MIT
# ARMv7-A, hard float, Thumb by default, GCC.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu cortex-a8)
set(MEMSPEED_EMULATED_CPUS cortex-a8 cortex-a15)
include("${CMAKE_CURRENT_LIST_DIR}/processors.cmake")
set(MEMSPEED_MATRIX_CPUS ${MEMSPEED_CPUS_V7})
