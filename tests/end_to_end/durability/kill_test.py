#!/usr/bin/python3
"""P1: kills the server at random moments during play and restarts it on the same directory and port.

A kill happens after a random number of further requests, or while the server starts. Everything that was
acknowledged or shown must be there afterwards, once; in the end every match is finished, proved and compared with its replay.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter

from client import traffic
from durable_server import DurableServer, Ended
from form import by_form
from report import Tests, print_tally
from server_process import default_binary
from steady_match import SteadyMatch


class Kills:
    def __init__(self, server, rng, count, tally):
        self.server = server
        self.rng = rng
        self.left = count
        self.tally = tally
        self.over = False

    async def run(self):
        while self.left > 0:
            await self.server.after_requests(self.rng.randint(1, 400))
            await asyncio.sleep(self.rng.random() * 0.004)
            await self.kill()
            await self.start()
        self.over = True

    async def kill(self):
        status = await self.server.kill()
        assert status == -9, f"the server had already ended: {status}"
        self.left -= 1
        self.tally["kills while playing"] += 1

    async def start(self):
        """Restarts it; kills some of the starts, too."""
        while self.left > 0 and self.rng.random() < 0.15:
            begun = asyncio.create_task(self.server.start())
            done, _ = await asyncio.wait([begun], timeout=self.rng.random() * 0.06)
            if done:
                await begun
                await self.kill()
                continue
            self.server.process and self.server.running and self.server.process.kill()
            try:
                await begun
            except Ended as ended:
                assert ended.status == -9, ended
                self.left -= 1
                self.tally["kills while starting"] += 1
            else:
                await self.server.kill()
        await self.server.start()


async def play(room, kills):
    """Matches and rematches until the last kill; then the last match to its end."""
    while True:
        password = room.rng.choice([None, None, None, "sesam-7f3a"])
        await room.open(room.random_options(), password)
        while True:
            await room.play_match()
            if kills.over or room.rng.random() < 0.4:
                break
            await room.ask_rematch()
        await room.close()
        if kills.over:
            return
        room = type(room)(room.server, room.rng, room.label, room.tally)


async def with_kills(arguments, tests):
    tally = Counter()
    async with DurableServer(arguments.server, name="kill") as server:
        await server.start()
        kills = Kills(server, random.Random(arguments.seed), arguments.kills, tally)
        rooms = [
            SteadyMatch(server, random.Random(arguments.seed * 1000 + i), f"seed {arguments.seed} room {i}", tally)
            for i in range(arguments.rooms)
        ]
        tasks = [asyncio.create_task(kills.run())] + [asyncio.create_task(play(room, kills)) for room in rooms]
        begin = time.monotonic()
        await tests.all_of(tasks, server)
        status, _ = await server.stop()
        tests.check(status == 0, f"SIGTERM after it all: status {status}")
    killed = tally["kills while playing"] + tally["kills while starting"]
    tests.check(killed == arguments.kills, f"{killed} kills, expected {arguments.kills}")
    for need in ("unanswered", "answered when asked again", "resumed", "replays checked", "matches over"):
        tests.check(tally[need] > 0, f"this never happened: {need}")
    for kind in ("act", "ready", "reveal", "rematch", "resign"):
        tests.check(tally[f"unanswered {kind}"] > 0 or arguments.kills < 200, f"no kill ever interrupted a {kind}")
    tests.shows(
        "P1", "kill -9", f"{killed} kills, {arguments.rooms} rooms, {tally['acknowledged']:,} acknowledged, 0 lost"
    )
    print_tally(tally)
    print(f"{killed} kills, {tally['acknowledged']} acknowledged, 0 lost" if not tests.failed else "see above")
    print(f"{time.monotonic() - begin:.1f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--kills", type=int, default=by_form(8, 15))
    parser.add_argument("--rooms", type=int, default=by_form(12, 30))
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    tests = Tests()
    asyncio.run(with_kills(arguments, tests))
    return tests.finish(traffic.report())


if __name__ == "__main__":
    sys.exit(main())
