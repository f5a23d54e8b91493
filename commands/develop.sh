# `mutate`, `prove`, `train`, `ladder`, `bench` and `release`: build what they need and run a program.
# shellcheck shell=bash

mutate() {
    setup build unit mutate
    export JAIPUR_LONG=1 # only the long form may notice a mutant
    exec "$root/tests/mutation/mutate" "$@"
}

# Runs the full commands in tests/proof/promises.txt.
prove() {
    "$root/tests/proof/prove" known "$@" || exit 2
    setup build unit test lint
    compile test || fail "the build failed"
    mkdir -p "$root/build/proof"
    local lines
    lines="$root/build/proof/$(date -u +%Y%m%dT%H%M%SZ).tsv"
    "$root/tests/proof/prove" run "$root/build/test/bin" "$lines" "$@"
}

# Both are for this machine: the compiler uses all that its processor has.
train() {
    setup build
    compile train jaipur-train || fail "the build failed"
    is_word "${1:-}" || set -- "$state/training/value.ck" "$@"
    mkdir -p "$(dirname "$1")"
    exec "$root/build/train/bin/jaipur-train" "$@"
}

ladder() {
    setup build
    compile train jaipur-ladder || fail "the build failed"
    exec "$root/build/train/bin/jaipur-ladder" "$@"
}

make_release() {
    setup build page
    exec "$root/packaging/release" "$@"
}

bench() {
    local word
    for word in "$@"; do
        case $word in
        -h | --help | --quick | --*=* | --rounds | --seconds | --only | --output | --server | --against) ;;
        -*) misused "unknown bench option: $word" ;;
        esac
    done
    setup build
    (setup bench) || say "measuring without the Node.js reference programs"
    compile bench bench || fail "the build failed"
    exec "$root/build/bench/bin/bench" "$@"
}
