#!/usr/bin/python3
"""The trainer's command line: a short run, and what it refuses.

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


WRONG = {
    "--minutes": (("-1", "nan", "inf", "fast"), "0 or more"),
    "--trace": (("1.5", "nan"), "0 to 1"),
    "--exploration": (("-0.1", "-inf"), "0 to 1"),
    "--rate": (("0", "NaN"), "above 0"),
    "--last-rate": (("-1", "inf"), "above 0"),
    "--rounds": (("0", "-1", "1.5"), "1 or more"),
    "--threads": (("0", "2000"), "1 to 1024"),
    "--search": (("-1",), "0 to 10000"),
    "--seed": (("-1", "x"), "0 or more"),
}


def wrong_numbers_are_refused_in_a_line():
    for option, (numbers, which) in WRONG.items():
        for wrong in numbers:
            said = train("run.ck", f"{option}={wrong}", code=2)
            expected = f"jaipur-train: {option}: must be {which}, not {wrong}\nRun jaipur-train --help for usage.\n"
            assert said == expected, (expected, said)


def wrong_words_are_named_as_typed():
    assert train("run.ck", "--minuts", "3", code=2).startswith("jaipur-train: unexpected: --minuts 3\n")


if __name__ == "__main__":
    TRAIN = sys.argv[1]
    for test in (a_run_leaves_weights, wrong_numbers_are_refused_in_a_line, wrong_words_are_named_as_typed):
        test()
        print(f"ok: {test.__name__}")
