# SPDX-License-Identifier: MIT
# Judges what cache_plugin.c wrote, with the variables
#   hit    of the accesses of hot parts at least so many percent must hit
#   miss   of the lines that cold parts visit at least so many percent must miss
#   slack  by so many percent a single part may fail what its group (hot or cold, operation,
#          with or without touch) must meet; parts of less than 1000 accesses or lines may fail,
#          and one of a group: on loaded machines one in some thousand cold parts does, by up to
#          14 %, for a reason that was not found
#   caught what must be found to fail, and nothing else: "hot" or "cold"; "" if nothing
# Parts without accesses are those of instructions that the emulator does not show.

function rate(part, whole) {
    return whole ? 100 * part / whole : 0
}

$7 < 64 {
    next
}

{
    group = $1 " " $2 ($3 ? " wa" : "")
    good = $1 == "hot" ? rate($8, $7) : rate($10, $9)
    parts[group]++
    part[group] += $1 == "hot" ? $8 : $10
    whole[group] += $1 == "hot" ? $7 : $9
    count = $1 == "hot" ? $7 : $9
    if (!(group in worst))
        worst[group] = least[group] = 100
    if (count >= 1000 && good < least[group]) {
        worst[group] = least[group]
        what[group] = least_what[group]
        least[group] = good
        least_what[group] = $5 "x" $6 " pld=" $4
    } else if (count >= 1000 && good < worst[group]) {
        worst[group] = good
        what[group] = $5 "x" $6 " pld=" $4
    }
    state[group] = $1
}

END {
    for (group in parts) {
        limit = state[group] == "hot" ? hit : miss
        bad = rate(part[group], whole[group]) < limit || worst[group] < limit - slack
        failed[state[group]] += bad
        seen[state[group]]++
        printf "%s%-16s %3d parts %9d %s: %6.2f %%, but one %6.2f %% (%s)\n",
            bad ? "- " : "  ", group, parts[group], whole[group],
            state[group] == "hot" ? "accesses hit" : "lines missed",
            rate(part[group], whole[group]), worst[group], what[group] | "sort"
    }
    close("sort")
    if (!seen["hot"] || !seen["cold"]) {
        print "no timed parts of both kinds"
        exit 2
    }
    printf "hot: %d of %d groups fail; cold: %d of %d groups fail\n", failed["hot"],
        seen["hot"], failed["cold"], seen["cold"]
    if (caught != "")
        exit !failed[caught] || failed[caught] != failed["hot"] + failed["cold"]
    exit failed["hot"] + failed["cold"] > 0
}
