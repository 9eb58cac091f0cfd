#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The shortest whole run, on each processor that the emulator has.

load common

@test "every row is complete; n/a where the processor lacks a feature, nowhere else" {
    memspeed --list >"$DIR/list"
    try -c -b 64k --rounds 1 --time 1
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    awk -v isa="$ISA" -v model="${EMULATOR##* }" -f "$BATS_TEST_DIRNAME/matrix.awk" \
        "$BATS_TEST_DIRNAME/data/processors.txt" "$DIR/list" "$DIR/out"
}
