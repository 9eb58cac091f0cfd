#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The command line: what it prints, what it refuses, and how it ends.

load common

@test "help, version and list go to stdout" {
    for option in -h --help -V --version --list; do
        try "$option"
        [ "$status" -eq 0 ]
        [ -s "$DIR/out" ]
        [ ! -s "$DIR/err" ]
    done
    memspeed --help | grep -q -- '--pld LIST'
    memspeed -V | grep -Eq '^memspeed [0-9]+\.[0-9]+\.[0-9]+ \('"$ISA"' kernels\)$'
    [ "$(memspeed --help | awk 'length > 80' | wc -l)" -eq 0 ]
}

@test "help tells the times that the suites take, and all of their letters" {
    memspeed --help >"$DIR/out"
    seconds() {
        grep -o "\[SUITE_$1\] = [0-9]*000," "$BATS_TEST_DIRNAME/../src/effort.c" |
            sed 's/.* = //; s/000,$//'
    }
    # A second of -c goes into starting and ending.
    want="(-c $(($(seconds CLASSIC) + 1)), -l $(($(seconds LATENCY) + $(seconds VM)))"
    want="$want, -g $(seconds GUPS), -s $(seconds SWEEP), -a 60)"
    echo "$want"
    grep -qF -- "$want" "$DIR/out"
    head -n 1 "$DIR/out" | grep -qF '[-c] [-l] [-g] [-s] [-a]'
}

@test "a closed output fails a run, and ends what only prints" {
    [ -z "$EMULATOR" ] || skip "signals are the emulator's"
    { sleep 0.2 && memspeed "${QUICK[@]}" 2>"$DIR/err" || echo $? >"$DIR/status"; } | true
    [ "$(cat "$DIR/status")" -eq 1 ]
    grep -q '^memspeed: standard output: Broken pipe$' "$DIR/err"
    { sleep 0.2 && memspeed info 2>"$DIR/err" || echo $? >"$DIR/status"; } | true
    [ "$(cat "$DIR/status")" -eq 141 ] && [ ! -s "$DIR/err" ]
}

@test "wrong usage: one line, status 2" {
    try --foo && failed_with 2 "--foo"
    try -x && failed_with 2 "-x"
    try -b && failed_with 2 "-b"
    try -b 12q && failed_with 2 "12q"
    try -b 99999999999G && failed_with 2 "more than this machine can address"
    try -b 100 && failed_with 2 "less than 4096 bytes"
    try --block 512 && failed_with 2 "less than 1024 bytes"
    try --line 33 && failed_with 2 "--line 33"
    try --pld 1,x && failed_with 2 "1,x"
    try --only NOSUCH && failed_with 2 "--only NOSUCH: no method matches"
    try --time 0 && failed_with 2 "--time 0"
    try frobnicate && failed_with 2 "frobnicate"
    try -b 5000 && failed_with 2 "not a multiple of 4096 bytes"
    try -o '' && failed_with 2 "-o"
    try -o - && failed_with 2 "-o '-'"
}

@test "a size that a 32-bit program can't address is refused, not wrapped" {
    file=$("$READELF" -h "$MEMSPEED")
    [[ $file == *ELF32* ]] || skip "a 64-bit program"
    try -b 5G && failed_with 2 "more than this machine can address"
    try -b 4G && failed_with 2 "more than this machine can address"
}

@test "what an argument holds does not break the line" {
    try --only $'x\ny' && failed_with 2 "--only x?y"
    try $'--fo\no' && failed_with 2 "--fo?o"
    try -é && failed_with 2 "unknown option"
    try --pld 00000000000000012345678 && failed_with 2 "not a list of numbers"
    try --block 4611686018427386880 && failed_with 2 "--block"
    try --block 17M && failed_with 2 "--block 17M: more than 16 MiB"
}

@test "a CPU that may not be used is refused" {
    quick --cpu 99999
    failed_with 1 "--cpu 99999"
}

@test "more jobs than CPUs are refused" {
    quick -j 60000
    failed_with 1 "-j 60000"
}

@test "--cpu and --jobs choose the CPUs" {
    [ "$OS" = posix ] && skip "this system interface can't pin"
    allowed=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    quick --cpu "$allowed"
    [ "$status" -eq 0 ]
    grep -Eq "^running on CPU $allowed \(allowed: " "$DIR/out"
    quick -j 1
    [ "$status" -eq 0 ]
}

@test "several jobs measure together" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU"
    quick -j 2 -o "$DIR/saved"
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    grep -Eq '^running on CPUs [0-9]+[-,][0-9]+ \(allowed: ' "$DIR/out"
    grep -qx 'threads: 2' "$DIR/saved"
    grep -Eq '^# overlap: (0|1)\.' "$DIR/saved"
    quick -j all
    [ "$status" -eq 0 ]
}

@test "--pld, --unit and --spread shape the tables" {
    try -q -b 64k --rounds 6 --time 0.3 --pld 0,3,100 --unit B/cycle --spread --only 'LDR' --only 'LDRX' --only 'MOVL' --only 'R32'
    [ "$status" -eq 0 ]
    grep -Eq '^method +PLD=0 +\+-% +PLD=3 +\+-% +PLD=100 +\+-%$' "$DIR/out"
    grep -q '(in B/cycle)' "$DIR/out"
    grep -Eq '^(LDRX?|MOVL|R32) +[0-9.]+ +[0-9.]+% ' "$DIR/out"
}

@test "--prefetch takes the kinds that the instruction set has, and says so" {
    try -q -b 64k --rounds 1 --time 0.1 --pld 0,2 --only 'LDR?' --prefetch pldl2keep -o "$DIR/saved"
    if [ "$ISA" = aarch64 ]; then
        [ "$status" -eq 0 ]
        [ "$(grep -c '^prefetch: PLDL2KEEP$' "$DIR/out")" -eq 2 ]
        grep -x 'prefetch: PLDL2KEEP' "$DIR/saved"
    else
        failed_with 2 "pldl2keep"
    fi
}

# That a seed decides on order and places, test_measure shows.
@test "a run tells its seed: the one that was asked for, or a new one each time" {
    quick --seed 7 -o "$DIR/a"
    grep -qx '# seed: 7' "$DIR/a"
    grep -Eq '^figures .*; seed 7$' "$DIR/out"
    for run in b c; do
        quick -o "$DIR/$run"
        seed=$(sed -nE 's/^# seed: ([0-9]+)$/\1/p' "$DIR/$run")
        [ -n "$seed" ]
        grep -Eq "^figures .*; seed $seed\$" "$DIR/out"
    done
    refute diff <(grep '^# seed: ' "$DIR/b") <(grep '^# seed: ' "$DIR/c")
}

@test "a missing folder, or a folder, is no output file" {
    quick -o "$DIR/none/file" && failed_with 1 "$DIR/none/file: No such file or directory"
    quick -o "$DIR" && failed_with 1 "$DIR: Is a directory"
    [ -z "$(find "$DIR" -name '*.??????')" ]
}

@test "a full disk fails the run, and leaves no part of a file" {
    status=0
    memspeed "${QUICK[@]}" -o /dev/full >"$DIR/out" 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -q '^memspeed: /dev/full: No space left on device$' "$DIR/err"
    # The tables are not lost with the file.
    grep -q '^\*\*\* ' "$DIR/out"
    [ "$(id -u)" -eq 0 ] || skip "needs root for a small file system"
    mkdir "$DIR/small"
    mount -t tmpfs -o size=8k none "$DIR/small" || skip "can't mount"
    # All of it is taken but what a name needs.
    cat /dev/zero 2>/dev/null >"$DIR/small/other" || true
    status=0
    memspeed "${QUICK[@]}" -o "$DIR/small/file" >"$DIR/out" 2>"$DIR/err" || status=$?
    left=$(ls -A "$DIR/small")
    umount "$DIR/small"
    [ "$status" -eq 1 ]
    grep -q 'No space left on device' "$DIR/err"
    [ "$left" = other ]
}

@test "an existing file is replaced whole, a link's target too" {
    echo old >"$DIR/file"
    ln -s file "$DIR/link"
    quick -o "$DIR/link"
    [ "$status" -eq 0 ]
    [ -L "$DIR/link" ]
    grep -q '^Benchmark' "$DIR/file"
    [ "$(find "$DIR" -mindepth 1 | wc -l)" -eq 4 ]
}

@test "special output files: standard output, links to nowhere, pipes that nobody reads" {
    ln -s "$DIR/loop1" "$DIR/loop2"
    ln -s "$DIR/loop2" "$DIR/loop1"
    quick -o "$DIR/loop1" && failed_with 1 "$DIR/loop1: "
    ln -s "$DIR/nowhere" "$DIR/dangling"
    quick -o "$DIR/dangling" && failed_with 1 "$DIR/dangling: "
    [ -L "$DIR/dangling" ]
    mkfifo "$DIR/fifo"
    quick -o "$DIR/fifo" && failed_with 1 "$DIR/fifo: "
    status=0
    # shellcheck disable=SC2094 # just that is refused
    memspeed "${QUICK[@]}" -o "$DIR/both" >"$DIR/both" 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -q "^memspeed: $DIR/both: " "$DIR/err"
    # An existing file's permissions stay; a name may be as long as names are.
    long=$DIR/$(printf 'n%.0s' {1..255})
    touch "$long"
    chmod 600 "$long"
    quick -o "$long"
    [ "$status" -eq 0 ]
    [ "$(stat -c %a "$long")" = 600 ]
}

@test "a closed stderr does not let notices into the file" {
    status=0
    mkdir "$DIR/empty"
    MEMSPEED_SYSROOT=$DIR/empty memspeed -b 64k --rounds 1 --time 0.1 --only 'mem*' \
        -o "$DIR/saved" >"$DIR/out" 2>&- || status=$?
    [ "$status" -eq 0 ]
    [ "$(head -c 6 "$DIR/saved")" = label: ]
}

@test "a closed or full stdout is an error, and the file is saved all the same" {
    status=0
    memspeed "${QUICK[@]}" -o "$DIR/saved" >/dev/full 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -q '^memspeed: standard output: No space left on device$' "$DIR/err"
    grep -q '^Benchmark' "$DIR/saved"
    rm "$DIR/saved"
    { memspeed "${QUICK[@]}" -o "$DIR/saved" 2>"$DIR/err" || echo $? >"$DIR/status"; } | head -c 0
    [ "$(cat "$DIR/status")" -eq 1 ]
    grep -q '^memspeed: standard output: Broken pipe$' "$DIR/err"
    grep -q '^Benchmark' "$DIR/saved"
    status=0
    memspeed --help >/dev/full 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
}

# Interrupts a run in its middle and checks that it saves, says so, and dies by the signal.
interrupted_by() {
    # shellcheck disable=SC2086
    $EMULATOR "$MEMSPEED" -q -b 64k --time 60 --rounds 1000 --only 'mem*' -o "$DIR/saved" \
        >"$DIR/out" 2>"$DIR/err" &
    pid=$!
    sleep 2
    [ ! -e "$DIR/saved" ]
    kill "-$1" "$pid"
    status=0
    wait "$pid" || status=$?
    echo "status $status"
    [ "$status" -eq $((128 + $2)) ]
    grep -q "ended early by signal $2" "$DIR/out"
    grep -q "^# partial: ended by signal $2$" "$DIR/saved"
    grep -q '^Benchmark' "$DIR/saved"
    [ "$(find "$DIR" -mindepth 1 | wc -l)" -eq 3 ]
}

@test "SIGTERM: prints, saves, dies by the signal" {
    interrupted_by TERM 15
}

@test "SIGHUP: prints, saves, dies by the signal" {
    interrupted_by HUP 1
}

@test "what was ignored stays ignored" {
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    (trap '' INT && exec $EMULATOR "$MEMSPEED" "${QUICK[@]}" --time 2 --rounds 1000) >"$DIR/out" &
    pid=$!
    sleep 1
    kill -INT "$pid"
    wait "$pid"
    refute grep -q 'ended early' "$DIR/out"
}

@test "SIGINT: prints, saves, dies by the signal" {
    # A shell without job control lets its background children ignore SIGINT.
    set -m
    interrupted_by INT 2
}

@test "without /proc and /sys there are stated defaults" {
    [ "$OS" = posix ] && skip "this system interface reads neither"
    mkdir "$DIR/empty"
    status=0
    MEMSPEED_SYSROOT=$DIR/empty memspeed -b 64k --rounds 1 --time 0.1 --only mem* >"$DIR/out" \
        2>"$DIR/err" || status=$?
    [ "$status" -eq 0 ]
    grep -q 'does not tell the cache line: [0-9]* bytes are assumed' "$DIR/err"
    [ "$(grep -Ec '^(line|L1 data|last level) .*\(assumed, the system does not say\)$' \
        "$DIR/out")" -eq 3 ]
}

@test "little address space: smaller buffers with a notice, or a clear refusal" {
    [ -z "$EMULATOR" ] || skip "the limit would hit the emulator"
    [ "$SANITIZED" = ON ] && skip "sanitizers need all address space"
    for limit in 40000 20000 12000 6000; do
        status=0
        (ulimit -v $limit && memspeed --rounds 1 --time 0.2 --only 'mem*') >"$DIR/out" \
            2>"$DIR/err" || status=$?
        echo "limit $limit: status $status, $(cat "$DIR/err")"
        if [ "$status" -eq 0 ]; then
            grep -q 'not enough memory for buffers of' "$DIR/err"
            grep -q 'not enough memory for buffers of' "$DIR/out"
        else
            [ "$status" -eq 1 ]
            grep -q '^memspeed: ' "$DIR/err"
            [ ! -s "$DIR/out" ]
        fi
    done
    status=0
    (ulimit -v 40000 && memspeed -q -b 64M --rounds 1) >"$DIR/out" 2>"$DIR/err" || status=$?
    failed_with 1 "buffers of 67108864 bytes"
}

@test "little address space: sets that have no room are absent, the others measured" {
    [ -z "$EMULATOR" ] || skip "the limit would hit the emulator"
    [ "$SANITIZED" = ON ] && skip "sanitizers need all address space"
    [ "$OS" = posix ] && skip "this system interface reads no trees"
    # A tree whose last level asks for buffers of 128 MiB, whichever CPU is taken.
    local cache
    for cpu in $(seq 0 255); do
        cache=$DIR/root/sys/devices/system/cpu/cpu$cpu/cache/index3
        mkdir -p "$cache"
        echo 3 >"$cache/level"
        echo Unified >"$cache/type"
        echo 32768K >"$cache/size"
    done
    (
        ulimit -v 60000
        MEMSPEED_SYSROOT=$DIR/root memspeed -s --rounds 1 --time 0.5
    ) >"$DIR/out" 2>"$DIR/err"
    grep -q 'not enough memory for buffers of' "$DIR/err"
    grep -q '^n/a: .*128 MiB: there is not enough memory for such a set' "$DIR/out"
    grep -Eq '^64 KiB +[0-9]' "$DIR/out"
}

@test "more memory than there is, is refused beforehand" {
    [ "$OS" = posix ] && skip "this system interface does not know the memory"
    mkdir -p "$DIR/root/proc"
    echo 'MemAvailable: 1000 kB' >"$DIR/root/proc/meminfo"
    status=0
    MEMSPEED_SYSROOT=$DIR/root memspeed -q -b 1M --rounds 1 >"$DIR/out" 2>"$DIR/err" || status=$?
    failed_with 1 "1000 KiB are available"
    # The default takes a quarter of what the control group leaves.
    mkdir -p "$DIR/root/proc/self" "$DIR/root/sys/fs/cgroup"
    echo 'MemAvailable: 1000000 kB' >"$DIR/root/proc/meminfo"
    echo '0::/' >"$DIR/root/proc/self/cgroup"
    echo 4194304 >"$DIR/root/sys/fs/cgroup/memory.max"
    echo 0 >"$DIR/root/sys/fs/cgroup/memory.current"
    MEMSPEED_SYSROOT=$DIR/root memspeed -q --rounds 1 --time 0.1 --only 'mem*' >"$DIR/out"
    grep -Eq '^uncached +2 buffers of 1 MiB' "$DIR/out"
}

# peak COMMAND...: the memory that it had at most, in KiB, into $PEAK; what it printed is $PRINTED.
peak() {
    PRINTED=$DIR/printed
    PEAK=$(python3 -c '
import resource, subprocess, sys
status = subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "w")).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)' "$PRINTED" "$@")
}

@test "all suites together take no more memory than there is" {
    [ -z "$EMULATOR" ] || skip "the emulator has memory of its own"
    [ "$SANITIZED" = ON ] && skip "sanitizers have memory of their own"
    [ "$OS" = posix ] && skip "this system interface does not know the memory"
    mkdir -p "$DIR/root/proc"
    echo 'MemAvailable: 100000 kB' >"$DIR/root/proc/meminfo"
    cpu=$(taskset -pc $$ | sed -E 's/.*: ([0-9]+).*/\1/')
    cache=$DIR/root/sys/devices/system/cpu/cpu$cpu/cache/index3
    mkdir -p "$cache"
    echo 3 >"$cache/level"
    echo Unified >"$cache/type"
    echo 32768K >"$cache/size"
    export MEMSPEED_SYSROOT=$DIR/root
    peak "$MEMSPEED" -a -q --cpu "$cpu" --rounds 1 --time 1
    echo "$PEAK KiB"
    [ "$PEAK" -le 100000 ]
    grep -Eq '^uncached +2 buffers of [0-9]+ KiB' "$PRINTED"
    # What the user wants is not made smaller.
    status=0
    memspeed -a -q --cpu "$cpu" --rounds 1 -b 20M >"$DIR/out" 2>"$DIR/err" || status=$?
    failed_with 1 "100000 KiB are available"
    # Latencies alone need no buffers beside them.
    memspeed -l -q --cpu "$cpu" --rounds 1 --time 0.1 -b 40M --pages base >"$DIR/out"
    status=0
    memspeed -l -q --cpu "$cpu" --rounds 1 -b 80M --pages base >"$DIR/out" 2>"$DIR/err" || status=$?
    failed_with 1 "100000 KiB are available"
}

@test "--pages: what can't be had is refused with the reason" {
    for suite in -c -s; do
        try -q $suite -b 64k --time 0.1 --pages 32K
        failed_with 1 "--pages 32K: no pool"
    done
    try -c --pages base,thp && failed_with 2 "--pages"
}

@test "--pages thp: the run tells what its memory is, and show does" {
    [[ $OS = linux && -z $EMULATOR ]] || skip "no transparent pages"
    grep -q never <(grep -o '\[.*\]' /sys/kernel/mm/transparent_hugepage/enabled) &&
        skip "switched off"
    quick -s --pages thp -o "$DIR/saved"
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    grep -Eq '^memory +pages asked for: thp; backed by: [0-9]+[KM] \(|unknown' "$DIR/out"
    grep -qx 'memory: thp' "$DIR/saved"
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
}

@test "-s: octaves from 1 KiB to the buffer, and show prints them again" {
    try -q -s -b 64k --rounds 1 --time 0.1 -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -Fqx '*** Throughput by Working Set (in MB/s) ***' "$DIR/out"
    [ "$(grep -Ec '^(1|2|4|8|16|32|64) KiB ' "$DIR/out")" -eq 7 ]
    grep -Eq '^64 KiB +[0-9.]+ +[0-9.]+ +[0-9.]+$' "$DIR/out"
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
}

@test "a default run keeps its time" {
    [ "$PURE" = ON ] && [ "$SANITIZED" = OFF ] && [ "$ISA" != aarch64 ] ||
        skip "another preset waits for it"
    # 15 s natively; an emulator gets a small buffer and 60 s.
    limit=15 args="-q"
    [ -z "$EMULATOR" ] || { limit=60 && args="-q -b 64k"; }
    SECONDS=0
    # shellcheck disable=SC2086 # words are wanted
    try -c $args
    [ "$status" -eq 0 ]
    echo "$SECONDS s"
    [ "$SECONDS" -le "$limit" ]
    grep -Eq '^figures +median of (7|8|9|1[0-9]|2[0-4]) rounds' "$DIR/out"
}
