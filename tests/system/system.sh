#!/bin/bash
# SPDX-License-Identifier: MIT
# Boots memspeed on Debian's kernels for ARM in qemu, two at a time.
# usage: system.sh BUILD; BUILD/PRESET/memspeed are the binaries, BUILD/system keeps kernels.
# Prints a line for each test, "ok: NAME" or "FAILED: NAME".
set -u
here=$(dirname "$(readlink -f "$0")")
build=$(readlink -f "$1")
folder=$build/system
GUEST_SECONDS=400 # none takes nearly as long
GUESTS="vexpress-a9 arm64 armmp armmp-lpae"

# Where kernels map nothing, by virtue of the device trees; and memory that they do map.
PICTURE=70000000
FREE=70400000
RAM=0x68000000

# describe GUEST: $KERNEL; $BUSYBOX; $PRESETS, of which the first one's memspeed does most;
# $QEMU; $TREE, a device tree of the kernel's if it is not qemu's; $WORDS, which guest.sh reads:
# how /dev/mem maps what is free, without and with O_SYNC, the size of huge pages, and whether
# samples take long, since the clock is coarse.
describe() {
    local huge="memspeed.huge=2M hugepagesz=2M hugepages=24"

    KERNEL=$1
    BUSYBOX=busybox-armhf
    PRESETS="arm-linux-gnueabi arm-linux-gnueabihf"
    QEMU=(qemu-system-arm -M "virt,highmem=off" -cpu cortex-a15 -m 1024)
    TREE=
    WORDS="memspeed.plain=write-back memspeed.sync=non-cacheable"
    case $1 in
    arm64)
        BUSYBOX=busybox-arm64
        PRESETS="aarch64-linux-gnu arm-linux-gnueabi arm-linux-gnueabihf"
        QEMU=(qemu-system-aarch64 -M virt -cpu cortex-a53 -m 1024)
        WORDS="memspeed.plain=Device-nGnRnE memspeed.sync=Device-nGnRnE $huge"
        ;;
    armmp-lpae)
        PRESETS="arm-linux-gnueabihf arm-linux-gnueabi"
        WORDS="$WORDS $huge"
        ;;
    vexpress-a9)
        KERNEL=armmp
        PRESETS=arm-linux-gnueabi
        QEMU=(qemu-system-arm -M "vexpress-a9,secure=off" -m 1024)
        TREE=vexpress-v2p-ca9.dtb
        WORDS="$WORDS memspeed.slow=1"
        ;;
    esac
}

# programs BIN: the first preset's memspeed, memspeed-PRESET of the others, and finish.
programs() {
    local preset name=memspeed

    rm -rf "$1"
    mkdir -p "$1"
    for preset in $PRESETS; do
        [ ! -e "$1/memspeed" ] || name=memspeed-$preset
        "$preset-strip" -o "$1/$name" "$build/$preset/memspeed" || return 1
    done
    # All kernels run it.
    arm-linux-gnueabi-gcc -static -O1 -Wall -Wextra -Werror -o "$1/finish" "$here/finish.c"
}

# guest GUEST: its tests.
guest() {
    local kernel image=$folder/$1.image tree=$folder/$1.dtb bin=$folder/$1

    describe "$1"
    kernel=$folder/kernels/$KERNEL
    [ -z "$TREE" ] || TREE=$(echo "$kernel"/usr/lib/linux-image-*/"$TREE")
    if ! { programs "$bin" &&
        "$here/image.sh" "$kernel" "$folder/kernels/$BUSYBOX" "$image" "$bin"/* &&
        "$here/tree.sh" "$tree" "$PICTURE" "$FREE" "$TREE" "${QEMU[@]}"; }; then
        echo "FAILED: $1: could not be prepared"
        return
    fi
    "$here/boot.py" "$1" "$GUEST_SECONDS" "${QEMU[@]}" -nographic -nic none -no-reboot \
        -monitor none -semihosting-config enable=on,userspace=on \
        -kernel "$kernel"/boot/vmlinuz-* -initrd "$image" -dtb "$tree" \
        -append "console=ttyAMA0 panic=-1 quiet memspeed.free=0x$FREE \
memspeed.claimed=0x$PICTURE memspeed.ram=$RAM $WORDS" ||
        echo "FAILED: $1: could not be tested"
}

export PYTHONDONTWRITEBYTECODE=1 QEMU_AUDIO_DRV=none
mkdir -p "$folder"
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
running=0
for name in $GUESTS; do
    [ "$running" -lt 2 ] || wait -n
    running=$((running + 1))
    guest "$name" >"$folder/$name.log" 2>&1 &
done
wait
for name in $GUESTS; do
    cat "$folder/$name.log"
done
