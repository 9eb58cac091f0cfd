#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs one access-trace test; called by ctest, see CMakeLists.txt.
#
#   trace.sh emulated CHECK PLUGIN OBJDUMP GUEST EXPECTED EMULATOR...
#   trace.sh lackey CHECK VALGRIND OBJDUMP GUEST EXPECTED
#   trace.sh cache PLUGIN MODEL BUFFER CAUGHT GUEST EMULATOR...
#
# OBJDUMP may be "-" where the emulator disassembles itself. EXPECTED is "exact", "exact-BYTES"
# (so many per DC ZVA; 64 otherwise), "portable", or a file for check's -x. MODEL is the cache
# plugin's arguments, BUFFER memspeed's -b, CAUGHT what cache.awk must find wrong, or "-".
set -eu

here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
options=()

expect() {
    case $1 in
    exact) ;;
    exact-*) options+=(-z "${1#exact-}") ;;
    portable) options+=(-p) ;;
    *) options+=(-x "$1") ;;
    esac
}

emulated() {
    local check=$1 plugin=$2 objdump=$3 guest=$4
    expect "$5"
    shift 5
    if [ "$objdump" != - ]; then
        "$objdump" -d --no-show-raw-insn "$guest" >"$dir/code"
        options+=(-d "$dir/code")
    fi
    "$@" -plugin "$plugin,out=$dir/trace" -d plugin "$guest" >"$dir/manifest"
    "$check" "${options[@]}" "$dir/manifest" "$dir/trace"
}

lackey() {
    local check=$1 valgrind=$2 objdump=$3 guest=$4
    expect "$5"
    "$objdump" -d --no-show-raw-insn "$guest" >"$dir/code"
    "$valgrind" --tool=lackey --trace-mem=yes --vex-iropt-level=0 --log-file="$dir/trace" \
        "$guest" >"$dir/manifest" || {
        grep '^==' "$dir/trace"
        return 1
    }
    "$check" "${options[@]}" -d "$dir/code" "$dir/manifest" "$dir/trace"
}

# A whole run, but for DCZVA, whose accesses no plugin sees; its own report, of an emulated machine, is shown only if it fails.
cache() {
    local plugin=$1 model=$2 buffer=$3 caught=${4#-} guest=$5
    shift 5
    "$@" -plugin "$plugin,out=$dir/parts,$model" -d plugin "$guest" -c -b "$buffer" \
        --rounds 3 --time 1 --seed 1 -q --only '[!D]*' >"$dir/report" 2>&1 || {
        cat "$dir/report"
        return 1
    }
    awk -v hit=99 -v miss=97 -v slack=2 -v caught="$caught" -f "$here/cache.awk" "$dir/parts"
}

"$@"
