#!/usr/bin/python3
"""The trainer's command line: a short run, and what it refuses.

usage: train_command_test.py JAIPUR_TRAIN"""

import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

from command import output

FRACTIONS = ("--minutes", "--trace", "--exploration", "--rate", "--last-rate")


def train(*words, code=0):
    return output(TRAIN, *words, code=code)


def a_run_leaves_weights():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = pathlib.Path(folder) / "run.ck"
        train(str(checkpoint), "--rounds", "1", "--threads", "1", *(f"{each}=0.5" for each in FRACTIONS))
        assert checkpoint.exists() and checkpoint.with_suffix(".bin").exists()


def a_run_says_where_it_begins_and_ends():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = pathlib.Path(folder) / "run.ck"
        words = [str(checkpoint), "--threads", "1"]
        said = train(*words, "--rounds", "256")
        assert said.startswith("A new run, from random weights. "), said
        assert said.endswith(f"\nSaved {checkpoint} at 256 rounds; a larger --rounds continues it.\n"), said
        said = train(*words, "--minutes", "0.0001", "--seed", "2", "--from", "unused.bin")
        assert said.startswith(f"Going on from {checkpoint} at 256 rounds; --from is only for new runs. "), said
        assert ",   0 min left;" in said, said
        assert said.endswith(f"\nSaved {checkpoint} at 512 rounds; the same command goes on from there.\n"), said
        assert "has played all its rounds" in train(*words, "--rounds", "256")
        new = pathlib.Path(folder) / "new.ck"
        said = train(str(new), "--threads", "1", "--rounds", "1", "--from", str(checkpoint))
        assert said.startswith(f"A new run, from {checkpoint}. "), said


def an_interrupted_run_says_that_it_is_saved():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = pathlib.Path(folder) / "run.ck"
        with subprocess.Popen([TRAIN, checkpoint, "--threads", "1"], stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout.readline().startswith("A new run")
            run.send_signal(signal.SIGINT)
            said = run.communicate(timeout=120)[0]
        assert f"Saved {checkpoint} at " in said and checkpoint.exists(), said


def a_full_disk_shows_at_once_and_costs_nothing():
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = pathlib.Path(folder) / "run.ck"
        words = [TRAIN, str(checkpoint), "--threads", "1", "--rounds"]
        train(*words[1:], "256")
        before = checkpoint.read_bytes()
        largest = len(before) - 1
        run = subprocess.run(
            [*words, "512"],
            capture_output=True,
            text=True,
            timeout=120,
            restore_signals=False,  # Python ignores SIGXFSZ, so a write fails instead
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest)),
        )
        assert run.returncode == 1 and not run.stdout, run
        assert run.stderr == f"jaipur-train: {checkpoint}: can't write it: File too large\n", run.stderr
        assert checkpoint.read_bytes() == before
        assert not list(pathlib.Path(folder).glob("*.unfinished"))
        assert "Going on" in train(*words[1:], "512")


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
    for test in (
        a_run_leaves_weights,
        a_run_says_where_it_begins_and_ends,
        an_interrupted_run_says_that_it_is_saved,
        a_full_disk_shows_at_once_and_costs_nothing,
        wrong_numbers_are_refused_in_a_line,
        wrong_words_are_named_as_typed,
    ):
        test()
        print(f"ok: {test.__name__}")
