"""The same secrets with a full and with a failing disk: what the server logs, and its exit status."""

import asyncio
import contextlib
import random
import shutil
import sqlite3

from durable_server import run_tool
from full_disk_test import Filler, fill_for_good, small_disk
from tracing import around, whole
from watched_match import CHATS, NAMES, PASSWORD, SecretMatch, SecretServer, until_over


async def opened(server, seed, tally, label):
    room = SecretMatch(server, random.Random(seed), label, tally)
    await room.open({"seals": 1}, password=PASSWORD, names=NAMES)
    await room.start_match([True, True])
    await room.chat(0, CHATS[0])
    await room.play_round("even", 2)
    return room


async def full_disk(binary, seed, search, secrets_of, tally):
    with small_disk() as (disk, why_none):
        if disk is None:
            search.tests.cannot_show("P21", "canaries", f"the log on a full disk: {why_none}")
            return
        filler = Filler(disk)
        async with SecretServer(
            binary, "--no-limits", "--log-level", "debug", name="secrets-full", data=disk / "data"
        ) as server:
            await server.start()
            room = await opened(server, seed, tally, "full")
            await fill_for_good(filler, [room], tally)
            filler.free()
            await until_over(room)
            await room.close()
            status, _ = await server.stop()
            assert status == 0 and tally["storage_full"] > 0, f"status {status}, {tally['storage_full']} refused"
            search.none(secrets_of(room), "log: full disk", server.log_path.read_bytes() + server.said)


async def broken_disk(binary, seed, search, secrets_of, tally):
    async with SecretServer(binary, "--no-limits", "--log-level", "debug", name="secrets-broken") as server:
        trace = server.directory / "trace"
        await server.start(*around(trace, server.data, ["fdatasync"], "fdatasync:error=EIO:when=40"))
        room = await opened(server, seed, tally, "broken")
        # The room's players don't give up, so play continues once the server is back.
        playing = asyncio.create_task(until_over(room))
        assert await server.ended(60) == 74, f"ended with {server.ends}"
        assert "(INJECTED)" in await whole(trace)
        await server.start()
        await playing
        await room.close()
        await server.stop()
        text = server.log_path.read_bytes()
        assert b"the store failed" in text
        search.none(secrets_of(room), "log: broken disk", text + server.said)


async def damaged_records(binary, seed, search, secrets_of, tally):
    """Truncated or missing records: what the server logs about them contains nothing from them."""
    async with SecretServer(binary, "--no-limits", "--log-level", "debug", name="secrets-damaged") as server:
        await server.start()
        room = await opened(server, seed, tally, "damaged")
        running = await opened(server, seed + 1, tally, "damaged too")
        await until_over(room)
        for each in (room, running):
            await each.close()
        await server.stop()
        whole_copy = server.directory / "whole.db"
        shutil.copy(server.data / "jaipur.db", whole_copy)
        statuses = []
        for statement in (
            (
                "UPDATE records SET record = substr(record, 1, length(record) - 9) WHERE number = (SELECT max(number)"
                " FROM records)"
            ),
            "UPDATE records SET record = replace(record, ':', '::')",
            "DELETE FROM records WHERE number = (SELECT max(number) - 2 FROM records)",
        ):
            with contextlib.closing(sqlite3.connect(server.data / "jaipur.db")) as database:
                assert database.execute(statement).rowcount > 0
                database.commit()
            await server.start()
            statuses.append((await server.stop())[0])
            words = await run_tool(
                binary, "restore", server.data / "jaipur.db", "--data", server.directory / f"restored {len(statuses)}"
            )
            server.said += repr(words).encode()
            shutil.copy(whole_copy, server.data / "jaipur.db")
        assert statuses == [0, 0, 0], statuses
        text = server.log_path.read_bytes()
        assert text.count(b"a room is damaged") >= 4, text  # one, both, one
        search.none(secrets_of(room), "log: damaged records", text + server.said)
