"""Runs asynchronous test cases that share one server: all at once, each with a time limit; prints a line for each failure."""

import argparse
import asyncio
import sys
import time
import traceback

from client import traffic
from server_process import PATIENCE, default_binary, within


class Skipped(Exception):
    """A case raises this, with the reason, if it can't run on this machine."""


class Suite:
    known = []  # all suites of this program

    def __init__(self, description):
        self.description = description
        self.cases = []
        self.skipped = []  # (title, why)
        Suite.known.append(self)

    def case(self, title, *, limit=10 * PATIENCE):
        def register(function):
            self.cases.append((title, function, limit))
            return function

        return register

    async def run(self, context, only="", at_once=12):
        """Returns (passed, failures), both without the skipped cases."""
        gate = asyncio.Semaphore(at_once)
        failures = []
        chosen = [case for case in self.cases if only in case[0]]

        async def one(title, function, limit):
            async with gate:
                begin = time.monotonic()
                try:
                    await within(function(context), limit)
                except Skipped as why:
                    self.skipped.append((title, str(why)))
                except asyncio.TimeoutError:
                    failures.append((title, f"not done within {limit} s\n{traceback.format_exc(limit=-6)}"))
                except Exception:
                    failures.append((title, traceback.format_exc(limit=-6)))
                return title, time.monotonic() - begin

        times = await asyncio.gather(*(one(*case) for case in chosen))
        for title, seconds in times:
            if title in dict(self.skipped):
                print(f"SKIPPED, so this was not shown: {title}: {dict(self.skipped)[title]}")
                continue
            mark = "FAILED" if title in dict(failures) else "passed"
            print(f"{mark} {title} ({seconds:.1f} s)")
        for title, text in failures:
            print(f"\nFAILED {title}\n{text}")
        return len(chosen) - len(failures) - len(self.skipped), failures


def arguments_of(description, *more):
    """`more`: (name, {how}) of options that only this program has. If no title contains the value of --only, the program
    lists the titles and fails: a run of no cases proves nothing."""
    titles = [title for suite in Suite.known for title, _, _ in suite.cases]
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--server", default=default_binary())
    if titles:
        parser.add_argument("--only", default="", help="run only the cases whose titles contain this")
    for name, how in more:
        parser.add_argument(name, **how)
    arguments = parser.parse_args()
    if titles and not any(arguments.only in title for title in titles):
        parser.error("\n  ".join([f"no title contains '{arguments.only}'; these are the cases:", *titles]))
    return arguments


def finish(passed, failed):
    """Prints the last lines of a test program and exits."""
    faults = traffic.report()
    print(f"{passed} passed, {failed + (1 if faults else 0)} failed")
    sys.exit(1 if failed or faults else 0)


def run_program(suite, description, at_once=12):
    """All that a test program does whose cases need nothing but the server's path."""
    arguments = arguments_of(description)
    passed, failures = asyncio.run(suite.run(arguments.server, arguments.only, at_once))
    finish(passed, len(failures))
