"""Runs a program of the bots as people start it."""

import subprocess


def output(program, *words, code=0):
    """What it says, on both outputs, once it has ended with this exit code."""
    run = subprocess.run([program, *words], capture_output=True, text=True, timeout=120)
    assert run.returncode == code, (words, run)
    return run.stdout + run.stderr
