#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Toolchains and their options beyond those of the presets: everything assembles, links and runs.
# Takes no environment; run it natively, with the cross compilers and emulators of ./check.

load common

ROOT=$BATS_TEST_DIRNAME/..

# newest NAME: the newest of the compilers NAME, NAME-12, NAME-13 ... that are installed.
newest() {
    { echo "$1" && compgen -c "$1-"; } | grep -Ex "$1(-[0-9]+)?" | sort -uV | tail -n 1
}

# A build of the program: build NAME [CMAKE OPTION...], $MEMSPEED is then the binary. Optimized
# little, which is quick, since the presets do more; with $OPTIMIZE, if that is set.
build() {
    MEMSPEED=$DIR/$1/memspeed
    {
        cmake -S "$ROOT" -B "$DIR/$1" -DCMAKE_BUILD_TYPE=None -DBUILD_TESTING=OFF \
            -DMEMSPEED_WERROR=ON "-DCMAKE_C_FLAGS_NONE=${OPTIMIZE--O1}" "${@:2}" &&
            cmake --build "$DIR/$1" --parallel 2
    } >"$DIR/log" 2>&1 || { cat "$DIR/log" && return 1; }
}

# cross COMPILER FLAGS: the CMake options for 32-bit ARM.
cross() {
    CROSS=(-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=arm "-DCMAKE_C_COMPILER=$1"
        "-DCMAKE_C_FLAGS=$2" "-DCMAKE_ASM_FLAGS=$2")
}

# $MEMSPEED makes three tables without stumbling, and its head has nothing that it should not.
works() {
    readelf -lW "$MEMSPEED" >"$DIR/headers"
    grep GNU_STACK "$DIR/headers" | grep -q ' RW '
    refute grep -q ' RWE ' "$DIR/headers"
    readelf -dW "$MEMSPEED" >"$DIR/dynamic"
    refute grep -q TEXTREL "$DIR/dynamic"
    try -c -q -b 64k --rounds 1 --time 0.5
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 3 ]
}

# objects FOLDER COMPILER...: assembles each file of asm/FOLDER into $DIR/*.o.
objects() {
    local file
    rm -f "$DIR"/*.o
    for file in "$ROOT/asm/$1"/*.S; do
        "${@:2}" -I"$ROOT/asm/$1" -c "$file" -o "$DIR/$(basename "$file" .S).o"
    done
}

# code OBJCOPY: the bytes of all kernels in $DIR/*.o.
code() {
    local file
    for file in "$DIR"/*.o; do
        "$1" -O binary -j .text "$file" "$DIR/text"
        basename "$file"
        cksum <"$DIR/text"
    done
}

# freestanding COMPILER...: the ARM kernels (or $KERNELS) in a program without a C library.
freestanding() {
    local kernels=("$ROOT"/asm/arm/*.S)
    [ -z "${KERNELS+x}" ] || kernels=("${KERNELS[@]}")
    "$@" -std=c11 -O2 -Wall -Wextra -Werror -ffreestanding -fno-builtin -nostdlib -static \
        -fno-tree-loop-distribute-patterns -fno-stack-protector -fno-pie -no-pie \
        -I"$ROOT/src" -I"$ROOT/asm/arm" -I"$ROOT/asm/generic" "$ROOT/tests/freestanding.c" \
        "${kernels[@]}" "$ROOT/asm/arm/cpu.c" "$ROOT/asm/generic/libc.c" "$ROOT/src/kernel.c" \
        "$ROOT/src/kernel_facts.c" \
        -o "$DIR/freestanding"
}

@test "ARM: the same bytes from GCC and Clang, for ARM and Thumb, from every ARMv4T on" {
    objects arm arm-linux-gnueabi-gcc -march=armv4t -marm
    code arm-linux-gnueabi-objcopy >"$DIR/wanted"
    [ "$(wc -l <"$DIR/wanted")" -ge 6 ]
    # -mthumb is for C; the assembler takes -Wa,-mthumb, as Thumb-only toolchains pass it on.
    for options in "-march=armv4t -mthumb" "-march=armv5te -marm" "-march=armv5te -Wa,-mthumb" \
        "-march=armv7-a -mthumb -Wa,-mthumb"; do
        # shellcheck disable=SC2086 # words are wanted
        for compiler in arm-linux-gnueabi-gcc "clang --target=arm-linux-gnueabi" \
            "$(newest clang) --target=arm-linux-gnueabi"; do
            echo "$compiler $options"
            objects arm $compiler $options
            code arm-linux-gnueabi-objcopy | diff "$DIR/wanted" -
        done
    done
    objects arm arm-linux-gnueabihf-gcc
    code arm-linux-gnueabi-objcopy | diff "$DIR/wanted" -
    objects arm arm-linux-gnueabi-gcc -march=armv4 -marm
    code arm-linux-gnueabi-objcopy >"$DIR/wanted"
    objects arm clang --target=arm-linux-gnueabi -march=armv4 -marm
    code arm-linux-gnueabi-objcopy | diff "$DIR/wanted" -
}

@test "AArch64: the same bytes from GCC and Clang" {
    [ -d "$ROOT/asm/aarch64" ] || skip "no asm/aarch64"
    objects aarch64 aarch64-linux-gnu-gcc
    code aarch64-linux-gnu-objcopy >"$DIR/wanted"
    objects aarch64 clang --target=aarch64-linux-gnu
    code aarch64-linux-gnu-objcopy | diff "$DIR/wanted" -
}

@test "x86-64: the same instructions from GCC and Clang" {
    [ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
    # Equal instructions have several encodings there, and padding is the assembler's choice.
    listing() {
        for file in "$DIR"/*.o; do
            objdump -d --no-show-raw-insn "$file" | sed 's|^/.*/||' | grep -vE '\bnop|xchg +%ax,%ax'
        done
    }
    objects x86_64 gcc
    listing >"$DIR/wanted"
    [ "$(wc -l <"$DIR/wanted")" -gt 1000 ]
    objects x86_64 clang
    listing | diff "$DIR/wanted" -
}

@test "every assembly file assembles, ARM's for Thumb too, and has no executable stack" {
    for file in "$ROOT"/asm/*/*.S "$ROOT"/tests/*.S; do
        case $file in
        */arm/* | *_arm.S) compiler="arm-linux-gnueabihf-gcc -Wa,-mthumb" ;;
        */aarch64/* | *_aarch64.S) compiler=aarch64-linux-gnu-gcc ;;
        *) compiler=gcc ;;
        esac
        $compiler -I"$(dirname "$file")" -c "$file" -o "$DIR/one.o"
        echo "$file"
        # No flags between its entry size and its link: no X.
        readelf -SW "$DIR/one.o" | grep -F .note.GNU-stack | grep -Eq ' 00 +0 +0 +[0-9]+$'
    done
}

# noted FILE...: each says that it has landing pads.
noted() {
    local file
    for file; do
        readelf -n "$file" 2>&1 | grep -Eq 'AArch64 feature:.*\bBTI\b' ||
            { echo "no BTI note: $file" && return 1; }
    done
}

# pads OBJECT...: every global function of theirs begins with a landing pad.
pads() {
    local file name
    for file; do
        aarch64-linux-gnu-objdump -d "$file" >"$DIR/code"
        readelf -sW "$file" | awk '$4 == "FUNC" && $5 == "GLOBAL" && $7 != "UND" { print $8 }' |
            sort -u >"$DIR/functions"
        # Headings, and the instruction that follows each: "  0:  d503245f  bti  c".
        awk '/^[0-9a-f]+ <.*>:$/ { name = substr($2, 2, length($2) - 3); next }
             name != "" { if ($3 == "bti" && $4 == "c") print name; name = "" }' "$DIR/code" |
            sort -u >"$DIR/pads"
        comm -23 "$DIR/functions" "$DIR/pads" | while read -r name; do
            echo "no landing pad: $name in $file" && return 1
        done
        cat "$DIR/functions" >>"$DIR/padded"
    done
}

# forced NAME [CMAKE OPTION...]: a build of which the linker demands landing pads has them.
forced() {
    build "$@" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64
    # What is warned of comes from the toolchain's folders; our objects have relative names.
    sed -nE '/force-bti/s/^[^ ]*ld(\.lld)?: (warning: )?//p' "$DIR/log" >"$DIR/warned"
    refute grep -v '^/' "$DIR/warned"
    refute grep -F "$DIR" "$DIR/warned"
    mapfile -t objects < <(find "$DIR/$1" -path '*.dir/*.o' ! -path '*CompilerId*')
    [ ${#objects[@]} -gt 30 ]
    noted "$DIR/$1/memspeed" "${objects[@]}"
    mapfile -t objects < <(find "$DIR/$1" -path '*.dir/asm/*.S.o')
    rm -f "$DIR/padded"
    pads "${objects[@]}"
    [ "$(grep -c '^ms_' "$DIR/padded")" -gt 100 ]
    # On a processor without BTI: the C library here may lack pads.
    EMULATOR="qemu-aarch64 -cpu cortex-a53" works
}

@test "AArch64: links under -z force-bti, all but the toolchain's own with landing pads" {
    forced bti-gcc -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
        -DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,force-bti
    forced bti-clang -DCMAKE_C_COMPILER=clang -DCMAKE_C_COMPILER_TARGET=aarch64-linux-gnu \
        -DCMAKE_ASM_COMPILER_TARGET=aarch64-linux-gnu \
        "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld -Wl,-z,force-bti"
}

@test "ARMv4 and ARMv4T: the kernels run without a C library" {
    freestanding arm-linux-gnueabi-gcc -march=armv4 -marm -Wl,--fix-v4bx
    arm-linux-gnueabi-objdump -d "$DIR/freestanding" >"$DIR/code"
    refute grep -P '\tbl?x' "$DIR/code"
    for cpu in sa1110 ti925t arm926 cortex-a15; do
        qemu-arm -cpu $cpu "$DIR/freestanding"
    done
}

@test "big endian: BE8 and BE32 link and run" {
    freestanding arm-linux-gnueabi-gcc -march=armv5te -marm -mbig-endian -Wl,--be8
    readelf -h "$DIR/freestanding" | grep -q 'BE8'
    qemu-armeb -cpu cortex-a15 "$DIR/freestanding"
    freestanding arm-linux-gnueabihf-gcc -mthumb -mbig-endian -Wl,--be8
    qemu-armeb -cpu cortex-a15 "$DIR/freestanding"
    freestanding arm-linux-gnueabi-gcc -march=armv5te -marm -mbig-endian
    qemu-armeb -cpu arm926 "$DIR/freestanding"
    objects arm clang --target=armeb-linux-gnueabi -march=armv5te
    arm-linux-gnueabi-ld -EB --be8 -r "$DIR"/*.o -o "$DIR/all"
}

@test "soft-float and hard-float objects link together" {
    objects arm arm-linux-gnueabi-gcc
    KERNELS=("$DIR"/*.o)
    freestanding arm-linux-gnueabihf-gcc
    qemu-arm -cpu cortex-a15 "$DIR/freestanding"
    objects arm arm-linux-gnueabihf-gcc
    KERNELS=("$DIR"/*.o)
    freestanding arm-linux-gnueabi-gcc -marm
    qemu-arm -cpu cortex-a15 "$DIR/freestanding"
}

@test "-mthumb on ARMv5TE, -marm on ARMv7" {
    cross arm-linux-gnueabi-gcc "-march=armv5te -mthumb"
    build thumb "${CROSS[@]}"
    EMULATOR="qemu-arm -cpu arm926" works
    cross arm-linux-gnueabihf-gcc -marm
    build arm "${CROSS[@]}"
    EMULATOR="qemu-arm -cpu cortex-a8" works
}

@test "position-independent: static-pie, and dynamic natively and for ARM" {
    build pie -DMEMSPEED_STATIC=OFF -DCMAKE_C_FLAGS=-fPIE -DCMAKE_EXE_LINKER_FLAGS=-pie
    readelf -h "$MEMSPEED" | grep -q 'Type: .*DYN'
    readelf -lW "$MEMSPEED" | grep -q INTERP
    works
    build static-pie -DMEMSPEED_STATIC=OFF -DCMAKE_C_FLAGS=-fPIE \
        -DCMAKE_EXE_LINKER_FLAGS=-static-pie
    readelf -h "$MEMSPEED" | grep -q 'Type: .*DYN'
    refute grep -q INTERP <(readelf -lW "$MEMSPEED")
    works
    # Debian has no rcrt1.o for armel.
    cross arm-linux-gnueabi-gcc "-march=armv5te -marm -fPIE"
    build arm-pie "${CROSS[@]}" -DMEMSPEED_STATIC=OFF -DCMAKE_EXE_LINKER_FLAGS=-pie
    readelf -h "$MEMSPEED" | grep -q 'Type: .*DYN'
    EMULATOR="qemu-arm -cpu arm926 -L /usr/arm-linux-gnueabi" works
}

@test "-O3 -flto for ARM" {
    cross arm-linux-gnueabi-gcc "-march=armv5te -marm"
    OPTIMIZE="-O3 -flto=auto" build arm-lto "${CROSS[@]}"
    EMULATOR="qemu-arm -cpu arm926" works
}

@test "-std=gnu2x -Werror with the newest GCC and Clang" {
    for compiler in "$(newest gcc)" "$(newest clang)"; do
        $compiler --version | head -n 1
        cmake -S "$ROOT" -B "$DIR/$compiler" -DCMAKE_C_COMPILER="$compiler" \
            -DMEMSPEED_WERROR=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
        # Each command of the build, with another standard and no output.
        sed -nE 's/^ *"command": "(.*\.c)",$/\1/p' "$DIR/$compiler/compile_commands.json" |
            sed -E 's/\\(.)/\1/g; s/-std=[^ ]+/-std=gnu2x/; s/ -o [^ ]+/ -fsyntax-only/' |
            sort -u >"$DIR/all"
        [ "$(grep -c -e '-std=gnu2x' "$DIR/all")" -gt 30 ]
        (cd "$DIR" && tr '\n' '\0' <"$DIR/all" | xargs -0 -P 2 -n 1 sh -c)
    done
}

@test "musl, static" {
    build musl -DCMAKE_C_COMPILER=musl-gcc
    refute grep -q INTERP <(readelf -lW "$MEMSPEED")
    works
    refute grep -q glibc "$DIR/out"
    # Its getopt leaves optind behind argc where an argument is missing.
    try -b && failed_with 2 "-b"
    try -qb && failed_with 2 "-b"
    try --seed && failed_with 2 "--seed"
}
