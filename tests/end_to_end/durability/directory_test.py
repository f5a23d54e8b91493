#!/usr/bin/python3
"""The data directory: its modes, one server at a time, invalid and newer databases, clocks across a restart.

What the server refuses stays unchanged, byte for byte; the server says why and exits with the matching code.
"""

import asyncio
import hashlib
import os
import pathlib
import random
import signal
import sqlite3
import stat
import sys
import time
from collections import Counter

from cases import Suite, arguments_of
from client import Client, traffic
from durable_server import DurableServer, Ended
from proof import proved
from steady_match import SteadyMatch
from syscalls_test import some_moves

suite = Suite(__doc__)


def contents(data):
    """Hashes of the directory's files, except lock files."""
    files = [path for path in sorted(data.iterdir()) if path.suffix not in (".db-shm", ".lock")]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


async def played(binary, server, moves=12):
    """A directory with a room, after a clean stop; returns the room."""
    await server.start()
    room = SteadyMatch(server, random.Random(5), "room", Counter())
    await some_moves(room, moves)
    await room.close()
    assert (await server.stop())[0] == 0
    return room


async def must_end(server, status, *words):
    try:
        await server.start()
    except Ended as ended:
        assert ended.status == status, f"status {ended.status}, expected {status}: {ended.text}"
        for word in words:
            assert word in ended.text, f"{word!r} is not in its output: {ended.text}"
        return ended.text
    raise AssertionError("the server started")


@suite.case("modes are 0700 and 0600, whatever the umask")
async def modes(binary):
    before = os.umask(0)
    try:
        async with DurableServer(binary, name="modes") as server:
            await server.start()
            await some_moves(room := SteadyMatch(server, random.Random(1), "room", Counter()), 5)
            found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in server.data.iterdir()}
            assert "jaipur.db" in found, found
            assert stat.S_IMODE(server.data.stat().st_mode) == 0o700, oct(server.data.stat().st_mode)
            wrong = {name: oct(mode) for name, mode in found.items() if mode & 0o177}
            assert not wrong, wrong
            await room.close()
            await server.stop()
    finally:
        os.umask(before)


@suite.case("a second server on the same directory is refused with 73, the first is unaffected")
async def second(binary):
    async with DurableServer(binary, name="first") as server, DurableServer(binary, name="second") as other:
        await server.start()
        room = SteadyMatch(server, random.Random(2), "room", Counter())
        await some_moves(room, 6)
        other.data = server.data
        for _ in range(3):
            await must_end(other, 73, str(server.data))
            await some_moves(room, 6)
        await server.kill()
        await server.start()  # no lock is left behind
        await some_moves(room, 6)
        await room.check_room()
        await room.close()
        await server.stop()


@suite.case("anything but a database is refused with 65 and left unchanged")
async def garbage(binary):
    for what in (b"not a database at all\n" * 400, random.Random(3).randbytes(65536), b"x"):
        async with DurableServer(binary, name="garbage") as server:
            server.data.mkdir(mode=0o700)
            (server.data / "jaipur.db").write_bytes(what)
            before = contents(server.data)
            await must_end(server, 65, "jaipur.db")
            assert contents(server.data)["jaipur.db"] == before["jaipur.db"], "it was changed"


@suite.case("another program's database is refused with 65 and left unchanged")
async def foreign(binary):
    async with DurableServer(binary, name="foreign") as server:
        server.data.mkdir(mode=0o700)
        connection = sqlite3.connect(server.data / "jaipur.db")
        connection.execute("CREATE TABLE letters (text)")
        connection.execute("INSERT INTO letters VALUES ('dear all')")
        connection.commit()
        connection.close()
        before = contents(server.data)
        await must_end(server, 65, "jaipur.db")
        assert contents(server.data)["jaipur.db"] == before["jaipur.db"], "it was changed"


@suite.case("a newer schema is refused with 78 and left unchanged")
async def newer(binary):
    async with DurableServer(binary, name="newer") as server:
        await played(binary, server)
        connection = sqlite3.connect(server.data / "jaipur.db")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        assert version >= 1, f"user_version {version}"
        connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.close()
        before = contents(server.data)
        await must_end(server, 78, str(version + 1))
        assert contents(server.data) == before, "it was changed"


@suite.case("a directory that can't be created or written to is refused with 73")
async def unusable(binary):
    async with DurableServer(binary, name="unusable") as server:
        (server.directory / "file").write_bytes(b"")
        server.data = server.directory / "file" / "data"
        await must_end(server, 73, "file")
        server.data = "/proc/jaipur"
        await must_end(server, 73, "/proc/jaipur")


@suite.case("--in-memory writes nothing")
async def in_memory(binary):
    async with DurableServer(binary, name="memory") as server:
        server.command = lambda: [server.binary, "--listen", "127.0.0.1:0", "--in-memory"]
        await server.start()
        room = SteadyMatch(server, random.Random(4), "room", Counter())
        await some_moves(room, 10)
        await room.close()
        await server.stop()
        assert not server.data.exists(), "it created a data directory"


@suite.case("clocks and grace don't run while the server is down")
async def clocks(binary):
    async with DurableServer(binary, name="clocks") as server:
        await server.start()
        room = SteadyMatch(server, random.Random(6), "room", Counter())
        await room.open({"clock": {"initial": 100, "increment": 0}, "grace": 50})
        await some_moves(room, 3)
        await server.kill()
        down = time.monotonic()
        await asyncio.sleep(4)  # this time must not count
        await server.start()
        down = time.monotonic() - down
        client = await Client.connect(server.ws, label="back")
        await client.ok("resume", room=room.code, token=room.players[0].token)
        state = await client.wait_room()
        view = await client.wait_view()
        left = view["clock"]["remaining_ms"]
        spent = 100_000 - min(left)
        up = 1000 * (time.monotonic() - server.began) + 2000
        assert spent < min(up, 1000 * down), f"the clock lost {spent} ms; the server was down for {1000 * down:.0f} ms"
        assert state["players"][1]["claim_in"] > 50_000 - up, f"the grace ran while the server was down: {state}"
        await client.close()
        await room.close()
        await server.stop()


async def times_shown(server, room):
    """(thinking time left of the player to move: on the clock, or for the move in a room without one; absence time left of
    seat 1), in ms, as seat 0 is told when it resumes."""
    await room.lost(room.players[0])
    client = await Client.connect(server.ws, label="looks")
    await client.ok("resume", room=room.code, token=room.players[0].token)
    info, view = await client.wait_room(), await client.wait_view()
    await client.cut()
    clock = view["clock"]
    left = view["move_in"] if clock is None else clock["remaining_ms"][clock["running"]]
    return left, info["players"][1]["claim_in"]


@suite.case("after a restart, clean or not, the clocks stand as when the room last changed")
async def given_back(binary):
    clock, patience = {"clock": {"initial": 100, "increment": 0}}, {"patience": 100}
    for end, times in ((DurableServer.kill, clock), (DurableServer.stop, clock), (DurableServer.kill, patience)):
        async with DurableServer(binary, name="given-back") as server:
            await server.start()
            room = SteadyMatch(server, random.Random(7), "room", Counter())
            await room.open(times | {"grace": 50})
            await some_moves(room, 1)  # the other player's clock hasn't run before
            await room.lost(room.players[1])
            await asyncio.sleep(3)  # to think about the second move
            left, absence = await times_shown(server, room)
            assert left < 97_100 and absence < 47_100, f"{left} and {absence} ms are left after 3 s"
            await end(server)
            await server.start()
            left, absence = await times_shown(server, room)
            up = 1000 * (time.monotonic() - server.began)
            assert 100_000 - up <= left <= 100_000, f"{left} ms are left, {up:.0f} ms after the start"
            assert 50_000 - up <= absence <= 50_000, f"{absence} ms of absence are left, {up:.0f} ms after the start"
            await room.close()
            await server.stop()


def is_stopped(process):
    return pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "T"


async def stopped_for(server, seconds):
    """Returns how long it really was."""
    server.process.send_signal(signal.SIGSTOP)
    while not is_stopped(server.process):
        await asyncio.sleep(0.01)
    begin = time.monotonic()
    await asyncio.sleep(seconds)
    still = time.monotonic() - begin
    server.process.send_signal(signal.SIGCONT)
    return still


@suite.case("a process that is stopped for a while (SIGSTOP) charges nobody, and matches go on")
async def stopped(binary):
    await stop_for_a_while(binary, {"clock": {"initial": 600, "increment": 0}})


@suite.case("a stopped process doesn't charge the time for a move either, in a room without a clock")
async def stopped_in_a_move(binary):
    await stop_for_a_while(binary, {"patience": 600})


async def stop_for_a_while(binary, times):
    async with DurableServer(binary, name="stopped") as server:
        await server.start()
        room = SteadyMatch(server, random.Random(7), "room", Counter())
        await room.open(times | {"grace": 300})
        await some_moves(room, 3)
        await room.lost(room.players[1])
        begin = time.monotonic()
        before = await times_shown(server, room)
        still = await stopped_for(server, 4)
        after = await times_shown(server, room)
        ran = time.monotonic() - begin - still
        for what, was, left in zip(("the thinking time", "the absence time"), before, after):
            lost = (was - left) / 1000
            assert 0 <= lost < ran + 1.05, f"{what} lost {lost:.2f} s; the server ran for {ran:.2f} s"
        await some_moves(room, 3)
        await room.close()
        await server.stop()


@suite.case("a process that was stopped for longer than the silence timeout drops nobody for that")
async def stopped_in_silence(binary):
    options = ("--no-limits", "--silence-timeout=3s", "--ping-interval=500ms")
    async with DurableServer(binary, *options, name="silence") as server:
        await server.start()
        client = await Client.connect(server.ws, label="waits")
        await client.ok("create_room", name="Asha")
        await stopped_for(server, 5)
        await asyncio.sleep(0.5)
        await client.ok("ping")
        await client.cut()
        await server.stop()


def main():
    arguments = arguments_of(__doc__)
    passed, failures = asyncio.run(suite.run(arguments.server, arguments.only, at_once=4))
    failed = len(failures) + bool(traffic.report())
    if not failed and not arguments.only:
        proved("P20", "garbage, foreign, newer", f"{passed} cases")
        proved("P25", "stopped process, restarts", "4 s stopped, a kill and a clean stop")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
