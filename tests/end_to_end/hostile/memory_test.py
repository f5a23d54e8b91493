#!/usr/bin/python3
"""P8: bounded memory per client. Compares the server's memory (Pss) before and at the worst moment of: a thousand
idle connections, endless headers, non-reading clients with megabytes to receive, and attackers of every kind. Each comes in waves: what
the earlier ones used must suffice for the last, so memory that stays in use is the allocator's reserve and not a leak.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import time

from delay_test import attack
from connection import Connection, request
from proof import proved
from raw_socket import RawSocket
from server_process import PATIENCE, Server, default_binary, sanitized

KIB = 1024
BAD, IDLE = 512 * KIB, 32 * KIB
SLACK = 1024 * KIB  # for the whole process: allocators return pages, not connections
WAVES = 6  # at most
ROOMS = 20  # that an address may leave waiting, each opened by a separate connection
ATTACKERS = {  # how many of each there are, including those whose rooms still exist
    "messages": 1,
    "huge_chat": ROOMS,
    "create_and_leave": ROOMS,
    "resume_storm": 2,
    "fragments": 1,
    "spectators": 150,
}
LINE = request("chat", text="\U0001f600" * 200)
LINE_BYTES = 900  # of its push, at least


@contextlib.asynccontextmanager
async def worst(server, peaks, held=None):
    """Adds the server's memory peak to `peaks`, and its descriptor peak to `held`."""
    peak, most = server.own_bytes(), server.open_descriptors()

    async def watch():
        nonlocal peak, most
        while True:
            peak, most = max(peak, server.own_bytes()), max(most, server.open_descriptors())
            await asyncio.sleep(0.02)

    watching = asyncio.create_task(watch())
    try:
        yield
    finally:
        watching.cancel()
        peaks.append(max(peak, server.own_bytes()))
        if held is not None:
            held.append(most)


async def emptied(server, descriptors):
    """Waits until the server has released all connections."""
    deadline = time.monotonic() + PATIENCE
    while server.open_descriptors() > descriptors and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    assert server.open_descriptors() <= descriptors, f"{server.open_descriptors()} descriptors, {descriptors} before"


class Test:
    def __init__(self, arguments):
        self.arguments = arguments
        self.judges = not sanitized(arguments.server)  # it keeps freed memory, and pads the rest
        self.passed, self.failed, self.told = 0, 0, []

    def server(self, *options):
        return Server(
            self.arguments.server, "--core-dumps", "--in-memory", *options, *self.arguments.option, name="memory"
        )

    @staticmethod
    def grows(before, peaks):
        """How much more the last wave used than any before, and whether that is too much. A leak would use as much as a whole wave again."""
        more = peaks[-1] - max(peaks[:-1])
        return more, more > max(SLACK, (peaks[0] - before) / 2)

    def waves(self, before, peaks):
        """Two, and more as long as each uses more than all before: noise ends, a leak doesn't."""
        while len(peaks) < 2 or (self.grows(before, peaks)[1] and len(peaks) < WAVES):
            yield

    def check(self, what, before, peaks, clients, allowed):
        """KiB per client at the worst moment. `before`: the server's memory before the first wave."""
        used = max(0, max(peaks) - before)
        each = used / clients
        more, leaks = self.grows(before, peaks)
        good = not self.judges or used <= clients * allowed + SLACK and not leaks
        print(
            f"{'passed' if good else 'FAILED'} {what}: {each / KIB:.1f} KiB for each of {clients} at the worst moment,"
            f" {allowed / KIB:.0f} allowed; the last of {len(peaks)} waves took {more / KIB:.0f} KiB more than any"
            " before"
        )
        self.passed, self.failed = self.passed + good, self.failed + (not good)
        return each / KIB

    async def idle(self):
        async with self.server("--silence-timeout", "10min") as server:  # none of them answers a ping
            await close([await RawSocket.connect(server.port) for _ in range(50)])
            before, descriptors, count, peaks = server.own_bytes(), server.open_descriptors(), 1000, []
            for _ in self.waves(before, peaks):
                async with worst(server, peaks):
                    crowd = [await RawSocket.connect(server.port) for _ in range(count)]
                    assert server.open_descriptors() >= count
                    await close(crowd)
                await emptied(server, descriptors)
            each = self.check("idle connections", before, peaks, count, IDLE)
            self.told.append(f"{count} idle at {each:.1f} KiB")

    async def headers(self):
        """Half of them stop below the limit and drip, half send as fast as they can."""
        async with self.server("--upgrade-timeout", "2s") as server:
            await close([await RawSocket.connect(server.port) for _ in range(50)])
            before, descriptors, count, peaks = server.own_bytes(), server.open_descriptors(), 200, []
            for _ in self.waves(before, peaks):
                async with worst(server, peaks):
                    crowd = [await RawSocket.open(server.port) for _ in range(count)]
                    for number, raw in enumerate(crowd):
                        raw.write(
                            b"GET /ws HTTP/1.1\r\nHost: x\r\n" + b"X-More: y\r\n" * (700 if number % 2 else 70_000)
                        )
                    await asyncio.gather(*(drip(raw) for raw in crowd))
                    await close(crowd)
                await emptied(server, descriptors)
            each = self.check("endless headers", before, peaks, count, BAD)
            self.told.append(f"{count} endless headers at {each:.1f}")

    async def readers(self, clients, due, way):
        """Non-reading clients, each with `due` bytes to receive; replaces closed ones at once."""
        async with self.server("--no-limits") as server:
            talker = Connection(server.port, None)
            assert talker.shake()
            code = talker.ask("create_room", name="Talker")["room"]
            others = [Connection(server.port, None) for _ in range(49)]
            for other in others:
                assert other.shake() and other.ask("create_room", name="x" * 20, options={"public": True})
            await say(talker, 2000)
            before, descriptors, peaks, held = server.own_bytes(), server.open_descriptors(), [], []
            for _ in self.waves(before, peaks):
                async with worst(server, peaks, held):
                    sleepers, each = await way(server.port, talker, code, clients, due)
                assert (
                    sleepers >= clients and each >= due
                ), f"{sleepers} sleepers, {each} bytes to receive for each of {clients}"
                await emptied(server, descriptors)
            # New ones come while the server still waits for the last words of those that it closes. A busy machine delays
            # those more.
            there = max(clients, max(held) - descriptors)
            kib = self.check(
                f"non-reading clients ({way.__name__}), {each / 2**20:.1f} MB for each", before, peaks, there, BAD
            )
            self.told.append(
                f"{clients} non-reading clients ({way.__name__}, {clients * each / 2**20:.0f} MB) at {kib:.1f}"
            )

    async def attackers(self):
        async with self.server(
            "--upgrade-timeout", "2s", "--message-timeout", "2s", "--trusted-proxy", "127.0.0.1"
        ) as server:
            host = Connection(server.port, None)
            assert host.shake()
            room = host.ask("create_room", name="Host")["room"]
            for kind, count in ATTACKERS.items():
                before, descriptors, peaks, held = server.own_bytes(), server.open_descriptors(), [], []
                for _ in self.waves(before, peaks):
                    async with worst(server, peaks, held):
                        report = await attack(kind, server.port, self.arguments.seconds, room)
                    await emptied(server, descriptors)
                    host.read()
                # Closed attackers reconnect at once, while their old connections are still being closed.
                clients = max(count, max(held) - descriptors)
                self.check(f"{kind} ({json.dumps(report['refusals'])[:90]})", before, peaks, clients, BAD)
            self.told.append(f"{len(ATTACKERS)} kinds of attackers")
            host.end()


async def close(crowd):
    for raw in crowd:
        raw.abort()
    await asyncio.sleep(0.2)


async def drip(raw):
    feeding = asyncio.create_task(feed(raw))
    await raw.ended()
    feeding.cancel()


async def feed(raw):
    while True:
        raw.write(b"z")
        await asyncio.sleep(0.3)


async def say(talker, lines):
    """Sends this many chat messages, twenty at a time, and receives them."""
    begin = talker.oks["ok"]
    for said in range(0, lines, 20):
        talker.write(LINE * 20)
        while talker.oks["ok"] < begin + said + 20 and talker.open:
            await asyncio.sleep(0.0005)
            talker.read()
        assert talker.open, f"the talker was closed: {talker.refusals}"


def new_sleeper(port):
    connection = Connection(port, None, receive_buffer=4096)
    assert connection.shake()
    return connection


async def by_chat(port, talker, code, clients, due):
    """Chat of others in the room that they watch. Returns (sleepers, bytes for each)."""
    watch, sleepers, said = request("spectate", room=code), [], 0
    there = []
    while said * LINE_BYTES < due:
        there = [connection for connection in there if not is_closed(connection)]
        while len(there) < clients:
            connection = new_sleeper(port)
            connection.write(watch)
            there.append(connection)
            sleepers.append(connection)
        await say(talker, 200)
        said += 200
    for connection in sleepers:
        connection.end()
    return len(sleepers), said * LINE_BYTES


async def by_requests(port, _talker, _code, clients, due):
    """Their own requests: lists of rooms, 5 KB for 30 bytes."""
    asked, sleepers, each = request("list_rooms"), [new_sleeper(port) for _ in range(clients)], due // 5000 + 1
    for connection in sleepers:
        connection.write(asked * each)
    until = time.monotonic() + 4
    while time.monotonic() < until and any(connection.open for connection in sleepers):
        await asyncio.sleep(0.1)
        for connection in sleepers:
            if connection.open:
                connection.write(b"")
    for connection in sleepers:
        connection.end()
    return len(sleepers), each * 5000


def is_closed(connection):
    """Whether the server has hung up. Since earlier data stays unread, only writing shows it."""
    connection.write(request("ping"))
    return not connection.open


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument(
        "--only", default="", choices=["", "idle", "headers", "readers", "attackers"], help="only this part"
    )
    parser.add_argument("--long", action="store_true", help="64 MB for a non-reading client, longer attacks")
    parser.add_argument(
        "--option", action="append", default=[], help="pass an option to the server, such as --option=--outbox-bytes=0"
    )
    arguments = parser.parse_args()
    arguments.seconds = 8 if arguments.long else 1
    test, due = Test(arguments), (64 if arguments.long else 8) * 2**20
    if arguments.only in "idle":
        await test.idle()
    if arguments.only in "headers":
        await test.headers()
    if arguments.only in "readers":
        for clients, each in (
            (4, due),
            (50, due // 50),
        ):  # a single one would show little: allocators work in steps of 256 KiB
            await test.readers(clients, each, by_chat)
            await test.readers(clients, each, by_requests)
    if arguments.only in "attackers":
        await test.attackers()
    if test.judges and not test.failed and not arguments.only:
        proved("P8", "hostile memory", ", ".join(test.told))
    print(
        f"{test.passed} passed,"
        f" {test.failed} failed{'' if test.judges else ': attacks were survived; memory is not judged, most of it is the sanitizer'}"
    )
    return 1 if test.failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
