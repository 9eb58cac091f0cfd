# SPDX-License-Identifier: MIT
# ARMv4, soft float, GCC: StrongARM and ARM9TDMI. Debian's C library is ARMv5TE and can't start
# there; a script builds another one, once, in build/armv4-sysroot.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabi-gcc)
get_filename_component(armv4_sysroot "${CMAKE_CURRENT_LIST_DIR}/../build/armv4-sysroot" ABSOLUTE)
get_property(in_try_compile GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT in_try_compile)
    execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/armv4-sysroot.sh" "${armv4_sysroot}"
        RESULT_VARIABLE armv4_status)
    if(armv4_status)
        message(FATAL_ERROR "memspeed: no C library for ARMv4, see ${armv4_sysroot}.log")
    endif()
endif()
set(CMAKE_C_FLAGS_INIT "-march=armv4 -marm -fno-pie -specs=${armv4_sysroot}/gcc.specs")
set(CMAKE_ASM_FLAGS_INIT "-march=armv4 -marm")
set(CMAKE_FIND_ROOT_PATH ${armv4_sysroot})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu sa1110)
set(MEMSPEED_EMULATED_CPUS sa1110 ti925t)
# Newer ones run the binary of arm-linux-gnueabi.
set(MEMSPEED_MATRIX_CPUS sa1100 sa1110 ti925t arm926 arm1176 cortex-a8 cortex-a15 max)
# The compiler has no prefetch to make: kernels in C, the broken ones too, hold none to trace.
set(MEMSPEED_NO_PREFETCH ON)
