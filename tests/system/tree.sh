#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the device tree of a machine: TREE, or qemu's own if that is "", with a frame buffer in
# memory that the kernel does not map, and more such memory that is nobody's.
# usage: tree.sh OUTPUT PICTURE FREE TREE QEMU [ARGUMENT]...; PICTURE and FREE are addresses in
# hexadecimal.
set -eu
output=$1
picture=$2
free=$3
tree=$4
shift 4
source=$(mktemp)
trap 'rm -f "$source"' EXIT

if [ -n "$tree" ]; then
    cp "$tree" "$source"
else
    # The machine's name is its first argument's value.
    machine=("$@")
    machine[2]="${machine[2]},dumpdtb=$source"
    "${machine[@]}" -nographic >/dev/null 2>&1
fi
cells=$(fdtget "$source" / "#address-cells")
zero=
[ "$cells" -eq 1 ] || zero="0 "
{
    dtc -q -I dtb -O dts "$source"
    cat <<EOF
/ {
    reserved-memory {
        #address-cells = <$cells>;
        #size-cells = <$cells>;
        ranges;
        picture@$picture { reg = <${zero}0x$picture ${zero}0x300000>; no-map; };
        free@$free { reg = <${zero}0x$free ${zero}0x400000>; no-map; };
    };
    framebuffer@$picture {
        compatible = "simple-framebuffer";
        reg = <${zero}0x$picture ${zero}0x300000>;
        width = <1024>;
        height = <768>;
        stride = <4096>;
        format = "a8r8g8b8";
    };
};
EOF
} | dtc -q -I dts -O dtb -o "$output" -
