#!/usr/bin/python3
"""Backups of a database, and the way from SQLite to PostgreSQL and back: rooms, replays, invitations, bans and the key for push
messages are the same afterwards.
"""

import asyncio
import contextlib
import random
import sqlite3
from collections import Counter

from cases import Suite, arguments_of, finish
from client import Client
from cluster import Cluster
from durable_server import DurableServer, run_tool
from faults_test import StoringServer
from http_get import http_get
from operator_tools import admin
from postgres import Postgres, knows_postgresql, programs
from steady_match import SteadyMatch
from world_values import new_token

suite = Suite("backups")
OPTIONS = ("--no-limits", "--admit=invited", "--push-subject=mailto:me@example.org")


class Known:
    """What players and the operator know of a server, and what must be true wherever its data goes."""

    def __init__(self):
        self.rooms = []

    async def fill(self, server):
        self.secret = (await admin(server, "invite", "--uses", "9"))["link"].rpartition("#")[2]
        self.guest = {"pass": new_token(), "invitation": self.secret}
        client = await self.enter(server)
        self.key = (await client.ok("push_key"))["push_key"]
        self.seat = await client.ok("create_room", name="Asha")
        await client.close()
        await admin(server, "ban", "203.0.113.0/24")

    async def enter(self, server):
        client = await Client.connect(server.ws)
        await client.ok("enter", **self.guest)
        return client

    async def check(self, server):
        client = await self.enter(server)
        assert (await client.ok("push_key"))["push_key"] == self.key
        await client.ok("resume", room=self.seat["room"], token=self.seat["token"])
        await client.close()
        bans = await admin(server, "bans")
        assert "203.0.113.0/24" in str(bans), bans
        invitations = await admin(server, "invitations")
        assert len(invitations["invitations"]) == 1, invitations


def in_database(binary, connection):
    return StoringServer(binary, connection, *OPTIONS[1:])


@contextlib.asynccontextmanager
async def running(server):
    async with server:
        if isinstance(server, StoringServer):
            server.data.mkdir(exist_ok=True)
            server.where.append(f"--admin-socket={server.data}/admin.sock")
        await server.start()
        yield server
        status, _ = await server.stop()
        assert status == 0, status


async def tool(code, part, *command):
    status, text = await run_tool(*command)
    assert status == code and part in text, (command, status, text)


@suite.case("from a directory to a database, from there to another, and back: everything is there")
async def around(context):
    binary, known = context.binary, Known()
    one, two = context.database(), context.database()
    async with DurableServer(binary, *OPTIONS) as files:
        first, second, third = (files.directory / name for name in ("first", "second", "third"))
        await files.start()
        await known.fill(files)
        match = await played(files)
        await known.check(files)
        await files.stop()
        await tool(0, "backed up", binary, "backup", first, "--data", files.data)
        await tool(0, "restored", binary, "restore", first, "--store", one)
        async with running(in_database(binary, one)) as server:
            await known.check(server)
            assert (await http_get(server.port, f"/replays/{match}"))[0] == 200
            await admin(server, "backup", str(second))
            await known.check(server)
            await tool(73, "a server uses the database", binary, "restore", first, "--store", one, "--replace")
            await admin(server, "unban", "203.0.113.0/24")
        await tool(73, "--replace", binary, "restore", second, "--store", one)
        name = one.rpartition("=")[2]
        damaged = "insert into jaipur.damaged_slot select slot, epoch, 1, now() from jaipur.lease"
        context.postgres.sql(damaged, name)
        await tool(0, "restored", binary, "restore", second, "--store", one, "--replace")
        noted = context.postgres.sql("select count(*) from jaipur.damaged_slot", name).strip()
        assert noted == "0", f"{noted} slots of what was replaced are still said to be damaged"
        async with running(in_database(binary, one)) as server:
            await known.check(server)
        await tool(0, "restored", binary, "restore", second, "--store", two)
        async with running(in_database(binary, two)) as server:
            await known.check(server)
        await tool(0, "backed up", binary, "backup", third, "--store", two)
        await tool(0, ", replays: 1", binary, "check", third)
        files.data = files.directory / "restored"
        await tool(0, "restored", binary, "restore", third, "--data", files.data)
        await files.start()
        await known.check(files)
        assert (await http_get(files.port, f"/replays/{match}"))[0] == 200
        await files.stop()


async def played(server):
    """The ID of a whole match on a server that admits everyone."""
    server.options = ("--no-limits", "--push-subject=mailto:me@example.org")
    await server.stop()
    await server.start()
    room = SteadyMatch(server, random.Random(7), "a match", Counter())
    await room.open()
    await room.play_match()
    match = room.match.id
    await room.close()
    server.options = OPTIONS
    await server.stop()
    await server.start()
    return match


@suite.case("what isn't a backup changes nothing, and a database without data can't be backed up")
async def refusals(context):
    database = context.database()
    async with DurableServer(context.binary) as server:
        garbage = server.directory / "garbage"
        garbage.write_bytes(b"garbage" * 1000)
        await tool(65, "", context.binary, "restore", garbage, "--store", database)
        await tool(
            73,
            "no server has used this database",
            context.binary,
            "backup",
            server.directory / "x",
            "--store",
            database,
        )
        await tool(64, "pg_amcheck", context.binary, "--store", database, "check")


@suite.case("a damaged room costs only itself, and a backup says so")
async def damage(context):
    database = context.database()
    async with running(in_database(context.binary, database)) as server:
        known = Known()
        await known.fill(server)
    context.postgres.sql(
        "insert into jaipur.record values('2', 1, 0, '222222', 'garbage')", database.rpartition("=")[2]
    )
    async with running(in_database(context.binary, database)) as server:
        await known.check(server)
        assert "222222" in server.log_text()
        copy = server.directory / "copy"
        await tool(65, "damaged room: 222222", context.binary, "backup", copy, "--store", database)
        connection = sqlite3.connect(copy)
        assert connection.execute("select count(distinct room) from records").fetchone() == (1,)
        connection.close()


@suite.case("rooms of several servers, whose records have the same numbers: from their database to a directory")
async def several(context):
    async with Cluster(context.binary) as cluster, DurableServer(context.binary) as files:
        nodes = [await cluster.add(name) for name in ("first", "second")]
        await cluster.settles("first", "second")
        seats = []
        for node in 4 * nodes:
            client = await Client.connect(node.ws)
            seats.append(await client.ok("create_room", name="Asha"))
            await client.close()
        numbers = "select count(*), count(distinct number) from jaipur.record"
        count, different = map(int, cluster.postgres.sql(numbers, "jaipur").split("|"))
        assert different < count, f"{count} records with {different} numbers"
        copy = files.directory / "copy"
        await tool(0, "backed up", context.binary, "backup", copy, "--store", cluster.connection)
        await tool(0, "restored", context.binary, "restore", copy, "--data", files.data)
        await files.start()
        for seat in seats:
            client = await Client.connect(files.ws)
            await client.ok("resume", room=seat["room"], token=seat["token"])
            await client.close()
        await files.stop()


class Context:
    def __init__(self, binary, postgres):
        self.binary = binary
        self.postgres = postgres
        self.databases = 0

    def database(self):
        self.databases += 1
        return self.postgres.create_database(f"jaipur{self.databases}")


async def main(arguments):
    async with Postgres() as postgres:
        return await suite.run(Context(arguments.server, postgres), arguments.only)


if __name__ == "__main__":
    given = arguments_of(__doc__)
    if programs() and knows_postgresql(given.server):
        passed, failures = asyncio.run(main(given))
        finish(passed, len(failures))
    print("SKIPPED: this server was built without PostgreSQL, or there is none here: ./jaipur test postgresql")
