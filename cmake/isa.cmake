# SPDX-License-Identifier: MIT
include(CheckCSourceCompiles)

# Sets `out` to the folder of asm/ for the target that the compiler builds for: what it says of
# itself is right also where the kernel and the programs differ, as 32-bit programs on arm64.
function(memspeed_choose_isa out)
    set(isa ${MEMSPEED_ISA})
    if(isa STREQUAL "auto")
        set(isa generic)
        set(test_arm "defined(__arm__) && __ARM_ARCH_PROFILE != 'M'")
        set(test_x86_64 "defined(__x86_64__) && defined(__LP64__)")
        set(test_aarch64 "defined(__aarch64__) && defined(__LP64__)")
        foreach(candidate arm x86_64 aarch64)
            check_c_source_compiles("
                #if !(${test_${candidate}})
                #error
                #endif
                int main(void) { return 0; }" MEMSPEED_TARGET_${candidate})
            if(MEMSPEED_TARGET_${candidate} AND
               EXISTS "${CMAKE_SOURCE_DIR}/asm/${candidate}/kernels.def")
                set(isa ${candidate})
            endif()
        endforeach()
    endif()
    if(NOT EXISTS "${CMAKE_SOURCE_DIR}/asm/${isa}/kernels.def")
        message(FATAL_ERROR "MEMSPEED_ISA=${isa}: there is no asm/${isa}")
    endif()
    set(${out} ${isa} PARENT_SCOPE)
endfunction()
