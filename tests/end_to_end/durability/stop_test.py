#!/usr/bin/python3
"""P18: SIGTERM during matches: 1012 to everybody, exit status 0, and after a restart everybody resumes and plays on.

Only the full run judges the time (--limit 8). The server's own deadline for stopping is an hour, so it can't hide a hang.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter

from client import Client, traffic
from durable_server import DurableServer
from form import by_form
from raw_socket import TEXT, frame_bytes
from report import Tests, print_tally
from server_process import default_binary
from steady_match import SteadyMatch
from syscalls_test import some_moves

NOT_HURRIED = ("--no-limits", "--shutdown-timeout=1h")


class WatchedMatch(SteadyMatch):
    """Records how each connection ended."""

    closed_with = None

    async def end(self, client):
        await super().end(client)
        if self.closed_with is not None:
            self.closed_with[client.close_code] += 1


async def test(arguments, tests):
    tally, codes = Counter(), Counter()
    async with DurableServer(arguments.server, *NOT_HURRIED, name="stop") as server:
        await server.start()
        rooms = [
            WatchedMatch(server, random.Random(arguments.seed * 1000 + i), f"room {i}", tally)
            for i in range(arguments.rooms)
        ]
        await asyncio.gather(*(some_moves(room, 2) for room in rooms))
        clients = [player.client for room in rooms for player in room.players]
        for room in rooms:
            room.closed_with = codes
        playing = [asyncio.create_task(some_moves(room, 30)) for room in rooms]
        await server.after_requests(arguments.rooms * 2)
        status, seconds = await server.stop()
        tests.check(status == 0, f"status {status}")
        tests.check(arguments.limit == 0 or seconds < arguments.limit, f"{seconds:.1f} s, limit {arguments.limit} s")
        ends = [await client.wait_closed() for client in clients]
        others = Counter(ends) - Counter({1012: len(ends)})
        tests.check(not others, f"closed with {dict(Counter(ends))}, expected 1012 for all {len(ends)}")
        unfinished = sum(not task.done() for task in playing)
        tests.check(unfinished > arguments.rooms // 2, f"only {unfinished} rooms were playing when it was stopped")
        await server.start()
        await tests.all_of(playing, server)
        for room in rooms:
            await room.check_room()
            await room.close()
        await server.stop()
    tests.check(tally["resumed"] >= 2 * unfinished, f"{tally['resumed']} resumed")
    print_tally(tally)
    tests.shows("P18", "SIGTERM", f"{unfinished} running matches, {len(ends)} connections closed, {seconds:.2f} s")
    print(f"{len(ends)} connections closed with {dict(Counter(ends))}, stopped in {seconds:.2f} s")


async def stopped_in_a_frame(binary, tests):
    """A client in the middle of a frame answers the close as every peer does, so the server reads the answer as part of the frame."""
    async with DurableServer(binary, *NOT_HURRIED, name="mid") as server:
        await server.start()
        client = await Client.connect(server.ws, label="mid")
        client.socket.transport.write(frame_bytes(TEXT, b'{"type":"ping","id":1}')[:9])
        await asyncio.sleep(0.05)  # so that the server reads it separately
        status, seconds = await server.stop()
        tests.check(status == 0, f"a client within a frame: status {status} after {seconds:.1f} s")
        tests.check(await client.wait_closed() == 1012, f"closed with {client.close_code}")


async def replaced_in_a_frame(binary, tests):
    """A connection that is replaced in the middle of a frame must not keep the server from stopping."""
    async with DurableServer(binary, *NOT_HURRIED, name="half") as server:
        await server.start()
        room = SteadyMatch(server, random.Random(1), "half", Counter())
        await some_moves(room, 3)
        old = await room.connection(0)
        frame = frame_bytes(TEXT, b'{"type":"ping","id":1}')
        old.socket.transport.write(frame[:9])
        await asyncio.sleep(0.05)  # so that the server reads it separately
        room.players[0].client = None
        await room.connection(0)
        tests.check(await old.wait_closed() == 4001, f"replaced, closed with {old.close_code}")
        await old.cut()
        await room.close()
        status, seconds = await server.stop()
        tests.check(status == 0, f"a connection replaced within a frame: status {status} after {seconds:.1f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--rooms", type=int, default=by_form(60, 200))
    parser.add_argument("--limit", type=float, default=0, help="seconds that stopping may take; 0: no limit")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    begin = time.monotonic()
    tests = Tests()
    asyncio.run(test(arguments, tests))
    asyncio.run(stopped_in_a_frame(arguments.server, tests))
    asyncio.run(replaced_in_a_frame(arguments.server, tests))
    print(f"{time.monotonic() - begin:.1f} s")
    return tests.finish(traffic.report())


if __name__ == "__main__":
    sys.exit(main())
