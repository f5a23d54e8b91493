#!/usr/bin/python3
"""P27: damage in the database costs only its room or its replay, and the server still starts. `check` finds it, and
`salvage` copies everything else.

The damage is done to the files of a stopped server. Rooms that the server doesn't report as damaged must be as their
players know them, and their matches must go on.
"""

import argparse
import asyncio
import json
import random
import re
import sqlite3
import sys
from collections import Counter

from client import Client
from durable_server import DurableServer, run_tool
from form import by_form
from http_get import http_get
from report import print_tally, run_seeded
from steady_match import SteadyMatch
from syscalls_test import some_moves

PAGE = 4096
LARGE = 70 * 1024 * 1024  # bytes; of databases above 64 MiB, replays aren't read in full at the start


class DamagedServer(DurableServer):
    """A server with metrics whose database can be damaged while it doesn't run."""

    def __init__(self, binary):
        options = ("--no-limits", "--metrics", "127.0.0.1:0", "--empty-room-dies-after", "1s")
        super().__init__(binary, *options, name="damage")
        self.metrics_port = None

    def heard(self, line):
        if found := re.search(rb"metrics\D*127\.0\.0\.1:(\d+)", line):
            self.metrics_port = int(found.group(1))

    @property
    def database(self):
        return self.data / "jaipur.db"

    def this_run(self):
        """What this run has logged."""
        return self.log_text().rpartition("--- start")[2]

    def logged(self, event):
        lines = [line for line in self.this_run().splitlines() if line.startswith("{")]
        return [line for line in map(json.loads, lines) if line["event"].startswith(event)]

    async def metric(self, name):
        while self.metrics_port is None:
            await asyncio.sleep(0.01)
        _, _, body = await http_get(self.metrics_port, "/metrics")
        return int(re.search(rf"^{name} (\d+)$", body.decode(), re.MULTILINE).group(1))

    async def replay(self, match):
        status, _, body = await http_get(self.port, f"/replays/{match}")
        return status, body

    async def start(self, *prefix, **more):
        self.metrics_port = None
        return await super().start(*prefix, **more)

    async def played(self, seed, tally, moves):
        """Starts it, plays a room for each number of moves, and stops it."""
        await self.start()
        rooms = [SteadyMatch(self, random.Random(seed + i), f"room {i}", tally) for i in range(len(moves))]
        for room, count in zip(rooms, moves):
            await some_moves(room, count)
        for room in rooms:
            await room.close()
        await self.stopped()
        return rooms

    async def stopped(self):
        status, _ = await self.stop()
        assert status == 0, f"SIGTERM: {status}"

    def edit(self, change):
        content = bytearray(self.database.read_bytes())
        change(content)
        self.database.write_bytes(content)

    def lose_page(self, page):
        self.edit(lambda content: content.__setitem__(slice(page * PAGE, (page + 1) * PAGE), bytes(PAGE)))

    def middle_of(self, match):
        """Where the file has the middle of a replay: not in its first page, nor in its last."""
        with sqlite3.connect(self.database) as connection:
            row = connection.execute("SELECT replay FROM replays WHERE match = ?", (bytes.fromhex(match),)).fetchone()
        connection.close()
        text, content = row[0].encode(), self.database.read_bytes()
        for start in range(len(text) // 2, len(text) - 64, 64):
            if content.count(text[start : start + 64]) == 1:  # else it lies in two pages
                return content.index(text[start : start + 64])
        raise AssertionError("the replay isn't in the file")


async def finished_match(server, seed, tally):
    """Plays a match on the running server; returns its id and its replay. The room will be closed: as long as its
    records exist, each start stores its replay again."""
    room = SteadyMatch(server, random.Random(seed), f"finished {seed}", tally)
    await room.open({"seals": 3})
    await room.play_match()
    match = room.fair["match"]
    for seat in (0, 1):
        await room.ask(seat, "leave_room")
    await room.close()
    status, body = await server.replay(match)
    assert status == 200, f"replay {status}"
    return match, body


async def two_replays(server, seed, tally):
    await server.start()
    replays = []
    while len(replays) < 2:
        seed += 1
        match, body = await finished_match(server, seed, tally)
        if len(body) > 4 * PAGE:  # so that its middle is in a page that leads to another one
            replays.append((match, body))
    room = SteadyMatch(server, random.Random(seed), "room", tally)
    await some_moves(room, 12)
    await room.close()
    while await server.metric("jaipur_rooms") > 1:
        await asyncio.sleep(0.1)
    await server.stopped()
    return replays, room


async def hold_replays(server, replays, room, tally):
    """The first is damaged: strangers may ask for it as often as they like."""
    (lost, _), (kept, body) = replays
    for _ in range(3):
        assert (await server.replay(lost))[0] == 404, "a damaged replay is served"
        tally["requests for damaged replays"] += 1
    status, found = await server.replay(kept)
    assert (status, found) == (200, body), f"the other replay: {status}"
    await some_moves(room, 3)
    assert server.running
    assert len(server.logged("a replay is damaged")) == 1, server.this_run()
    assert await server.metric("jaipur_damaged_replays_total") == 3


async def flipped_bit_in_replay(arguments, tally):
    async with DamagedServer(arguments.server) as server:
        replays, room = await two_replays(server, arguments.seed, tally)
        at = server.middle_of(replays[0][0])
        server.edit(lambda content: content.__setitem__(at, content[at] ^ 1))
        for end in (server.kill, server.stopped, server.stopped):
            await server.start()
            await hold_replays(server, replays, room, tally)
            await end()
        status, text = await run_tool(server.binary, "check", "--data", server.data)
        assert status == 65 and f"damaged replay: {replays[0][0]}" in text, f"check: {status} {text}"
        await room.close()


async def lost_page_of_large_database(arguments, tally):
    async with DamagedServer(arguments.server) as server:
        replays, room = await two_replays(server, arguments.seed, tally)
        with sqlite3.connect(server.database) as connection:
            connection.execute("CREATE TABLE filler(bytes)")
            connection.execute("INSERT INTO filler VALUES(zeroblob(?))", (LARGE,))
        connection.close()
        server.lose_page(server.middle_of(replays[0][0]) // PAGE)
        await server.start()
        assert not server.logged("the database was damaged")  # as large as it is, nobody has looked yet
        await hold_replays(server, replays, room, tally)
        await server.kill()
        await server.start()  # the request has led to a complete check
        assert len(server.logged("the database was damaged")) == 1, server.this_run()
        assert await server.metric("jaipur_damaged_databases_total") == 1
        assert [line["match"] for line in server.logged("a replay is damaged")] == [replays[0][0]]
        assert (await server.replay(replays[0][0]))[0] == 404
        assert await server.replay(replays[1][0]) == (200, replays[1][1])
        await some_moves(room, 3)
        await server.stopped()
        await server.start()
        assert not server.logged("the database was damaged"), "it was replaced, but is damaged again"
        await room.close()
        await server.stopped()
        kept = [path.name for path in server.data.iterdir() if "damaged" in path.name]
        assert "jaipur.db.damaged-1" in kept, kept


async def hold_rooms(server, rooms, damaged):
    """Those that were reported are gone; all others are as they were."""
    for room in rooms:
        if room.code in damaged:
            client = await Client.connect(server.ws, label="gone")
            await client.refused("resume", "bad_token", room=room.code, token="0" * 32)
            await client.close()
        else:
            await some_moves(room, 3)
            await room.check_room()
        await room.close()


async def damaged_pages(arguments, tally):
    """One page after the other, the first with a record: lost, or with many flipped bits."""
    async with DamagedServer(arguments.server) as server:
        await server.played(arguments.seed, tally, [60, 25, 10, 5])
        pages = len(server.database.read_bytes()) // PAGE
    rng = random.Random(arguments.seed)
    for number in [None, *rng.sample(range(pages), min(pages, arguments.pages))]:
        async with DamagedServer(arguments.server) as server:
            rooms = await server.played(arguments.seed, tally, [60, 25, 10, 5])
            content = server.database.read_bytes()
            if number is None:
                page = content.rindex(f'"room":"{rooms[0].code}"'.encode()) // PAGE
            else:
                page = min(number, len(content) // PAGE - 1)
            if number is None or rng.random() < 0.5:
                server.lose_page(page)
            else:
                bits = [(page * PAGE + rng.randrange(PAGE), 1 << rng.randrange(8)) for _ in range(400)]
                server.edit(lambda content: [content.__setitem__(at, content[at] ^ bit) for at, bit in bits])
            await server.start()
            damaged = {line["room"] for line in server.logged("a room is damaged")}
            assert await server.metric("jaipur_damaged_rooms_total") == len(damaged)
            tally["damaged pages"] += 1
            tally["rooms damaged"] += len(damaged)
            tally["rooms intact"] += len(rooms) - len(damaged)
            tally["databases replaced"] += len(server.logged("the database was damaged"))
            await hold_rooms(server, rooms, damaged)
            await server.stopped()


async def log_without_its_end(arguments, tally):
    """The log that a kill leaves is cut off, zeroed from there on, or removed."""
    for damage in ("cut", "zeroed", "removed"):
        async with DamagedServer(arguments.server) as server:
            await server.start()
            room = SteadyMatch(server, random.Random(arguments.seed), "room", tally)
            await some_moves(room, 20)
            await room.close()
            await server.kill()
            log = server.data / "jaipur.db-wal"
            content = log.read_bytes()
            half = content[: len(content) // 2]
            if damage == "removed":
                log.unlink()
            else:
                log.write_bytes(half if damage == "cut" else half + bytes(len(content) - len(half)))
            status, text = await run_tool(server.binary, "check", "--data", server.data)
            assert status == 65 and "the log lost its end" in text, f"check: {status} {text}"
            for _ in range(2):  # until another record is stored
                await server.start()
                assert len(server.logged("the log lost its end")) == 1, server.this_run()
                assert await server.metric("jaipur_damaged_logs_total") == 1
                await server.stopped()
            await server.start()
            other = SteadyMatch(server, random.Random(arguments.seed), "other", tally)
            await some_moves(other, 3)
            await other.close()
            await server.kill()
            await server.start()
            assert not server.logged("the log lost its end"), server.this_run()
            await server.stopped()
            assert (await run_tool(server.binary, "check", "--data", server.data))[0] == 0
            tally[f"logs {damage}"] += 1


async def commands(arguments, tally):
    """`backup` and `restore` say what is wrong, `check` finds it, `salvage` gets the rest out."""
    async with DamagedServer(arguments.server) as server, DamagedServer(arguments.server) as other:
        rooms = await server.played(arguments.seed, tally, [40, 20])
        good = server.directory / "good"

        async def tool(*words):
            return await run_tool(server.binary, *words)

        assert (await tool("check", "--data", server.data))[0] == 0
        assert (await tool("backup", good, "--data", server.data))[0] == 0
        with sqlite3.connect(server.database) as connection:
            (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'records'").fetchone()
        connection.close()
        server.lose_page(root - 1)
        status, text = await tool("check", "--data", server.data)
        assert status == 65 and "damaged database" in text, f"check: {status} {text}"
        status, text = await tool("backup", server.directory / "bad", "--data", server.data)
        assert status == 65 and "damaged" in text and "salvage" in text, f"backup: {status} {text}"
        assert not (server.directory / "bad").exists()
        status, text = await tool("restore", server.database, "--data", other.data)
        assert status == 65 and "damaged" in text, f"restore: {status} {text}"
        assert not other.data.exists(), "a failed restore has left something behind"
        half = server.directory / "half"
        half.write_bytes(good.read_bytes()[: -PAGE // 2])
        status, text = await tool("restore", half, "--data", other.data)
        assert status == 65 and "end of the file is missing" in text, f"restore of a truncated file: {status} {text}"
        saved = server.directory / "saved"
        status, text = await tool("salvage", saved, "--data", server.data)
        assert status == 0 and "rooms: 2" in text, f"salvage: {status} {text}"
        status, text = await tool("restore", saved, "--data", other.data)
        assert status == 0, f"restore of what was saved: {status} {text}"
        await other.start()
        for room in rooms:
            room.server = other
        await hold_rooms(other, rooms, set())
        await other.stopped()
        tally["rooms saved"] += len(rooms)


async def test(arguments, tests):
    tally = Counter()
    for case in (flipped_bit_in_replay, lost_page_of_large_database, damaged_pages, log_without_its_end, commands):
        await tests.attempt(case.__name__, case(arguments, tally))
    tests.check(tally["rooms damaged"] > 0 and tally["databases replaced"] > 0, f"too little damage: {tally}")
    tests.shows(
        "P27",
        "the real server",
        f"{tally['damaged pages']} damaged pages, {tally['rooms intact']} rooms intact, {tally['rooms damaged']} reported",
    )
    print_tally(tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=by_form(3, 6))
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
