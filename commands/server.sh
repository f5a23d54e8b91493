# Servers on this computer, for play.sh and host.sh: starts, stops and finds them.
# shellcheck shell=bash

# start_server OPTION…: sets server_pid, server_at, server_scheme and server_host (the certificate's,
# if it names one) once the server listens. Its log goes to descriptor 7. It runs in its own session,
# so Ctrl-C doesn't reach it before the client has ended.
start_server() {
    local line=''
    exec 8< <(exec setsid "$here/jaipur-server" "$@" 2>&7)
    server_pid=$!
    trap stop_server EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    read -r line <&8 || {
        local code=0
        wait "$server_pid" || code=$?
        return "$((code == 0 ? 1 : code))"
    }
    # ADDRESS[ with TLS[ for HOST]]
    line=${line#listening on }
    server_at=${line%% *} server_scheme=http server_host=''
    [[ $line != *' with TLS'* ]] || server_scheme=https
    [[ $line != *' for '* ]] || server_host=${line##* for }
}

stop_server() {
    trap - EXIT INT TERM HUP
    kill -TERM "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
    [ -z "${own_folder:-}" ] || rm -f "$own_folder.at"
}

# Starts a server on loopback with last time's rooms, and on the same port, because a client
# identifies its seats by the server's address. A second game at the same time gets its own rooms.
start_own_server() {
    local folder number port code
    mkdir -p "$state"
    for number in '' -2 -3 -4 -5 -6 -7 -8 -9; do
        folder=$state/play$number
        for port in $(cat "$folder.port" 2>/dev/null) 0; do
            exec 7>"$folder.log"
            code=0
            start_server --listen "127.0.0.1:$port" --data "$folder" || code=$?
            case $code in
            0)
                own_folder=$folder
                # If another program has the port now, the seats are back once it is free.
                if [ ! -s "$folder.port" ]; then
                    echo "${server_at##*:}" >"$folder.port"
                elif [ "$port" = 0 ]; then
                    say "another program is using port $(cat "$folder.port"); you can resume your earlier games once it is free"
                fi
                return
                ;;
            69) ;;         # the port is taken
            73) break ;;   # the folder is in use
            *) break 2 ;;
            esac
        done
    done
    cat "$folder.log" >&2
    fail "the server didn't start"
}

serves() { "$here/jaipur-server" healthcheck --connect "$1" >/dev/null 2>&1; }

# The server if none is given: $JAIPUR_SERVER, else `known_server`.
default_server() { if [ -n "${JAIPUR_SERVER:-}" ]; then echo "$JAIPUR_SERVER"; else known_server; fi; }

# This user's most recent `play` that still runs, else the default port.
known_server() {
    local file at
    while read -r file; do
        at=$(<"$file")
        if serves "$at"; then
            echo "$at"
            return
        fi
    done < <(find "$state" -maxdepth 1 -name 'play*.at' -printf '%T@ %p\n' 2>/dev/null | sort -rn | cut -d ' ' -f 2-)
    echo 127.0.0.1:7777
}

# The addresses at which others may reach a server that listens on all interfaces.
addresses() {
    local all
    all=$(hostname -I 2>/dev/null | tr ' ' '\n' | sed -n -e '/^fe80/d' -e '/:/s/.*/[&]/p' -e '/^[0-9.]\+$/p')
    if [ "$1" = 0.0.0.0 ]; then grep -v : <<<"$all"; else echo "$all"; fi
}
