#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The classic tables of a whole run: complete, in the layout of 2010, and saved as documented.

load common

# Titles as they are; headers and rows as the columns in which their fields end.
shape() {
    awk '/^\*\*\*/ { print; next }
         /^method/ || /^[A-Z]+[A-Za-z0-9_]* +([0-9.]+|n\/a|-) / {
             line = ""; at = 1; text = $0
             if (/^method/) gsub(/write alloc/, "write-alloc", text)
             if (/^method/) gsub(/cached \+ wa/, "cached-+-wa", text)
             n = split(text, field, / +/)
             rest = text; used = 0
             for (i = 1; i <= n; i++) {
                 p = index(rest, field[i])
                 used += p + length(field[i]) - 1
                 rest = substr(rest, p + length(field[i]))
                 line = line (i == 1 ? field[i] : " " (/^method/ ? field[i] "@" used : used))
             }
             print line
         }' "$1"
}

@test "a whole run prints three complete tables" {
    try -c -b 64k --rounds 1 --time 5 -o "$DIR/saved"
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 3 ]
    # Each row of --list stands in its tables, and every cell is a figure, n/a or absent.
    memspeed --list >"$DIR/list"
    while read -r op method _; do
        case $op in
        write) grep -q "^$method  *[0-9n-]" "$DIR/out" ;;
        read | copy) [ "$(grep -c "^$method  *[0-9n-]" "$DIR/out")" -ge 2 ] ;;
        esac
    done <"$DIR/list"
    refute grep -Eiq '\b(inf|nan)\b' "$DIR/out" "$DIR/saved"
    refute grep -q ' 0\.00' "$DIR/out"
}

@test "titles, columns, rows and their order are those of 2010" {
    try -c -b 64k --rounds 1 --time 3 -q
    [ "$status" -eq 0 ]
    shape "$DIR/out" >"$DIR/new"
    shape "$BATS_TEST_DIRNAME/data/classic-armv5te.txt" >"$DIR/old"
    [ "$(wc -l <"$DIR/old")" -eq 35 ]
    if [ "$ISA" != arm ]; then
        # Other instruction sets have rows of their own.
        grep -E '^(\*\*\*|method)' "$DIR/old" >"$DIR/old-heads"
        grep -E '^(\*\*\*|method)' "$DIR/new" | diff "$DIR/old-heads" -
        return
    fi
    # The classic rows come first in each table: a diff may only add lines.
    diff "$DIR/old" "$DIR/new" >"$DIR/diff" || true
    refute grep '^<' "$DIR/diff"
    awk '/^\*\*\*/ { table++ } /^method/ { row = 0 } { print table, row++, $0 }' "$DIR/new" \
        >"$DIR/new-numbered"
    # Write: 5 rows. Read: 4, then those of newer instructions, then the 8 copies.
    grep -qE '^1 1 STRB ' "$DIR/new-numbered"
    grep -qE '^1 5 STRD ' "$DIR/new-numbered"
    grep -qE '^2 4 LDRD ' "$DIR/new-numbered"
}

@test "an emulator is named, in the head and below the tables" {
    [ -n "$EMULATOR" ] || skip "runs natively"
    try -c -q -b 64k --rounds 1 --time 0.3 --only 'STR' --only 'STRX' --only 'C8*' --only 'LDR' --only 'LDRX' --only mem* --only 'W8' --only 'R8'
    [ "$(grep -c 'EMULATED by .*: the figures mean nothing' "$DIR/out")" -eq 2 ]
}

@test "rows that the processor can't run read n/a with the reason" {
    memspeed --list >"$DIR/list"
    grep -qE ' no$' "$DIR/list" || skip "this processor has all features"
    try -c -q -b 64k --rounds 1 --time 1
    [ "$status" -eq 0 ]
    awk '$NF == "no" { print $2 }' "$DIR/list" | while read -r method; do
        grep -Eq "^$method( +n/a)+ *(-|$)?" "$DIR/out"
        grep -Eq "^n/a:.* ${method}[,:].*this CPU has no" "$DIR/out"
    done
}

@test "saved results: head, keys, one line per sample" {
    try -c -q -b 64k --block 4k --rounds 3 --seed 5 --label 'my label' --only 'mem*' -o "$DIR/saved"
    cat "$DIR/err"
    [ "$status" -eq 0 ]
    [ "$(head -n 1 "$DIR/saved")" = "label: my label" ]
    grep -qx 'buffer: 65536' "$DIR/saved"
    grep -qx 'block: 4096/4096/4096' "$DIR/saved"
    grep -qx 'memory: normal' "$DIR/saved"
    grep -qx '# seed: 5' "$DIR/saved"
    grep -qx '# rounds: 3' "$DIR/saved"
    grep -qx 'Unit MB/s better=higher' "$DIR/saved"
    [ "$(grep '^# clock-mhz:' "$DIR/saved" | wc -w)" -eq 5 ]
    # memset and memcpy, cold and hot, three rounds.
    [ "$(grep -c '^Benchmark' "$DIR/saved")" -eq 12 ]
    # Every line is a benchmark, a key, a unit or a comment, and the two units agree.
    refute grep -Evq '^(Benchmark(Write|Read|Copy)/method=[^ /]+/state=(un)?cached/(wa=[01]|pld=[0-9]+) [0-9]+ [0-9.]+ ns/op [0-9.]+ MB/s|[a-z]+: .+|Unit MB/s better=higher|# [a-z0-9-]+:.*)$' "$DIR/saved"
    awk '/^Benchmark/ { ok = ($3 * $5 > 4096e3 * .999 && $3 * $5 < 4096e3 * 1.001)
                        if (!ok) { print; exit 1 } }' "$DIR/saved"
}
