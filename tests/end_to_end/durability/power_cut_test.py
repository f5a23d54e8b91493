#!/usr/bin/python3
"""P1: power cuts. Records every write and sync of a session (three runs on one directory: stopped, killed, stopped); then rebuilds the
directory as a power cut could have left it at many moments, and starts a server on each.

The same recording shows which oks had been sent by that moment, so nothing depends on clocks.
"""

import argparse
import asyncio
import bisect
import random
import shutil
import sqlite3
import sys
import time
from collections import Counter

from client import traffic
from disk_model import Disk, events, recorded, recording
from durable_server import DurableServer
from recovered import hold_against
from report import Tests, print_tally
from server_process import default_binary
from steady_match import SteadyMatch
from syscalls_test import some_moves
from tracing import whole

HOW = ["none", "torn", "some", "all"]


class Recording:
    def __init__(self, server, seed, rooms, moves):
        self.server = server
        self.tally = Counter()
        self.rooms = [SteadyMatch(server, random.Random(seed + i), f"room {i}", self.tally) for i in range(rooms)]
        self.moves = moves
        self.text = []
        self.facts = {}  # by (run, port of the client, id): in another run, a client may get the same port

    async def make(self):
        for end in ("stop", "kill", "stop"):
            trace = self.server.directory / "trace"
            await self.server.start(*recording(trace))
            await asyncio.gather(*(some_moves(room, self.moves) for room in self.rooms))
            if end == "stop":
                status, _ = await self.server.stop(60)
                assert status == 0, f"SIGTERM: {status}"
            else:
                await self.server.kill()
            self.facts |= {(len(self.text), *answer): fact for answer, fact in self.server.facts.items()}
            self.server.facts.clear()
            self.text.append(recorded(await whole(trace, 60)))
            trace.unlink()
        for room in self.rooms:
            await room.close()

    def events(self):
        """All runs' events; positions continue from one run to the next."""
        begin = 0
        for run, text in enumerate(self.text):
            for kind, position, what in events(text):
                if kind == "sync":
                    what = (what[0], begin + what[1])
                elif kind == "ok":
                    what = (run, *what)
                yield kind, begin + position, what
            begin += text.count("\n") + 1


def images(recording, disk, points, rng):
    """(number, how, image, answered) at this many moments: after every kind of event, mostly with something unsynced."""
    all_events = list(recording.events())
    interesting, previous = [], 0
    probe = Disk(disk.directory)
    for index, (kind, position, what) in enumerate(all_events):
        probe.take(kind, position, what)
        if kind == "ok" or probe.unsynced() > previous:
            interesting.append(index)
        previous = probe.unsynced()
    moments = sorted(rng.choices(interesting, k=points))
    for index, (kind, position, what) in enumerate(all_events):
        disk.take(kind, position, what)
        for number in range(bisect.bisect_left(moments, index), bisect.bisect_right(moments, index)):
            how = HOW[number % len(HOW)]
            yield number, how, disk.image(how, rng), set(disk.answered), disk.unsynced()


def lay_out(image, data):
    if image is None:
        return
    data.mkdir(mode=0o700)
    for name, content in image.items():
        (data / name).write_bytes(content)
        (data / name).chmod(0o600)


async def check_image(binary, what, image, facts, tally):
    async with DurableServer(binary, name=f"power-{what}") as server:
        lay_out(image, server.data)
        shutil.copytree(server.data, server.directory / "image") if image is not None else None
        await server.start()
        assert "acknowledged records are missing" not in server.log_text(), server.log_text()
        tally["acknowledged held"] += await hold_against(server, facts)
        status, _ = await server.stop()
        assert status == 0, f"SIGTERM: {status}"
        connection = sqlite3.connect(server.data / "jaipur.db")
        answer = connection.execute("PRAGMA integrity_check").fetchall()
        connection.close()
        assert answer == [("ok",)], f"corrupt: {answer}"


async def all_points(arguments, tests):
    begin = time.monotonic()
    tally = Counter()
    rng = random.Random(arguments.seed)
    async with DurableServer(arguments.server, name="power-record") as server:
        recording = Recording(server, arguments.seed, arguments.rooms, arguments.moves)
        await recording.make()
        disk = Disk(server.data)
        print(f"recorded in {time.monotonic() - begin:.1f} s: {sum(map(len, recording.text)) >> 20} MB")
        gate = asyncio.Semaphore(4)
        known = recording.facts

        async def one(number, how, image, answered):
            async with gate:
                what = f"--seed {arguments.seed} point {number} {how}"
                facts = [known[answer] for answer in answered if answer in known]
                await tests.attempt(what, check_image(arguments.server, f"{number}-{how}", image, facts, tally))
                tally[f"cuts, {how} of the unsynced kept"] += 1

        tasks = []
        for number, how, image, answered, unsynced in images(recording, disk, arguments.points, rng):
            tally["cuts with something unsynced"] += unsynced > 0
            tally["cuts that took the directory"] += image is None
            tasks.append(asyncio.create_task(one(number, how, image, answered)))
            while sum(not task.done() for task in tasks) > 8:
                await asyncio.wait([task for task in tasks if not task.done()], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(*tasks)
        missing = len([fact for fact in known if fact not in disk.answered])
        tests.check(
            missing < len(known) / 20, f"{missing} of {len(known)} acknowledgements were not found in the recording"
        )
    print(f"events: {disk.counts}")
    print_tally(tally)
    cuts = sum(count for key, count in tally.items() if key.endswith("unsynced kept"))
    tests.check(cuts == arguments.points, f"{cuts} cuts")
    tests.check(tally["cuts with something unsynced"] >= cuts // 3, "too few cuts had anything unsynced")
    tests.check(disk.counts.get("sync", 0) > 0 and disk.counts.get("write", 0) > 0, "nothing was recorded")
    tests.shows("P1", "power cut", f"{cuts} cuts, {len(known):,} acknowledged, 0 lost")
    print(f"{cuts} power cuts, {len(known)} acknowledged in the recording")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--points", type=int, default=15)
    parser.add_argument("--rooms", type=int, default=3)
    parser.add_argument("--moves", type=int, default=12, help="moves per room in each of the three runs")
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
