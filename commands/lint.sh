# `format`, `lint`, and the checks of sources, which `test` runs, too.
# shellcheck shell=bash

our_files() { (cd "$root" && find . -path ./build -prune -o -path './.*' -prune -o -name node_modules -prune -o -type f \( "$@" \) -print | sort); }

format() {
    [[ $# = 0 || "$*" = --check ]] || misused "format takes only --check"
    setup test
    format_cpp "$@"
    format_python "$@"
    if [ $# = 0 ]; then lint_web --fix --fix-type layout; else lint_web; fi
}

format_cpp() {
    local how=(-i)
    [ $# = 0 ] || how=(--dry-run --Werror)
    our_files -name '*.cpp' -o -name '*.hpp' | (cd "$root" && xargs -r clang-format-19 "${how[@]}")
}

format_python() {
    # Each year's black formats differently. The project uses Debian 12's.
    if [ $# != 0 ] && [ "$(major_version black)" != 23 ]; then
        echo "SKIPPED black: the check needs black 23, and this is $(major_version black)"
        return
    fi
    (cd "$root" && scripts 'python3?' -name '*.py' | xargs -r black "$@" 2>&1)
}

# The page and its tests: layout, and what ESLint recommends.
lint_web() {
    command -v npm >/dev/null || { echo "SKIPPED eslint: Node.js with npm isn't installed" && return; }
    "$root/tests/web/packages" "$root/tests/lint" || { echo "SKIPPED eslint: npm couldn't install it" && return; }
    (cd "$root" && node tests/lint/node_modules/eslint/bin/eslint.js --config tests/lint/eslint.config.mjs --max-warnings 0 "$@" client/web tests)
}

lint_python() { (cd "$root" && scripts 'python3?' -name '*.py' | xargs -r flake8); }

# Also the files that scripts source.
lint_shell() { (cd "$root" && scripts '(ba)?sh' | xargs -r shellcheck -x -a); }

lint_phrases() { (cd "$root" && our_files -type f | xargs -r tests/lint/check_phrases); }

# scripts SHELL [FIND…]: files whose #! line names this program, and those that match FIND.
scripts() {
    local shell=$1
    shift
    # shellcheck disable=SC2016 # awk expands it
    local first_line='FNR == 1 && $0 ~ "^#!/(usr/)?bin/(env )?" shell "$" { print FILENAME } { nextfile }'
    {
        our_files -type f | LC_ALL=C xargs -r awk -v shell="$shell" "$first_line"
        [ $# = 0 ] || our_files "$@"
    } | sort -u
}

# The checks that need no build, all at once.
check_sources() { at_once "format_cpp --check" "format_python --check" lint_python lint_web lint_shell lint_phrases; }

lint() {
    setup build unit test lint
    (setup page) || true
    step "sources" check_sources || true
    step "clang-tidy" compile tidy all long_tests || true
    step "coroutines" "$root/tests/lint/check_coroutines" "$root/build/tidy" || true
    summary
}
