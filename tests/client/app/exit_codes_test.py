#!/usr/bin/python3
"""jaipur-client's exit codes, without a server: it gives up with 1, and refuses a wrong room code with 2.

usage: exit_codes_test.py CLIENT"""

import socket
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def outcome(client, server, home, words):
    command = [client, "--server", server, *words]
    environment = {"PATH": "/usr/bin:/bin", "HOME": home}
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout + done.stderr


def main():
    client = sys.argv[1]
    expected = {
        "join K7QX2M": (1, "giving up after attempt 3"),
        "watch K7QX2M": (1, "giving up after attempt 3"),
        "resume": (1, "no such seat"),
        "rooms": (1, "giving up after attempt 3"),
        "games INVITATION": (1, "Can't reach"),
        "join XX": (2, "expected a room code"),
        "watch K7QX2": (2, "expected a room code"),
        "resume K7QX0M": (2, "expected a room code"),
    }
    # Bound, but nobody listens: connections are refused.
    with socket.socket() as silent, tempfile.TemporaryDirectory() as home, ThreadPoolExecutor(8) as pool:
        silent.bind(("127.0.0.1", 0))
        server = f"127.0.0.1:{silent.getsockname()[1]}"
        link = f"http://{server}/enter#{'A' * 43}"
        outcomes = pool.map(
            lambda words: outcome(client, server, home, words.replace("INVITATION", link).split()), expected
        )
        failures = [
            f"{words}: exit code {code}, expected {wanted[0]} and {wanted[1]!r}:\n{said}"
            for (words, wanted), (code, said) in zip(expected.items(), outcomes)
            if code != wanted[0] or wanted[1] not in said
        ]
    print("\n".join(failures) or "the exit codes are right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
