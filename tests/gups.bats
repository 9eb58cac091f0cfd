#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Random updates: the five lines, page sizes, what is saved, and how a run fails.

load common

SMALL=(-g -q --table 64k --rounds 7 --time 0.3)

# "show" prints what the run printed, in each form.
shown_again() {
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
}

@test "the five lines that people post, and no errors" {
    try "${SMALL[@]}" -o "$DIR/saved"
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    grep -qx '\*\*\* Random updates (in GUP/s) \*\*\*' "$DIR/out"
    grep -Eqx ' +plain +ahead' "$DIR/out"
    grep -Eqx 'base +[0-9.]+ +[0-9.]+' "$DIR/out"
    sed -n '/^base pages, plain updates, all rounds together$/,$p' "$DIR/out" >"$DIR/lines"
    cat "$DIR/lines"
    sed -n 2p "$DIR/lines" | grep -qx 'Main table size = 2^13 = 8192 words'
    sed -n 3p "$DIR/lines" | grep -Eqx 'Number of updates = [1-9][0-9]*'
    sed -n 4p "$DIR/lines" | grep -Eqx 'CPU time used = [0-9]+\.[0-9]{6} seconds'
    sed -n 5p "$DIR/lines" | grep -Eqx 'Real time used = [0-9]+\.[0-9]{6} seconds'
    sed -n 6p "$DIR/lines" |
        grep -Eqx '[0-9]+\.[0-9]{9} Billion\(10\^9\) Updates per second \[GUP/s\]'
    sed -n 7p "$DIR/lines" | grep -qx 'Errors = 0'
    # At least four for each word; the rate is that of the two lines above it.
    awk '/^Number/ { n = $NF; if (n < 32768) exit 1 }
         /^Real/ { s = $5 }
         /^[0-9.]+ Billion/ { if ($1 * s * 1e9 < n * .99 || $1 * s * 1e9 > n * 1.01) exit 1 }' \
        "$DIR/lines"
    shown_again
}

@test "JSON and CSV of a run and of its file are the same" {
    for format in json csv; do
        try "${SMALL[@]}" --format "$format" -o "$DIR/saved"
        [ "$status" -eq 0 ]
        memspeed show --format "$format" "$DIR/saved" | diff "$DIR/out" -
    done
    grep -Eq ',Random updates,base,plain,,,,,,GUP/s,[0-9.e-]+,' "$DIR/out"
    memspeed show --format json "$DIR/saved" >"$DIR/json"
    python3 -c '
import json, sys
base, = json.load(open(sys.argv[1]))["gups"]
assert base["pages"] == "base" and base["measured"] and base["verified"], base
assert base["errors"] == 0 and base["log2"] == 13 and base["wanted"] == 32768, base
assert base["updates"] >= 32768 and base["real_s"] > 0, base
' "$DIR/json"
}

@test "pages of several kinds end in a table; those that can't be had say why" {
    kinds=base,thp
    grep -qsx 0 /sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages && kinds=$kinds,2M
    try "${SMALL[@]}" --pages "$kinds" -o "$DIR/saved"
    cat "$DIR/err" "$DIR/out"
    [ "$status" -eq 0 ]
    grep -Eqx 'pages +backed by +GUP/s +ratio +TLB entries' "$DIR/out"
    grep -Eq '^base .* 1\.00 +([0-9]+|n/a)$' "$DIR/out"
    grep -Eq '^thp .*(n/a|[0-9.]+) +([0-9.]+|n/a) +([0-9]+|n/a)$' "$DIR/out"
    if [ "$kinds" = base,thp,2M ]; then
        grep -Eqx '2M +n/a +n/a +n/a +n/a' "$DIR/out"
        grep -Eq '^(n/a: )?2M: ' "$DIR/out"
        grep -qx '# gups: 2M n/a' "$DIR/saved"
    fi
    shown_again
}

@test "wrong tables and updates are wrong usage" {
    try -g --table 3k && failed_with 2 "--table 3k: not a power of two"
    try -g --table 4 && failed_with 2 "--table 4: less than 8 bytes"
    try -g --table 12q && failed_with 2 "--table 12q: not a size"
    try -g --table 99999999999G && failed_with 2 "more than this machine can address"
    try -g --updates 0 && failed_with 2 "--updates 0"
    try -g --updates 1e9 && failed_with 2 "--updates 1e9"
    try -c --table 64k && failed_with 2 "--table: only -g has it"
}

@test "a table that does not fit is refused, a default one is made to fit" {
    [ "$OS" = posix ] && skip "this system interface does not know the memory"
    mkdir -p "$DIR/root/proc"
    echo 'MemAvailable: 1000 kB' >"$DIR/root/proc/meminfo"
    status=0
    MEMSPEED_SYSROOT=$DIR/root memspeed -g -q --table 1M >"$DIR/out" 2>"$DIR/err" ||
        status=$?
    failed_with 1 "a table of 1024 KiB is wanted, 1000 KiB are available"
    # A quarter of it holds 2^14 words.
    MEMSPEED_SYSROOT=$DIR/root memspeed -g -q --rounds 1 --time 0.1 >"$DIR/out"
    grep -qx 'Main table size = 2^14 = 16384 words' "$DIR/out"
    [ -z "$EMULATOR" ] || return 0
    [ "$SANITIZED" = ON ] && skip "sanitizers need all address space"
    status=0
    (ulimit -v 60000 && memspeed -g -q --table 64M) >"$DIR/out" 2>"$DIR/err" || status=$?
    failed_with 1 "no room for a table of 65536 KiB"
    (ulimit -v 60000 && memspeed -g -q --rounds 1 --time 0.1) >"$DIR/out"
    grep -q '^Errors = 0$' "$DIR/out"
}

@test "as many updates as are asked for, or as the time allows, which is said" {
    [ -z "$EMULATOR" ] || skip "an emulator takes too long"
    [ "$PURE" = ON ] || skip "another preset waits for it"
    try -g -q --table 1M --updates 24000000 --rounds 6
    [ "$status" -eq 0 ]
    grep -qx 'Number of updates = 24000000' "$DIR/out"
    SECONDS=0
    try -g -q --table 1M --updates 4000000000000 --time 1 -o "$DIR/saved"
    [ "$SECONDS" -le 3 ]
    [ "$status" -eq 0 ]
    grep -q '^warning: base: the time was enough for .* % of 4000000000000 updates' "$DIR/out"
    grep -q '^# warning: base: the time was enough for ' "$DIR/saved"
    grep -qx 'Errors = 0' "$DIR/out"
    shown_again
}

@test "updates that get lost are errors: told, saved, and the run fails" {
    status=0
    MEMSPEED=$BROKEN_GUPS memspeed "${SMALL[@]}" -o "$DIR/saved" >"$DIR/out" 2>"$DIR/err" ||
        status=$?
    [ "$status" -eq 1 ]
    grep -Eqx 'memspeed: random updates: [1-9][0-9]* words are wrong' "$DIR/err"
    grep -Eq '^warning: base: [1-9][0-9]* of 2\^13 words are WRONG' "$DIR/out"
    grep -Eqx 'Errors = [1-9][0-9]*' "$DIR/out"
    grep -Eq '^# gups: base .* [1-9][0-9]* errors, ' "$DIR/saved"
    shown_again
}

@test "SIGINT: what was made is printed and saved" {
    [ "$PURE" = ON ] || skip "another preset waits for it"
    # A shell without job control lets its background children ignore SIGINT.
    set -m
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    $EMULATOR "$MEMSPEED" -g -q --table 1M --updates 1000000000000 --time 60 \
        -o "$DIR/saved" >"$DIR/out" 2>"$DIR/err" &
    pid=$!
    sleep 2
    kill -INT "$pid"
    status=0
    wait "$pid" || status=$?
    cat "$DIR/out"
    [ "$status" -eq 130 ]
    grep -q 'ended early by signal 2' "$DIR/out"
    grep -qx 'Errors = 0' "$DIR/out"
    grep -q '^# gups: base ' "$DIR/saved"
    shown_again
}

@test "where nothing could be measured the run failed; beside others it did not" {
    [ -z "$EMULATOR" ] || skip "once is enough"
    mkdir "$DIR/empty"
    export MEMSPEED_SYSROOT=$DIR/empty
    try "${SMALL[@]}" --pages 1G
    [ "$status" -eq 1 ]
    grep -qx 'memspeed: nothing could be measured' "$DIR/err"
    grep -q '^n/a: 1G: ' "$DIR/out"
    try "${SMALL[@]}" --pages base,1G
    [ "$status" -eq 0 ]
    # 64 KiB are in any cache.
    tr -s ' \n' ' ' <"$DIR/out" | grep -q 'warning: base: the table, 64 KiB, is under 4 x the last-level cache'
}
