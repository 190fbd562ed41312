# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154
# Configuring and building a preset, and the surroundings that a Qt program without a display needs. Sourced by scripts/run and
# scripts/test after packages.sh; $root is the source folder.

# The CUDA compiler: $CUDACXX, on the path, or where NVIDIA's installers put it. Prints nothing where there is none.
findNvcc() {
    local candidate
    for candidate in "${CUDACXX:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc; do
        if [[ -n $candidate && -x $candidate ]]; then
            printf '%s' "$candidate"
            return
        fi
    done
}

# True where a build folder was configured in another place or for another CUDA compiler than there is now: CMake keeps both.
isStale() { # BUILD NVCC
    [[ -f $1/CMakeCache.txt ]] || return 1
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt" || [[ $(cat "$1/nvcc.txt" 2>/dev/null) != "$2" ]]
}

buildPreset() { # PRESET
    local nvcc build=$root/build/$1
    local -a fresh=()
    nvcc=$(findNvcc)
    if [[ -n $nvcc ]]; then
        export CUDACXX=$nvcc
        say "CUDA compiler: $nvcc"
    else
        say "No CUDA toolkit (nvcc) here: building without it. This computer's CPU and recorded GPUs work."
        say "To measure an NVIDIA GPU, install NVIDIA's CUDA toolkit, 12 or newer, and give this command again."
    fi
    [[ -z $nvcc ]] || nvcc=$(realpath -- "$nvcc")
    if isStale "$build" "$nvcc"; then
        fresh=(--fresh)
    fi
    mkdir -p "$build"
    printf '%s' "$nvcc" >"$build/nvcc.txt"
    (cd "$root" && cmake "${fresh[@]}" --preset "$1" && cmake --build --preset "$1")
}

# Qt draws without a display, in UTF-8 whatever the system's locale, and finds a runtime folder as on a desktop.
withoutDisplay() {
    export QT_QPA_PLATFORM=offscreen
    [[ $(locale charmap 2>/dev/null) == UTF-8 ]] || export LC_ALL=C.UTF-8
    if [[ -z ${XDG_RUNTIME_DIR:-} ]]; then
        export XDG_RUNTIME_DIR=$root/build/runtime
        mkdir -p -m 700 "$XDG_RUNTIME_DIR"
    fi
}
