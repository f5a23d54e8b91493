"""Runs cases that need a server built with PostgreSQL, each as `await case(tests, server, rng)`."""

import argparse
import contextlib
import random
import time

from postgres import knows_postgresql, programs
from report import run_seeded
from server_process import eventually


async def more_actions(tally, tasks, count):
    """Returns when there are that many more, or when a room's task has ended."""
    least = tally["actions"] + count
    await eventually(lambda: tally["actions"] >= least or any(task.done() for task in tasks), "no more actions")


async def run(cases, arguments, tests):
    for number, case in enumerate(cases):
        if arguments.only in case.__name__:
            begin = time.monotonic()
            rng = random.Random(arguments.seed * 100 + number)
            fine = await tests.attempt(case.__name__, case(tests, arguments.server, rng))
            print(f"{'passed' if fine else 'FAILED'} {case.__name__} ({time.monotonic() - begin:.0f} s)", flush=True)


def can_store(binary):
    """Whether this machine and this server have PostgreSQL; if not, says so."""
    if programs() and knows_postgresql(binary):
        return True
    print("SKIPPED: this server was built without PostgreSQL, or there is none here: ./jaipur test postgresql")
    return False


def main(description, cases, around=None):
    """`around`: the cases run within this context."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", default="", help="run only the cases whose names contain this")

    async def test(arguments, tests):
        if can_store(arguments.server):
            async with around or contextlib.nullcontext():
                await run(cases, arguments, tests)

    return run_seeded(parser, test)
