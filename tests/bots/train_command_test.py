#!/usr/bin/python3
"""The trainer's command line: a short run, and numbers that aren't numbers.

usage: train_command_test.py JAIPUR_TRAIN"""

import pathlib
import subprocess
import sys
import tempfile

FRACTIONS = ("--minutes", "--trace", "--exploration", "--rate", "--last-rate")


def train(*words, code=0):
    run = subprocess.run([TRAIN, *words], capture_output=True, text=True, timeout=120)
    assert run.returncode == code, (words, run)
    return run.stdout + run.stderr


def a_run_leaves_weights():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = pathlib.Path(folder) / "run.ck"
        train(str(checkpoint), "--rounds", "1", "--threads", "1", *(f"{each}=0.5" for each in FRACTIONS))
        assert checkpoint.exists() and checkpoint.with_suffix(".bin").exists()


def what_is_no_number_is_refused():
    for option in FRACTIONS:
        for wrong in ("nan", "inf", "-inf", "NaN"):
            said = train("run.ck", f"{option}={wrong}", code=105)
            assert f"{option}: {wrong} is not a finite number\n" in said, said
        assert "finite" not in train("run.ck", f"{option}=-1", code=105)
        assert "finite" not in train("run.ck", f"{option}=fast", code=105)


if __name__ == "__main__":
    TRAIN = sys.argv[1]
    for test in (a_run_leaves_weights, what_is_no_number_is_refused):
        test()
        print(f"ok: {test.__name__}")
