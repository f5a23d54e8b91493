#!/usr/bin/python3
"""P19: backups of a running server. `backup` every second under load; each one is restored to a new directory and started.

Everything acknowledged before a backup began must be in it, every room exactly as its players know it, and its match must continue.
"""

import argparse
import asyncio
import os
import random
import sqlite3
import stat
import sys
import time
from collections import Counter

from durable_server import DurableServer, run_tool
from recovered import hold_against
from report import print_tally, run_seeded
from server_process import eventually
from steady_match import SteadyMatch
from syscalls_test import some_moves


async def keep_playing(room, until):
    while not until.is_set():
        await some_moves(room, 3)


async def one_backup(server, number, tally):
    """Returns the backup and what was acknowledged before it began."""
    facts = list(server.facts.values())
    begin = time.monotonic()
    file = server.directory / f"backup-{number}"
    status, text = await run_tool(server.binary, "backup", file, "--data", server.data)
    assert status == 0, f"backup: {status} {text}"
    tally["milliseconds of backups"] += int(1000 * (time.monotonic() - begin))
    mode = stat.S_IMODE(os.stat(file).st_mode)
    assert mode == 0o600, f"a backup with mode {mode:o}"
    return file, facts


async def check_backup(binary, file, facts, tally):
    async with DurableServer(binary, name="restored") as restored:
        status, text = await run_tool(binary, "restore", file, "--data", restored.data)
        assert status == 0, f"restore: {status} {text}"
        connection = sqlite3.connect(f"file:{restored.data}/jaipur.db?mode=ro", uri=True)
        answer = connection.execute("PRAGMA integrity_check").fetchall()
        connection.close()
        assert answer == [("ok",)], f"integrity_check: {answer}"
        await restored.start()
        tally["acknowledged held"] += await hold_against(restored, facts)
        status, _ = await restored.stop()
        assert status == 0, f"SIGTERM: {status}"
    tally["backups restored"] += 1


async def refusals(server, file, tests):
    """What backup and restore refuse: overwriting, and files that aren't backups."""
    before = file.read_bytes()
    status, text = await run_tool(server.binary, "backup", file, "--data", server.data)
    tests.check(status != 0 and file.read_bytes() == before, f"backup over an older one: {status} {text}")
    status, text = await run_tool(server.binary, "restore", file, "--data", server.data)
    tests.check(status == 73, f"restore to a directory in use: {status}, expected 73: {text}")
    garbage = server.directory / "garbage"
    garbage.write_bytes(random.Random(1).randbytes(20000))
    target = server.directory / "from-garbage"
    status, text = await run_tool(server.binary, "restore", garbage, "--data", target)
    tests.check(status == 65, f"restore of garbage: {status}, expected 65: {text}")
    tests.check(not (target / "jaipur.db").exists(), "restore of garbage left a database")
    status, text = await run_tool(server.binary, "restore", server.directory / "none", "--data", target)
    tests.check(status != 0, f"restore of nothing: {status} {text}")
    status, text = await run_tool(server.binary, "backup", server.directory / "no" / "where", "--data", server.data)
    tests.check(status in (73, 74), f"backup to a missing directory: {status} {text}")


async def test(arguments, tests):
    tally = Counter()
    async with DurableServer(arguments.server, name="backup") as server:
        await server.start()
        rooms = [
            SteadyMatch(server, random.Random(arguments.seed + i), f"room {i}", tally) for i in range(arguments.rooms)
        ]
        over = asyncio.Event()
        playing = [asyncio.create_task(keep_playing(room, over)) for room in rooms]
        await server.after_requests(arguments.rooms * 6)
        backups = []
        for number in range(arguments.backups):
            begin = time.monotonic()
            await tests.attempt(f"backup {number}", add(backups, one_backup(server, number, tally)))
            await asyncio.sleep(max(0, arguments.every - (time.monotonic() - begin)))
            known = len(server.facts)
            await eventually(lambda: len(server.facts) > known, "nothing is played")
        over.set()
        await tests.all_of(playing, server)
        for number, (file, facts) in enumerate(backups):
            await tests.attempt(f"backup {number} restored", check_backup(arguments.server, file, facts, tally))
        sizes = [len(facts) for _, facts in backups]
        tests.check(
            sizes and sizes[0] > 0 and sizes == sorted(set(sizes)), f"nothing was played between backups: {sizes}"
        )
        if backups:
            await refusals(server, backups[0][0], tests)
        for room in rooms:
            await room.check_room()
            await room.close()
        status, _ = await server.stop()
        tests.check(status == 0, f"SIGTERM: {status}")
        server.failed = tests.failed > 0
    tests.shows(
        "P19",
        "backups under load",
        f"{tally['backups restored']} restored, {tally['acknowledged held']:,} acknowledged held",
    )
    print_tally(tally)


async def add(backups, coroutine):
    backups.append(await coroutine)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backups", type=int, default=3)
    parser.add_argument("--every", type=float, default=1.0, help="seconds")
    parser.add_argument("--rooms", type=int, default=15)
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
