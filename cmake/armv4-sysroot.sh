#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes what Debian does not have: a C library for ARMv4, in folder DIR. It consists of
#   musl, built from Debian's source package with -march=armv4;
#   GCC's arithmetic (division, soft float): the ARMv4T library of gcc-arm-none-eabi, whose bx the
#   linker turns into mov (--fix-v4bx). Debian's own for arm-linux-gnueabi is ARMv5TE;
#   atomics through the kernel's helpers, armv4-atomic.c.
# A DIR that is complete is left as it is. Needs apt's lists of sources, dpkg-dev, make and
# gcc-arm-linux-gnueabi; installs nothing, and leaves apt's own state alone.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: ${0##*/} DIR" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$(dirname "$1")"
dir=$(cd "$(dirname "$1")" && pwd)/${1##*/}
cross=arm-linux-gnueabi-

# DIR is complete if it was made there, by this compiler and what this folder holds now.
stamp=$(cat "$0" "$here/armv4-atomic.c" <(echo "$dir"; ${cross}gcc --version) | cksum)
[ "$(cat "$dir/stamp" 2>/dev/null)" != "$stamp" ] || exit 0

work=$(mktemp -d "$dir.XXXXXX")
log=$dir.log
trap 'rm -rf "$work"' EXIT

# The machine's sources of packages, their source packages too, with lists of their own.
private_apt() {
    local list parts file
    eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    mkdir -p "$work"/apt/{sources,lists/partial,cache/archives/partial}
    for file in "$list" "${parts%/}"/*.list; do
        [ -f "$file" ] || continue
        sed -nE '/\bcdrom:/d; s/^deb([ \t].*)/deb\1\ndeb-src\1/p' "$file" \
            >"$work/apt/sources/${file##*/}"
    done
    for file in "${parts%/}"/*.sources; do
        [ -f "$file" ] || continue
        sed -E 's/^Types:.*/Types: deb deb-src/' "$file" >"$work/apt/sources/${file##*/}"
    done
    cat >"$work/apt/conf" <<EOF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/apt/sources";
Dir::State::lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
Acquire::Languages "none";
APT::Sandbox::User "";
EOF
    export APT_CONFIG=$work/apt/conf
    # What could not be had of foreign sources is of no interest.
    apt-get -q update || true
}

build_musl() {
    cd "$work"
    apt-get -q source musl
    cd musl-*/
    # crt1.o and libc.a make static programs only.
    CC=${cross}gcc CFLAGS='-march=armv4 -marm -fno-pie -Wa,--fix-v4bx' LIBCC=-lgcc \
        ./configure --target=arm-linux-gnueabi --prefix="$dir" --disable-shared --disable-wrapper
    make -s -j "$(nproc)"
    make -s install DESTDIR="$work/root"
}

# The whole of libgcc comes in one archive per instruction set; the top one is ARMv4T.
build_libgcc() {
    local lib=$work/root$dir/lib/libgcc.a
    cd "$work"
    apt-get -q download gcc-arm-none-eabi
    mkdir none
    dpkg-deb --fsys-tarfile gcc-arm-none-eabi_*.deb | tar -x -C none \
        --wildcards --no-wildcards-match-slash './usr/lib/gcc/arm-none-eabi/*/libgcc.a'
    # Made for systems without stack permissions, its members don't say that they need none.
    ${cross}objcopy -g --add-section .note.GNU-stack=/dev/null \
        none/usr/lib/gcc/arm-none-eabi/*/libgcc.a "$lib"
    ${cross}gcc -std=c11 -march=armv4 -marm -Os -fno-pie -Wall -Wextra -Werror -c \
        -o armv4-atomic.o "$here/armv4-atomic.c"
    ${cross}ar r "$lib" armv4-atomic.o
    if ${cross}readelf -A "$lib" | grep 'Tag_CPU_arch:' | grep -vE 'v4T?$'; then
        echo "libgcc.a is not for ARMv4T"
        return 1
    fi
}

# GCC's options for it: these headers, these libraries, and no bx.
write_specs() {
    cat >"$work/root$dir/gcc.specs" <<EOF
%rename cpp_options armv4_cpp_options

*cpp_options:
-nostdinc -isystem $dir/include -isystem include%s %(armv4_cpp_options)

*cc1:
%(cc1_cpu) -nostdinc -isystem $dir/include -isystem include%s

*link:
-m armelf_linux_eabi -static -nostdlib --fix-v4bx --no-enum-size-warning

*link_libgcc:
-L$dir/lib

*libgcc:
$dir/lib/libgcc.a

*startfile:
$dir/lib/crt1.o $dir/lib/crti.o

*endfile:
$dir/lib/crtn.o

EOF
}

# The kernel's headers are those of the cross compiler's C library.
link_kernel_headers() {
    local from name
    from=$(${cross}gcc -E -include linux/version.h -x c /dev/null |
        sed -nE 's|^# [0-9]+ "(.*)/linux/version.h".*|\1|p' | head -n 1)
    for name in linux asm asm-generic drm; do
        [ ! -d "$from/$name" ] || ln -s "$from/$name" "$work/root$dir/include/$name"
    done
}

make_all() {
    private_apt
    build_musl
    build_libgcc
    write_specs
    link_kernel_headers
    echo "$stamp" >"$work/root$dir/stamp"
}

echo "${0##*/}: building a C library for ARMv4 (about a minute)" >&2
trap 'tail -n 20 "$log" >&2; echo "${0##*/}: failed, see $log" >&2; rm -rf "$work"' EXIT
# Not in an "if", where set -e would not act.
make_all >"$log" 2>&1 </dev/null
trap 'rm -rf "$work"' EXIT
rm -rf "$dir"
mv -T "$work/root$dir" "$dir"
