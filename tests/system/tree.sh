#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the device tree of a machine: qemu's own, with a frame buffer in memory that the kernel
# does not map, and more such memory that is nobody's.
# usage: tree.sh OUTPUT PICTURE FREE QEMU [ARGUMENT]...; PICTURE and FREE are addresses in hex.
set -eu
output=$1
picture=$2
free=$3
shift 3
dump=$(mktemp)
trap 'rm -f "$dump"' EXIT

# The machine's name is its first argument's value.
machine=("$@")
machine[2]="${machine[2]},dumpdtb=$dump"
"${machine[@]}" -nographic >/dev/null 2>&1
{
    dtc -q -I dtb -O dts "$dump"
    cat <<EOF
/ {
    reserved-memory {
        #address-cells = <2>;
        #size-cells = <2>;
        ranges;
        picture@$picture { reg = <0 0x$picture 0 0x300000>; no-map; };
        free@$free { reg = <0 0x$free 0 0x400000>; no-map; };
    };
    framebuffer@$picture {
        compatible = "simple-framebuffer";
        reg = <0 0x$picture 0 0x300000>;
        width = <1024>;
        height = <768>;
        stride = <4096>;
        format = "a8r8g8b8";
    };
};
EOF
} | dtc -q -I dts -O dtb -o "$output" -
