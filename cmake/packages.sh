# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by ./run and ./check: installs Debian packages that are missing.

# need PACKAGE...: returns when all are installed; otherwise installs them, or names them.
need() {
    missing=
    for package; do
        dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null; then
        echo "${0##*/}: please install what Debian calls$missing" >&2
        return 1
    fi
    if [ "$(id -u)" -eq 0 ]; then
        sudo=
    elif command -v sudo >/dev/null; then
        sudo=sudo
    else
        echo "${0##*/}: please install these packages:$missing" >&2
        return 1
    fi
    echo "${0##*/}: installing$missing" >&2
    # shellcheck disable=SC2086 # words are wanted
    { $sudo apt-get update &&
        $sudo env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y --no-install-recommends $missing; } >&2 || {
        echo "${0##*/}: apt-get failed; the packages are:$missing" >&2
        return 1
    }
}
