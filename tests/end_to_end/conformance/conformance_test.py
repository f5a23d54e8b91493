#!/usr/bin/python3
"""P17: the cases of the Autobahn test suite (0.8), by number, against our transport and against the game server itself.

Each case ends OK, NON-STRICT (allowed by the RFC; `early`: the server failed the connection before sending something expected; `late`: it failed it
later than possible) or FAILED. Numbers that begin with 0 are beyond the suite. targets.py says what to expect from which server.
"""

import argparse
import asyncio
import os
import pathlib
import sys
import time
from collections import Counter

import closing_cases
import framing_cases
import large_cases
import utf8_cases
from case import Fails, WeClose
from proof import proved
from server_process import Server, default_binary, within
from targets import Chat, Echo, Game
from tester import ServerFault, Tester, brief

LIMIT = 4096
QUICK = {"most": 2**20, "count": 5}
FULL = {"most": 2**24, "count": 1000}


def all_cases(size):
    yield from small_cases()
    yield from large_cases.cases(**size)


def small_cases():
    for module in (framing_cases, utf8_cases, closing_cases):
        yield from module.cases()


def judged(due, spoken, late):
    """OK, NON-STRICT or FAILED, and why."""
    *said, last = spoken or [("nothing", None)]
    if last[0] != "close":
        return "FAILED", "no close frame"
    if (
        isinstance(due.end, WeClose)
        and last[1] != 1000
        or not isinstance(due.end, WeClose)
        and last[1] not in due.end.codes
    ):
        return "FAILED", f"closed with {last[1]}"
    if not due.in_order:
        said, wanted = sorted(said, key=lambda e: e[0]), sorted(due.spoken, key=lambda e: e[0])
    else:
        wanted = due.spoken
    if said == wanted or due.optional and said == wanted[: len(said)]:
        return ("NON-STRICT", "late") if late else ("OK", "")
    if isinstance(due.end, Fails) and said == wanted[: len(said)]:
        return "NON-STRICT", "early"
    return "FAILED", f"sent {brief(said)}; expected {brief(wanted)}"


async def run_case(target, case):
    due = target.due(case)
    tester = await Tester.connect(target.port, case.offer)
    try:
        await target.prepare(tester)
        await tester.play(due.steps, case.chop)
        if isinstance(due.end, WeClose):
            await tester.until_spoken(len(due.spoken))
            await tester.say_goodbye()
        spoken = await tester.finish()
    except ServerFault as fault:
        return "FAILED", str(fault)
    return judged(due, target.said(spoken), tester.late)


def runs_of(cases, only, targets, numbers):
    """(target, case) of every run; creates each case on demand. Cases that count messages run against a game server without request limits."""
    echo, game, unlimited, chat = targets
    for case in cases:
        if not case.number.startswith(only):
            continue
        assert case.number not in numbers, f"{case.number} twice"
        numbers.append(case.number)
        yield echo, case
        yield (unlimited if case.group in (9, 12, 13) else game), case
        if chat.suits(case):
            yield chat, case


async def all_runs(runs, at_once, verbose, tally):
    failures = []

    async def work():
        for target, case in runs:
            begin = time.monotonic()
            try:
                verdict, why = await within(run_case(target, case), 120)
            except (asyncio.TimeoutError, OSError, AssertionError) as error:
                verdict, why = "FAILED", f"{type(error).__name__} {error}"
            tally[f"{verdict} {why}" if verdict == "NON-STRICT" else verdict] += 1
            line = f"{verdict} {target.name} {case.number} {case.title}: {why} ({time.monotonic() - begin:.2f} s)"
            if verdict == "FAILED":
                failures.append(line)
            if verbose or verdict == "NON-STRICT":
                print(line)

    await asyncio.gather(*(work() for _ in range(at_once)))
    return failures


async def test(arguments):
    size = FULL if arguments.full else QUICK
    numbers, tally = [], Counter()
    async with Server(arguments.server, name="conformance") as plain, Server(
        arguments.server, "--no-limits", name="conformance"
    ) as free:
        async with EchoServer(arguments.echo, 16 * 2**20) as echo:
            targets = (
                Echo(echo.port, 16 * 2**20),
                Game(plain.port, LIMIT),
                Game(free.port, LIMIT),
                Chat(plain.port, LIMIT),
            )
            small = runs_of(small_cases(), arguments.only, targets, numbers)
            failures = await all_runs(small, 16, arguments.verbose, tally)
            large = runs_of(large_cases.cases(**size), arguments.only, targets, numbers)
            failures += await all_runs(large, 2, arguments.verbose, tally)
        for server in (plain, free):
            server.failed = bool(failures)
    return numbers, tally, failures


class EchoServer:
    def __init__(self, binary, most):
        self.command = [binary, str(most)]

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(*self.command, stdout=asyncio.subprocess.PIPE)
        line = await within(self.process.stdout.readline())
        self.port = int(line.split(b":")[1])
        return self

    async def __aexit__(self, kind, value, trace):
        ran = self.process.returncode is None
        if ran:
            self.process.terminate()
        status = await within(self.process.wait())
        assert kind or (ran and status == 0), f"the echo server ended with {status}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument(
        "--echo", default=os.environ.get("JAIPUR_ECHO_SERVER"), help="tests_echo_server; default: next to the server"
    )
    parser.add_argument("--full", action="store_true", help="every size, and 1,000 messages as in the suite")
    parser.add_argument("--only", default="", help="the beginning of the numbers to run")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    arguments.echo = arguments.echo or str(pathlib.Path(arguments.server).resolve().parent / "tests_echo_server")
    if not os.access(arguments.echo, os.X_OK):
        print(f"FAILED no echo server at {arguments.echo}; build the target tests_echo_server")
        return 1
    begin = time.monotonic()
    numbers, tally, failures = asyncio.run(test(arguments))
    for line in failures:
        print(line)
    print(f"{len(numbers)} cases, {dict(sorted(tally.items()))}, {time.monotonic() - begin:.1f} s")
    if not failures and not arguments.only:
        assert len(numbers) >= 500
        early, late = tally["NON-STRICT early"], tally["NON-STRICT late"]
        how = (
            f"{tally.total()} runs, {tally['OK']} OK, {early + late} non-strict ({early} early, {late} late), 0 failed"
        )
        proved("P17", "Autobahn's cases", f"{len(numbers)} cases, {how}")
    print(f"{tally.total() - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
