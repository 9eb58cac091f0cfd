#!/bin/bash
# SPDX-License-Identifier: MIT
# Boots memspeed on Debian's kernels for ARM in qemu, two at a time.
# usage: system.sh FOLDER AARCH64 ARMV5TE; the folder keeps kernels, the others are binaries of
# memspeed. Prints a line for each test, "ok: NAME" or "FAILED: NAME".
set -u
here=$(dirname "$(readlink -f "$0")")
folder=$(mkdir -p "$1" && cd "$1" && pwd)
aarch64=$(readlink -f "$2")
armv5te=$(readlink -f "$3")
GUEST_SECONDS=170 # none takes nearly as long

# Where the kernel maps nothing, by virtue of the device trees; and memory that it does map.
PICTURE=70000000
FREE=70400000
RAM=0x50000000

# guest NAME KERNEL BUSYBOX PROGRAM COMPILER MACHINE CPU PARAMETER...
guest() {
    local name=$1 kernel=$folder/kernels/$2 busybox=$folder/kernels/$3 program=$4 compiler=$5
    local bin=$folder/$name qemu
    qemu=("$6" -M "$7" -cpu "$8" -m 1024)
    shift 8

    mkdir -p "$bin"
    if ! { cp "$program" "$bin/memspeed" && cp "$armv5te" "$bin/memspeed-armv5te" &&
        "$compiler" -static -O1 -Wall -Wextra -o "$bin/finish" "$here/finish.c" &&
        "$here/image.sh" "$kernel" "$busybox" "$bin.image" "$bin"/* &&
        "$here/tree.sh" "$bin.dtb" "$PICTURE" "$FREE" "${qemu[@]}"; }; then
        echo "FAILED: $name: could not be prepared"
        return 1
    fi
    "$here/boot.py" "$name" "$GUEST_SECONDS" "${qemu[@]}" -nographic -nic none -no-reboot \
        -monitor none -semihosting-config enable=on,userspace=on \
        -kernel "$kernel"/boot/vmlinuz-* -initrd "$bin.image" -dtb "$bin.dtb" \
        -append "console=ttyAMA0 panic=-1 quiet memspeed.free=0x$FREE \
memspeed.claimed=0x$PICTURE memspeed.ram=$RAM $*" ||
        echo "FAILED: $name: could not be tested"
}

arm64() {
    guest arm64 arm64 busybox-arm64 "$aarch64" aarch64-linux-gnu-gcc \
        qemu-system-aarch64 virt cortex-a53 hugepagesz=2M hugepages=24 memspeed.huge=2M \
        memspeed.plain=Device-nGnRnE memspeed.sync=Device-nGnRnE
}

# arm NAME PARAMETER...: of an ARM kernel, which tells O_SYNC from none.
arm() {
    guest "$1" "$1" busybox-armhf "$armv5te" arm-linux-gnueabi-gcc \
        qemu-system-arm virt,highmem=off cortex-a15 "${@:2}" memspeed.plain=write-back \
        memspeed.sync=non-cacheable
}

export PYTHONDONTWRITEBYTECODE=1
if "$here/test_pagetable.py" >"$folder/pagetable.log" 2>&1; then
    echo "ok: page tables with known answers"
else
    cat "$folder/pagetable.log"
    echo "FAILED: page tables with known answers"
fi
"$here/fetch.sh" "$folder/kernels" || {
    echo "FAILED: Debian's kernels could not be fetched"
    exit 1
}
arm64 >"$folder/arm64.log" &
arm armmp >"$folder/armmp.log" &
wait -n
arm armmp-lpae hugepagesz=2M hugepages=24 memspeed.huge=2M >"$folder/armmp-lpae.log"
wait
cat "$folder"/{arm64,armmp,armmp-lpae}.log
