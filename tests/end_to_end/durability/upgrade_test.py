#!/usr/bin/python3
"""P20: today's server opens the databases of every released schema: everything is as the facts next to them say, and every match can be
played to its end, even with a restart in between. The same holds for what `make_fixture` makes today.
"""

import argparse
import asyncio
import json
import shutil
import sys
import time

import fixture
from client import traffic
from durable_server import DurableServer
from report import Tests
from server_process import ROOT, default_binary, within

GOLDEN = ROOT / "tests" / "golden" / "database"
# Some rooms wait for a player's number, for longer than usual if the machine stalls.
OPTIONS = ("--no-limits", "--reveal-timeout=0")


async def open_copy(binary, folder, facts):
    async with DurableServer(binary, *OPTIONS, name=f"upgrade-{folder.name}") as server:
        server.data.mkdir(mode=0o700)
        shutil.copyfile(folder / "jaipur.db", server.data / "jaipur.db")
        (server.data / "jaipur.db").chmod(0o600)
        for once_more in (False, True):  # the second start opens the upgraded database
            await server.start()
            rooms = [(room, await fixture.hold(server, room)) for room in facts["rooms"]]
            if once_more:
                for room, seats in rooms:
                    if len(seats) == 2:
                        await within(fixture.play_on(server, room, seats), 60)
            for _, seats in rooms:
                await fixture.close(seats)
            status, _ = await server.stop()
            assert status == 0, f"SIGTERM: {status}"


async def made_today(binary):
    async with DurableServer(binary, *OPTIONS, name="today") as server:
        await server.start()
        facts = {"rooms": await fixture.make(server, 7)}
        status, _ = await server.stop()
        assert status == 0, f"SIGTERM: {status}"
        await open_copy(binary, server.data, facts)


async def test(arguments, tests):
    folders = sorted(path.parent for path in GOLDEN.glob("*/facts.json"))
    tests.check(folders, f"no fixture in {GOLDEN}")
    for folder in folders:
        facts = json.loads((folder / "facts.json").read_text(encoding="utf-8"))
        await tests.attempt(f"the database {folder.name}", open_copy(arguments.server, folder, facts))
    await tests.attempt("a database made today", made_today(arguments.server))
    tests.shows("P20", "databases of releases", f"{len(folders)} released")
    print(f"{len(folders)} released databases: {[folder.name for folder in folders]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    arguments = parser.parse_args()
    begin = time.monotonic()
    tests = Tests()
    asyncio.run(test(arguments, tests))
    print(f"{time.monotonic() - begin:.1f} s")
    return tests.finish(traffic.report())


if __name__ == "__main__":
    sys.exit(main())
