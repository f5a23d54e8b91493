# `test`: quick or long, with sanitizers, with PostgreSQL, with coverage.
# shellcheck shell=bash

# Installed early, because most of the time goes to the network.
packages_of_tests() { ! command -v npm >/dev/null || "$root/tests/web/packages" "$root"/tests/{lint,web} "$root/client/web"; }

test_all() {
    local preset=${1:-test}
    case $preset in
    test | dev) setup build unit test ;;
    clang | asan | tsan) setup build unit test lint ;;
    *) misused "not a test preset, nor all, coverage or postgresql: $preset" ;;
    esac
    setup_page
    (setup browser) || say "without a browser, the page is tested only under Node.js"
    # Ubuntu has none.
    if command -v chromium-headless-shell >/dev/null || candidate chromium-headless-shell >/dev/null; then
        (setup headless) || say "without Chromium's headless shell, the browser tests take longer"
    fi
    (setup wasm) || say "the bots' WebAssembly isn't tested"
    [ "$preset" != test ] || (setup postgresql) || say "without PostgreSQL, several servers with one database aren't tested"
    local targets=(all) without=(-LE long)
    [ -z "${JAIPUR_LONG:-}" ] || targets+=(long_tests) without=()
    beside packages_of_tests
    if step "build ($preset)" compile "$preset" "${targets[@]}"; then
        wait_for packages_of_tests || true # if this failed, the steps that need packages try again and say why
        beside check_sources # not during the build, which keeps all processors busy
        local outer=${JAIPUR_PROOF:-} # if this runs as part of a proof
        export JAIPUR_PROOF="$root/build/$preset/proof.tsv"
        export JAIPUR_LANGUAGE=en # tests read English
        rm -f "$JAIPUR_PROOF"
        case $preset in asan | tsan)
            unset JAIPUR_PROOF # times and memory differ from a release
            gather_reports "$root/build/$preset/reports"
            ;;
        esac
        step "unit tests, includes" ctest --test-dir "$root/build/$preset" --output-on-failure "${without[@]}" -j "$((3 * $(nproc)))" || true # most tests mostly wait
        local checked=0
        wait_for check_sources || checked=$?
        step "sources" outcome check_sources "$checked" || true
        # Timing and browser tests need a release build.
        local page_tests=all
        case $preset in asan | tsan) page_tests=unit ;; esac
        step "end to end, the page" end_to_end_and_page "$root/build/$preset/bin" "$page_tests" || true
        case $preset in
        asan | tsan)
            step "sanitizer reports" no_reports "$root/build/$preset/reports" || true
            [ "$failed" != 0 ] || [ -z "$outer" ] || proves_p12 "$preset" >>"$outer"
            ;;
        *) step "promises" "$root/tests/proof/prove" table "$JAIPUR_PROOF" || true ;;
        esac
    else
        wait_for packages_of_tests || true
        step "sources" check_sources || true
    fi
    summary
}

# end_to_end_and_page BIN PAGE_TESTS: runs the end-to-end tests and the page's at once, because most of them mostly wait.
end_to_end_and_page() {
    local logs each parts=("$2") pages=() status=0
    [ "$2" != all ] || parts=(unit browser)
    logs=$(mktemp -d)
    trap 'for each in "${pages[@]}"; do kill -- -"$each" 2>/dev/null; done; rm -rf "$logs"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    for each in "${parts[@]}"; do
        setsid "$root/tests/web/run" "$1/jaipur-server" "$1/jaipur-client" "$each" >"$logs/$each" 2>&1 &
        pages+=($!)
    done
    "$root/tests/end_to_end/run" "$1/jaipur-server" || status=1
    for each in "${pages[@]}"; do wait "$each" || status=1; done
    trap - EXIT
    for each in "${parts[@]}"; do cat "$logs/$each"; done
    rm -r "$logs"
    return "$status"
}

# Makes the sanitizers of every program that the tests start write their reports to this folder. It is
# world-writable because some servers run as nobody.
gather_reports() {
    rm -rf "$1"
    mkdir -p "$1"
    chmod 1777 "$1"
    local to="log_path='$1/report':log_exe_name=1"
    export ASAN_OPTIONS="$to:detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1"
    export UBSAN_OPTIONS="$to:print_stacktrace=1"
    export TSAN_OPTIONS="$to:halt_on_error=1:second_deadlock_stack=1"
    # clang's runtime doesn't search the PATH for the symbolizer.
    ! to=$(command -v llvm-symbolizer) || TSAN_OPTIONS+=":external_symbolizer_path=$to"
}

no_reports() {
    local report found=0
    for report in "$1"/*; do
        [ -e "$report" ] || continue
        found=$((found + 1))
        printf '%s:\n' "$report"
        [ "$found" -gt 5 ] || head -n 60 "$report"
    done
    echo "$found sanitizer reports"
    [ "$found" = 0 ]
}

# The line for the table of promises if nothing failed. A skipped step shows nothing.
proves_p12() {
    local skipped shown="the whole suite in $SECONDS s, no report"
    skipped=$(printf '%s\n' "${results[@]}" | grep -o -m 1 'SKIPPED.*') && shown="not shown: $skipped"
    printf 'P12\t%s\t%s\n' "$1" "$shown"
}

test_postgresql() {
    setup build unit test postgresql cluster
    if step "build (postgresql)" compile postgresql jaipur-server jaipur-client tests_server_postgresql tests_server_relay tests_server_shell; then
        export JAIPUR_LANGUAGE=en # tests read English
        step "unit tests" ctest --test-dir "$root/build/postgresql" --output-on-failure -R '^server_(postgresql(_slots)?|relay|shell)$' || true
        step "end to end" "$root/tests/end_to_end/postgresql/run" all "$root/build/postgresql/bin/jaipur-server" || true
    fi
    summary
}

coverage() {
    setup build unit coverage
    local programs=(tests_common tests_protocol tests_server_{core,net,store,shell} tests_client tests_screen tests_fuzz)
    compile coverage "${programs[@]}" || fail "the build failed"
    exec "$root/tests/coverage/measure" "${programs[@]}"
}
