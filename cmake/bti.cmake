# SPDX-License-Identifier: MIT
include(CheckCSourceCompiles)

# Sets `out` to the option by which C functions get landing pads for indirect branches, as the
# kernels of asm/aarch64 have them, or to nothing: on other machines, with compilers that have no
# such option, and where the user's flags already say what is wanted. Pads are in the hint space:
# every core executes them. Return addresses are not signed: emulators are slow at it.
function(memspeed_choose_bti out)
    set(${out} "" PARENT_SCOPE)
    if(CMAKE_C_FLAGS MATCHES "branch-protection")
        return()
    endif()
    set(CMAKE_REQUIRED_FLAGS "-Werror -mbranch-protection=bti")
    check_c_source_compiles("
        #ifndef __aarch64__
        #error
        #endif
        int main(void) { return 0; }" MEMSPEED_HAS_BTI)
    if(MEMSPEED_HAS_BTI)
        set(${out} -mbranch-protection=bti PARENT_SCOPE)
    endif()
endfunction()
