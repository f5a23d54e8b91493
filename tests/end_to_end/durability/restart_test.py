#!/usr/bin/python3
"""How long a restart with many running matches takes: from exec to /healthz 200, after a kill and after a clean stop.

Compares a sample of the rooms with its model. The long run demands 2 s for 1,000 rooms.
"""

import argparse
import asyncio
import random
import resource
import sys
import time
from collections import Counter

from client import traffic
from durable_server import DurableServer
from form import by_form
from report import Tests, print_tally
from server_process import default_binary, slowness
from steady_match import SteadyMatch
from syscalls_test import some_moves


async def fill(server, arguments, tally):
    """Opens the rooms, a few at a time, and plays a few moves in each."""
    rooms = [SteadyMatch(server, random.Random(arguments.seed + i), f"room {i}", tally) for i in range(arguments.rooms)]
    gate = asyncio.Semaphore(40)

    async def one(room):
        async with gate:
            await some_moves(room, arguments.moves)
            await room.close()

    await asyncio.gather(*(one(room) for room in rooms))
    return rooms


async def hold(rooms, sample, rng):
    """Both players of a sample reconnect and see what the model says; then they make a move."""
    for room in rng.sample(rooms, min(sample, len(rooms))):
        await some_moves(room, 1)
        await room.check_room()
        await room.close()


async def test(arguments, tests):
    tally = Counter()
    async with DurableServer(arguments.server, name="restart") as server:
        await server.start()
        begin = time.monotonic()
        rooms = await fill(server, arguments, tally)
        print(f"{len(rooms)} rooms of {arguments.moves} moves in {time.monotonic() - begin:.1f} s")
        for end in ("kill", "stop"):
            await (server.kill() if end == "kill" else server.stop())
            size = sum(path.stat().st_size for path in server.data.iterdir())
            await server.start()
            seconds = await server.healthy()
            print(
                f"after a {end}: {seconds:.3f} s from exec to healthz with {len(rooms)} running matches"
                f" ({size >> 10} KiB on disk)"
            )
            tests.check(
                arguments.limit == 0 or seconds < arguments.limit * slowness(arguments.server),
                f"{seconds:.2f} s, limit {arguments.limit} s",
            )
            tests.shows("P3", "restart", f"{len(rooms):,} running matches, after a {end} in {seconds:.2f} s")
            await tests.attempt(f"a sample after a {end}", hold(rooms, arguments.sample, random.Random(arguments.seed)))
        status, _ = await server.stop()
        tests.check(status == 0, f"SIGTERM: {status}")
        server.failed = tests.failed > 0
    print_tally(tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--rooms", type=int, default=by_form(40, 100))
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--limit", type=float, default=0, help="seconds; 0: no limit")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    tests = Tests()
    asyncio.run(test(arguments, tests))
    return tests.finish(traffic.report())


if __name__ == "__main__":
    sys.exit(main())
