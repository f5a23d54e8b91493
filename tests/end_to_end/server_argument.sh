#!/bin/bash
# Source this without arguments. It takes the server from the script's first argument, unless that is an option; else from
# JAIPUR_SERVER; else it takes the release. Exports JAIPUR_SERVER; pass on what is left in "$@". Also defines the function limited.
export JAIPUR_SERVER=${JAIPUR_SERVER:-$(dirname "${BASH_SOURCE[0]}")/../../build/release/bin/jaipur-server}
if [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; then
    JAIPUR_SERVER=$1
    shift
fi
if [ ! -x "$JAIPUR_SERVER" ]; then
    echo "no server at $JAIPUR_SERVER; build it first"
    exit 2
fi
# limited PROGRAM…: runs a program of Python, and ends it when it hangs.
limited() {
    local limit=1200 status=0
    timeout --kill-after=10 "$limit" /usr/bin/python3 -W ignore::DeprecationWarning "$@" || status=$?
    [ $status -ne 124 ] || echo "FAILED: not done within $limit s"
    return $status
}
