#!/bin/bash
# SPDX-License-Identifier: MIT
# Fetches Debian's kernels for ARM and a static busybox into a folder, with apt's configuration
# and sources kept apart from the system's. usage: fetch.sh FOLDER; what is there is kept.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)

# Kernels by the name of their metapackage, with their architecture.
KERNELS="arm64:arm64 armmp:armhf armmp-lpae:armhf"

fail() {
    echo "fetch: $1" >&2
    exit 1
}

# The system's sources that are Debian's own.
sources() {
    grep -lsE '^(URIs:|deb )[^#]*/debian(-security)?/?( |$)' \
        /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
        /etc/apt/sources.list.d/*.sources || true
}

configure() {
    local file

    mkdir -p "$folder"/apt/{lists/partial,cache/archives/partial,sources}
    : >"$folder/apt/status"
    rm -f "$folder"/apt/sources/*
    # Also those that the system has for its own architecture alone.
    while read -r file; do
        sed '/^Architectures:/d; /^deb /s/arch=[^] ]*//; s/^deb \[ *\]/deb/' "$file" \
            >"$folder/apt/sources/$(basename "$file")"
    done < <(sources)
    if [ -z "$(ls "$folder/apt/sources")" ]; then
        fail "apt has no sources of Debian's"
    fi
    cat >"$folder/apt/apt.conf" <<EOF
Dir::State "$folder/apt";
Dir::State::lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt/cache";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$folder/apt/sources";
APT::Architecture "arm64";
APT::Architectures { "arm64"; "armhf"; };
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
EOF
    export APT_CONFIG=$folder/apt/apt.conf
}

# unpack PACKAGE:ARCH DIRECTORY
unpack() {
    local part=$2.part

    rm -rf "$part"
    mkdir "$part"
    (cd "$part" && apt-get -qq download "$1" && dpkg -x ./*.deb . && rm ./*.deb) ||
        fail "the package $1 can't be had"
    mv "$part" "$2"
}

# The package that a metapackage stands for.
image_of() {
    apt-cache show "linux-image-$1:$2" |
        sed -n 's/^Depends: \(linux-image-[^ ]*\).*/\1/p' | head -n 1
}

missing=
for kernel in $KERNELS; do
    [ -d "$folder/${kernel%:*}" ] || missing=1
done
[ -d "$folder/busybox-arm64" ] && [ -d "$folder/busybox-armhf" ] || missing=1
[ -n "$missing" ] || exit 0
configure
apt-get -qq update || fail "apt's lists can't be had"
for kernel in $KERNELS; do
    name=${kernel%:*}
    arch=${kernel#*:}
    if ! [ -d "$folder/$name" ]; then
        image=$(image_of "$name" "$arch")
        [ -n "$image" ] || fail "apt's lists have no linux-image-$name:$arch"
        unpack "$image:$arch" "$folder/$name"
    fi
    [ -d "$folder/busybox-$arch" ] || unpack "busybox-static:$arch" "$folder/busybox-$arch"
done
