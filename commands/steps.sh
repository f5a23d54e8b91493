# The steps of `test` and `lint`: runs them, some at the same time, and prints the summary.
# shellcheck shell=bash

# at_once COMMAND…: runs them at the same time, then prints the output of each. COMMAND: a function of this script with
# its arguments, as one word.
at_once() {
    local each outputs pids=() status=0
    outputs=$(mktemp -d)
    trap 'rm -rf "$outputs"' EXIT # after Ctrl-C
    for each; do
        # shellcheck disable=SC2086 # the words of a command
        $each >"$outputs/${#pids[@]}" 2>&1 &
        pids+=($!)
    done
    for each in "${!pids[@]}"; do
        wait "${pids[each]}" || status=1
        cat "$outputs/$each"
    done
    rm -r "$outputs"
    trap - EXIT
    return "$status"
}

# beside FUNCTION: starts it in the background; if this script ends first, it is killed. `wait_for FUNCTION` returns its
# status, and `outcome FUNCTION STATUS` prints its output and returns this status.
declare -A jobs_beside=()
outputs_beside=
beside() {
    [ -n "$outputs_beside" ] || outputs_beside=$(mktemp -d)
    trap end_beside EXIT
    set -m # each gets its own process group
    "$1" </dev/null >"$outputs_beside/$1" 2>&1 &
    set +m
    jobs_beside[$1]=$!
}

wait_for() { wait "${jobs_beside[$1]}"; }

outcome() {
    cat "$outputs_beside/$1"
    return "$2"
}

end_beside() {
    local each
    for each in $(jobs -pr); do kill -- -"$each" 2>/dev/null || true; done
    [ -z "$outputs_beside" ] || rm -rf "$outputs_beside"
}

# step NAME COMMAND…: runs the command and records its result for the summary. A step that can't run
# here prints a line that starts with SKIPPED and gives the reason.
results=()
failed=0
complaints=
step() {
    local name=$1 from=$SECONDS result=ok log
    shift
    printf '\n==== %s\n' "$name"
    log=$(mktemp)
    trap 'rm -f "$log"; end_beside' EXIT # after Ctrl-C
    if ! ("$@") 2>&1 | tee "$log"; then
        result=FAILED
        failed=1
        complaints+="$name"$'\n'"$(complaints_in "$log")"$'\n'
    elif grep -q '^SKIPPED' "$log"; then
        result=$(awk '/^SKIPPED/ && !said[$0]++' "$log" | paste -s -d ';')
    fi
    rm -f "$log"
    trap end_beside EXIT
    results+=("$(printf '%-24s %5d s   %s' "$name" $((SECONDS - from)) "$result")")
    [ "$result" != FAILED ]
}

# What tells most about a failure, for those who see only the last lines of a long log.
complaints_in() {
    grep -aE -m 20 'FAILED|\*\*\*Failed|✖|MISSED|: error|Error( \[|:)' "$1" | cut -c 1-160 | sed 's/^ */  /' || true
}

summary() {
    printf '\n==== summary (%d s)\n' "$SECONDS"
    printf '%s\n' "${results[@]}"
    [ "$failed" != 0 ] || { echo "all passed"; exit; }
    printf 'FAILED:\n%s' "$complaints"
    exit "$failed"
}
