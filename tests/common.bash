# SPDX-License-Identifier: MIT
# For all bats files: $MEMSPEED is the binary, $EMULATOR what runs it ("" natively).

memspeed() {
    # shellcheck disable=SC2086 # the emulator is a command with arguments
    $EMULATOR "$MEMSPEED" "$@"
}

setup() {
    DIR=$(mktemp -d)
}

teardown() {
    rm -rf "$DIR"
}

# Runs memspeed with stdout and stderr in $DIR/out and $DIR/err; its status is in $status.
try() {
    status=0
    memspeed "$@" >"$DIR/out" 2>"$DIR/err" || status=$?
}

# The last try failed with this status and said one line, which holds the text.
failed_with() {
    echo "status $status, stderr: $(cat "$DIR/err")"
    [ "$status" -eq "$1" ]
    [ "$(wc -l <"$DIR/err")" -eq 1 ]
    grep -q "^memspeed: " "$DIR/err"
    grep -qF -- "$2" "$DIR/err"
    [ ! -s "$DIR/out" ]
}

# Succeeds if the command fails: unlike "!", bats notices when it doesn't.
refute() {
    if "$@"; then
        return 1
    fi
}

# A run that takes no time: a small buffer, one method, one round.
QUICK=(-q -b 64k --rounds 1 --time 0.1 --only 'mem*')
quick() {
    try "${QUICK[@]}" "$@"
}
