#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# --memory: kinds that need no device, and what is said where there is none. The system is a
# tree of the tests' own. Real devices are tests/system's.

load common

# A run that takes no time, on a system without devices.
plain() {
    mkdir -p "$DIR/root/proc" "$DIR/root/dev"
    MEMSPEED_SYSROOT="$DIR/root" try -c -b 64k --block 1k --rounds 1 --time 2 --pld 0,2 "$@"
}

# A method of this instruction set for each operation.
methods() {
    case $ISA in
    arm) set -- STM8 LDM CPY_M ;;
    aarch64) set -- STP LDP CPY_P ;;
    x86_64) set -- SSE2 SSE2 CPY_S ;;
    *) set -- W64 R64 CPY_64 ;;
    esac
    WRITE=$1 READ=$2 COPY=$3
    memspeed --list | grep -q "^write *$WRITE " || WRITE=$(first write)
    memspeed --list | grep -q "^read *$READ " || READ=$(first read)
    memspeed --list | grep -q "^copy *$COPY " || COPY=$(first copy)
}

first() {
    memspeed --list | awk -v op="$1" '$1 == op { print $2; exit }'
}

@test "what is no list of kinds is refused" {
    for list in "" "," "normal," ,normal nosuch normal,normal thp:3k huge:4x huge:1 sync normal,sync \
        wc:x normal:1 phys phys: phys:0x1000 phys:+4k phys:0x1000+ phys:0x1000+0 phys:1000+1M \
        phys:0x100000+1M,sync,sync phys:0xfffffffffffff000+8k phys:0xg000+4k fb:/dev/ \
        phys:0x0x90000000+4k phys:0x90000000+0x0x1000 phys:0x10000000000000000+4k "fb:a b" "drm:$(printf '%0100d' 0)" \
        normal,thp,huge,wc,drm,fb,phys:0x100000+1M; do
        echo "--memory '$list'"
        try -c --memory "$list"
        failed_with 2 "--memory"
    done
    try -l --memory normal
    failed_with 2 "--memory: only -c has it"
    try -g --overwrite
    failed_with 2 "--overwrite: only -c has it"
}

# Not on systems of which no more than POSIX is known.
devices_known() {
    plain --memory wc
    refute grep -q 'not known on this system' "$DIR/err" || skip "no devices are known here"
}

@test "a kind that can't be had alone is an error, and says what would help" {
    devices_known
    plain --memory wc
    failed_with 1 "modprobe vgem"
    plain --memory drm
    failed_with 1 "no /dev/dri/card*"
    plain --memory fb
    failed_with 1 "no /dev/fb*"
    plain --memory drm:card7
    failed_with 1 "/dev/dri/card7"
    : >"$DIR/root/dev/fb0"
    plain --memory fb
    failed_with 1 "not a frame buffer"
    # Slips are told before any memory is opened.
    plain --memory fb --only nosuch
    failed_with 2 "no method matches"
    plain --memory fb -o "$DIR/nosuch/file"
    failed_with 1 "nosuch/file"
    plain --memory huge
    failed_with 1 "no pools of huge pages"
}

@test "physical memory that is the system's, or hidden, is refused" {
    devices_known
    plain --memory phys:0x10000000+1M
    failed_with 1 "/proc/iomem can't be read"
    printf '00000000-00000000 : System RAM\n' >"$DIR/root/proc/iomem"
    plain --memory phys:0x10000000+1M
    failed_with 1 "to root only"
    printf '%s\n' '10000000-1fffffff : System RAM' '  18000000-18ffffff : reserved' \
        '20000000-20ffffff : reserved' '  20000000-200fffff : simplefb' >"$DIR/root/proc/iomem"
    plain --memory phys:0x18000000+1M
    failed_with 1 "System RAM"
    plain --memory phys:0x1ff00000+2M,sync
    failed_with 1 "System RAM"
    plain --memory phys:0x20000000+1M
    failed_with 1 "simplefb"
    # These would be allowed; but there is no /dev/mem.
    for range in 0x20100000+1M 0x30000000+4k; do
        plain --memory "phys:$range"
        failed_with 1 "there is no /dev/mem"
    done
}

@test "a kind that can't be had beside others is told, and left out" {
    plain --memory normal,wc -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -q '^memspeed: --memory wc: ' "$DIR/err"
    grep -q '^note  *--memory wc: no' "$DIR/out"
    grep -q '^memory  *wc: can.t be had' "$DIR/out"
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 3 ]
    refute grep -q '^memory: ' "$DIR/out"
    grep -q '^# note: --memory wc: ' "$DIR/saved"
    plain --memory normal,wc -q
    [ ! -s "$DIR/err" ]
}

@test "what can't be had reads n/a beside others, and pages of pools are tried beforehand" {
    mkdir -p "$DIR/root/sys/kernel/mm/hugepages/hugepages-2048kB"
    echo 0 >"$DIR/root/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"
    echo 0 >"$DIR/root/sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages"
    plain --memory normal,huge
    [ "$status" -eq 0 ]
    grep -q '^memspeed: --memory huge' "$DIR/err"
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 3 ]
    plain --memory huge
    [ "$status" -eq 1 ]
    # What --pages asks for is not --memory's.
    mkdir -p "$DIR/root/sys/kernel/mm/transparent_hugepage"
    echo 'always madvise [never]' >"$DIR/root/sys/kernel/mm/transparent_hugepage/enabled"
    plain --pages thp --memory normal,huge
    [ "$status" -eq 1 ]
    grep -q '^memspeed: --pages thp: ' "$DIR/err"
}

@test "two kinds have their own tables, one beside the other, and findings" {
    methods
    try -c -b 64k --rounds 1 --time 2 --pld 0,2 -q --memory normal,thp \
        --only "$WRITE" --only "$READ" --only "$COPY" -o "$DIR/saved"
    cat "$DIR/err" "$DIR/out"
    [ "$status" -eq 0 ]
    if ! grep -q '^memory: thp' "$DIR/out" || grep -q '^n/a.*THP\|^n/a.*transparent' "$DIR/out"; then
        skip "no transparent huge pages here"
    fi
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 7 ]
    [ "$(grep -c '^memory: thp (' "$DIR/out")" -eq 3 ]
    # Copies between the kinds stand in their tables only.
    [ "$(grep -c "^${COPY}[<>] " "$DIR/out")" -eq 4 ]
    grep -q '^copies: > from normal memory to thp, < from thp to normal memory' "$DIR/out"
    grep -q "^\*\*\* Uncached Throughput by Memory" "$DIR/out"
    grep -Eq "^copy $COPY +[0-9.]+ PLD=[02] +[0-9.]+ PLD=[02]$" "$DIR/out"
    grep -Eq "^copy $COPY> +- +[0-9.]+ PLD=[02]$" "$DIR/out"

    refute grep -q '^memcpy[<>]' "$DIR/out"
    # Emulated figures find nothing.
    [ -n "$EMULATOR" ] || grep -q '^\* fastest of thp: to fill it .*' "$DIR/out"
    # No row of it is without any figure.
    refute grep -Eq '^(write|read|copy) [^ ]+( +(n/a|-))+$' "$DIR/out"

    # What was saved is shown as it was.
    memspeed show "$DIR/saved" >"$DIR/shown"
    grep -v "^file " "$DIR/shown" | diff "$DIR/out" -
    memspeed show --format json "$DIR/saved" | grep -q '"documented":null,'
    memspeed show --format csv "$DIR/saved" | tr -d '\r' >"$DIR/csv"
    head -n 1 "$DIR/csv" | grep -q ',memory$'
    [ "$(grep -c ',normal$' "$DIR/csv")" -eq 12 ]
    [ "$(grep -c ',thp$' "$DIR/csv")" -eq 20 ]
    memspeed show --format json "$DIR/saved" | grep -q '"memory":"thp","method":"'

    # A paste of them is read as what was saved.
    memspeed compare a="$DIR/saved" b="$DIR/out" >"$DIR/compared"
    grep -q '^\*\*\* Memory Write Throughput \[thp\]' "$DIR/compared"
    refute grep -Eq '[1-9][0-9]* only (before|after)|left out' "$DIR/compared"
}

@test "figures of different kinds never match" {
    methods
    plain -q --memory normal --only "$READ" -o "$DIR/normal"
    [ "$status" -eq 0 ]
    sed 's|\(state=[a-z]*/[a-z]*=[0-9]*\)|\1/memory=wc|' "$DIR/normal" |
        awk '/^# cell/ && !done { print "# memory-kind: wc 65536 B, write-combined, behaves as cached"
             done = 1 } { print }' >"$DIR/wc"
    memspeed show "$DIR/wc" >"$DIR/out"
    grep -q '^warning: memory wc: write-combined, says .*behaves as cached' "$DIR/out"
    # Two of one name are told apart by what they are.
    sed 's/^# memory-kind: wc 65536 B/# memory-kind: wc 131072 B/' "$DIR/wc" >"$DIR/other"
    memspeed compare a="$DIR/wc" b="$DIR/other" >"$DIR/compared"
    grep -q '^UNLIKE  *memory wc: 65536 B' "$DIR/compared"
    try compare "$DIR/normal" "$DIR/wc"
    [ "$status" -eq 1 ]
    grep -q 'no figure of .* is in another group' "$DIR/err"
}
