#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The latency suite, from the run to what is printed, saved, exported and compared.

load common

# A run that takes little time: sets of up to 64 KiB, of which there are four an octave.
SHORT=(-l -q -b 64k --rounds 2 --time 3)

setup_file() {
    export SAVED=$BATS_FILE_TMPDIR/saved
    export PRINTED=$BATS_FILE_TMPDIR/printed
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    $EMULATOR "$MEMSPEED" "${SHORT[@]}" --curve --pages base -o "$SAVED" >"$PRINTED"
}

# The rows of a printed table, without title and columns, up to what follows it.
rows_of() {
    awk -v title="*** $1" 'index($0, title) == 1 { on = NR; next }
        on && (/^$/ || /^warning: / || /^n\/a: /) { exit }
        on && NR > on + 1' "$2"
}

@test "-l measures each set in each order, and the curves that figures are read off" {
    rows_of "Latency by Working Set (in ns)" "$PRINTED" >"$DIR/rows"
    [ "$(wc -l <"$DIR/rows")" -eq 25 ]
    sed -n '1p;2p;$p' "$DIR/rows" | sed -E 's/  .*//' |
        diff - <(printf '%s\n' '1 KiB' '1280 bytes' '64 KiB')
    # Name, unit and three figures above 0.
    awk 'NF != 5 || $3 <= 0 || $4 <= 0 || $5 <= 0 { print; bad = 1 } END { exit bad }' "$DIR/rows"
    [ "$(rows_of 'Latency by Stride (in ns)' "$PRINTED" | wc -l)" -ge 8 ]
    # 64 KiB are 16 pages of 4 KiB.
    rows_of 'Latency by Number of Nodes (in ns)' "$PRINTED" | awk '$1 == 4 && NF == 3' | grep -q .
    rows_of 'Time of a Step by Number of Chains (in ns)' "$PRINTED" | sed -E 's/ .*//' |
        head -n 9 | diff - <(printf '%s\n' 1 2 3 4 5 6 7 8 10)
    refute grep -q 'n/a: .* base' "$PRINTED"
}

@test "the summary has lmbench's layout, which its importer reads" {
    grep -A4 '^Memory latencies in nanoseconds - smaller is better$' "$PRINTED" >"$DIR/summary"
    sed -n 3p "$DIR/summary" |
        grep -Eq '^Host +OS +Mhz +L1 \$ +L2 \$ +(L3 \$ +)?Main mem +Rand mem +Guesses'
    sed 's/^/> /' "$DIR/summary" >"$DIR/mail"
    memspeed compare "own=$SAVED" "mail=$DIR/mail" >"$DIR/out"
    grep -A4 '^\*\*\* Memory latencies (in ns) \*\*\*$' "$DIR/out" >"$DIR/table"
    sed -n 2p "$DIR/table" | grep -Eq ' Main mem +Rand mem$'
    sed -n 5p "$DIR/table" | grep -Eq '^change .*%.*%$'
    grep -A3 '^\*\*\* Basic system parameters' "$PRINTED" |
        grep -Eq '^ +tlb pages +cache line bytes +mem par$'
}

@test "what is shown of the file is what the run printed, with and without curves" {
    memspeed show --curve "$SAVED" | tail -n +2 | diff "$PRINTED" -
    memspeed show "$SAVED" >"$DIR/out"
    refute grep -q 'Latency by' "$DIR/out"
    grep -q '^Memory latencies' "$DIR/out"
}

@test "CSV and JSON hold the curves" {
    [ "$(memspeed show --format csv "$SAVED" | grep -c 'Latency by Working Set')" -ge 75 ]
    memspeed show --format json "$SAVED" >"$DIR/json"
    python3 -c '
import json, sys
run = json.load(open(sys.argv[1]))
text = json.dumps(run)
for name in "Latency by Working Set", "Main mem", "mem par", "1280 bytes":
    assert name in text, name' "$DIR/json"
}

@test "ordinary pages are what memory's latencies are of, wherever they stand in the list" {
    [ -z "$EMULATOR" ] || skip "once is enough"
    mkdir "$DIR/empty"
    # A pool that is not there, so that the first kind can't be had.
    MEMSPEED_SYSROOT=$DIR/empty memspeed "${SHORT[@]}" --pages 1G,base --curve >"$DIR/out"
    grep -A5 '^Memory latencies' "$DIR/out" | sed -n 5p | grep -Eq ' [0-9.]+ +[0-9.]+$'
    grep -q '^n/a: ' "$DIR/out"
    rows_of 'Time of a Step by Number of Chains (in ns)' "$DIR/out" | awk '$2 <= 0 { exit 1 }'
    grep -q '^ *random base$' "$DIR/out"
}

@test "sets that the caches may hold: a note, no guess, and no number of loads from memory" {
    tr -s ' \n' ' ' <"$PRINTED" | grep -q 'note Main mem, Rand mem: sets of 64 KiB, which the caches'
    refute grep -Eq 'No L[12] cache' "$PRINTED"
    grep -q '^n/a: mem par: the caches may hold the largest set$' "$PRINTED"
}

@test "where there are no pages of the only kind, the reason stands for each figure" {
    [ -z "$EMULATOR" ] || skip "once is enough"
    mkdir "$DIR/empty"
    MEMSPEED_SYSROOT=$DIR/empty memspeed "${SHORT[@]}" --pages 1G -o "$DIR/none" >"$DIR/out"
    tr -s ' \n' ' ' <"$DIR/out" >"$DIR/text"
    grep -q 'n/a: L1 \$, Main mem, Rand mem: [a-z]' "$DIR/text"
    grep -q 'n/a: tlb pages, cache line bytes, mem par: [a-z]' "$DIR/text"
    refute grep -q 'which the caches' "$DIR/text"
    memspeed show --format json "$DIR/none" | grep -q '"Rand mem"'
}

@test "a run that takes longer than it should says so" {
    [ -z "$EMULATOR" ] || skip "times mean nothing"
    try -l -q -b 64M --time 0.001
    [ "$status" -eq 0 ]
    tr -s ' \n' ' ' <"$DIR/out" | grep -Eq 'note the run took [0-9.]+ s, not 0.001: '
}

@test "--time too short for all sets: fewer, and a note" {
    try -l -q -b 16M --rounds 1 --time 0.05 --curve
    [ "$status" -eq 0 ]
    tr -s ' \n' ' ' <"$DIR/out" | grep -q 'the time is short: latencies of sets up to'
    [ "$(rows_of 'Latency by Working Set (in ns)' "$DIR/out" | wc -l)" -lt 20 ]
    refute grep -q 'the time is short' "$PRINTED"
}

@test "without /sys" {
    [ -z "$EMULATOR" ] || skip "once is enough"
    mkdir "$DIR/empty"
    MEMSPEED_SYSROOT=$DIR/empty memspeed "${SHORT[@]}" >"$DIR/out"
    grep -Eq 'Main mem +Rand mem' "$DIR/out"
    # No size is said to be wrong where none was told.
    refute grep -q 'by what the system says' "$DIR/out"
}

@test "where memory can't be had, cells say so" {
    [ -z "$EMULATOR" ] && [ -z "$SANITIZED" ] || skip "they need more memory"
    status=0
    (ulimit -v 30000 && memspeed -l -q -b 16M --rounds 1 --time 5 --pages base,thp --curve) \
        >"$DIR/out" 2>"$DIR/err" || status=$?
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    rows_of 'Latency by Working Set (in ns)' "$DIR/out" | awk '$3 > 0 && /n\/a/' | grep -q .
    tr -s ' \n' ' ' <"$DIR/out" | grep -q "n/a: stride .*, random .*: the pages can't be had: "
}

@test "a run that is stopped keeps the points that it has" {
    [ -z "$EMULATOR" ] || skip "vm.bats does it"
    "$MEMSPEED" -l -q -b 1M --time 60 --rounds 1000 --pages base -o "$DIR/saved" >"$DIR/out" &
    pid=$!
    sleep 1
    kill -TERM "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    memspeed show --format csv "$DIR/saved" | grep -q 'Latency by Working Set'
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
}
