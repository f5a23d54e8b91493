# For the scripts docker/try…, which source it: a Docker engine, an image, a container, people who play.
#
# It uses the running Docker engine. If there is none and you are root, it installs what is missing and
# starts a private one for this run. Otherwise it prints SKIPPED and the reason.
#
#   JAIPUR_DOCKER_CACHE   image folder of a private engine
#   JAIPUR_BASE           base image, such as debian@sha256:…
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${JAIPUR_DOCKER_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/jaipur/docker}
base=${JAIPUR_BASE:-debian:bookworm-slim}
program=${0#"$root/"}
engines=() # process ids of private engines
scratch='' # a folder for this run

say() { printf '%s: %s\n' "$program" "$*"; }

skip() {
    printf 'SKIPPED: %s\n' "$*"
    exit 0
}

fail() {
    printf '%s: FAILED: %s\n' "$program" "$*" >&2
    exit 1
}

# Runs a command in the background, so that signals are handled while it runs.
patiently() {
    "$@" &
    wait $!
}

# show_progress LOG COMMAND…: runs the command, and prints the end of its log every few seconds.
show_progress() {
    local log=$1 command line last='' next=$((SECONDS + 5))
    shift
    "$@" >"$log" 2>&1 &
    command=$!
    while kill -0 "$command" 2>/dev/null; do
        patiently sleep 1
        [ "$SECONDS" -ge "$next" ] || continue
        next=$((SECONDS + 5))
        line=$(tail -c 4000 "$log" | tr '\r' '\n' | grep -v '^\s*$' | tail -n 1 | cut -c 1-110)
        [ "$line" = "$last" ] || say "$line"
        last=$line
    done
    wait "$command"
}

# ---- an engine

# A private engine: its own socket, no bridge, no firewall changes. Builds use the host's network;
# published ports go through Docker's proxy.
# start_engine NAME DATA
start_engine() {
    local folder=$scratch/$1 engine
    mkdir -p "$folder" "$2"
    export DOCKER_HOST=unix://$folder/docker.sock
    setsid dockerd --host "$DOCKER_HOST" --data-root "$2" --exec-root "$folder/exec" \
        --pidfile "$folder/docker.pid" --bridge=none --iptables=false --ip6tables=false \
        --ip-forward=false >"$folder/dockerd.log" 2>&1 9>&- &
    engine=$!
    engines+=("$engine")
    for _ in $(seq 60); do
        docker info >/dev/null 2>&1 && return 0
        kill -0 "$engine" 2>/dev/null || break
        sleep 0.5
    done
    skip "a private Docker engine doesn't start here: $(grep -v 'level=info' "$folder/dockerd.log" | tail -n 1)"
}

stop_engines() {
    local engine
    for engine in "${engines[@]}"; do
        kill -TERM "$engine" 2>/dev/null || true
        wait "$engine" 2>/dev/null || true
    done
    umount "$scratch"/*/exec/netns/* 2>/dev/null || true
}

# A run without them would test nothing: that's a failure, not a reason to skip it.
need_python() {
    /usr/bin/python3 -c 'import jsonschema, websockets' 2>/dev/null ||
        fail "Python's websockets or jsonschema is missing; run ./jaipur setup docker"
}

find_engine() {
    scratch=$(mktemp -d /tmp/jaipur-docker.XXXXXX)
    if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
        need_python
        say "using the engine that is running"
    elif [ "$(id -u)" != 0 ]; then
        skip "no Docker engine is running, and starting one needs root"
    else
        "$root/jaipur" setup docker || skip "no Docker engine is running, and its packages can't be installed"
        need_python
        mkdir -p "$cache"
        exec 9>"$cache/lock"
        flock 9 # one at a time
        start_engine engine "$cache/data"
    fi
    # shellcheck disable=SC2034 # the scripts that source this use it
    if docker compose version >/dev/null 2>&1; then
        compose=(docker compose)
    elif command -v docker-compose >/dev/null; then
        compose=(docker-compose)
    else
        skip "neither docker compose nor docker-compose is installed"
    fi
}

# The base image: from a registry, or, for a private engine, built from Debian's packages.
find_base() {
    docker image inspect "$base" >/dev/null 2>&1 && return 0
    timeout 60 docker pull --quiet "$base" >/dev/null 2>&1 && return 0
    [ "${#engines[@]}" -gt 0 ] || skip "can't pull $base from a registry"
    command -v debootstrap >/dev/null || skip "can't pull $base from a registry, and debootstrap isn't installed"
    say "can't pull $base from a registry; building it from Debian's packages"
    show_progress "$scratch/debootstrap.log" \
        debootstrap --variant=minbase --include=ca-certificates bookworm "$scratch/root" ||
        skip "can't build $base: neither a registry nor Debian's packages are reachable"
    # npm may have to pass a proxy whose certificate authority only this machine trusts.
    [ ! -d /usr/local/share/ca-certificates ] ||
        cp -r /usr/local/share/ca-certificates/. "$scratch/root/usr/local/share/ca-certificates/"
    chroot "$scratch/root" update-ca-certificates >>"$scratch/debootstrap.log" 2>&1
    tar -C "$scratch/root" --exclude=./var/cache/apt/archives --exclude=./dev -c . |
        docker import --change 'CMD ["bash"]' - "$base" >/dev/null
    rm -rf "$scratch/root"
}

# build_image IMAGE TARGET SOURCES DOCKERFILE
build_image() {
    local network=()
    [ "${#engines[@]}" -eq 0 ] || network=(--network host)
    show_progress "$scratch/build.log" docker build "${network[@]}" --build-arg "BASE=$base" --target "$2" \
        --tag "$1" --file "$4" "$3" || {
        tail -n 60 "$scratch/build.log" >&2
        fail "the image doesn't build"
    }
}

# ---- a container

state() { docker inspect --format "$1" "$container"; }

# Starts what `compose` describes. Sets `container`, and `at`, where it is published.
start_container() {
    compose up --detach --no-build >"$scratch/up.log" 2>&1 || {
        cat "$scratch/up.log" >&2
        fail "compose can't start the container"
    }
    container=$(compose ps --quiet server)
    wait_until_healthy
}

wait_until_healthy() {
    for _ in $(seq 60); do
        [ "$(state '{{.State.Health.Status}}')" != healthy ] || break
        sleep 1
    done
    [ "$(state '{{.State.Health.Status}}')" = healthy ] || {
        docker logs "$container" >&2
        fail "the container doesn't become healthy"
    }
    at=$(docker port "$container" 7777/tcp | head -n 1)
    say "healthy, published at $at"
}

# ---- people

# start_travellers PORT: two people who play all the time, whatever happens to the server.
start_travellers() {
    "$root/docker/play_on" "$1" travel "$scratch/travel" &
    travellers=$!
    travel_on
}

# Until the two have played three more actions.
travel_on() {
    local from=0
    [ ! -e "$scratch/travel" ] || from=$(wc -l <"$scratch/travel")
    for _ in $(seq 120); do
        [ ! -e "$scratch/travel" ] || [ "$(wc -l <"$scratch/travel")" -lt $((from + 3)) ] || return 0
        kill -0 "$travellers" 2>/dev/null || fail "the two players gave up"
        sleep 1
    done
    fail "the two players don't go on after $from actions"
}

# They end their match, and check that its replay has everything that was acknowledged.
stop_travellers() {
    touch "$scratch/travel.stop"
    wait "$travellers" || fail "the two players lost something"
}

# ---- the end

# Ends what this run has started. `remove` is the caller's own part.
clean_up() {
    local status=$? running
    trap - EXIT INT TERM
    for running in $(jobs -p); do
        [[ " ${engines[*]} " == *" $running "* ]] || kill "$running" 2>/dev/null || true
    done
    remove >/dev/null 2>&1 || true
    # A private engine keeps recent layers, which makes the next run faster.
    if [ "${#engines[@]}" -gt 0 ]; then
        docker container prune --force >/dev/null 2>&1 || true
        docker image prune --force --filter until=72h >/dev/null 2>&1 || true
    fi
    stop_engines
    [ -z "$scratch" ] || rm -rf "$scratch"
    exit "$status"
}

trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
