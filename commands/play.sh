# `play`, `join`, `watch`, `games`, `replay` and `verify`: the commands that run the client.
# shellcheck shell=bash

# Sets `words`, and `options` with their values, so that their order doesn't matter.
split() {
    local argument is_value=''
    words=() options=()
    for argument; do
        if [ -n "$is_value" ]; then
            options+=("$argument")
            is_value=''
            continue
        fi
        case $argument in
        --*=* | --plain | --full-screen | --ascii | --public | --help | --version | -h) options+=("$argument") ;;
        -?*)
            options+=("$argument")
            is_value=yes
            ;;
        *) words+=("$argument") ;;
        esac
    done
}

# Takes the first address out of `words` and sets `server`; a name alone must be known to the system.
take_server() {
    local i
    server=''
    case ${words[0]:-} in
    replay | verify) return ;; # their words may be files
    new | bot | join | watch | quick | resume | rooms | games | '') ;;
    *[!a-zA-Z0-9-]*) ;;
    *) ! getent hosts "${words[0]}" >/dev/null 2>&1 || server=${words[0]} ;;
    esac
    for i in "${!words[@]}"; do
        case ${words[i]} in
        "$server" | *:* | *.* | localhost)
            server=${words[i]}
            unset "words[i]"
            return
            ;;
        esac
    done
}

play() {
    local words options server
    split "$@"
    take_server
    if [ -n "$server" ] || [[ " ${options[*]} " == *" --server"[\ =]* ]]; then
        client
        set_client_hints
        set_invitation "$server"
        run_client ${server:+--server "$server"} "${words[@]}" "${options[@]}"
        return
    fi
    release
    ! wants_help "${options[@]}" || exec "$here/jaipur-client" "$@"
    start_own_server
    echo "$server_at" >"$own_folder.at"
    # The client shows the address, because its screen hides anything printed here.
    ! has_page release || export JAIPUR_PAGE_AT="http://$server_at/"
    export JAIPUR_COME_BACK="$me play" JAIPUR_START_AGAIN="$me play" JAIPUR_REPLAY="$me replay MATCH"
    own_client "${words[@]}" "${options[@]}"
}

# Runs the client, and restores the terminal if it is killed. If this script is killed, the client ends
# and restores it.
run_client() {
    [ -t 1 ] || exec "$here/jaipur-client" "$@"
    local code=0 command=("$here/jaipur-client")
    ! command -v setpriv >/dev/null || command=(setpriv --pdeathsig TERM "${command[@]}")
    "${command[@]}" "$@" || code=$?
    if [ "$code" -gt 128 ]; then
        # The mouse off, line wrap and cursor on, no colours; then the normal screen.
        printf '\033[?1006;1000l\033[?7h\033[?25h\033[0m'
        tput rmcup 2>/dev/null || true
        stty sane 2>/dev/null || true
        say "the game was killed; to get your seat back, run ${JAIPUR_START_AGAIN:-the same command again}"
    fi
    return "$code"
}

# Runs it against our own server.
own_client() {
    local code=0
    (run_client --server "$server_at" "$@") || code=$?
    kill -0 "$server_pid" 2>/dev/null || say "your server has ended; its log is $own_folder.log"
    return "$code"
}

# Reads from a file, the given server, a server running here, or the data of the last `play`.
replay() {
    local words options what at=''
    split "$@"
    what=${words[0]:-}
    if wants_help "${options[@]}"; then
        client
        exec "$here/jaipur-client" replay "${options[@]}"
    fi
    [ -n "$what" ] || misused "replay needs a file or a match ID"
    if [ ${#words[@]} -gt 1 ]; then
        client
        at=${words[1]}
    elif [ -e "$what" ] || is_link "$what"; then
        client
    else
        server_and_client
        at=$(default_server)
        if ! knows_match "$at" "$what"; then
            start_own_server
            own_client replay "$what" "${options[@]}"
            return
        fi
    fi
    run_client ${at:+--server "$at"} replay "$what" "${words[@]:2}" "${options[@]}"
}

# Whether the server is running and has this match.
knows_match() {
    local folder code=0
    is_link "$1" || serves "$1" || return
    folder=$(mktemp -d)
    "$here/jaipur-client" --server "$1" replay "$2" --save "$folder/replay" </dev/null >/dev/null 2>&1 || code=$?
    rm -r "$folder"
    return "$code"
}

games() {
    client
    export JAIPUR_PLAY="$me play"
    exec "$here/jaipur-client" games "$@"
}

verify() {
    client
    exec "$here/jaipur-client" verify "$@"
}

# Whether it is an address with a scheme, or a link.
is_link() { [[ $1 == *://* ]]; }

# join and watch: the client reads the words.
enter() {
    client
    JAIPUR_DEFAULT_SERVER=$(known_server)
    export JAIPUR_DEFAULT_SERVER
    set_client_hints
    run_client "$@"
}

# The commands that the client suggests to its user, with its server's address instead of SERVER.
set_client_hints() { export JAIPUR_COME_BACK="$me play SERVER resume" JAIPUR_REPLAY="$me replay MATCH SERVER"; }

# set_invitation SERVER: if it is our own `serve` under an address that only this computer has, the
# client tells friends one that they can use.
set_invitation() {
    local port=${1##*:} listens others scheme=''
    port=${port%%/*}
    listens=$(cat "$state/serve.at" 2>/dev/null) || return 0
    [ "${listens##*:}" = "$port" ] || return 0
    case $1:$listens in
    *127.*:0.0.0.0:* | *localhost:*:0.0.0.0:* | *127.*:\[::\]:* | *localhost:*:\[::\]:* | *\[::1\]*:\[::\]:*)
        mapfile -t others < <(addresses "${listens%:*}")
        case $1 in https://* | wss://*) scheme=https:// ;; esac
        [ ${#others[@]} = 0 ] || export JAIPUR_INVITE_AT="$scheme${others[0]}:$port"
        ;;
    esac
}
