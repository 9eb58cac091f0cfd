# SPDX-License-Identifier: MIT
# Compares the tables of a whole classic run with what the processor can do:
#
#   awk -v isa=ISA -v model=MODEL -f matrix.awk data/processors.txt LIST OUTPUT
#
# where LIST is what --list says and OUTPUT what -c says. Every cell must be a figure, n/a where
# and only where a feature is missing, or "-" in the plain rows; every reason must name the
# feature of its rows. Prints what is wrong, and fails then.

function wrong(text) {
    print model ": " text
    bad = 1
}

# The features that a cell lacks: of its row, else of its prefetches.
function reason(method, prefetches) {
    if (method in needs && !(needs[method] in has))
        return "this CPU has no " needs[method]
    if (prefetches && "PLD" in needs && !(needs["PLD"] in has))
        return "this CPU has no prefetch (" needs["PLD"] ")"
    return ""
}

# Rows without variants: streaming and zeroing stores, prefetch for store, the libc's functions.
function exists(method, column) {
    if (table == 1)
        return column % 2 || method !~ /^(memset|STNPQ?|DCZVA|PSTL1)$/
    return column == 1 || method != "memcpy"
}

function check_row(method,   column, cell, why) {
    for (column = 1; column <= columns; column++) {
        cell = $(column + 1)
        why = exists(method, column) ? reason(method, table > 1 && column > 1) : ""
        if (why != "")
            wanted[table, method] = wanted[table, method] == "" ? why : wanted[table, method]
        if (!exists(method, column) ? cell != "-" : why != "" ? cell != "n/a" : cell + 0 <= 0)
            wrong("table " table ", " method ", column " column ": " cell)
    }
    rows[table, method]++
}

# "n/a: METHOD, METHOD: REASON", a paragraph.
function check_reason(text,   methods, why, n, i, name) {
    sub(/^n\/a: /, "", text)
    why = text
    sub(/^[^:]*: */, "", why)
    n = split(substr(text, 1, index(text, ":") - 1), name, /, */)
    for (i = 1; i <= n; i++)
        reasons[table, name[i]] = reasons[table, name[i]] why
}

function end_paragraph() {
    if (paragraph ~ /^n\/a: /)
        check_reason(paragraph)
    paragraph = ""
}

FNR == 1 { file++ }
file == 1 && $1 == "needs" && $2 == isa {
    for (i = 4; i <= NF; i++)
        needs[$i] = $3
}
file == 1 && $1 == "cpu" && $2 == isa && $3 == model {
    known = 1
    for (i = 4; i <= NF; i++)
        has[$i] = 1
}
file == 2 && $1 ~ /^(write|read|copy)$/ {
    listed[$1 == "write" ? 1 : 2, $2]
    if ($1 != "write")
        listed[3, $2]
    if ($NF != (reason($2, 0) == "" ? "yes" : "no"))
        wrong("--list: " $0)
}
file != 3 { next }

/^ / && paragraph != "" {
    sub(/^ +/, " ")
    paragraph = paragraph $0
    next
}
{ end_paragraph() }
/^\*\*\* / {
    columns = table++ ? 8 : 4
    next
}
table && NF == columns + 1 && $2 ~ /^([0-9.]+|n\/a|-)$/ {
    check_row($1)
    next
}
table { paragraph = $0 }

END {
    end_paragraph()
    if (!known)
        wrong("not in the table of processors")
    if (table != 3)
        wrong(table + 0 " tables")
    for (key in listed) {
        split(key, part, SUBSEP)
        if (rows[key] != 1)
            wrong("table " part[1] " has " rows[key] + 0 " rows of " part[2])
    }
    for (key in rows) {
        split(key, part, SUBSEP)
        if (!(key in listed))
            wrong("table " part[1] ": " part[2] " is not listed")
    }
    for (key in wanted)
        reasons[key]
    for (key in reasons) {
        split(key, part, SUBSEP)
        if (reasons[key] != wanted[key])
            wrong("table " part[1] ", " part[2] ": \"" reasons[key] "\", not \"" wanted[key] "\"")
    }
    exit bad
}
