# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154
# What a build needs beyond a bare Debian 12 or Ubuntu 24.04, and how it gets there. Sourced by scripts/run and scripts/test.
# Names hold on both systems and on what came after. NVIDIA's CUDA toolkit is not among them: it is found or done without.

# "package:command" counts as there when the command is, wherever it came from; a plain "package" when dpkg has it.
buildPackages=(g++:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config
    qt6-base-dev qt6-l10n-tools qt6-tools-dev libqcustomplot-dev libhwloc-dev libhwy-dev libexpected-dev nlohmann-json3-dev libcli11-dev)
testPackages=(libgtest-dev)

say() { printf '%s\n' "$*" >&2; }
die() {
    say "$@"
    exit 1
}

# missingPackages PACKAGE[:COMMAND]... prints the names of those that are not there, one a line.
missingPackages() {
    local entry status
    for entry in "$@"; do
        if [[ $entry == *:* ]] && command -v "${entry#*:}" >/dev/null; then
            continue
        fi
        status=$(dpkg-query -W -f '${db:Status-Status}' "${entry%%:*}" 2>/dev/null || true)
        [[ $status == installed* ]] || printf '%s\n' "${entry%%:*}"
    done
}

# The oldest systems whose packages are new enough (CMake 3.25, Qt 6.4, g++ 12) are known by name; others are given a try.
refuseOldSystem() {
    [[ -r /etc/os-release ]] || return 0
    local id version
    id=$(. /etc/os-release && printf '%s' "${ID:-}")
    version=$(. /etc/os-release && printf '%s' "${VERSION_ID:-}")
    case $id in
        debian) [[ -z $version || ${version%%.*} -ge 12 ]] || die "Ziggurat needs Debian 12 or newer; this is Debian $version." ;;
        ubuntu) [[ ${version%%.*} -ge 24 ]] || die "Ziggurat needs Ubuntu 24.04 or newer; this is Ubuntu $version." ;;
    esac
}

# installMissing PACKAGE[:COMMAND]... installs what is not there; says what, and stops with the command to give where it may not.
installMissing() {
    local -a missing asRoot=()
    mapfile -t missing < <(missingPackages "$@")
    ((${#missing[@]})) || return 0
    if ! command -v apt-get >/dev/null; then
        say "Not found here: ${missing[*]}"
        say "These are Debian's names. Install them the way this system does, then:"
        die "    cmake --preset release && cmake --build --preset release && build/release/gui/ziggurat"
    fi
    refuseOldSystem
    local command="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
    say "Installing through apt: ${missing[*]}"
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            say "This needs root, and there is no sudo here. As root, give:"
            die "    $command"
        fi
        say "This needs root; sudo may ask for your password."
        asRoot=(sudo)
    fi
    # A source that does not answer makes "update" fail though the others are enough, so only "install" decides.
    "${asRoot[@]}" apt-get update -q || say "apt-get update had errors; trying with the lists that there are."
    if ! "${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}"; then
        say "The packages could not be installed. With a network, as root, give:"
        die "    $command"
    fi
}
