#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Saved runs: what is in them, shown again as the runs were, and exported as CSV and JSON.

load common

# Why a cell at a great distance reads n/a.
REACHES='^n/a: .*(PLD=9999 reaches beyond|this CPU has no prefetch)'

# A few methods of every instruction set, in little time.
FEW=(-q -b 64k --only 'mem*' --only 'STM8' --only 'V*' --only 'LDR[DX]' --only 'CPY_[RXQ]*'
    --only 'SSE2*' --only 'MOVQ' --only 'W8' --only 'R8' --only 'CPY_8*')

# "show" prints what the run printed, below a line that names the file. Arguments: how.
shown_again() {
    memspeed show "$@" "$DIR/saved" >"$DIR/shown"
    head -n 1 "$DIR/shown" | grep -Eq "^file       $DIR/saved \([0-9-]{10}T[0-9:]{8}Z\)$"
    tail -n +2 "$DIR/shown" | diff "$DIR/out" -
}

@test "show prints a whole run as it was, in either unit" {
    try -c -q -b 64k --rounds 7 --time 6 -o "$DIR/saved"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\*\*\* ' "$DIR/out")" -eq 3 ]
    shown_again
    try "${FEW[@]}" --rounds 8 --time 1 --unit B/cycle --spread -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -q '(in B/cycle)' "$DIR/out"
    grep -q '^method .*+-%' "$DIR/out"
    shown_again --unit B/cycle --spread
}

@test "show prints what could not be measured, and why" {
    try "${FEW[@]}" --rounds 2 --time 1 --pld 0,3,9999 --label 'a b' -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -Eq "$REACHES" "$DIR/out"
    grep -q '^warning: 2 rounds: too few' "$DIR/out"
    shown_again
}

@test "show prints a run of methods that this processor lacks" {
    memspeed --list >"$DIR/list"
    method=$(awk '$NF == "no" { print $2; exit }' "$DIR/list")
    [ -n "$method" ] || skip "this processor has all features"
    try -q -b 64k --only "$method" -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -q "^n/a: .*this CPU has no" "$DIR/out"
    grep -qx '# rounds: 0' "$DIR/saved"
    shown_again
}

@test "show prints curves as a run did that was asked for them" {
    try -l -s -q -b 256k --rounds 2 --time 1 --only 'mem*' --curve -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -q '^\*\*\* Latency by Working Set' "$DIR/out"
    refute shown_again
    shown_again --curve
}

@test "show prints a run of several threads as it was" {
    [ "$(nproc)" -ge 2 ] || skip "one CPU"
    try "${FEW[@]}" --rounds 7 --time 1 -j 2 -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -Eq '^# cpu-used: [0-9]+ [0-9]+' "$DIR/saved"
    shown_again
}

@test "show prints an interrupted run as it was" {
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    $EMULATOR "$MEMSPEED" "${FEW[@]}" --time 60 --rounds 1000 -o "$DIR/saved" >"$DIR/out" &
    pid=$!
    sleep 2
    kill -TERM "$pid"
    wait "$pid" || true
    grep -q '^warning: ended early by signal 15' "$DIR/out"
    shown_again
}

@test "the head of a saved run is complete" {
    quick -o "$DIR/saved" --seed 5 --only 'W*' --only "it's"
    [ "$status" -eq 0 ]
    for key in cpu isa line buffer block threads prefetch memory page counting; do
        [ "$(grep -c "^$key: ." "$DIR/saved")" -eq 1 ]
    done
    for key in memspeed date host kernel libc cpus cpu-used line-source l1d llc span sharers \
        clock seed sample-ns rounds samples lost moved clock-mhz; do
        [ "$(grep -c "^# $key: ." "$DIR/saved")" -eq 1 ]
    done
    grep -qx "# command: memspeed ${QUICK[*]:0:7} --only 'mem\*' -o $DIR/saved --seed 5 --only 'W\*' --only 'it'\\\\''s'" "$DIR/saved"
    [ -n "$EMULATOR" ] || [ "$(head -n 1 "$DIR/saved")" = "label: $(uname -n) $(uname -r)" ]
    grep -Eq '^# key: memset write 1x0 temporal libc$' "$DIR/saved"
    [ "$OS" = posix ] || [ ! -s /proc/cmdline ] || grep -q '^# cmdline: .' "$DIR/saved"
}

@test "frequency, governor and command line of the kernel are saved where they are known" {
    [ "$OS" = posix ] && skip "this system interface reads neither"
    cpu=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    freq=$DIR/root/sys/devices/system/cpu/cpu$cpu/cpufreq
    mkdir -p "$freq" "$DIR/root/proc"
    echo 'console=ttyS0 quiet' >"$DIR/root/proc/cmdline"
    echo schedutil >"$freq/scaling_governor"
    echo 1200000 >"$freq/scaling_cur_freq"
    echo 600000 >"$freq/scaling_min_freq"
    echo 1500000 >"$freq/scaling_max_freq"
    MEMSPEED_SYSROOT=$DIR/root quick --cpu "$cpu" -o "$DIR/saved"
    [ "$status" -eq 0 ]
    grep -qx '# cmdline: console=ttyS0 quiet' "$DIR/saved"
    grep -qx '# governor: schedutil' "$DIR/saved"
    grep -qx '# frequency: 1200000 kHz, from 600000 to 1500000 kHz' "$DIR/saved"
    shown_again
}

# The Go benchmark data format as it is documented (golang.org/design/14313-benchmark-format):
# configuration, benchmarks with an even number of fields, and units; here also: nothing else
# but comments, and names that are made of key=value.
go_format() {
    awk '
        /^#/ { next }
        /^[a-z][^ \tA-Z]*:[ \t]+[^ \t]/ { if (seen++ && benchmarks) exit 1; next }
        /^Unit [^ ]+ [^ =]+=[^ ]+$/ { next }
        /^Benchmark[A-Z]/ {
            benchmarks++
            if (NF < 4 || NF % 2 || $2 !~ /^[1-9][0-9]*$/) exit 1
            for (i = 3; i < NF; i += 2) {
                if ($i !~ /^[0-9]+(\.[0-9]+)?$/ || $(i + 1) !~ /^[^0-9]/) exit 1
                if (units[$(i + 1)]++ > benchmarks) exit 1
            }
            n = split($1, part, "/")
            for (i = 2; i <= n; i++)
                if (part[i] !~ /^[a-z]+=[A-Za-z0-9_]+$/) exit 1
            next
        }
        { exit 1 }
        END { if (!benchmarks || length(units) != 2) exit 1 }' "$1"
}

@test "benchstat -col label finds one table per unit: two runs differ in their labels only" {
    for label in a b; do
        try "${FEW[@]}" --rounds 2 --time 0.5 --label "$label" -o "$DIR/$label"
        [ "$status" -eq 0 ]
        go_format "$DIR/$label"
        # What benchstat groups by: the other configuration; and rows: the names, in one order.
        grep -E '^[a-z][^ A-Z]*: ' "$DIR/$label" | grep -v '^label: ' >"$DIR/$label.config"
        sed -n 's/^# cell: //p' "$DIR/$label" >"$DIR/$label.names"
        # Every name has a sample in every round, but for those that are said to be lost.
        lost=$(sed -n 's/^# lost: //p' "$DIR/$label")
        samples=$(grep -c ^Benchmark "$DIR/$label")
        [ $((samples + lost)) -eq $((2 * $(wc -l <"$DIR/$label.names"))) ]
        grep -qx "# samples: $samples" "$DIR/$label"
        awk '/^Benchmark/ { print $1 }' "$DIR/$label" | sort -u >"$DIR/$label.rows"
        refute grep -vxFf "$DIR/$label.names" "$DIR/$label.rows"
    done
    diff "$DIR/a.config" "$DIR/b.config"
    diff "$DIR/a.names" "$DIR/b.names"
    [ "$(wc -l <"$DIR/a.config")" -eq 10 ]
    echo 'Benchmark 1' >>"$DIR/a"
    refute go_format "$DIR/a"
}

# Reads JSON lines as strictly as RFC 8259 asks, and checks every run's cells.
json_runs() {
    python3 -c '
import json, sys
def refuse(word):
    raise ValueError(word)
runs = [json.loads(line, parse_constant=refuse) for line in sys.stdin.buffer.read().decode("utf-8").splitlines()]
for run in runs:
    assert len(run["clock_mhz"]) == run["rounds"]
    for table in run["tables"]:
        for cell in table["cells"]:
            assert cell["unit"] == run["unit"] == sys.argv[1]
            known = sorted(s for s in cell["samples"] or [] if s is not None)
            n = len(known)
            assert (cell["absent"] is None) == (n > 0), cell
            assert (cell["median"] is None) == (n == 0), cell
            if n:
                median = (known[(n - 1) // 2] + known[n // 2]) / 2
                assert abs(cell["median"] / median - 1) < 1e-6, cell
                assert len(cell["samples"]) == run["rounds"]
            assert (cell["low"] is None) == (n < 6), cell
            assert cell["low"] is None or cell["low"] <= cell["median"] <= cell["high"]
print(len(runs), sum(len(t["cells"]) for r in runs for t in r["tables"]), *sorted({r["label"] for r in runs}))
' "$1"
}

@test "--format=json: an object a run, null with a reason for what was not measured" {
    try "${FEW[@]}" --rounds 7 --time 1 --pld 0,9999 --label $'caf\xc3\xa9 \xff"' --format=json \
        -o "$DIR/saved"
    [ "$status" -eq 0 ]
    [ "$(wc -l <"$DIR/out")" -eq 1 ]
    cells=$(grep -Ec '^# (cell|absent): ' "$DIR/saved")
    [ "$(json_runs MB/s <"$DIR/out")" = "1 $cells "$'caf\xc3\xa9 \xef\xbf\xbd"' ]
    grep -Eq '"absent":"(PLD=9999 reaches beyond half of the L1 cache|this CPU has no prefetch [^"]*)","samples":null' "$DIR/out"
    memspeed show --format json "$DIR/saved" | cmp "$DIR/out" -
    # Several files give several lines.
    memspeed show --format json --unit B/cycle "$DIR/saved" "$DIR/saved" | json_runs B/cycle \
        >"$DIR/runs"
    grep -q "^2 $((2 * cells)) " "$DIR/runs"
}

@test "--format=csv: a line for each cell, fields as RFC 4180 has them" {
    try "${FEW[@]}" --rounds 7 --time 1 --label 'x, "y"' --format csv -o "$DIR/saved"
    [ "$status" -eq 0 ]
    cells=$(grep -Ec '^# (cell|absent): ' "$DIR/saved")
    [ "$(grep -c $'\r$' "$DIR/out")" -eq $((cells + 1)) ]
    memspeed show --format=csv "$DIR/saved" | diff "$DIR/out" -
    memspeed show --format=csv "$DIR/saved" "$DIR/saved" >"$DIR/two"
    python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len(rows) == 2 * int(sys.argv[2]), len(rows)
for row in rows:
    assert None not in row and None not in row.values(), row
    assert row["label"] == "x, \"y\""
    assert (row["median"] == "") == (row["n"] == "0") == (row["absent"] != ""), row
    assert (row["low"] == "") == (int(row["n"]) < 6), row
    assert row["low"] == "" or float(row["low"]) <= float(row["median"]) <= float(row["high"])
' "$DIR/two" "$cells"
}

@test "curves can be plotted: rows have numbers, in CSV and JSON; tables without cells are not there" {
    memspeed -l -s -q -b 256k --rounds 2 --time 1 --only 'mem*' --format json -o "$DIR/saved" >"$DIR/out"
    memspeed show --format csv "$DIR/saved" >"$DIR/csv"
    python3 -c '
import csv, json, sys
def number(text):
    words = text.split()
    if not words or not words[0].isdigit():
        return None
    return int(words[0]) * {"bytes": 1, "KiB": 1024, "MiB": 1048576}[words[1]] if words[1:] else int(words[0])
run = json.load(open(sys.argv[1]))
numbers = [c["row_number"] for t in run["tables"] for c in t["cells"]]
assert numbers == [number(c["row"]) for t in run["tables"] for c in t["cells"]]
rows = list(csv.DictReader(open(sys.argv[2], newline="")))
assert [float(r["row_number"]) if r["row_number"] else None for r in rows] == numbers
assert 2048 in numbers and 4 in numbers and None in numbers
titles = [t["title"] for t in run["tables"]]
assert all(t["cells"] for t in run["tables"]) and "Memory Write Throughput" not in titles, titles
assert None not in run["caches"][-1:], run["caches"]
' "$DIR/out" "$DIR/csv"
}

@test "README names the members of a run and of info" {
    memspeed -q -b 64k --rounds 1 --time 0.1 --only 'mem*' --format json >"$DIR/out"
    memspeed info --format json >>"$DIR/out"
    python3 -c '
import json, re, sys
readme = open(sys.argv[1]).read()
for line, section in zip(open(sys.argv[2]), ("CSV and JSON", "The machine")):
    text = readme[readme.index("\n## " + section):].split("\n## ")[1]
    names = re.findall(r"^\| ([^|]*) \|", text, re.M)
    names = {n.strip() for cell in names for n in re.split("[,;] ", cell)}
    missing = {"measured", *json.loads(line)} - {"measured" if section[0] == "C" else ""} - names
    assert not missing, missing
' "$BATS_TEST_DIRNAME/../README.md" "$DIR/out"
}

@test "several files stand one below the other" {
    quick -o "$DIR/a" --label first
    quick -o "$DIR/b" --label second
    try show "$DIR/a" "$DIR/b"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^file       ' "$DIR/out")" -eq 2 ]
    [ "$(grep -n '^label      first' "$DIR/out" | cut -d: -f1)" -eq 3 ]
    grep -q '^label      second' "$DIR/out"
    [ "$(grep -c '^$' "$DIR/out")" -ge 3 ]
    # One that can't be shown does not keep the others back.
    status=0
    memspeed show "$DIR/none" "$DIR/b" >"$DIR/out" 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -qx "memspeed: $DIR/none: No such file or directory" "$DIR/err"
    grep -q '^label      second' "$DIR/out"
}

@test "what is no saved run, or a damaged one, is named with its line" {
    quick -o "$DIR/saved"
    head -c -20 "$DIR/saved" >"$DIR/cut"
    try show "$DIR/cut" && failed_with 1 "$DIR/cut:$(($(wc -l <"$DIR/cut") + 1)): the file is cut"
    head -n -1 "$DIR/saved" >"$DIR/short"
    try show "$DIR/short" && failed_with 1 "samples are announced"
    sed 's/^threads: 1/threads: many/' "$DIR/saved" >"$DIR/odd"
    try show "$DIR/odd" && failed_with 1 "$DIR/odd:7: threads: not as it is saved: many"
    try show "$DIR/out" && failed_with 1 "$DIR/out: not a saved run"
    echo hello >"$DIR/hello"
    try show "$DIR/hello" && failed_with 1 "$DIR/hello: not a saved run"
    try show "$DIR" && failed_with 1 "$DIR: Is a directory"
    cat "$DIR/saved" "$DIR/saved" >"$DIR/both"
    try show "$DIR/both" && failed_with 1 "label: a second one; a file holds one run"
}

@test "show and --format: usage" {
    try show && failed_with 2 "no files"
    try show --foo x && failed_with 2 "--foo"
    try show --format xml x && failed_with 2 "--format xml: neither text nor csv nor json"
    try show --unit furlongs x && failed_with 2 "--unit furlongs"
    try --format=xml && failed_with 2 "--format xml"
    try show --help
    [ "$status" -eq 0 ]
    grep -q '^usage: memspeed show ' "$DIR/out"
    [ "$(awk 'length > 80' "$DIR/out" | wc -l)" -eq 0 ]
    memspeed --help | grep -q 'memspeed show '
    quick -o "$DIR/saved"
    status=0
    memspeed show "$DIR/saved" >/dev/full 2>"$DIR/err" || status=$?
    [ "$status" -eq 1 ]
    grep -q '^memspeed: standard output: ' "$DIR/err"
}
