#!/usr/bin/env python3
"""Shows that a sanitized build finds planted faults: each one ends the program and leaves a report in the folder that
`./jaipur test` checks. usage: planted_test.py PROGRAM FAULT…"""

import os
import pathlib
import subprocess
import sys
import tempfile

# What the report must name.
DUE = {
    "none": None,
    "overflow": "heap-buffer-overflow",
    "undefined": "signed integer overflow",
    "leak": "detected memory leaks",
    "race": "data race",
}
OPTIONS = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS")


def fault_of(program, fault):
    """Why the program ended wrongly; None if it ended as expected."""
    with tempfile.TemporaryDirectory() as folder:
        own = f"log_path='{folder}/report'"  # the last value of an option applies
        environment = os.environ | {name: ":".join(filter(None, (os.environ.get(name), own))) for name in OPTIONS}
        done = subprocess.run(
            [program, fault], env=environment, capture_output=True, text=True, timeout=60, check=False
        )
        reports = [path.read_text(errors="replace") for path in pathlib.Path(folder).iterdir()]
    ended = f"ended with {done.returncode} and {len(reports)} reports: {''.join(reports)[:500]}{done.stderr[:500]}"
    if DUE[fault] is None:
        return ended if done.returncode or reports else None
    found = done.returncode != 0 and any(DUE[fault] in report for report in reports)
    return None if found else ended


def main(program, *faults):
    failed = 0
    for fault in ("none", *faults):
        wrong = fault_of(program, fault)
        failed += wrong is not None
        print(f"{fault}: {'as expected' if wrong is None else 'FAILED, ' + wrong}")
    return 1 if failed or not faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
