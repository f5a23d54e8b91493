#!/usr/bin/python3
"""P7: the disk is full. The data directory is on a file system of a few megabytes, which the test fills and frees during play.

While full, requests that need storage get `storage_full` and change nothing; reading, resuming, pinging, watching and replays work, and
nobody is disconnected. Once freed, play continues without a restart. SIGTERM on a full disk ends cleanly and loses nothing.
"""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter

from client import Client
from durable_server import DurableServer
from http_get import http_get
from report import print_tally, run_seeded
from steady_match import SteadyMatch
from steady_seat import Refused
from syscalls_test import some_moves
from world_values import must

SIZE = "8m"
ROOMS = 6


@contextlib.contextmanager
def small_disk(size=SIZE):
    """Mounts a private tmpfs: (its path, None), or (None, why it can't)."""
    point = tempfile.mkdtemp(prefix="jaipur-small-")
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", point], capture_output=True, text=True
    )
    if done.returncode:
        os.rmdir(point)
        yield None, f"this machine can't mount a small file system ({' '.join(done.stderr.split())})"
        return
    try:
        yield pathlib.Path(point), None
    finally:
        subprocess.run(["umount", "-l", point], check=True)
        os.rmdir(point)


class Filler:
    def __init__(self, disk):
        self.file = disk / "filler"

    def fill(self):
        """Fills it to the last byte."""
        with open(self.file, "ab", buffering=0) as file:
            for size in (65536, 4096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(size))
        must(os.statvfs(self.file).f_bavail == 0, "the disk is not full")

    def free(self):
        self.file.unlink()


async def all_of(coroutines):
    """Runs all of them to the end before raising the first fault, so that nothing continues in the background."""
    for result in await asyncio.gather(*coroutines, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


async def fill_for_good(filler, rooms, tally):
    """The server has some space left, in its files and in reserve. So this continues until every room was refused twice in a row."""
    for _ in range(40):
        filler.fill()
        stored = tally["acknowledged"]
        await all_of(write_until_full(room, tally) for room in rooms)
        if tally["acknowledged"] == stored:
            return
    raise AssertionError("the disk is full, but the server never refuses")


async def write_until_full(room, tally):
    """Legal moves until one is refused: the files themselves may have some space left."""
    for _ in range(3000):
        try:
            await some_moves(room, 1)
        except Refused as refused:
            must(refused.code == "storage_full", str(refused))
            tally["storage_full"] += 1
            return
    raise AssertionError("the disk is full, but everything was stored")


async def chat_until_full(filler, room, player, tally):
    """Sometimes the server regains space by cleaning up; what it acknowledges then must last like anything else."""
    for _ in range(400):
        filler.fill()
        room.lines += 1
        try:
            await room.chat(player.index, f"line {room.lines} of {room.label}")
            tally["chat: ok"] += 1
        except Refused as refused:
            must(refused.code == "storage_full", str(refused))
            tally["chat: storage_full"] += 1
            return
    raise AssertionError("the disk is full, but chat still works")


async def create_until_full(server, filler, tally):
    guest = await Client.connect(server.ws, label="guest")
    for _ in range(400):
        filler.fill()
        reply = await guest.request("create_room", name="Late")
        if not reply.ok:
            must(reply.code == "storage_full", f"create_room on a full disk: {reply}")
            tally["create_room: storage_full"] += 1
            return guest
        await guest.close()
        guest = await Client.connect(server.ws, label="guest")
    raise AssertionError("the disk is full, but rooms can be created")


async def while_full(server, filler, rooms, finished, tally):
    await fill_for_good(filler, rooms, tally)
    clients = [player.client for room in rooms for player in room.players]
    for room in rooms:
        for player in room.players:
            await player.client.ok("ping")
            await chat_until_full(filler, room, player, tally)
        await room.check_room()
        await room.check_spectator()
    guest = await create_until_full(server, filler, tally)
    listed = await guest.ok("list_rooms")
    must(any(entry["room"] == rooms[0].code for entry in listed["rooms"]), f"list_rooms: {listed}")
    await guest.close()
    status, _, body = await http_get(server.port, f"/replays/{finished.match.id}")
    must(status == 200 and json.loads(body)["match"] == finished.match.id, f"replay on a full disk: {status}")
    must((await http_get(server.port, "/healthz"))[0] == 200, "healthz")
    must(all(client.close_code is None for client in clients), "somebody was disconnected")
    for room in rooms:  # after resuming, the view must be the model's
        await room.lost(room.players[0])
        await room.connection(0)
    tally["resumed while full"] += len(rooms)


async def test(arguments, tests):
    tally = Counter()
    with small_disk() as (disk, why_none):
        if disk is None:
            tests.cannot_show("P7", "full disk", why_none)
            return
        filler = Filler(disk)
        async with DurableServer(arguments.server, name="full", data=disk / "data") as server:
            rooms = [SteadyMatch(server, random.Random(arguments.seed + i), f"room {i}", tally) for i in range(ROOMS)]
            await server.start()
            finished = SteadyMatch(server, random.Random(arguments.seed), "finished", tally)
            await finished.open({"seals": 1})
            await finished.play_match([True, False])
            for room in rooms:
                await room.open({"seals": 3, "public": True})
            await all_of(some_moves(room, 5) for room in rooms)
            for fill in range(arguments.fills):
                await tests.attempt(f"full, time {fill}", while_full(server, filler, rooms, finished, tally))
                filler.free()
                resumed = tally["resumed"]
                await tests.attempt("play goes on", all_of(some_moves(room, 20) for room in rooms))
                tests.check(tally["resumed"] == resumed and server.starts == 1, "a connection or the server was lost")
            await tests.attempt("full again", fill_for_good(filler, rooms, tally))
            status, seconds = await server.stop()
            tests.check(status == 0, f"SIGTERM while full: status {status} after {seconds:.1f} s")
            filler.free()
            await server.start()
            await tests.attempt("after a restart", all_of(some_moves(room, 10) for room in rooms))
            for room in [finished, *rooms]:
                await tests.attempt("nothing is lost", room.check_room())
                await tests.attempt("nothing said is lost", room.check_chat())
                await room.close()
            await server.stop()
            server.failed = tests.failed > 0
        tests.shows(
            "P7",
            "full disk",
            (
                f"filled {arguments.fills} times, {tally['storage_full']:,} refused,"
                f" {tally['acknowledged']:,} acknowledged"
            ),
        )
        tests.check(
            tally["storage_full"] >= ROOMS * (arguments.fills + 1), f"storage_full only {tally['storage_full']} times"
        )
    print_tally(tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fills", type=int, default=2)
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
