#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs one case, a folder with
#   cmd     a shell script that uses $CLI, $DATA (tests/data), $SESSIONS (resources/sessions) and an empty current folder
#   stdout  what it must print; %d stands for a whole number, %f for any number, %s for some text, and a line %* for any lines
#   stderr  the same for standard error, where it matters
#   exit    the exit code, where it is not 0
set -u
case=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/in"
(cd "$work/in" && bash "$case/cmd") >"$work/stdout" 2>"$work/stderr" </dev/null
code=$?
failed=0

expected_code=0
[ -f "$case/exit" ] && expected_code=$(<"$case/exit")
if [ "$code" != "$expected_code" ]; then
    echo "exit code $code, expected $expected_code"
    failed=1
fi

# A line with placeholders as an extended regular expression.
pattern() {
    printf '%s' "$1" | sed -E 's/[][(){}.*+?^$|\\]/\\&/g; s/%d/-?[0-9]+/g; s/%f/-?[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?/g; s/%s/.+/g'
}

matches() { # expected file, actual file
    local -a want got
    mapfile -t want <"$1"
    mapfile -t got <"$2"
    local w=0 g=0
    for ((; w < ${#want[@]}; w++)); do
        if [ "${want[w]}" = '%*' ]; then # up to the next line that matches what follows, or to the end
            if ((w + 1 == ${#want[@]})); then return 0; fi
            local next="^$(pattern "${want[w + 1]}")\$"
            while ((g < ${#got[@]})) && ! [[ ${got[g]} =~ $next ]]; do ((g++)); done
            continue
        fi
        if ((g >= ${#got[@]})); then
            echo "ended before: ${want[w]}"
            return 1
        fi
        local line="^$(pattern "${want[w]}")\$"
        if ! [[ ${got[g]} =~ $line ]]; then
            echo "line $((g + 1)): ${got[g]}"
            echo "expected: ${want[w]}"
            return 1
        fi
        ((g++))
    done
    if ((g < ${#got[@]})); then
        echo "unexpected line $((g + 1)): ${got[g]}"
        return 1
    fi
}

for stream in stdout stderr; do
    [ -f "$case/$stream" ] || continue
    if ! matches "$case/$stream" "$work/$stream"; then
        echo "---- $stream was:"
        cat "$work/$stream"
        failed=1
    fi
done
[ $failed = 0 ] || { echo "---- standard error:"; cat "$work/stderr"; }
exit $failed
