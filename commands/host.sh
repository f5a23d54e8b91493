# `serve`, `cluster`, and the operator's commands, such as `backup` and `admin`.
# shellcheck shell=bash

# Uses the data of `serve`, unless --data is given.
server_command() {
    server_and_client
    [[ " $* " == *" --data"[\ =]* ]] || set -- "$@" --data "$state/serve"
    exec "$here/jaipur-server" "$@"
}

serve() {
    local options=()
    if is_word "${1:-}"; then
        options+=(--listen "$1")
        shift
    elif [[ " $* " != *" --listen"[\ =]* ]]; then
        options+=(--listen 0.0.0.0:7777)
    fi
    [[ " $* " == *" --data"[\ =]* || " $* " == *" --in-memory "* ]] || options+=(--data "$state/serve")
    release
    ! wants_help "$@" || exec "$here/jaipur-server" "$@"
    # The log is for programs: on a terminal, it goes to a file, unless it was asked for.
    local code=0 log=''
    mkdir -p "$state"
    if [ -t 2 ] && [[ " $* " != *" --log-level"[\ =]* ]]; then
        log=$state/serve.log
        exec 7>"$log"
    else
        exec 7>&2
    fi
    start_server "${options[@]}" "$@" || {
        code=$?
        why_not_started "$code" "$log"
        exit "$code"
    }
    echo "$server_at" >"$state/serve.at"
    trap 'rm -f "$state/serve.at"; stop_server' EXIT
    local port=${server_at##*:}
    echo "The server is listening on $server_at. Press Ctrl-C to stop it.${log:+ Its log is $log.}"
    local here_too=$server_at others=("$server_at") page='' at
    case $server_at in
    0.0.0.0:* | '[::]':*)
        here_too=127.0.0.1:$port
        mapfile -t others < <(addresses "${server_at%:*}" | sed "s|$|:$port|")
        ;;
    esac
    # The certificate is only for this host.
    [ -z "$server_host" ] || here_too=$server_host:$port others=("$server_host:$port")
    ! has_page release || page=yes
    local scheme='' # the client assumes http
    [ "$server_scheme" = http ] || scheme=https://
    echo "To play, ${page:+open $server_scheme://$here_too/ or }run ./jaipur play $scheme$here_too"
    for at in "${others[@]}"; do
        echo "Friends ${page:+open $server_scheme://$at/ or }run ./jaipur join CODE $scheme$at"
    done
    [[ $server_at != 0.0.0.0:* && $server_at != '[::]:'* ]] ||
        echo "From outside your network, friends need your public address, and your router must forward TCP port $port."
    cat <&8 & # what else the server says, such as warnings
    local saying=$!
    wait "$server_pid" || code=$?
    wait "$saying" || true
    if [ "$code" -gt 128 ]; then
        say "the server was killed (signal $((code - 128))). Run the same command to start it again; stored rooms are still there"
    elif [ "$code" != 0 ]; then
        say "the server ended unexpectedly (exit code $code)${log:+; its log is $log}"
    fi
    return "$code"
}

# why_not_started CODE LOG: in words; the server's own only if there is nothing better.
why_not_started() {
    case $1:${2:+log} in
    69:log) say "the server can't listen there: another program, maybe another server, uses that port, or this computer doesn't have that address" ;;
    73:log) say "the server can't use its data directory: another server is using it, or you may not write there" ;;
    *:log) cat "$2" >&2 ;;
    esac
    say "the server didn't start"
}

# Three servers with PostgreSQL and HAProxy, in a temporary folder.
cluster() {
    wants_help "$@" || setup build unit postgresql cluster
    if ! wants_help "$@" && [[ " $* " != *" --server"[\ =]* ]]; then
        setup_page
        [ -x "$root/build/postgresql/bin/jaipur-server" ] ||
            say "building the server with PostgreSQL; the first build takes a few minutes"
        compile postgresql jaipur-server || fail "the build failed"
        set -- --server "$root/build/postgresql/bin/jaipur-server" "$@"
    fi
    exec python3 "$root/tests/end_to_end/postgresql/local_cluster.py" "$@"
}
