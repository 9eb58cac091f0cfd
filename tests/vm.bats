#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What memory costs through the operating system: a part of -l.

# shellcheck disable=SC2016 # $TMPDIR is what the program calls it

load common

# A run of -l that takes little time: a file of 1 MiB, memory of 64 KiB.
SHORT=(-l -q -b 64k --rounds 2 --time 0.5)

# The cells of lmbench's tables that the last run has, or lacks: cells cell|absent.
cells() {
    sed -nE "s/^# $1: Benchmark(File_&_VM|Table=\*Local\*)[^ ]*column=([^ ]*) .*/\2/p" "$DIR/saved"
}

FILE_CELLS="Mmap_Latency
Page_Fault
File_reread
Mmap_reread"
OTHER_CELLS="Prot_Fault
Bcopy_(libc)
Bcopy_(hand)
Mem_read
Mem_write"

# All nine have samples in the file, but for those that are said to be lost.
all_measured() {
    [ "$(cells cell | sort)" = "$(printf '%s\n' "$FILE_CELLS" "$OTHER_CELLS" | sort)" ]
    [ -z "$(cells absent)" ]
}

@test "-l has lmbench's nine columns, in its tables and order, and their sizes" {
    try "${SHORT[@]}" -o "$DIR/saved"
    [ "$status" -eq 0 ] && [ ! -s "$DIR/err" ]
    grep -A1 -Fx '*** File & VM system latencies (in us) ***' "$DIR/out" |
        grep -Eq '^ +Mmap Latency +Prot Fault +Page Fault$'
    grep -A1 -Fx '*** *Local* Communication bandwidths (in MB/s) ***' "$DIR/out" |
        grep -Eq '^ +File reread +Mmap reread +Bcopy \(libc\) +Bcopy \(hand\) +Mem read +Mem write$'
    grep -q 'Mmap reread: a file of 1 MiB$' "$DIR/out"
    grep -q 'Mem write: memory of 64 KiB$' "$DIR/out"
    # What is no property of memory alone, directly below its table.
    grep -A2 -E '^ +File reread +Mmap reread' "$DIR/out" |
        grep -qx 'Mem write: 32-bit stores, the last of each 512 bytes first (lmbench, gcc -O)'
    all_measured
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
    # Names as Go's tools want them.
    refute grep -Eq '^Benchmark[^A-Z]' "$DIR/saved"
    [ "$(grep -c '^BenchmarkTable=\*Local\*_Communication_bandwidths/row=/column=Mem_write ' "$DIR/saved")" -ge 1 ]
}

@test "a folder that is not there, or takes no files, is passed over" {
    TMPDIR=$DIR/none try "${SHORT[@]}" -o "$DIR/saved"
    [ "$status" -eq 0 ]
    all_measured
    [ "$OS" != linux ] || TMPDIR=/proc try "${SHORT[@]}" -o "$DIR/saved"
    [ "$status" -eq 0 ]
    all_measured
}

@test "where no file can be as large, its cells are absent, and say why" {
    ulimit -f 700
    try "${SHORT[@]}" -o "$DIR/saved"
    [ "$status" -eq 0 ]
    [ "$(cells absent)" = "$FILE_CELLS" ]
    [ "$(cells cell)" = "$OTHER_CELLS" ]
    # The lines are wrapped.
    tr -s ' \n' ' ' <"$DIR/out" >"$DIR/words"
    grep -qF 'n/a: Mmap Latency, Page Fault: a file in $TMPDIR, /tmp or the current folder: File too large' "$DIR/words"
    grep -qF 'n/a: File reread, Mmap reread: a file in $TMPDIR, ' "$DIR/words"
    refute grep -q 'a file of' "$DIR/out"
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
}

@test "where a smaller file can be, it is smaller, and its size is told" {
    ulimit -f 3000
    try -l -q -b 4M --rounds 1 --time 0.5 -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -q 'Mmap reread: a file of 2 MiB$' "$DIR/out"
    all_measured
}

@test "signals that were blocked or ignored before are caught all the same" {
    [ -z "$EMULATOR" ] || skip "the emulator has signals of its own"
    env --block-signal=USR1 true 2>/dev/null || skip "this env can't block signals"
    status=0
    env --block-signal=USR1,SEGV --ignore-signal=USR1,BUS "$MEMSPEED" "${SHORT[@]}" -o "$DIR/saved" >"$DIR/out" 2>&1 || status=$?
    [ "$status" -eq 0 ]
    all_measured
}

@test "a run that is stopped keeps what it has, and leaves no file" {
    mkdir "$DIR/tmp"
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    TMPDIR=$DIR/tmp $EMULATOR "$MEMSPEED" -l -q -b 64k --time 60 --rounds 1000 -o "$DIR/saved" >"$DIR/out" 2>"$DIR/err" &
    pid=$!
    sleep 2
    kill -TERM "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    grep -q '^warning: ended early by signal 15' "$DIR/out"
    [ -z "$(ls -A "$DIR/tmp")" ]
    memspeed show "$DIR/saved" | tail -n +2 | diff "$DIR/out" -
}
