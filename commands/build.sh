# Builds any preset (`compile`), and the programs that people run, with the page if possible.
# shellcheck shell=bash

# jobs_at_once KB: one job per processor, if memory allows; each may need that much.
jobs_at_once() {
    local memory
    memory=$(awk -v job="$1" '/^MemAvailable/ { print int($2 / job) }' /proc/meminfo 2>/dev/null || echo 1)
    [ "${memory:-1}" -ge 1 ] || memory=1
    local processors
    processors=$(nproc 2>/dev/null || echo 1)
    echo $((memory < processors ? memory : processors))
}

# Shows on the terminal how far ninja is; what it says, only if it fails.
show_progress() {
    local log line code=0
    log=$(mktemp)
    NINJA_STATUS='building [%f of %t] ' "$@" 2>&1 | while IFS= read -r line; do
        if [[ $line =~ ^building\ \[([0-9]+)\ of\ ([0-9]+)\] ]]; then
            printf '\rbuilding: %s of %s ' "${BASH_REMATCH[@]:1:2}" >&2
        else
            printf '%s\n' "$line" >>"$log"
        fi
    done || code=$?
    printf '\r%40s\r' '' >&2
    [ "$code" = 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$code"
}

# compile PRESET [TARGET…]: one build at a time per folder.
compile() {
    local preset=$1 folder="$root/build/$1"
    shift
    mkdir -p "$folder"
    (
        flock 9
        cd "$root"
        [ "$folder/build.ninja" -nt CMakePresets.json ] || quietly cmake --preset "$preset" || exit 1
        local job=1700000 # KB that a compiler needs at most, for a file that includes Beast, or for a group of tests
        case $preset in test | postgresql | coverage) job=2000000 ;; esac
        local command=(cmake --build "$folder" -j "$(jobs_at_once "$job")")
        [ $# -eq 0 ] || command+=(--target "$@")
        [ "$preset" != tidy ] || command+=(-- -k 0) # report everything, not just the first error
        # Show progress only if there is something to build. (Ninja can't tell: it looks for new files first.)
        local built="$folder/.built-${*// /-}"
        if [ -t 2 ] && { [ ! -e "$built" ] || [ -n "$(find CMake* cmake common protocol bots server client tests -newer "$built" -print -quit)" ]; }; then
            show_progress "${command[@]}" || exit
        else
            quietly "${command[@]}" || exit
        fi
        touch "$built"
    ) 9>"$folder/.lock"
}

# Installs what builds the page. The server also works without the page, so a failure is reported
# only once.
setup_page() {
    local asked="$root/build/.page-asked"
    [ ! -e "$asked" ] || return 0
    (setup page) || {
        mkdir -p "$root/build"
        touch "$asked"
        say "building without the web page; to add it, run $me setup page"
    }
}

# `build` retries npm at once instead of waiting out the delay after a failure.
try_npm_again() { rm -f "$root/build/release/page/npm_failed.txt" "$root/build/release/.built-"*; }

# Whether a preset's server includes the page; if not, says why.
has_page() {
    local why="$root/build/$1/page/left_out.txt"
    [ -e "$why" ] || return 0
    say "this server has no web page: $(head -n 1 "$why")"
    return 1
}

# Builds both programs, with the page if possible.
release() {
    setup build
    setup_page
    compile_game jaipur-server jaipur-client
}

# For commands that don't show the page: installs nothing for it.
server_and_client() {
    setup build
    compile_game jaipur-server jaipur-client
}

# For commands that need no local server: npm isn't used either.
client() {
    setup build
    compile_game jaipur-client
}

compile_game() {
    [ -x "$here/$1" ] || say "building the game; the first build takes a few minutes"
    compile release "$@" || fail "the build failed"
}
