#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The binary itself: one static file, nothing executable that should not be.

load common

@test "static, if it was to be" {
    [ "$STATIC" = ON ] || skip "linked dynamically on purpose"
    "$READELF" -lW "$MEMSPEED" >"$DIR/headers"
    refute grep INTERP "$DIR/headers"
    "$READELF" -dW "$MEMSPEED" >"$DIR/dynamic"
    refute grep NEEDED "$DIR/dynamic"
}

@test "no executable stack" {
    "$READELF" -lW "$MEMSPEED" | grep GNU_STACK | grep -q ' RW '
}

@test "no text relocations" {
    "$READELF" -dW "$MEMSPEED" >"$DIR/dynamic"
    refute grep TEXTREL "$DIR/dynamic"
}

@test "every kernel has a type and a size" {
    "$READELF" -sW "$MEMSPEED" | awk '$8 ~ /^ms_/ { n++; if ($4 != "FUNC" || $3 == 0) { print; bad = 1 } }
                                      END { exit bad || n < 50 }'
}

@test "ARMv4: no instruction that came later, but in kernels and where the libc asks first" {
    [[ $EMULATOR == *sa1110* ]] || skip "for a later processor"
    "$OBJDUMP" -d "$MEMSPEED" >"$DIR/code"
    awk '/^[0-9a-f]+ <.*>:$/ { name = $2; n++ }
         name ~ /^<(ms_|__a_(cas|barrier|gettp)_|_*(set|long)jmp>)/ { next }
         $1 ~ /:$/ && $3 ~ /^(bx|blx|bxj|clz|pld|ldrd|strd|ldrex|strex|movw|movt|dmb|v[a-z])/ {
             print name, $0; bad = 1
         }
         END { exit bad || n < 100 }' "$DIR/code"
}
