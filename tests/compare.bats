#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Verdicts on tables that were published, and on saved runs that were made up.
# shellcheck disable=SC2016 # conditions are for awk

load common

DATA=$BATS_TEST_DIRNAME/data

compare() {
    try compare "$@"
}

# Cells of the last comparison's CSV with a verdict: cells VERDICT [AWK CONDITION].
cells() {
    awk -F, -v verdict="$1" '$(NF - 1) == verdict && ('"${2:-1}"')' "$DIR/out" | wc -l
}

# A saved run whose samples are made up: made FILE LABEL SEED ALL THIRD. All cells are ALL times
# as fast, every third one THIRD times in addition; rounds and cells scatter by half a percent.
made() {
    [ -s "$DIR/real" ] ||
        memspeed -q -b 64k --rounds 7 --time 0.1 --pld 0,1,2,4 --only 'CPY_[MXQ]*' \
            --only 'CPY_8' --only 'LDR*' --only 'MOV*' --only 'R*' -o "$DIR/real" >/dev/null
    awk -v label="$2" -v seed="$3" -v all="$4" -v third="$5" '
        function noise() { return (rand() + rand() + rand() + rand() - 2) * 0.01 }
        BEGIN { srand(seed); srand(seed) }
        /^label: / { print "label: " label; next }
        /^# clock-mhz:/ { printf "# clock-mhz:"; for (i = 3; i <= NF; i++) printf " 1000.0"; print ""; next }
        /^# clock-mhz/ { print; next }
        /^Benchmark/ {
            if (!($1 in number)) { number[$1] = count++; cell[$1] = 1 + noise() }
            rate = 1000 * all * (number[$1] % 3 ? 1 : third) * cell[$1] * (1 + noise())
            bytes = int($3 * $5 / 1000 / 1024 + 0.5) * 1024
            ns = sprintf("%.4f", bytes * 1000 / rate)
            printf "%s 1000000 %s ns/op %.2f MB/s\n", $1, ns, bytes * 1000 / ns
            next
        }
        { print }' "$DIR/real" >"$1"
}

@test "tables of 2010 under two kernels: 26 cells slower, 34 faster, as counted by hand" {
    compare --format csv lsp="$DATA/classic-armv5te-lsp.txt" mainline="$DATA/classic-armv5te.txt"
    [ "$status" -eq 0 ]
    [ "$(wc -l <"$DIR/out")" -eq 213 ]
    [ "$(cells worse)" -eq 26 ]
    [ "$(cells better)" -eq 34 ]
    [ "$(cells worse '$5 == "uncached" && $4 ~ /^(STRB|STR|STRD)$/')" -eq 3 ]
    [ "$(cells worse '$4 == "CPY_B"')" -eq 8 ]
    [ "$(cells worse '$5 == "cached"')" -eq 4 ]
    [ "$(cells better '$4 !~ /wa$/ && $4 != "CPY_M"')" -eq 1 ]
}

@test "the sides swapped, the same cells are flagged, the other way" {
    compare --format csv "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    awk -F, '$(NF - 1) ~ /worse|better/ { print $3, $4, $5, $(NF - 1) }' "$DIR/out" | sort >"$DIR/a"
    compare --format csv "$DATA/classic-armv5te.txt" "$DATA/classic-armv5te-lsp.txt"
    awk -F, '$(NF - 1) ~ /worse|better/ { print $3, $4, $5,
        $(NF - 1) == "worse" ? "better" : "worse" }' "$DIR/out" | sort >"$DIR/b"
    [ "$(wc -l <"$DIR/a")" -eq 60 ]
    diff "$DIR/a" "$DIR/b"
}

@test "the tables keep their layout, fit a mail, and say what they rest on" {
    compare lsp="$DATA/classic-armv5te-lsp.txt" mainline="$DATA/classic-armv5te.txt"
    [ "$status" -eq 0 ] && [ ! -s "$DIR/err" ]
    refute grep -Eq '.{81}| $' "$DIR/out"
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 3 ]
    grep -qx 'STRB           922.09       335.67       920.63       893.59' "$DIR/out"
    grep -qx '  after        188.46       331.38       577.25       899.28' "$DIR/out"
    grep -qx '  change      -79.6%<       -1.3%       -37.3%<       +0.6%' "$DIR/out"
    grep -qx '34 better, 19 worse, 43 neither; 0 only before, 0 only after' "$DIR/out"
    grep -q 'the files have no samples' "$DIR/out"
}

@test "README's example is what the command prints" {
    cd "$BATS_TEST_DIRNAME/.."
    awk '/^    \$ build\/run\/memspeed compare / { on = 1 } on && /^[^ ]/ { exit } on { print substr($0, 5) }' \
        README.md >"$DIR/example"
    read -r -a words < <(sed -n '1s/^\$ build.run.memspeed //p' "$DIR/example")
    try "${words[@]}"
    [ "$status" -eq 0 ]
    # Its lines are there in their order; what "..." stands for is left out.
    awk 'BEGIN { n = i = 0 } NR == FNR { if (FNR > 1 && $0 != "...") want[n++] = $0; next }
        $0 == want[i] { i++ }
        END { if (i < n) { print "not in the output: " want[i]; exit 1 } exit n < 12 }' \
        "$DIR/example" "$DIR/out"
}

@test "--degraded leaves what degraded, and blanks the rest" {
    compare --degraded "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$status" -eq 0 ]
    [ "$(grep -o '<' "$DIR/out" | wc -l)" -eq 27 ] # the legend has one, too
    [ "$(grep -o '%>' "$DIR/out" | wc -l)" -eq 0 ]
    grep -Eqx 'STM4 {36}3501.35' "$DIR/out"
    # Rows of which nothing is left are not there: STM8, and all but CPY_B of the read tables.
    refute grep -Eq '^(STM8|LDR|LDM|CPY_M)' "$DIR/out"
    # As a reviewer blanked it by hand: what is left of it degraded, but for one cell.
    compare --degraded --groups 'SA-110.ol*,SA-110.ne*' "$DATA/lmbench-quoted.txt"
    [ "$(grep -o '%<' "$DIR/out" | wc -l)" -eq 4 ]
}

@test "runs of one host are a group; the first is the baseline" {
    compare --groups '2410-a*,2410-d*' --format csv "$DATA/lmbench-1.9-collapsed.txt"
    [ "$status" -eq 0 ]
    [ "$(cells better '$3 == "Processor"')" -eq 0 ]
    [ "$(grep -c 'null call.*,better,0' "$DIR/out")" -eq 1 ]
    [ "$(grep -c 'L1 \$.*,better,0' "$DIR/out")" -eq 1 ]
    [ "$(grep -c 'Main mem.*,neither,0' "$DIR/out")" -eq 1 ]
    [ "$(grep -c 'Mem read.*,better,0' "$DIR/out")" -eq 1 ]
    compare "$DATA/lmbench-1.9-collapsed.txt"
    [ "$(grep -c '^2410-[abcd] NetBSD 1.6ZI  *[0-9]' "$DIR/out")" -gt 12 ]
    grep -q 'against the baseline' "$DIR/out"
    grep -q '8 of 8 rows are left out' "$DIR/err"
    compare --split 4 "$DATA/lmbench-3.0-collapsed.txt"
    grep -qx 'group      tqm8xx Linux 2.6.33- 13-16 (4 runs)' "$DIR/out"
    [ "$(grep -c '(4 runs)$' "$DIR/out")" -eq 4 ]
}

@test "--check: status 3 if something degraded" {
    compare --check "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$status" -eq 3 ]
    compare --check "$DATA/classic-armv5te.txt" other="$DATA/classic-armv5te.txt"
    [ "$status" -eq 0 ]
}

@test "--threshold: changes up to it are none" {
    for percent in 3 10 50; do
        compare --format csv --threshold $percent "$DATA/classic-armv5te-lsp.txt" \
            "$DATA/classic-armv5te.txt"
        for side in worse better; do
            [ "$(cells $side)" -eq "$(awk -F, -v side=$side -v most=$percent 'NR > 1 {
                change = side == "worse" ? $7 / $8 : $8 / $7
                n += change > 1 + most / 100 } END { print n + 0 }' "$DIR/out")" ]
        done
    done
}

@test "--only chooses what is counted and checked, too" {
    compare --check --only 'STRB uncached' "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$status" -eq 3 ]
    grep -qx '0 better, 1 worse, 0 neither; 0 only before, 0 only after' "$DIR/out"
    compare --check --only 'STRB write alloc' "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$status" -eq 0 ]
    grep -qx '0 better, 0 worse, 1 neither; 0 only before, 0 only after' "$DIR/out"
    compare --only 'STRB uncached' a="$DATA/classic-armv5te-lsp.txt" b="$DATA/classic-armv5te.txt" \
        c="$DATA/classic-armv5te.txt"
    grep -Eqx 'b +-79.6 % +0 +1 +0 +0' "$DIR/out"
}

@test "runs against runs: what a third of the cells lost is found, and nothing else" {
    for i in 1 2 3 4; do
        made "$DIR/a$i" before "$i" 1 1
        made "$DIR/b$i" after "1$i" 1 0.9
    done
    compare --format csv "$DIR"/a[1-4] "$DIR"/b[1-4]
    [ "$status" -eq 0 ]
    cells=$(($(wc -l <"$DIR/out") - 1))
    [ "$cells" -ge 24 ]
    third=$(awk -F, 'NR > 1 && $8 / $7 < 0.95' "$DIR/out" | wc -l)
    [ $((3 * third)) -ge $((cells - 6)) ]
    [ "$(cells worse)" -eq "$third" ]
    [ "$(cells better)" -eq 0 ]
    compare --check "$DIR"/a[1-4] "$DIR"/b[1-4]
    [ "$status" -eq 3 ]
    compare --check "$DIR"/a[1-2] other="$DIR/a3" other="$DIR/a4"
    [ "$status" -eq 0 ]
}

@test "a factor common to all cells is a finding of its own" {
    for i in 1 2 3 4; do
        made "$DIR/a$i" before "$i" 1 1
        made "$DIR/b$i" after "1$i" 0.85 1
    done
    compare "$DIR"/a[1-4] "$DIR"/b[1-4]
    [ "$status" -eq 0 ]
    grep -Eq '^factor +of all [0-9]+ cells: -1[45]\.[0-9] % .*; REAL$' "$DIR/out"
    grep -qx 'clock      1000 -> 1000 MHz, +0.0 %' "$DIR/out"
    refute grep -q '%[<>]' "$DIR/out"
    compare --check "$DIR"/a[1-4] "$DIR"/b[1-4]
    [ "$status" -eq 3 ]
    compare --check --ignore-common "$DIR"/a[1-4] "$DIR"/b[1-4]
    [ "$status" -eq 0 ]
    compare --check "$DIR"/b[1-4] "$DIR"/a[1-4]
    [ "$status" -eq 0 ]
}

@test "one run a side: says how little that tells" {
    made "$DIR/a" before 1 1 1
    made "$DIR/b" after 2 1 0.5
    compare --all "$DIR/a" "$DIR/b"
    [ "$status" -eq 0 ]
    grep -q 'three runs or$' "$DIR/out"
    grep -Eq '^smallest change that could have been shown: [0-9.]+ %' "$DIR/out"
    grep -Eq '^  (p|q|low|high|least|/cycle) ' "$DIR/out"
    [ "$(grep -o '%<' "$DIR/out" | wc -l)" -gt 5 ]
}

@test "unlike settings are named" {
    made "$DIR/a" before 1 1 1
    sed 's/^buffer: .*/buffer: 4194304/' "$DIR/a" >"$DIR/b"
    compare before="$DIR/a" after="$DIR/b"
    [ "$status" -eq 0 ]
    grep -qx 'UNLIKE     buffer: 65536 (before), 4194304 (after)' "$DIR/out"
    compare before="$DIR/a" before="$DIR/b" after="$DIR/a"
    grep -qx 'UNLIKE     buffer: 65536 and others (before), 65536 (after)' "$DIR/out"
    compare --group-by buffer "$DIR/a" "$DIR/b"
    grep -qx 'before     65536 (1 run)' "$DIR/out"
}

@test "old tables beside a run of today: their loops differ, and that is said" {
    made "$DIR/a" before 1 1 1
    # A pasted table without a head, as the old program made them.
    memspeed show "$DIR/a" | sed -n '/^\*\*\* /,$p' >"$DIR/old"
    compare old="$DIR/old" new="$DIR/a"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^UNLIKE     pasted tables' "$DIR/out")" -eq 1 ]
    compare old="$DIR/old" new="$DIR/old"
    refute grep -q 'pasted tables' "$DIR/out"
}

@test "what the report says is true of these files, and fits a mail" {
    compare --only 'NEON*' a="$DATA/tinymembench-a10.txt" b="$DATA/tinymembench-a10.txt"
    grep -q '^ *files state: they have no samples$' "$DIR/out"
    grep -qx '> better, < worse: by more than 3 % and twice the spread' "$DIR/out"
    compare "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    grep -qx '> better, < worse: by more than 3 %' "$DIR/out"
    # Rounds that scatter by orders of magnitude could show nothing; no figure pretends to.
    made "$DIR/a" before 1 1 1
    awk '/^Benchmark/ { f = NR % 3 ? 1 : 40; $3 *= f; $5 /= f } { print }' "$DIR/a" >"$DIR/b"
    compare before="$DIR/b" after="$DIR/b"
    grep -q 'over 1000 %' "$DIR/out"
    refute grep -Eq '[0-9]{5,}\.[0-9] %|.{81}' "$DIR/out"
}

@test "three groups: a factor of one of them is told" {
    for i in 1 2 3 4; do
        made "$DIR/a$i" one "$i" 1 1
        made "$DIR/b$i" two "1$i" 1 1
        made "$DIR/c$i" three "2$i" 0.8 1
    done
    compare "$DIR"/[abc][1-4]
    [ "$status" -eq 0 ]
    grep -Eq '^factor +three: of all [0-9]+ cells: -(19|20)\.[0-9] % .*; REAL$' "$DIR/out"
    refute grep -q '^factor *two' "$DIR/out"
    refute grep -Eq '.{81}| $' "$DIR/out"
}

@test "cells without a partner are counted and named; none in common is an error" {
    grep -v '^STRD\|^LDRD' "$DATA/classic-armv5te.txt" >"$DIR/less"
    compare "$DATA/classic-armv5te.txt" "$DIR/less"
    [ "$status" -eq 0 ]
    grep -qx '0 better, 0 worse, 16 neither; 4 only before, 0 only after' "$DIR/out"
    grep -q '^only before: STRD uncached, STRD write alloc, STRD cached, STRD cached + wa$' "$DIR/out"
    compare "$DATA/classic-armv5te.txt" "$DATA/stream.eml"
    failed_with 1 "is in another group"
    compare "$DATA/classic-armv5te.txt"
    failed_with 1 "the only run is 'classic-armv5te.txt': nothing to compare with"
}

# A table of COUNT rows of one rate: rows COUNT RATE.
rows() {
    printf '*** Memory Write Throughput (in MB/s) ***\nmethod uncached\n'
    seq -f "R%g $2.00" 1000 $((1000 + $1 - 1))
}

@test "what finds no room in a table is counted, and --only chooses it" {
    rows 200 10 >"$DIR/a"
    rows 200 20 >"$DIR/b"
    compare --all a="$DIR/a" b="$DIR/b"
    [ "$(grep -c '^R' "$DIR/out")" -eq 128 ]
    grep -qx '(72 more cells; --only chooses some)' "$DIR/out"
    compare --all --only 'R11*' a="$DIR/a" b="$DIR/b"
    [ "$(grep -c '^R' "$DIR/out")" -eq 100 ]
    refute grep -q 'more cells' "$DIR/out"
    compare a="$DIR/a" b="$DIR/b" c="$DIR/a"
    grep -qx '(200 cells; --only chooses some)' "$DIR/out"
    compare --only '*' a="$DIR/a" b="$DIR/b" c="$DIR/a"
    grep -qx '(72 more cells; --only chooses some)' "$DIR/out"
}

@test "columns may be as wide as a name" {
    name="copy of $(printf 'x%.0s' {1..55})"
    for rate in 1234.56 2345.67; do
        echo "$name : $rate MB/s" >"$DIR/$rate"
    done
    compare a="$DIR/1234.56" b="$DIR/2345.67" c="$DIR/2345.67"
    [ "$status" -eq 0 ]
    grep -q " $name$" "$DIR/out"
    grep -Eqx 'a +1234.56' "$DIR/out"
    grep -Eqx '[bc] +2345.67>' "$DIR/out"
}

@test "what it reads may come from a pipe, and go to programs" {
    status=0
    sed 's/^/> /' "$DATA/classic-armv5te-lsp.txt" |
        memspeed compare --format json - "$DATA/classic-armv5te.txt" >"$DIR/out" || status=$?
    [ "$status" -eq 0 ]
    [ "$(wc -l <"$DIR/out")" -eq 1 ]
    [ "$(grep -o '"verdict":"worse"' "$DIR/out" | wc -l)" -eq 26 ]
    refute grep -Eq '[:,](-?nan|-?inf)' "$DIR/out"
    python3 -m json.tool "$DIR/out" >/dev/null
    grep -q '"threshold":1.03,"false_discovery_rate":0.01,' "$DIR/out"
    # Members are named as those of runs are, and README names them all.
    refute grep -Eq '"[a-z_]*-[a-z_-]*":' "$DIR/out"
    for member in $(grep -o '"[a-z_]*":' "$DIR/out" | tr -d '":' | sort -u); do
        grep -q "\`$member\`" "$BATS_TEST_DIRNAME/../README.md" || { echo "$member" && return 1; }
    done
}

@test "wrong usage: one line, status 2; unreadable files: status 1" {
    compare
    failed_with 2 "no files"
    for wrong in --foo --threshold=x --threshold=-1 --split=0 --split=x --format=xml --groups=; do
        compare "$wrong" x
        failed_with 2 "${wrong%%=*}"
    done
    compare "$DIR/none" "$DATA/classic-armv5te.txt"
    failed_with 1 "$DIR/none: No such file"
    compare --groups x "$DATA/classic-armv5te.txt"
    failed_with 1 "--groups x"
    compare --only STM9 "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    failed_with 1 "--only STM9: no cell matches"
    compare --group-by voltage "$DATA/classic-armv5te.txt"
    failed_with 1 "--group-by voltage"
    head -c 100 "$MEMSPEED" >"$DIR/binary"
    compare "$DIR/binary" "$DATA/classic-armv5te.txt"
    failed_with 1 "$DIR/binary:"
    memspeed compare --help | grep -q -- '--degraded'
    memspeed --help | grep -q 'memspeed compare '
    [ "$(memspeed compare --help | awk 'length > 80' | wc -l)" -eq 0 ]
}

@test "a full stdout is an error" {
    status=0
    memspeed compare "$DATA/classic-armv5te.txt" x="$DATA/classic-armv5te.txt" \
        >/dev/full 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -q 'standard output' "$DIR/err"
}

@test "what memory costs stands beside lmbench's, in its columns, with its directions" {
    memspeed -l -q -b 64k --rounds 2 --time 0.5 --label own -o "$DIR/own" >/dev/null
    # All nine of the 66 MHz board are slower; its Prot Fault, 1.4 to 33.5 us, is no case of its own.
    compare --format csv "$DATA/lmbench-3.0-collapsed.txt" "$DIR/own"
    [ "$status" -eq 0 ]
    awk -F, '$3 ~ /^File & VM|^\*Local\* Communication bandwidths/ && $7 && $8 {
        print $5 ";" $6 ";" ($8 > $7) ";" ($9 > 0) }' "$DIR/out" | sort >"$DIR/both"
    sort >"$DIR/want" <<'END'
Mmap Latency;us;0;1
Prot Fault;us;0;1
Page Fault;us;0;1
File reread;MB/s;1;1
Mmap reread;MB/s;1;1
Bcopy (libc);MB/s;1;1
Bcopy (hand);MB/s;1;1
Mem read;MB/s;1;1
Mem write;MB/s;1;1
END
    diff "$DIR/want" "$DIR/both"
    [ "$(cells better '$5 ~ /^(Mmap|File|Page|Bcopy|Mem) ?/ && $3 ~ /VM|bandwidths/')" -eq 8 ]
    [ "$(cells worse '$3 ~ /VM|bandwidths/')" -eq 0 ]
    # What one side alone has is counted: 5 columns of one table, 3 of the other.
    compare "$DATA/lmbench-3.0-collapsed.txt" "$DIR/own"
    grep -A9 '^\*\*\* File & VM' "$DIR/out" | grep -q '; 5 only before, 0 only after$'
    grep -A18 '^\*\*\* \*Local\*.*bandwidths' "$DIR/out" | grep -q '; 3 only before, 0 only after$'
    compare --format csv "$DIR/own" "$DATA/lmbench-3.0-collapsed.txt"
    [ "$(cells worse '$5 ~ /^(Mmap|File|Page|Bcopy|Mem) ?/ && $3 ~ /VM|bandwidths/')" -eq 8 ]
    [ "$(cells better '$3 ~ /VM|bandwidths/')" -eq 0 ]
}

@test "where nothing degraded, --degraded says so" {
    compare --degraded a="$DATA/classic-armv5te.txt" b="$DATA/classic-armv5te.txt"
    [ "$status" -eq 0 ]
    [ "$(grep -cx 'nothing degraded' "$DIR/out")" -eq 3 ]
    refute grep -Eq '^(method|STRB|CPY)' "$DIR/out"
    compare --degraded a="$DATA/classic-armv5te.txt" b="$DATA/classic-armv5te.txt" \
        c="$DATA/classic-armv5te.txt"
    [ "$(grep -cx 'nothing degraded' "$DIR/out")" -eq 3 ]
}

@test "what has no pair: rows are counted, tables are named in one line" {
    grep -v '^STRD' "$DATA/classic-armv5te.txt" | sed '/^\*\*\* Cached/,$d' >"$DIR/less"
    compare "$DATA/classic-armv5te.txt" "$DIR/less"
    [ "$status" -eq 0 ]
    refute grep -q '^STRD' "$DIR/out"
    grep -q '^only before: STRD uncached, ' "$DIR/out"
    refute grep -q '^\*\*\* Cached' "$DIR/out"
    grep -qx 'no pairs   Cached Memory Read/Copy Throughput (96 only before)' "$DIR/out"
    # With --all they are printed, and are no three lines of "-".
    compare --all "$DATA/classic-armv5te.txt" "$DIR/less"
    [ "$(grep -A2 '^STRD' "$DIR/out" | grep -c change)" -eq 0 ]
    grep -q '^\*\*\* Cached' "$DIR/out"
    refute grep -q '^no pairs' "$DIR/out"
    compare a="$DATA/classic-armv5te.txt" b="$DIR/less" c="$DIR/less"
    grep -qx 'no pairs   Cached Memory Read/Copy Throughput' "$DIR/out"
}

@test "--all: the departure stands above its interval, and a legend says what lines are" {
    for i in 1 2 3 4; do
        made "$DIR/a$i" before "$i" 1 1
        made "$DIR/b$i" after "1$i" 0.85 1
    done
    compare --all "$DIR"/a[1-4] "$DIR"/b[1-4]
    # A cell's change is the factor; what is judged is what is left without it.
    awk '$1 == "change" { change = $2 + 0 } $1 == "depart" { depart = $2 + 0; seen++ }
        $1 == "low" && ($2 + 0 > depart || change > -10 || depart < -5) { exit 1 }
        $1 == "high" && $2 + 0 < depart { exit 1 }
        END { exit !seen }' "$DIR/out"
    for line in /cycle depart p least; do
        grep -q "^$line: " "$DIR/out"
    done
    compare "$DIR"/a[1-4] "$DIR"/b[1-4]
    refute grep -q '^least: ' "$DIR/out"
    # On how many cells the factors rest: here on all.
    awk '/^factor +of all [0-9]+ / { cells += $4 } / neither; / { all += $5 }
        END { exit !(cells > 24 && cells == all) }' "$DIR/out"
}

@test "a verdict is one word, whatever the format" {
    compare --format csv "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$(cells neither)" -gt 100 ] && [ "$(cells same)" -eq 0 ]
    neither=$(cells neither)
    compare --format json "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$(grep -o '"verdict":"neither"' "$DIR/out" | wc -l)" -eq "$neither" ]
    compare "$DATA/classic-armv5te-lsp.txt" "$DATA/classic-armv5te.txt"
    [ "$(sed -n 's/.*, \([0-9]*\) neither;.*/\1/p' "$DIR/out" | awk '{ n += $1 } END { print n }')" -eq "$neither" ]
}

@test "runs of one group on different machines, or kernels, are named; groups may differ so" {
    made "$DIR/a" before 1 1 1
    sed 's/^# host: .*/# host: other/' "$DIR/a" >"$DIR/b"
    sed 's/^# kernel: .*/# kernel: Linux 9.9/' "$DIR/a" >"$DIR/c"
    host=$(sed -n 's/^# host: //p' "$DIR/a")
    compare x="$DIR/a" x="$DIR/b" y="$DIR/b" y="$DIR/c"
    [ "$status" -eq 0 ]
    grep -qx "UNLIKE     host: $host and others (x), other and others (y)" "$DIR/out"
    grep -q '^UNLIKE     kernel: .* and others (y)$' <(tr -s ' \n' ' ' <"$DIR/out" | sed 's/UNLIKE/\nUNLIKE    /g; s/ \*\*\*/\n/g')
    compare x="$DIR/a" y="$DIR/c"
    refute grep -q '^UNLIKE' "$DIR/out"
    # Hosts of a summary, under one label.
    compare x="$DATA/lmbench-1.9-collapsed.txt" y="$DATA/lmbench-1.9-collapsed.txt"
    grep -q '^UNLIKE     host: .* and others (x)' "$DIR/out"
}

# Every figure of a text stands beside its cell of the saved run, and nothing is left out. The
# text shows three digits or more. Arguments: the text, the saved run, how many cells it has.
reads_all() {
    memspeed compare --format csv pasted="$1" saved="$2" >"$DIR/out" 2>"$DIR/err"
    cat "$DIR/err"
    [ ! -s "$DIR/err" ]
    python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
pairs = [(float(r["before"]), float(r["after"]), r) for r in rows if r["before"]]
assert len(pairs) == int(sys.argv[2]), len(pairs)
for before, after, row in pairs:
    assert abs(before / after - 1) < 0.006, row
' "$DIR/out" "$3"
}

@test "what the suites print is read whole: from a terminal, out of a mail, with spreads and curves" {
    memspeed -a -q -b 64k --table 512k --rounds 7 --time 3 --only 'mem*' --only 'MOVQ' \
        --only 'LDRX' --only 'R64' --only 'CPY_8' -o "$DIR/saved" >"$DIR/a"
    cells=$(grep -c '^# cell: ' "$DIR/saved")
    curves=$(grep -c '^# cell: Benchmark\(Latency_by\|Time_of_a\)' "$DIR/saved")
    [ "$curves" -gt 50 ]
    reads_all "$DIR/a" "$DIR/saved" $((cells - curves))
    # As mail programs mangle it, quoted and broken, or blanks collapsed: lmbench's rows with
    # cells missing can't be read then.
    lmbench=$(grep -c '^# cell: Benchmark\(Memory_latencies\|Caches\)' "$DIR/saved")
    sed '/^Memory latencies/,/^$/d' "$DIR/a" >"$DIR/short"
    sed 's/^/> /' "$DIR/short" | fold -s -w 64 | sed 's/^[^>]/> &/' >"$DIR/quoted"
    reads_all "$DIR/quoted" "$DIR/saved" $((cells - curves - lmbench))
    tr -s ' ' <"$DIR/short" >"$DIR/tight"
    reads_all "$DIR/tight" "$DIR/saved" $((cells - curves - lmbench))
    memspeed show --spread --curve "$DIR/saved" >"$DIR/curves"
    reads_all "$DIR/curves" "$DIR/saved" "$cells"
    # Without its head a paste is one run all the same, and so is a table alone.
    sed -n '/^\*\*\* File/,$p' "$DIR/a" >"$DIR/tables"
    compare "$DIR/tables" x="$DIR/tables"
    grep -qx 'before     tables (1 run)' "$DIR/out"
    for title in Random Throughput Basic; do
        sed -n "/^\*\*\* $title/,/^\$/p" "$DIR/a" >"$DIR/alone"
        [ "$(wc -l <"$DIR/alone")" -ge 3 ]
        compare a="$DIR/alone" b="$DIR/alone"
        [ "$status" -eq 0 ] && [ ! -s "$DIR/err" ]
    done
}

@test "the five lines of RandomAccess are read, and tables that can't be are named with their lines" {
    cat >"$DIR/gups" <<'END'
superpages enabled
Main table size = 2^27 = 134217728 words
Number of updates = 536870912
CPU time used = 97.085938 seconds
Real time used = 97.082504 seconds
0.005530048 Billion(10^9) Updates per second [GUP/s]

superpages disabled
Main table size = 2^27 = 134217728 words
Number of updates = 536870912
CPU time used = 145.679688 seconds
Real time used = 145.680798 seconds
0.003685255 Billion(10^9) Updates per second [GUP/s]
END
    compare "$DIR/gups"
    [ "$status" -eq 0 ] && [ ! -s "$DIR/err" ]
    grep -qx 'before     superpages enabled (1 run)' "$DIR/out"
    grep -Eq ' -33\.4%<$' "$DIR/out"
    printf '\n*** Speed of Light (in ns) ***\na\nx 1.0\n\n%s\nwrite X\n1 KiB 5.00\n' \
        '*** Throughput by Working Set (in B/cycle) ***' >>"$DIR/gups"
    compare "$DIR/gups"
    [ "$status" -eq 0 ] && [ "$(wc -l <"$DIR/err")" -eq 2 ]
    grep -qx "memspeed: $DIR/gups:15: \"Speed of Light\" is left out: it is no table that is known" "$DIR/err"
    grep -qx "memspeed: $DIR/gups:19: \"Throughput by Working Set\" is left out: its unit is another" "$DIR/err"
}
