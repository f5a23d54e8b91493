#!/usr/bin/python3
"""P9: a hostile client delays nobody. 25 rooms play among attackers of every kind.

The short form counts: whatever the attackers do, every room makes its next moves, and each attacker is refused something. In full (--long) it
measures, one kind at a time: 99 of 100 moves reach the opponent within 50 ms of the time just before and just after, and
each connection of the attacker is refused or closed within 10 s. It retries a kind with too long a delay, a bounded number of times.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import pathlib
import sys
import time

from attackers import KINDS
from client import Client
from playing_rooms import Room
from proof import proved
from server_process import PATIENCE, Server, default_binary, within

MOVES = 2  # of each room while an attack goes on
ALLOWED_MS = 50
REFUSED_WITHIN = 10
ATTACK, QUIET = 8, 5  # seconds, where times are measured
# Kinds that a timer ends: the seconds after which it must have fired. The others are refused at once.
TIMERS = {"slow_handshakes": "upgrade", "fragments": "message", "reader_of_nothing": "closing"}


class Samples:
    """Collects the rooms' measurements for whatever is being measured now."""

    def __init__(self):
        self.now = []

    def append(self, seconds):
        self.now.append(seconds)

    async def during(self, what):
        self.now = taken = []
        result = await what
        return sorted(taken), result


def p99_ms(samples):
    return samples[min(len(samples) - 1, int(len(samples) * 0.99))] * 1000


last_address = itertools.count(1)


async def attack(kind, port, seconds, room, meanwhile=None):
    """The attacker's report. Each attacker has its own address, so that earlier ones don't use up its limits.
    It continues until the coroutine `meanwhile` is done."""
    address = f"203.0.113.{next(last_address)}"
    program = pathlib.Path(__file__).with_name("attackers.py")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        program,
        *[kind, str(port), str(seconds), address, room],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        if meanwhile:
            await meanwhile
    finally:
        out, _ = await within(process.communicate(b""), seconds + 2 * PATIENCE)
    assert process.returncode == 0, f"{kind}: the attacker ended with {process.returncode}"
    return json.loads(out)


def was_one(report):
    if not report["is_one"]:
        yield f"not an attack: {report['connections']} connections, {report['bytes']} bytes, refused {report['refusals']}"


def faults_of(report, delay):
    yield from was_one(report)
    if report["longest_unrefused"] > REFUSED_WITHIN + 1:
        yield f"one of its connections was tolerated for {report['longest_unrefused']:.1f} s"
    if delay > ALLOWED_MS:
        yield f"it delayed the others by {delay:.0f} ms"


class Test:
    def __init__(self, arguments, server, rooms, samples, targets):
        self.arguments = arguments
        self.server = server
        self.rooms = rooms
        self.samples = samples
        self.targets = targets

    def attack(self, kind, seconds, meanwhile=None):
        return attack(kind, self.server.port, seconds, self.targets.get(kind, "222222"), meanwhile)

    async def every_room_moves(self):
        until, before = time.monotonic() + PATIENCE, [room.moves for room in self.rooms]
        while stuck := sum(room.moves < moves + MOVES for room, moves in zip(self.rooms, before)):
            assert time.monotonic() < until, f"in {stuck} of {len(self.rooms)} rooms nobody could move"
            await asyncio.sleep(0.05)

    async def counted(self, kinds):
        """How many of the kinds didn't amount to an attack, or stopped somebody. Runs four at a time."""
        gate = asyncio.Semaphore(4)

        async def one(kind):
            async with gate:
                try:
                    report = await self.attack(kind, 2, self.every_room_moves())
                    faults = list(was_one(report))
                except AssertionError as fault:
                    report, faults = {}, [str(fault)]
            print(f"{'FAILED' if faults else 'passed'} {kind}: {'; '.join(faults)} {report}")
            return bool(faults)

        return sum(await asyncio.gather(*(one(kind) for kind in kinds)))

    async def quiet(self):
        samples, _ = await self.samples.during(asyncio.sleep(QUIET))
        return samples

    def seconds(self, kind):
        return max(ATTACK, {"upgrade": 5, "message": 10, "closing": 4}[TIMERS[kind]] + 1.5 if kind in TIMERS else 0)

    async def once(self, kind, before):
        """Returns (faults, the quiet samples after it)."""
        during, report = await self.samples.during(self.attack(kind, self.seconds(kind)))
        after = await self.quiet()
        usual = max(p99_ms(before), p99_ms(after))
        faults = list(faults_of(report, p99_ms(during) - usual))
        print(
            f"{kind}: 99 of 100 moves within {p99_ms(during):.1f} ms ({len(during)} moves), before"
            f" {p99_ms(before):.1f}, after {p99_ms(after):.1f}; {report['connections']} connections,"
            f" {report['bytes']:,} bytes, refused first after {report['first_refusal'] or -1:.2f} s, last after"
            f" {report['longest_unrefused']:.2f} s: {report['refusals']}"
        )
        return faults, after

    async def timed(self, chosen):
        before = await self.quiet()
        failed = 0
        for kind in chosen:
            for attempt in range(self.arguments.tries):
                faults, before = await self.once(kind, before)
                if not faults:
                    break
                print(f"  try {attempt + 1}: {'; '.join(faults)}")
            else:
                failed += 1
                print(f"FAILED {kind}: {'; '.join(faults)}")
        return failed


async def targets(server, rooms):
    """The attackers' targets: a room in play, and one with a password."""
    client = await Client.connect(server.ws, label="host")
    locked = await client.ok("create_room", name="Host", options={"password": "sesame"})
    return client, {"spectators": rooms[0].code, "guessing": locked["room"]}


async def open_rooms(server, arguments, samples):
    rooms = [Room(number, samples) for number in range(arguments.rooms)]
    for room in rooms:
        await room.open(server.port)
    return rooms


async def run(arguments):
    samples = Samples()
    timers = [] if arguments.long else ["--upgrade-timeout", "3s", "--message-timeout", "4s"]
    async with Server(
        arguments.server, "--trusted-proxy", "127.0.0.1", *timers, *arguments.option, name="delay"
    ) as server:
        rooms = await open_rooms(server, arguments, samples)
        host, where = await targets(server, rooms)
        playing = [asyncio.create_task(room.play(arguments.pause)) for room in rooms]
        test = Test(arguments, server, rooms, samples, where)
        chosen = [kind for kind in KINDS if arguments.only in kind]
        failed = await (test.timed(chosen) if arguments.long else test.counted(chosen))
        stopped = [task.exception() for task in playing if task.done()]
        for fault in stopped:
            print(f"FAILED one of those who played: {type(fault).__name__} {fault}")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await host.close()
        server.failed = failed > 0 or bool(stopped)
    return len(chosen), failed, len(stopped)


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--only", default="", help="run only the kinds whose names contain this")
    parser.add_argument("--long", action="store_true", help="measure times, with the server's own timeouts")
    parser.add_argument("--rooms", type=int, default=25)
    parser.add_argument("--pause", type=float, default=0.3, help="mean seconds between two moves of a room")
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument(
        "--option", action="append", default=[], help="pass an option to the server, such as --option=--no-limits"
    )
    arguments = parser.parse_args()
    if not any(arguments.only in kind for kind in KINDS):
        parser.error("\n  ".join([f"no kind's name contains '{arguments.only}'; these are the kinds:", *KINDS]))
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    kinds, failed, stopped = await run(arguments)
    good = kinds - failed
    if not failed and not stopped and not arguments.only:
        proved("P9", "hostile among players", f"{kinds} kinds of attackers among {2 * arguments.rooms} players")
    print(f"{good} passed, {failed + stopped} failed")
    return 1 if failed or stopped else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
