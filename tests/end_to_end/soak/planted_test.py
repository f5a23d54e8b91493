#!/usr/bin/python3
"""Shows that the soak can fail: it reports a client that never leaves, and rooms that don't close, and nothing else."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from server_process import default_binary, slowness

HERE = pathlib.Path(__file__).resolve().parent
# What the soak must report for each, and nothing else.
DUE = {
    "client": [r"left when all were gone: \{'sessions': 1, 'fds': .*'descriptors': .*\}"],
    "rooms": [
        r"left when all were gone: \{'rooms': \d+, 'records': \d+\}",
        r"\d+ records are left of rooms that are dead",
        r"after a restart there is \{'rooms': \d+, 'records': \d+\}",
    ],
}


def found(server, plant, seconds):
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-W", "ignore::DeprecationWarning", str(HERE / "soak_test.py"), "--server", server]
        command += ["--seconds", str(seconds), "--plant", plant, "--rate", "0", "--workers", "8", "--quiet", "14"]
        command += ["--samples", f"{folder}/samples.tsv"]
        environment = os.environ | {"TMPDIR": folder, "JAIPUR_LOGS": folder}
        environment.pop("JAIPUR_PROOF", None)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120 * slowness(server), env=environment)
    return (
        done.returncode,
        [line.removeprefix("FAILED ") for line in done.stdout.splitlines() if line.startswith("FAILED")],
        done,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--seconds", type=float, default=4)
    arguments = parser.parse_args()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = {plant: pool.submit(found, arguments.server, plant, arguments.seconds) for plant in DUE}
    for plant, due in DUE.items():
        status, lines, done = runs[plant].result()
        matched = len(lines) == len(due) and all(re.fullmatch(wanted, line) for wanted, line in zip(due, lines))
        if status == 1 and matched:
            print(f"planted {plant}: found, {lines[0]}")
        else:
            failed += 1
            print(f"MISSED {plant}: status {status}, {lines}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
    print(f"{len(DUE) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
