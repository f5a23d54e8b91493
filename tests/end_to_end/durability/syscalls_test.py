#!/usr/bin/python3
"""P1: kills the server at the N-th writing system call on its data directory, for N throughout start, play and stop.

A first, undisturbed run counts the calls of each phase: `fresh` (a first start), `again` (a start after a kill), `play`,
`stop` (SIGTERM). Then each point is a separate run, with two rooms that must survive.
"""

import argparse
import asyncio
import itertools
import random
import sys
import time
from collections import Counter

from client import traffic
from durable_server import DurableServer, Ended
from report import Tests, print_tally
from server_process import default_binary
from steady_match import SteadyMatch
from tracing import WRITE_CALLS, around, attach, counts, killed_at, whole
from waiting import end

# strace attaches to a running server; without root, that needs core dumps enabled.
OPTIONS = ("--no-limits", "--core-dumps")

ROOMS = 2
MOVES = 10


async def some_moves(room, moves):
    """Plays `moves` more moves, over any number of rounds and matches."""
    while moves > 0:
        if room.code is None:
            await room.open({"seals": 1})
        if room.match.phase == "match_over":
            await room.check_end()
            await room.ask_rematch()
        if room.match.phase == "waiting":
            await room.start_match([True, room.rng.random() < 0.5])
        elif room.match.phase == "round_over":
            await room.next_round()
        before = room.match.ply
        await room.play_round("even", moves)
        moves -= room.match.ply - before


class Scenario:
    def __init__(self, server, seed, tally):
        self.server = server
        self.rooms = [SteadyMatch(server, random.Random(seed + i), f"room {i}", tally) for i in range(ROOMS)]
        self.trace = server.directory / "trace"

    async def play(self, moves=MOVES):
        await asyncio.gather(*(some_moves(room, moves) for room in self.rooms))

    def around(self, calls=WRITE_CALLS, inject=None):
        return around(self.trace, self.server.data, calls, inject)

    async def fresh(self, calls, inject):
        await self.start_and_fall(calls, inject)

    async def again(self, calls, inject):
        await self.server.start()
        await self.play()
        await self.server.kill()
        await self.start_and_fall(calls, inject)

    async def start_and_fall(self, calls, inject):
        """The kill may happen before the server listens, or (counts vary a little) soon after."""
        try:
            await self.server.start(*self.around(calls, inject))
        except Ended:
            return
        await self.play_until_it_falls()

    async def play_phase(self, calls, inject):
        await self.server.start(*self.around(calls, inject))
        await self.play_until_it_falls()

    async def play_until_it_falls(self):
        playing = asyncio.create_task(self.play_on())
        ended = asyncio.create_task(self.server.ended(90))
        await asyncio.wait([playing, ended], return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            ended.cancel()
            await playing
        self.playing = playing

    playing = None

    async def play_on(self):
        starts = self.server.starts
        while self.server.starts == starts:
            await self.play(1)

    async def stop(self, calls, inject):
        await self.server.start(traced=True)
        await self.play()
        tracer = await attach(self.server.process.pid, self.trace, self.server.data, calls, inject)
        self.server.up.clear()
        self.server.process.terminate()
        await self.server.ended(30)
        await tracer.wait()

    async def leave(self):
        if self.playing:
            await end([self.playing])

    async def recover(self):
        """After a restart, everything is there and play continues."""
        await self.server.start()
        if self.playing:
            await self.playing
        await self.play()
        for room in self.rooms:
            await room.check_room()
            await room.close()
        status, _ = await self.server.stop()
        assert status == 0, f"SIGTERM: status {status}"


async def one_point(binary, point, seed, tally):
    """Stops vary by a call or so: if this one had fewer calls, uses the call before."""
    phase, call, number = point
    while not await killed_and_recovered(binary, phase, call, number, seed, tally):
        number -= 1
        assert phase == "stop" and number > 0, f"the kill at {point} didn't happen"
    tally[f"kills in {phase}"] += 1
    tally[f"kills at {call}"] += 1


async def killed_and_recovered(binary, phase, call, number, seed, tally):
    """False if the server stopped cleanly before it reached that call."""
    async with DurableServer(binary, *OPTIONS, name=f"syscall-{phase}-{call}-{number}") as server:
        scenario = Scenario(server, seed, tally)
        harm = {"fresh": scenario.fresh, "again": scenario.again, "play": scenario.play_phase, "stop": scenario.stop}[
            phase
        ]
        try:
            await harm([call], f"{call}:signal=KILL:when={number}")
            text = await whole(scenario.trace)
            killed = bool(server.ends) and server.ends[-1] == -9
            assert killed == killed_at(text, call), f"ended with {server.ends}, but not in {call}: {text[-500:]}"
            assert killed or server.ends == [0], f"the kill didn't happen: {server.ends}"
            await scenario.recover()
            return killed
        finally:
            await scenario.leave()


async def profile(binary, tally):
    """The number of calls in each phase: {phase: {call: count}}."""
    found = {}
    async with DurableServer(binary, *OPTIONS, name="syscall-profile") as server:
        scenario = Scenario(server, 1, tally)
        await server.start(*scenario.around())
        before = counts(scenario.trace.read_text())
        found["fresh"] = before
        await scenario.play(40)
        await server.kill()
        found["play"] = {call: (before.get(call, 0), n) for call, n in counts(await whole(scenario.trace)).items()}
        scenario.trace.unlink()
        await server.start(*scenario.around())
        found["again"] = counts(scenario.trace.read_text())
        await server.kill()
        await whole(scenario.trace)
    async with DurableServer(binary, *OPTIONS, name="syscall-profile-stop") as server:
        scenario = Scenario(server, 2, tally)
        await server.start(traced=True)
        await scenario.play()
        never = "fsync:error=EIO:when=60000"
        tracer = await attach(server.process.pid, scenario.trace, server.data, WRITE_CALLS, never)
        status, _ = await server.stop()
        assert status == 0, f"SIGTERM under strace: {status}"
        await tracer.wait()
        found["stop"] = counts(await whole(scenario.trace))
    return found


def points_of(found, wanted, rng):
    """`wanted` points, spread over phases, then calls, then numbers. In play, includes all of the rare calls."""
    by_phase = []
    for phase in ("fresh", "again", "stop", "play"):
        points = []
        for call, count in sorted(found[phase].items()):
            first, last = (count[0] + 1, count[1]) if phase == "play" else (1, count)
            if phase == "play" and last - first < 3:
                continue
            points += [(phase, call, number) for number in range(first, last + 1)]
        rng.shuffle(points)
        spread = sorted(points, key=lambda point: sum(p[1] == point[1] for p in points[: points.index(point)]))
        by_phase.append(spread)
    chosen = []
    for row in itertools.zip_longest(*by_phase):
        chosen += [point for point in row if point]
    return chosen[:wanted]


async def all_points(arguments, tests):
    tally = Counter()
    rng = random.Random(arguments.seed)
    found = await profile(arguments.server, tally)
    print("calls counted:", {phase: dict(sorted(calls.items())) for phase, calls in found.items()})
    points = points_of(found, arguments.points, rng)
    if arguments.only:
        phase, call, number = arguments.only.split(":")
        points = [(phase, call, int(number))]
    gate = asyncio.Semaphore(arguments.at_once)

    async def guarded(index, point):
        async with gate:
            what = f"--seed {arguments.seed} --only {':'.join(map(str, point))}"
            await tests.attempt(what, one_point(arguments.server, point, arguments.seed + index, tally))

    await asyncio.gather(*(guarded(index, point) for index, point in enumerate(points)))
    killed = sum(count for key, count in tally.items() if key.startswith("kills in"))
    tests.check(
        killed == len(points) >= (1 if arguments.only else arguments.points), f"{killed} kills at {len(points)} points"
    )
    print_tally(tally)
    tests.shows("P1", "kill at system calls", f"{killed} points, {tally['acknowledged']:,} acknowledged, 0 lost")
    print(f"{killed} points, {tally['acknowledged']} acknowledged")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--points", type=int, default=12)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--only", default="", help="PHASE:CALL:NUMBER")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    begin = time.monotonic()
    tests = Tests()
    asyncio.run(all_points(arguments, tests))
    print(f"{time.monotonic() - begin:.1f} s")
    return tests.finish(traffic.report())


if __name__ == "__main__":
    sys.exit(main())
