# SPDX-License-Identifier: MIT
# ARMv5TE, soft float, Clang and its assembler, with the GNU cross toolchain's libc.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET arm-linux-gnueabi)
set(CMAKE_ASM_COMPILER clang)
set(CMAKE_ASM_COMPILER_TARGET arm-linux-gnueabi)
# ARMv5 has no atomic instructions: GCC calls the kernel's helpers itself, Clang libatomic.
set(CMAKE_C_FLAGS_INIT "-march=armv5te -marm -Wno-atomic-alignment")
set(CMAKE_C_STANDARD_LIBRARIES "-latomic")
set(CMAKE_ASM_FLAGS_INIT "-march=armv5te -marm")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm -cpu arm926)
set(MEMSPEED_EMULATED_CPUS arm926 cortex-a15)
