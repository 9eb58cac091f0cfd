#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes an initramfs of busybox, the guest's script, the vgem module and memspeed.
# usage: image.sh KERNEL BUSYBOX OUTPUT FILE...; each FILE goes to /bin.
set -eu
here=$(dirname "$(readlink -f "$0")")
kernel=$1
busybox=$2
output=$(readlink -f "$3")
shift 3
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

mkdir -p "$root"/{bin,dev,modules,proc,sys,tmp}
cp "$busybox/bin/busybox" "$@" "$root/bin/"
cp "$here/guest.sh" "$root/init"
release=$(basename "$kernel"/lib/modules/*)
[ -e "$kernel/lib/modules/$release/modules.dep" ] || /sbin/depmod -b "$kernel" "$release"
# What a module needs stands behind it; it is loaded before.
number=10
for module in $(sed -n 's/\(.*\/vgem\.ko[^:]*\):/\1/p' "$kernel/lib/modules/$release/modules.dep" |
    tr ' ' '\n' | tac); do
    copy="$root/modules/$number-$(basename "$module")"
    cp "$kernel/lib/modules/$release/$module" "$copy"
    case $copy in *.xz) unxz "$copy" ;; esac
    number=$((number + 1))
done
[ -n "$(ls "$root/modules")" ] || { echo "image: no module vgem in $kernel" >&2; exit 1; }
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$output"
