#!/bin/busybox sh
# shellcheck shell=dash
# SPDX-License-Identifier: MIT
# The first process of a guest: measures memory of every kind that its kernel gives, and tells
# boot.py what came out: "ok NAME", "not ok NAME", or "@map NAME ..." to have page tables read.
/bin/busybox mkdir -p /usr/bin
/bin/busybox --install -s /usr/bin
export PATH=/usr/bin:/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
stty -echo
echo 3 >/proc/sys/kernel/printk
for module in /modules/*; do
    insmod "$module"
done

# What boot.py gives on the kernel's command line: memspeed.huge=2M, memspeed.free=0x70400000 ...
parameter() {
    sed -n "s/.* memspeed\.$1=\([^ ]*\).*/\1/p" </proc/cmdline
}
FREE=$(parameter free)
CLAIMED=$(parameter claimed)
HUGE=$(parameter huge)
SLOW=$(parameter slow)

# short PROGRAM [OPTION]...: a run that takes no longer than it must.
short() {
    program=$1
    shift
    $program -c -b 64k --rounds 1 --time 1 -q --overwrite "$@" >/tmp/out 2>/tmp/err
}

# test NAME COMMAND...: what it prints is shown if it fails.
tests=0
test() {
    tests=$((tests + 1))
    name=$1
    started=$(cut -d. -f1 /proc/uptime)
    shift
    if "$@" >/tmp/log 2>&1; then
        echo "ok $name ($(($(cut -d. -f1 /proc/uptime) - started)) s)"
    else
        echo "not ok $name"
        sed 's/^/# /' /tmp/log
    fi
}

# Shows what a run printed; false.
failure() {
    cat /tmp/err /tmp/out
    return 1
}

# whole N: whether a run's output has the three tables of N memories, each with figures in all
# columns of its first row, and no figure that is none.
whole() {
    [ "$(awk '/^\*\*\* (Memory Write|(Unc|C)ached Memory Read\/Copy) Throughput/ { title = 1 }
        /^method / && title {
            title = 0
            columns = NF - (/write alloc/ ? 1 : 0) - (/cached \+ wa/ ? 2 : 0)
            getline
            good = NF == columns
            for (i = 2; i <= NF; i++)
                good = good && $i ~ /^[0-9.]+$/ && $i > 0
            tables += good
        }
        END { print tables + 0 }' /tmp/out)" -eq $((3 * $1)) ] &&
        ! grep -iE '[^a-z](nan|inf)([^a-z]|$)' /tmp/out
}

# classic PROGRAM
classic() {
    { short "$1" && whole 1; } || failure
}

# What the kernel does not tell is assumed, and said.
assumes() {
    grep -q '^L1 data .*assumed' /tmp/out && grep -q '^last level .*assumed' /tmp/out
}

# kind KIND PROGRAM: all its cells run, and what is absent is so for a reason that is known.
kind() {
    short "$2" --memory "$1" -o /tmp/saved || failure || return
    { whole 1 && { [ "$1" = normal ] || grep -q "^memory: $1 " /tmp/out; }; } || failure || return
    ! sed -n 's/^# absent: [^ ]* //p' /tmp/saved |
        grep -vE '^this CPU has no |^\(device\)|PLD=[0-9]* reaches'
}

# together KIND...: one run has the tables of all these, copies between them and ordinary memory,
# and the table in which they stand side by side.
together() {
    list=normal
    for kind; do
        list=$list,$kind
    done
    short memspeed --memory "$list" --only CPY_B --only STRB || failure || return
    for kind; do
        [ "$(grep -c "^memory: $kind " /tmp/out)" -eq 3 ] || failure || return
    done
    { whole $(($# + 1)) && [ "$(grep -cE '^CPY_B[<>] ' /tmp/out)" -eq $((4 * $#)) ] &&
        grep -q '^\*\*\* Uncached Throughput by Memory ' /tmp/out; } || failure
}

# says KIND WORDS: how a kind is documented.
says() {
    short memspeed --memory "$1" --only CPY_B && grep "$2" /tmp/out
}

# refused KIND WORDS: it can't be had, and why is told.
refused() {
    short memspeed --memory "$1"
    [ $? -eq 1 ] && [ ! -s /tmp/out ] && [ "$(wc -l </tmp/err)" -eq 1 ] && grep "$2" /tmp/err
}

# What info lists can be measured, or can't if it says so; all kinds are in it.
listed() {
    memspeed info | sed '1,/^memory that -c --memory takes:$/d; /^ /d' >/tmp/kinds
    cat /tmp/kinds
    for kind in normal thp huge drm wc fb phys; do
        grep -q "^${kind}[: ]" /tmp/kinds || return
    done
    while read -r kind note; do
        [ "$kind" != phys ] || continue
        short memspeed --memory "$kind" --only CPY_B
        status=$?
        case $note in
        "can't be had: "*) [ $status -eq 1 ] || return ;;
        *) [ $status -eq 0 ] || return ;;
        esac
    done </tmp/kinds
}

# Without a card a frame buffer is the memory that is write-combined.
cardless() {
    rmmod vgem && says wc '^memory: wc (/dev/fb0 ' && refused drm 'modprobe vgem'
}

# What nobody's memory holds: some words of it, since it can be mapped, but not read.
held() {
    at=$((FREE))
    while [ $at -lt $((FREE + 262144)) ]; do
        devmem $at 32 || return
        at=$((at + 16388))
    done
}

# Nothing is written to physical memory unasked; and it is if asked.
unwritten() {
    before=$(held) || return
    echo "$before"
    memspeed -c --memory "phys:$FREE+1M" -b 64k --rounds 1 --time 1 -q >/tmp/out || return
    [ "$before" = "$(held)" ] && grep 'without --overwrite' /tmp/out || return
    # Nor are copies into it explained, of which there are none.
    grep '^copies: < from phys' /tmp/out || return
    short memspeed --memory "phys:$FREE+1M" --only CPY_B && [ "$before" != "$(held)" ]
}

# What the frame buffer shows.
picture() {
    md5sum </dev/fb0
}

paint() {
    dd if=/dev/urandom of=/dev/fb0 bs=4096 count=768 2>/dev/null
}

restored() {
    paint
    before=$(picture)
    short memspeed --memory fb --only CPY_B && [ "$before" = "$(picture)" ]
}

# By two names it is one frame buffer.
twice() {
    paint
    before=$(picture)
    short memspeed --memory fb,fb:fb0 --only CPY_B && [ "$before" = "$(picture)" ]
}

# stopped SIGNAL STATUS AFTER: a run that is stopped leaves the frame buffer as it was.
stopped() {
    paint
    before=$(picture)
    # In the foreground: a shell lets others ignore SIGINT.
    (
        sleep "$3"
        picture >/tmp/changed
        kill "-$1" "$(pidof memspeed)"
    ) &
    memspeed -c --memory fb --time 60 -q >/tmp/out 2>/tmp/err
    [ $? -eq "$2" ] && [ "$before" != "$(cat /tmp/changed)" ] && [ "$before" = "$(picture)" ]
}

# The mapping of a process that is looked at: of a device, or the largest that is none's.
region() {
    if [ "$2" = anonymous ]; then
        awk '$2 ~ /^rw/ && ($5 == 0) { split($1, a, "-"); print a[1], a[2] }' "/proc/$1/maps" |
            while read -r from to; do
                echo $((0x$to - 0x$from)) "0x$from"
            done | sort -n | tail -n 1
    else
        grep -m 1 -- "$2" "/proc/$1/maps" | sed 's/-.*//; s/^/1048576 0x/'
    fi
}

# The frame of an address, from the process' pagemap.
frame() {
    dd if="/proc/$1/pagemap" bs=8 skip=$(($2 / 4096)) count=1 2>/dev/null |
        hexdump -v -e '2/4 "%08x " "\n"' | while read -r low high; do
        echo $((((0x$high & 0x7fffff) << 32) | 0x$low))
    done
}

# An address that is in use in any process: the top of the stack.
own() {
    echo $(($(sed -n 's/.*-\([0-9a-f]*\) .*\[stack\]/0x\1/p' "/proc/$1/maps") - 4096))
}

# attribute NAME EXPECTED REGION BASE OPTION...: a run's page tables are read meanwhile. BASE is
# the physical address of a device's memory, 0 if it is not known, "" of pages, of which the
# kernel knows.
attribute() {
    name=$1
    expected=$2
    place=$3
    base=$4
    shift 4
    memspeed -c --time 60 -q -b 4M --overwrite "$@" >/dev/null 2>/tmp/err &
    pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.2
        # shellcheck disable=SC2046
        set -- $(region $pid "$place")
        [ "${1:-0}" -ge 1048576 ] && break
    done
    address=$((${2:-0} + (${1:-0} / 2) / 2097152 * 2097152))
    [ -z "$base" ] || address=$((${2:-0} + 65536))
    case $base in
    '') frame=$(frame $pid $address) ;;
    0) frame=0 ;;
    *) frame=$(((base + 65536) / 4096)) ;;
    esac
    own=$(own $pid)
    tests=$((tests + 1))
    echo "@map $name $expected $address $frame $own $(frame $pid "$own")"
    read -r _
    kill -KILL $pid
    wait $pid 2>/dev/null
}

# What ordinary memory is, with each program.
test_classic() {
    test "classic tables" classic memspeed
    test "caches that the kernel does not describe are assumed" assumes
    for other in /bin/memspeed-*; do
        [ -e "$other" ] || continue
        test "classic tables of ${other#*memspeed-}" classic "$other"
    done
}

# A run gets by with what the console draws into its buffer.
blinking() {
    short memspeed --memory fb --only CPY_B || failure
}

# What there is can be measured; what there is not is refused.
test_kinds() {
    test "a blinking cursor is no obstacle" blinking
    echo 0 >/sys/class/graphics/fbcon/cursor_blink
    sleep 0.3
    free=phys:$FREE+1M
    for k in normal ${HUGE:+thp "huge:$HUGE"} drm:card0 wc fb "$free" "$free,sync"; do
        test "kind $k" kind "$k" memspeed
    done
    # Programs of 32 bits, for which a kernel of 64 translates.
    for k in wc fb "$free,sync"; do
        [ "$(uname -m)" != aarch64 ] ||
            test "kind $k in 32 bits" kind "$k" memspeed-arm-linux-gnueabi
    done
    [ -n "$SLOW" ] ||
        test "kinds together" together ${HUGE:+"huge:$HUGE"} wc fb "$free" "$free,sync"
    test "info lists what can be had" listed
    test "wc is documented as write-combined" says wc 'documented as write-combined'
    test "fb is documented as write-combined" says fb 'documented as write-combined'
    test "phys is not documented" says "$free,sync" 'not documented'
    test "a card that is not there is refused" refused drm:card7 'card7: No such file'
    test "a frame buffer that is not there is refused" refused fb:fb7 'fb7: No such file'
    [ -n "$HUGE" ] || test "huge pages are refused" refused huge 'no pools of huge pages'
    [ -n "$HUGE" ] || test "transparent huge pages are refused" refused thp 'no transparent'
    test "System RAM is refused" refused "phys:$(parameter ram)+1M" 'System RAM'
    test "what a driver has is refused" refused "phys:$CLAIMED+1M" 'simplefb'
    test "physical memory is written to if that is asked for" unwritten
}

test_frame_buffer() {
    test "the frame buffer is put back" restored
    test "a frame buffer that is named twice is put back" twice
    test "the frame buffer is put back after SIGINT" stopped INT 130 1.5
    test "the frame buffer is put back after SIGTERM" stopped TERM 143 1.5
    test "the frame buffer is put back after a fault" stopped SEGV 139 1.5
    test "the frame buffer is put back after SIGQUIT" stopped QUIT 131 1.5
    test "the frame buffer is put back after SIGHUP" stopped HUP 129 1.5
}

test_attributes() {
    attribute "normal memory" write-back anonymous ""
    [ -z "$HUGE" ] || attribute "thp" write-back,block anonymous "" --pages thp
    [ -z "$HUGE" ] || attribute "huge:$HUGE" write-back,block anon_hugepage "" --pages "$HUGE"
    attribute "wc" non-cacheable /dev/dri/card0 0 --memory wc
    attribute "fb" non-cacheable /dev/fb0 "$CLAIMED" --memory fb
    attribute "phys" "$(parameter plain)" /dev/mem "$FREE" --memory "phys:$FREE+1M"
    attribute "phys with O_SYNC" "$(parameter sync)" /dev/mem "$FREE" \
        --memory "phys:$FREE+1M,sync"
}

test_classic
test_kinds
test_frame_buffer
test_attributes
test "wc without a card is a frame buffer" cardless
echo "@end $tests"
finish 0
