# System packages: what tasks need (cmake/packages.txt), and `setup`, which installs what is missing.
# shellcheck shell=bash

# Prints the lines of packages.txt for these tasks: "probe<TAB>packages".
needs() {
    awk -F'|' -v tasks=" $* " '
        function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
        /^#/ || NF < 3 { next }
        index(tasks, " " trim($1) " ") { print trim($2) "\t" trim($3) }' "$root/cmake/packages.txt"
}

# The version of a package that is installed, or that apt could install.
installed() { dpkg-query -W -f='${db:Status-Status} ${Version}' "$1" 2>/dev/null | sed -n 's/^installed //p'; }
candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: \(.*\)/\1/p' | grep -v '^(none)$'; }

# first_of WHICH "a, b (>= 1)": the first package of the list that WHICH (installed or candidate)
# has in a suitable version.
first_of() {
    local which=$1 name least there
    while read -r name least; do
        there=$("$which" "$name") || continue
        least=${least//[!0-9.]/}
        [ -z "$least" ] || dpkg --compare-versions "${there#*:}" ge "$least" || continue
        [ -n "$there" ] && echo "$name" && return 0
    done < <(tr ',' '\n' <<<"$2")
    return 1
}

# Checks for the thing itself: used without apt, and for programs, which may come from anywhere.
present() {
    local what=$2
    case $1 in
    program) command -v "$what" >/dev/null && [ "$(major_version "$what")" -ge "${3:-0}" ] ;;
    command) command -v "$what" >/dev/null ;;
    python) python3 -c "import $what" 2>/dev/null ;;
    header) compgen -G "/usr/include/$what" >/dev/null || compgen -G "/usr/local/include/$what" >/dev/null ||
        { command -v g++ >/dev/null && g++ -E -x c++ -include "$what" /dev/null >/dev/null 2>&1; } ;;
    node) NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs:${NODE_PATH:-} node -e "require('$what')" 2>/dev/null ;;
    font) fc-list 2>/dev/null | grep -q "$what" ;;
    library) true ;; # without apt, assume that it comes with the compiler
    esac
}

major_version() {
    local said
    said=$("$1" --version 2>/dev/null | grep -oE '[0-9]+' | head -n 1)
    echo "${said:-0}"
}

# Sets as_root. Asks for the password here, where the user can see the prompt.
become_root() {
    as_root=()
    [ "$(id -u)" != 0 ] || return 0
    as_root=(sudo)
    if [ -t 0 ]; then
        sudo -v
    else
        sudo -n true 2>/dev/null
    fi || fail "installing packages needs root. Run as root: $root/jaipur setup $*"
}

apt() { quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"; }

# Picks one package from each list; stops at the first list without a candidate.
choose() {
    local packages
    for packages in "$@"; do first_of candidate "$packages" || return; done
}

# Installs the packages that the tasks need and that are missing.
setup() {
    local probe packages missing=() chosen=()
    while IFS=$'\t' read -r probe packages; do
        if [ "${probe%% *}" != program ] && command -v apt-get >/dev/null; then
            first_of installed "$packages" >/dev/null || missing+=("$packages")
        else
            # shellcheck disable=SC2086 # words: the kind, the name, maybe a version
            present $probe || missing+=("$packages")
        fi
    done < <(needs "$@")
    [ ${#missing[@]} -gt 0 ] || return 0

    command -v apt-get >/dev/null || fail "missing packages: $(printf '%s; ' "${missing[@]}")
        These are Debian's names. Install your system's equivalents and try again."
    become_root "$@"
    mapfile -t chosen < <(choose "${missing[@]}")
    if [ ${#chosen[@]} -lt ${#missing[@]} ]; then
        say "updating the package lists (apt-get update)"
        apt update
        mapfile -t chosen < <(choose "${missing[@]}")
        [ ${#chosen[@]} = ${#missing[@]} ] ||
            fail "apt has no package for ${missing[${#chosen[@]}]}; Debian 12+ and Ubuntu 24.04+ have one"
    fi
    say "installing with apt: ${chosen[*]}"
    local install=(install --yes --no-install-recommends --no-remove "${chosen[@]}")
    if ! apt "${install[@]}"; then
        say "trying again with updated package lists (apt-get update)"
        { apt update && apt "${install[@]}"; } || fail "apt couldn't install: ${chosen[*]}"
    fi
}
