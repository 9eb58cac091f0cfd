#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# "memspeed info": trees of odd machines, and what is to be said of each.

load common

# Trees are read by a process that may use CPU 0 only, whatever CPUs this machine has.
AFFINITY=0

# file PATH TEXT: below the tree.
file() {
    # A process for each of thousands of files would take its time.
    [ -d "$DIR/tree/${1%/*}" ] || mkdir -p "$DIR/tree/${1%/*}"
    printf '%s\n' "$2" >"$DIR/tree/$1"
}

CPU=sys/devices/system/cpu

# cpus PRESENT ONLINE OFFLINE
cpus() {
    file $CPU/present "$1"
    file $CPU/online "$2"
    file $CPU/offline "$3"
}

# cache CPU INDEX LEVEL TYPE SIZE LINE WAYS SETS SHARED: without a file for what is "-".
cache() {
    local at=$CPU/cpu$1/cache/index$2 name
    shift 2
    for name in level type size coherency_line_size ways_of_associativity number_of_sets \
        shared_cpu_list; do
        [ "$1" = - ] || file "$at/$name" "$1"
        shift
    done
}

midr() {
    file "$CPU/cpu$1/regs/identification/midr_el1" "0x00000000$2"
}

# Tells of the tree: status in $status, and lines that were wrapped joined again in $DIR/out.
info() {
    mkdir -p "$DIR/tree"
    status=0
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    MEMSPEED_SYSROOT=$DIR/tree taskset -c "$AFFINITY" $EMULATOR "$MEMSPEED" info "$@" \
        >"$DIR/wrapped" 2>"$DIR/err" || status=$?
    sed -E ':next; N; s/\n {11}/ /; t next; P; D' "$DIR/wrapped" >"$DIR/out"
    cat "$DIR/out" "$DIR/err"
    [ "$status" -eq 0 ]
    [ ! -s "$DIR/err" ]
    if [ "$1" != --format=json ]; then
        [ "$(awk 'length > 80' "$DIR/wrapped" | wc -l)" -eq 0 ]
    fi
}

# says LABEL TEXT...: a whole line for each text, and no other with this label above -c's.
says() {
    local label
    label=$(printf '%-10s' "$1")
    shift
    diff <(sed '/^memspeed -c/,$d' "$DIR/out" | grep "^$label " || true) \
        <(for text; do printf '%s %s\n' "$label" "$text"; done)
}

# A line of what -c uses.
uses() {
    sed '1,/^memspeed -c/d' "$DIR/out" | grep -qxF -- "$(printf '%-10s %s' "$1" "$2")"
}

# A line of what --memory takes.
takes() {
    sed '1,/^memory that -c --memory takes:/d' "$DIR/out" |
        grep -qxF -- "$(printf '%-10s %s' "$1" "$2")"
}

# core NAME MIDR: how a core is called, which only ARM builds know.
core() {
    case $ISA in
    arm | aarch64) echo "$1 (MIDR 0x$2, midr_el1 in sysfs)" ;;
    *) echo "MIDR 0x$2 (midr_el1 in sysfs), a core whose name is not known here" ;;
    esac
}

needs_linux() {
    [ "$OS" = linux ] || skip "this system interface reads no tree"
    taskset -c "$AFFINITY" true || skip "CPU $AFFINITY may not be used"
}

@test "info: usage" {
    try info --help
    [ "$status" -eq 0 ]
    grep -q '^usage: memspeed info' "$DIR/out"
    memspeed --help | grep -q '^       memspeed info '
    try info --format csv && failed_with 2 "info: --format csv: neither text nor json"
    try info --foo && failed_with 2 "--foo: unknown option"
    try info this && failed_with 2 "info: this: unexpected argument"
    memspeed info >/dev/full 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -q '^memspeed: standard output: No space left on device$' "$DIR/err"
}

@test "info: this machine, in text and JSON" {
    try info
    cat "$DIR/out"
    [ "$status" -eq 0 ]
    grep -q "^memspeed   .*, $ISA kernels$" "$DIR/out"
    grep -Eq '^allowed    [0-9,-]+ \(' "$DIR/out"
    grep -Eq '^pages      [0-9]+ KiB \(sysconf\)$' "$DIR/out"
    grep -Eq '^clock      CLOCK_MONOTONIC.*, steps of [0-9]+ ns, [0-9]+ ns for a reading' "$DIR/out"
    grep -Eq '^running on CPU [0-9]+' "$DIR/out"
    try info --format=json
    [ "$(wc -l <"$DIR/out")" -eq 1 ]
    python3 -m json.tool "$DIR/out" >/dev/null
}

@test "info: an emulator shows its host, which is said" {
    [ -n "$EMULATOR" ] || skip "no emulator"
    needs_linux
    cpus 0 0 ''
    cache 0 0 1 Data 48K 64 12 64 0
    info
    says note "EMULATED by $(basename "${EMULATOR%% *}"): what sysfs and /proc say is the host's, and times mean nothing"
    says 'L1 data' 'CPU 0: 48 KiB, lines of 64 bytes, 12 ways; not shared (sysfs)'
    sed '1,/^memspeed -c/d' "$DIR/out" | grep -Eq '^L1 data .*\(assumed, the system does not say\)$'
    info --format=json
    grep -qF '"emulated":"qemu-' "$DIR/out"
}

@test "info: a system of which no more than POSIX is known" {
    [ "$OS" = posix ] || skip "more is known of this one"
    try info
    why="no more than POSIX is known of this system"
    for label in present online offline THP 'huge pages' memory available limit 'NUMA nodes'; do
        grep -qx "$(printf '%-10s' "$label") not known: $why" "$DIR/out"
    done
    sed -E ':next; N; s/\n {11}/ /; t next; P; D' "$DIR/out" >"$DIR/joined"
    grep -Eq "^caches     CPUs? [0-9,-]+: not known: $why\$" "$DIR/joined"
    grep -Eq "^speed      CPUs? [0-9,-]+: governor and frequency not known: $why\$" "$DIR/joined"
    grep -Eq '^allowed    [0-9-]+ \(how many are online, by sysconf\)$' "$DIR/joined"
    grep -qx 'odd        nothing found' "$DIR/out"
    grep -Eq '^running on CPU [0-9]+, not pinned: ' "$DIR/out"
    takes normal 'always there'
    for kind in thp huge; do
        takes $kind "can't be had: $why"
    done
    for kind in drm wc fb phys; do
        takes $kind "can't be had: not known on this system"
    done
}

@test "info: no /sys and no /proc at all" {
    needs_linux
    info
    says allowed '0 (sched_getaffinity)'
    for label in present online offline THP 'huge pages' memory available limit 'NUMA nodes'; do
        says "$label" 'not known: the system does not say'
    done
    says speed 'CPU 0: governor and frequency not known: the system does not say'
    says caches 'CPU 0: not known: there is no cache directory in sysfs'
    if [ "$ISA" != x86_64 ]; then
        says model 'CPU 0: not known: the system does not say'
    fi
    says odd 'nothing found'
    [ "$(grep -Ec '^(line|L1 data|last level) .*\(assumed, the system does not say\)$' \
        "$DIR/out")" -eq 3 ]
    grep -Eq '^hot bound .* ways \(assumed\) x pages of ' "$DIR/out"
    info --format=json
    for key in cpus_present cpus_online cpus_offline thp thp_bytes huge_pages memory_bytes \
        available_bytes limit_bytes nodes; do
        grep -qF "\"$key\":null" "$DIR/out"
    done
    grep -qF '"cpus_present":"the system does not say"' "$DIR/out"
    grep -qF '"without_caches":[0]' "$DIR/out"
    grep -qF '"available":null' "$DIR/out"
}

@test "info: no cache directory" {
    needs_linux
    cpus 0-3 0-3 ''
    info
    says online '0-3 (sysfs)'
    says offline 'none (sysfs)'
    says caches 'CPUs 0-3: not known: there is no cache directory in sysfs'
    says odd 'nothing found'
}

@test "info: a cache directory without size, as arm64 has it under some firmwares" {
    needs_linux
    cpus 0-1 0-1 ''
    for cpu in 0 1; do
        cache $cpu 0 1 Data - - - - $cpu
        cache $cpu 1 2 Unified - 64 - - 0-1
    done
    info
    says 'L1 data' 'CPUs 0-1: size not known, line not known, ways not known; one each (sysfs)'
    says L2 'CPUs 0-1: size not known, lines of 64 bytes, ways not known; shared by CPUs 0-1 (sysfs)'
    says caches
    says odd 'CPUs 0-1: L1 data: not said: size, line, ways' 'CPUs 0-1: L2: not said: size, ways'
    grep -Eq '^last level .*\(assumed, the system does not say\)$' "$DIR/out"
    info --format=json
    grep -qF '"cpus":[0,1],"level":2,"type":"unified","bytes":null,"line":64,"ways":null,"sets":null,"shared_by":[[0,1]]' "$DIR/out"
}

# big.LITTLE: cores, caches, clocks and governors of the clusters differ.
@test "info: different caches per cluster" {
    needs_linux
    cpus 0-5 0-5 ''
    for cpu in 0 1 2 3; do
        midr $cpu 410fd034
        cache $cpu 0 1 Data 32K 64 4 128 $cpu
        cache $cpu 1 2 Unified 512K 64 16 512 0-3
        file $CPU/cpu$cpu/cpu_capacity 446
    done
    for cpu in 4 5; do
        midr $cpu 410fd082
        cache $cpu 0 1 Data 48K 64 3 256 $cpu
        cache $cpu 1 2 Unified 1M 64 16 1024 4-5
        file $CPU/cpu$cpu/cpu_capacity 1024
    done
    at=$CPU/cpu4/cpufreq
    file $at/scaling_governor schedutil
    file $at/scaling_min_freq 408000
    file $at/scaling_max_freq 1800000
    file $at/scaling_cur_freq 600000
    info
    says model "CPUs 0-3: $(core 'Cortex-A53 r0p4' 410fd034)" \
        "CPUs 4-5: $(core 'Cortex-A72 r0p2' 410fd082)"
    says speed \
        'CPUs 0-3: governor and frequency not known: the system does not say; capacity 446 (sysfs)' \
        'CPU 4: governor schedutil, frequency 408 to 1800 MHz, now 600 MHz (sysfs); capacity 1024 (sysfs)' \
        'CPU 5: governor and frequency not known: the system does not say; capacity 1024 (sysfs)'
    says 'L1 data' 'CPUs 0-3: 32 KiB, lines of 64 bytes, 4 ways; one each (sysfs)' \
        'CPUs 4-5: 48 KiB, lines of 64 bytes, 3 ways; one each (sysfs)'
    says L2 'CPUs 0-3: 512 KiB, lines of 64 bytes, 16 ways; shared by CPUs 0-3 (sysfs)' \
        'CPUs 4-5: 1 MiB, lines of 64 bytes, 16 ways; shared by CPUs 4-5 (sysfs)'
    says odd 'nothing found'
    uses 'running on' 'CPU 0'
    [ -z "$EMULATOR" ] || return 0
    # CPU 0 alone may be used: half of its L1, and four times its L2.
    uses 'L1 data' '32 KiB (sysfs)'
    uses 'last level' '512 KiB (sysfs)'
    uses uncached '2 buffers of 2 MiB, walked through; in no cache'
    uses 'hot bound' '16 KiB: half of L1, or 4 ways (sysfs) x pages of 4 KiB'
    # The largest that fit 16 KiB beside 64 lines of 64 bytes, in steps of 2 KiB.
    uses cached 'blocks in the L1 data cache: write 14 KiB, read 12 KiB, copy 6 KiB'
}

@test "info: only one CPU describes its caches" {
    needs_linux
    cpus 0-3 0-3 ''
    cache 0 0 1 Data 32K 32 4 256 0
    cache 0 1 2 Unified 512K 32 8 2048 0-3
    info
    says 'L1 data' 'CPU 0: 32 KiB, lines of 32 bytes, 4 ways; not shared (sysfs)'
    says L2 'CPU 0: 512 KiB, lines of 32 bytes, 8 ways; shared by CPUs 0-3 (sysfs)'
    says caches 'CPUs 1-3: not known: there is no cache directory in sysfs'
    says odd 'CPUs 1-3: no cache is described, unlike those of others'
}

@test "info: CPU 0 is offline" {
    needs_linux
    cpus 0-3 1-3 0
    for cpu in 1 2 3; do
        midr $cpu 410fd083
        cache $cpu 0 1 Data 48K 64 3 256 $cpu
    done
    # The kernel lets it be used all the same.
    info
    says odd 'CPU 0: may be used, but not online' \
        'CPU 0: no cache is described, unlike those of others'
    AFFINITY=1
    needs_linux
    info
    says allowed '1 (sched_getaffinity)'
    says offline '0 (sysfs)'
    says model "CPUs 1-3: $(core 'Cortex-A72 r0p3' 410fd083)"
    says 'L1 data' 'CPUs 1-3: 48 KiB, lines of 64 bytes, 3 ways; one each (sysfs)'
    says caches
    says odd 'nothing found'
    uses 'running on' 'CPU 1'
}

@test "info: lists with holes" {
    needs_linux
    cpus 0,2-3,8,10-11 0,2,8 3,10-11
    for cpu in 0 2 8; do
        cache $cpu 0 1 Data 32K 64 8 64 $cpu
        cache $cpu 1 2 Unified 1M 64 16 1024 0,2,8
    done
    info
    says present '0,2-3,8,10-11 (sysfs)'
    says online '0,2,8 (sysfs)'
    says offline '3,10-11 (sysfs)'
    says L2 'CPUs 0,2,8: 1 MiB, lines of 64 bytes, 16 ways; shared by CPUs 0,2,8 (sysfs)'
    says odd 'the list of CPUs present has holes: 1,4-7,9'
}

@test "info: CPUs both online and offline, and other contradictions of the lists" {
    needs_linux
    cpus 0-3 0-5 2-3
    info
    says odd 'CPUs 2-3: both online and offline' 'CPUs 4-5: online, but not present'
    cpus 1-3 1-3 0
    info
    says odd 'the list of CPUs present has holes: 0' 'CPU 0: may be used, but not present' \
        'CPU 0: may be used, but not online'
}

@test "info: lists that can't be understood" {
    needs_linux
    for list in junk 0-3,x 3-1 0- 0,,1 -1 0-99999999 99999999999999999999 '0-3,'; do
        cpus "$list" 0 ''
        info
        says present "not known: what the system says can't be understood"
        says odd "the list of CPUs present can't be understood"
    done
    cpus 0,0-2,1 0-2 ''
    info
    says present '0-2 (sysfs)'
    says odd 'nothing found'
}

@test "info: odd sizes and ways" {
    needs_linux
    cpus 0 0 ''
    # 24 KiB in 6 ways of 64-byte lines, as Atom had it, is odd, but right.
    cache 0 0 1 Data 24K 64 6 64 0
    # 64 x 15 = 960 bytes a way-set: 5242 and a bit of them are 5118 KiB (960 x 5459.2).
    cache 0 1 2 Unified 5118K 64 15 - 0
    # 4096 x 15 x 64 = 3840 KiB.
    cache 0 2 3 Unified 5118K 64 15 4096 0
    info
    says 'L1 data' 'CPU 0: 24 KiB, lines of 64 bytes, 6 ways; not shared (sysfs)'
    says L2 'CPU 0: 5118 KiB, lines of 64 bytes, 15 ways; not shared (sysfs)'
    says odd 'CPU 0: L2: 5118 KiB are no whole number of sets of 15 ways of 64 bytes' \
        'CPU 0: L3: 4096 sets of 15 ways of 64 bytes are 3840 KiB, but 5118 KiB are said'
    [ -z "$EMULATOR" ] || return 0
    uses 'last level' '5118 KiB (sysfs)'
    # 4 x 5118 KiB, in whole operations of 4 KiB.
    uses uncached '2 buffers of 20472 KiB, walked through; in no cache'
    uses 'hot bound' '12 KiB: half of L1, or 6 ways (sysfs) x pages of 4 KiB'
}

@test "info: a cache that is larger than those behind it" {
    needs_linux
    cpus 0 0 ''
    # 64 KiB: 64 sets of 16 ways of 64 bytes; 32 KiB: 64 x 8 x 64.
    cache 0 0 1 Data 64K 64 16 64 0
    cache 0 1 1 Instruction 64K 64 16 64 0
    cache 0 2 3 Unified 32K 64 8 64 0
    info
    says odd 'CPU 0: L1 data: 64 KiB are said, and of L3 only 32 KiB'
}

@test "info: lines of 128 and 256 bytes" {
    needs_linux
    cpus 0 0 ''
    cache 0 0 1 Data 64K 128 4 128 0
    cache 0 1 2 Unified 8M 256 16 2048 0
    info
    says 'L1 data' 'CPU 0: 64 KiB, lines of 128 bytes, 4 ways; not shared (sysfs)'
    says L2 'CPU 0: 8 MiB, lines of 256 bytes, 16 ways; not shared (sysfs)'
    says odd 'nothing found'
    [ -n "$EMULATOR" ] || uses line '128 bytes (sysfs)'
}

@test "info: 0K, one set, and other figures of no cache" {
    needs_linux
    cpus 0-1 0-1 ''
    for cpu in 0 1; do
        cache $cpu 0 1 Data 32K 64 8 1 $cpu
        cache $cpu 1 2 Unified 0K 48 0 - 0-1
    done
    info
    says L2 'CPUs 0-1: size not known, line not known, ways not known; shared by CPUs 0-1 (sysfs)'
    says odd 'CPUs 0-1: L1 data: one set is said' 'CPUs 0-1: L2: a size of 0K is said' \
        'CPUs 0-1: L2: lines of 48 bytes are said' 'CPUs 0-1: L2: 0 ways are said'
}

@test "info: what CPUs say of a shared cache must agree" {
    needs_linux
    cpus 0-3 0-2 3
    # 0 and 1 differ in size; 2 shares with others only, and with one that is offline.
    cache 0 0 2 Unified 512K 64 16 512 0-1
    cache 1 0 2 Unified 256K 64 16 256 0-1
    cache 2 0 3 Unified 1M 64 16 1024 1,3
    cache 2 1 3 Unified 2M 64 16 2048 2
    info
    says odd \
        'CPU 0: L2: said to be shared with CPUs that describe it otherwise: 1' \
        'CPU 1: L2: said to be shared with CPUs that describe it otherwise: 0' \
        'CPU 2: L3: said to be shared by others only' \
        'CPU 2: L3: said to be shared with CPUs that are not online: 3' \
        'CPU 2: L3: said to be shared with CPUs that describe it otherwise: 1' \
        'CPU 2: L3: described more than once'
    rm -r "$DIR/tree"
    cpus 0-2 0-2 ''
    # In a chain, and by nobody.
    cache 0 0 2 Unified 1M 64 16 1024 0-1
    cache 1 0 2 Unified 1M 64 16 1024 1-2
    cache 2 0 2 Unified 1M 64 16 1024 -
    info
    says L2 'CPUs 0-1: 1 MiB, lines of 64 bytes, 16 ways; shared by CPUs 0-1 and 1-2 (sysfs)' \
        'CPU 2: 1 MiB, lines of 64 bytes, 16 ways; by whom shared, not known (sysfs)'
    says odd 'CPUs 0-1: L2: said to be shared with CPUs that describe it otherwise: 1-2' \
        'CPU 2: L2: not said: who shares it'
}

@test "info: caches without level or type, and two alike" {
    needs_linux
    cpus 0 0 ''
    cache 0 0 - Data 32K 64 8 64 0
    cache 0 1 2 - 64K 64 8 128 0
    cache 0 2 2 Unified 1M 64 16 1024 0
    cache 0 3 2 Unified 1M 64 16 1024 0
    info
    says 'cache data' 'CPU 0: 32 KiB, lines of 64 bytes, 8 ways; not shared (sysfs)'
    says 'L2 (type?)' 'CPU 0: 64 KiB, lines of 64 bytes, 8 ways; not shared (sysfs)'
    says odd 'CPU 0: cache data: not said: level' 'CPU 0: L2 (type?): not said: type' \
        'CPU 0: L2: described more than once'
    [ -n "$EMULATOR" ] || uses 'last level' '1 MiB (sysfs)'
}

@test "info: sparse NUMA nodes, one without CPUs, one without memory" {
    needs_linux
    node=sys/devices/system/node
    cpus 0-3 0-3 ''
    file $node/online 0,8,255
    file $node/node0/cpulist 0-1
    file $node/node0/meminfo 'Node 0 MemTotal:       4194304 kB'
    file $node/node8/cpulist 2-3
    file $node/node255/cpulist ''
    file $node/node255/meminfo 'Node 255 MemTotal:     65536 kB'
    info
    says 'NUMA node' '0: CPUs 0-1, 4096 MiB (sysfs)' '8: CPUs 2-3, memory not known (sysfs)' \
        '255: no CPU, 64 MiB (sysfs)'
    says odd 'nothing found'
    file $node/node8/cpulist 1-2
    info
    says odd 'CPU 1: in more than one NUMA node' 'CPU 3: in no NUMA node'
    rm "$DIR/tree/$node/node8/cpulist"
    info
    says 'NUMA node' '0: CPUs 0-1, 4096 MiB (sysfs)' \
        '8: CPUs not known, memory not known (sysfs)' '255: no CPU, 64 MiB (sysfs)'
    says odd 'nothing found'
    info --format=json
    grep -qF '"node":8,"cpus":null,"bytes":null' "$DIR/out"
}

@test "info: kinds of memory" {
    needs_linux
    info
    takes normal 'always there'
    takes thp "can't be had: the system does not say"
    takes drm "can't be had: there is no /dev/dri/card* (modprobe vgem makes one)"
    takes wc "can't be had: no device here is known to map write-combined memory (modprobe vgem makes one)"
    takes fb "can't be had: there is no /dev/fb*"
    file sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages 16
    file sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages 12
    for device in dri/card3 fb0 mem; do
        mkdir -p "$DIR/tree/dev/dri"
        : >"$DIR/tree/dev/$device"
    done
    file proc/iomem '00000000-00000000 : System RAM'
    info
    takes huge:2M '12 of 16 free'
    sed '1,/^memory that/d' "$DIR/out" | grep -q "^drm:card3  can't be had: /dev/dri/card3: not a graphics card: "
    sed '1,/^memory that/d' "$DIR/out" | grep -q "^fb:fb0     can't be had: /dev/fb0: not a frame buffer: "
    takes phys "can't be had: /proc/iomem shows addresses to root only"
    info --format=json
    python3 - "$DIR/out" <<'END'
import json, sys
kinds = {k["kind"]: k for k in json.load(open(sys.argv[1]))["kinds"]}
assert kinds["normal"]["usable"] and kinds["huge:2M"]["usable"]
assert kinds["huge:2M"]["note"] == "12 of 16 free"
assert not kinds["phys"]["usable"] and kinds["wc"]["documented"] is None
assert {"drm:card3", "fb:fb0"} < set(kinds)
END
}

@test "info: huge pages" {
    needs_linux
    mm=sys/kernel/mm
    file $mm/transparent_hugepage/enabled 'always [madvise] never'
    file $mm/transparent_hugepage/hpage_pmd_size 2097152
    file $mm/hugepages/hugepages-2048kB/nr_hugepages 16
    file $mm/hugepages/hugepages-2048kB/free_hugepages 12
    file $mm/hugepages/hugepages-64kB/nr_hugepages 3
    mkdir "$DIR/tree/$mm/hugepages/other"
    info
    says THP 'madvise, pages of 2 MiB (sysfs)'
    says 'huge pages' '64 KiB: 3 set aside, free not known (sysfs)' \
        '2 MiB: 16 set aside, 12 free (sysfs)'
    says odd 'nothing found'
    file $mm/transparent_hugepage/enabled 'always madvise never'
    file $mm/hugepages/hugepages-64kB/free_hugepages 4
    info
    says THP 'mode not known, pages of 2 MiB (sysfs)'
    says odd 'transparent huge pages: no mode is chosen in "always madvise never"' \
        'more huge pages of 64 KiB are free than there are'
    # What others have reserved is not free.
    file $mm/hugepages/hugepages-64kB/resv_hugepages 3
    info
    says 'huge pages' '64 KiB: 3 set aside, 1 free (sysfs)' \
        '2 MiB: 16 set aside, 12 free (sysfs)'
    rm -r "$DIR/tree/$mm/hugepages"/hugepages-*
    info
    says 'huge pages' 'none (sysfs)'
}

@test "info: huge pages of a kernel that tells of them in /proc only" {
    needs_linux
    file proc/meminfo $'HugePages_Total: 20\nHugePages_Free: 7\nHugePages_Rsvd: 2\nHugepagesize: 2048 kB'
    file sys/kernel/mm/transparent_hugepage/enabled '[always] madvise never'
    info
    says THP 'always, pages of 2 MiB (sysfs, /proc/meminfo)'
    says 'huge pages' '2 MiB: 20 set aside, 5 free (/proc/meminfo)'
    info --format=json
    grep -qF '{"page_bytes":2097152,"set_aside":20,"free":5,"source":"/proc/meminfo"}' "$DIR/out"
    grep -qF '"thp":"sysfs, /proc/meminfo"' "$DIR/out"
}

@test "info: memory, its limit, and a run that would be refused" {
    needs_linux
    file proc/meminfo $'MemTotal: 2048000 kB\nMemFree: 1000 kB\nMemAvailable: 1024000 kB'
    file proc/self/cgroup '0::/a/b'
    info
    says memory '2000 MiB (/proc/meminfo)'
    says available '1000 MiB (/proc/meminfo)'
    says limit 'none found (control group)'
    file sys/fs/cgroup/a/memory.max 2097152
    file sys/fs/cgroup/a/memory.current 1048576
    file sys/fs/cgroup/a/b/memory.max 8388608
    info
    says limit '2 MiB (control group)'
    says 'left of it' '1 MiB (control group)'
    # Of what is left, a quarter for a buffer.
    uses uncached '2 buffers of 256 KiB, walked through; a cache may hold some of them'
    file sys/fs/cgroup/a/memory.max 1048577
    info
    says 'left of it' '1 bytes (control group)'
    sed '1,/^memspeed -c/d' "$DIR/out" | grep -Eq '^refused    [0-9]+ KiB are needed, 0 KiB are available$'
    # As version 1 says that there is none.
    file proc/self/cgroup '3:memory:/'
    file sys/fs/cgroup/memory/memory.limit_in_bytes 9223372036854771712
    file proc/meminfo $'MemTotal: 2048 kB\nMemAvailable: 4096 kB'
    info
    says limit 'none found (control group)'
    says odd 'more memory is available than there is'
}

@test "info: clocks that differ, and limits that contradict each other" {
    needs_linux
    cpus 0-2 0-2 ''
    for cpu in 0 1 2; do
        file $CPU/cpu$cpu/cpufreq/scaling_governor ondemand
        file $CPU/cpu$cpu/cpufreq/scaling_min_freq 600000
        file $CPU/cpu$cpu/cpufreq/scaling_max_freq 1500000
        file $CPU/cpu$cpu/cpufreq/scaling_cur_freq $((600000 + cpu * 100000))
    done
    info
    says speed 'CPUs 0-2: governor ondemand, frequency 600 to 1500 MHz, now 600 to 800 MHz (sysfs)'
    file $CPU/cpu2/cpufreq/scaling_min_freq 1800000
    info
    says odd 'CPU 2: the least frequency, 1800000 kHz, is above the most, 1500000'
}

@test "info: cores as /proc/cpuinfo tells them, and none for one that it does not list" {
    needs_linux
    cpus 0-2 0-2 ''
    file proc/cpuinfo $'processor\t: 0\nCPU implementer\t: 0x41\nCPU variant\t: 0x0\nCPU part\t: 0xd03\nCPU revision\t: 4\n\nprocessor\t: 1\nCPU implementer\t: 0x41\nCPU variant\t: 0x1\nCPU part\t: 0xd08\nCPU revision\t: 2\n\nHardware\t: Board'
    info
    grep -q '^model      CPU 0: .*MIDR 0x410fd034' "$DIR/out"
    grep -q '^model      CPU 1: .*MIDR 0x411fd082' "$DIR/out"
    grep '^model ' "$DIR/out" | grep -q '/proc/cpuinfo'
    refute grep -Eq '^model .*CPUs? [0-9,-]*2: .*MIDR' "$DIR/out"
    file proc/cpuinfo $'processor : 0\nmodel name : Some \x01\x1b[31m CPU\n\nprocessor : 1\nmodel name : Other'
    info
    # Control characters do not reach the terminal.
    grep -qxF 'model      CPU 0: Some ??[31m CPU (/proc/cpuinfo)' "$DIR/out"
    grep -qxF 'model      CPU 1: Other (/proc/cpuinfo)' "$DIR/out"
}

# 256 CPUs: pairs of threads that share L1, and sets of 16 that share L3. In few processes.
@test "info: hundreds of CPUs stay readable" {
    needs_linux
    cpus 0-255 0-255 ''
    mkdir -p "$DIR/tree/$CPU"/cpu{0..255}/{cache/index{0,1},cpufreq}
    awk -v at="$DIR/tree/$CPU/cpu" '
        function put(file, text) { print text >(at cpu "/" file); close(at cpu "/" file) }
        function cache(at, level, type, size, ways, shared) {
            put(at "level", level); put(at "type", type); put(at "size", size)
            put(at "ways_of_associativity", ways); put(at "coherency_line_size", 64)
            put(at "shared_cpu_list", shared)
        }
        BEGIN {
            for (cpu = 0; cpu < 256; cpu++) {
                core = cpu % 128
                first = core - core % 8
                cache("cache/index0/", 1, "Data", "32K", 8, core "," core + 128)
                cache("cache/index1/", 3, "Unified", "32M", 16,
                      first "-" first + 7 "," first + 128 "-" first + 135)
                put("cpufreq/scaling_governor", "performance")
            }
        }'
    info
    says 'L1 data' 'CPUs 0-255: 32 KiB, lines of 64 bytes, 8 ways; shared by CPUs 0,128 and 1,129 and 2,130 and 3,131 and 124 more such sets (sysfs)'
    says L3 'CPUs 0-255: 32 MiB, lines of 64 bytes, 16 ways; shared by CPUs 0-7,128-135 and 8-15,136-143 and 16-23,144-151 and 24-31,152-159 and 12 more such sets (sysfs)'
    says odd 'nothing found'
    [ "$(sed "/^memory that/,\$d" "$DIR/wrapped" | wc -l)" -le 45 ]
    # Every other CPU offline: too many to list are cut between numbers, in text only.
    even=$(seq -s, 0 2 254)
    cpus 0-255 "$even" "$(seq -s, 1 2 255)"
    info
    grep -Eqx 'online     0,2,4,6,8,10,12,14,16,18,20,22(,[0-9]+)*,\.\.\. \(sysfs\)' "$DIR/out"
    info --format=json
    grep -qF "\"cpus_online\":[$even]" "$DIR/out"
}

@test "info: files that are folders, empty, binary or huge" {
    needs_linux
    mkdir -p "$DIR/tree/$CPU/present" "$DIR/tree/proc/cpuinfo" "$DIR/tree/proc/meminfo"
    cpus_at=$DIR/tree/$CPU
    head -c 100000 /dev/zero >"$cpus_at/online"
    yes 1234567890 | tr -d '\n' | head -c 300000 >"$cpus_at/offline" || true
    cache 0 0 1 Data '' '' '' '' ''
    cache 0 1 $'\xff\xfe' $'\xff' 99999999999999999999K -64 1e3 0x40 $'\xff'
    cache 0 2 2 Unified 17179869185G 64 8 - 0
    mkdir -p "$DIR/tree/sys/kernel/mm/transparent_hugepage/enabled"
    info
    says offline "not known: what the system says can't be understood"
    # 2^34 + 1 GiB are 1 GiB in 64 bits.
    says L2 'CPU 0: size not known, lines of 64 bytes, 8 ways; not shared (sysfs)'
    grep -q '^odd .*L2: a size of 17179869185G is said' "$DIR/out"
    info --format=json
    python3 -m json.tool "$DIR/out" >/dev/null
}

@test "info: says what -c does" {
    needs_linux
    cpus 0 0 ''
    cache 0 0 1 Data 16K 32 4 128 0
    cache 0 1 2 Unified 128K 32 8 512 0
    info
    status=0
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    MEMSPEED_SYSROOT=$DIR/tree taskset -c 0 $EMULATOR "$MEMSPEED" -q --rounds 1 --time 0.1 \
        --only 'mem*' >"$DIR/run" || status=$?
    [ "$status" -eq 0 ]
    for label in line 'L1 data' 'last level' uncached cached cpu; do
        diff <(sed '1,/^memspeed -c/d' "$DIR/wrapped" | grep "^$label ") \
            <(grep "^$label " "$DIR/run")
    done
}
