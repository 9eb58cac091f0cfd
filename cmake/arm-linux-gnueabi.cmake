# SPDX-License-Identifier: MIT
# ARMv5TE, soft float, GCC: one binary from ARM926 to ARMv8 boards.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabi-gcc)
set(CMAKE_C_FLAGS_INIT "-march=armv5te -marm")
set(CMAKE_ASM_FLAGS_INIT "-march=armv5te -marm")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# ctest runs the tests on the least processor, the classic ones on each of the first list, and
# the kernels and a short run on all.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu arm926)
set(MEMSPEED_EMULATED_CPUS arm926 pxa270 arm1176 cortex-a8 cortex-a15)
include("${CMAKE_CURRENT_LIST_DIR}/processors.cmake")
set(MEMSPEED_MATRIX_CPUS ${MEMSPEED_CPUS_V5TE})
