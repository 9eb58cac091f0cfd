# SPDX-License-Identifier: MIT
include(CheckCSourceCompiles)

# Sets `out` to whether to link statically: as asked, if this toolchain has a static libc.
function(memspeed_choose_static out)
    set(static ${MEMSPEED_STATIC})
    if(static)
        set(CMAKE_REQUIRED_LINK_OPTIONS -static)
        check_c_source_compiles("int main(void) { return 0; }" MEMSPEED_LINKS_STATIC)
        if(NOT MEMSPEED_LINKS_STATIC)
            message(WARNING "memspeed: no static libc here: the binary will need a dynamic one")
            set(static OFF)
        endif()
    endif()
    set(${out} ${static} PARENT_SCOPE)
endfunction()
