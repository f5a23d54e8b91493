#!/usr/bin/python3
"""The real server on a real PostgreSQL, while either of them is killed, frozen or away. Matches go on meanwhile: everything that
was acknowledged or shown must be there afterwards, once (durability/steady_match.py). Each fault must have happened.
"""

import asyncio
import contextlib
import random
import signal
import sys
import time
from collections import Counter

from client import Client
from durable_server import DurableServer, Ended, run_tool
from kill_test import play
from report import print_tally
from steady_match import SteadyMatch
from waiting import end
from http_get import http_get
from postgres import Postgres
from seeded_cases import main, more_actions
from server_process import eventually, within
from wire import Wire

AWAY = 75  # the exit code of a server that has lost its database


class StoringServer(DurableServer):
    """On one database, whatever happens."""

    def __init__(self, binary, connection, *options, lease=60, single=True, name="postgresql"):
        super().__init__(binary, "--no-limits", *options, name=name)
        self.where = ["--store", connection, f"--store-lease={lease}"]
        self.where += ["--store-single-database"] if single else []

    def command(self, data=None):
        return [self.binary, "--listen", f"127.0.0.1:{self.port}", *self.where, *self.options]

    async def says(self, text, times=1):
        await eventually(lambda: self.log_text().count(text) >= times, f"the server never said '{text}'")

    async def ready(self):
        status, _, _ = await http_get(self.port, "/readyz")
        return status


class Playing:
    """Rooms in which matches go on until `stop`; then their last matches end, and are compared with their replays."""

    def __init__(self, tests, server, rng, rooms=6):
        self.tests, self.server, self.over = tests, server, False
        self.tally = Counter()
        self.tasks = [
            asyncio.create_task(play(SteadyMatch(server, random.Random(rng.random()), f"room {i}", self.tally), self))
            for i in range(rooms)
        ]

    async def more(self, actions=20):
        """Until there are that many more."""
        await more_actions(self.tally, self.tasks, actions)

    async def __aenter__(self):
        await self.more()
        return self

    async def __aexit__(self, kind, *_):
        self.over = True
        if kind:
            await end(self.tasks)
            return
        await self.tests.all_of(self.tasks, self.server)
        self.tests.check(self.tally["acknowledged"] > 0 and self.tally["replays checked"] > 0, "nothing was played")
        print_tally(self.tally)


@contextlib.asynccontextmanager
async def stored(binary, *options, settings=(), **more):
    async with Postgres(*settings) as postgres:
        async with StoringServer(binary, postgres.create_database("jaipur"), *options, **more) as server:
            await server.start()
            yield postgres, server


# ---- faults


async def server_killed(tests, binary, rng):
    """Its lease would last a minute: the next start knows that the process is dead."""
    async with stored(binary) as (_, server), Playing(tests, server, rng) as playing:
        for _ in range(10):
            await server.after_requests(rng.randint(1, 200))
            begun = time.monotonic()
            tests.check(await server.kill() == -9, "the server had already ended")
            await server.start()
            tests.check(time.monotonic() - begun < 50, "it waited for its own lease")
        await playing.more()


async def database_killed(tests, binary, rng):
    async with stored(binary) as (postgres, server), Playing(tests, server, rng) as playing:
        for i in range(8):
            await server.after_requests(rng.randint(1, 200))
            await postgres.kill()
            await postgres.start()
            await server.says("the database is back", i + 1)
            await playing.more()
        tests.check(postgres.starts == 9, "PostgreSQL wasn't killed")
        tests.check(server.starts == 1 and server.running, "the server ended")


async def database_frozen(tests, binary, rng):
    async with stored(binary) as (postgres, server), Playing(tests, server, rng) as playing:
        postgres.freeze()
        await server.says("the database is out of reach")
        tests.check(await server.ready() == 503, "ready without a database")
        before = playing.tally["actions"]
        await asyncio.sleep(5)
        tests.check(playing.tally["actions"] <= before + 1, "actions without a database")
        postgres.thaw()
        await server.says("the database is back")
        await playing.more()
        tests.check(await server.ready() == 200, "not ready with its database")
        tests.check(server.starts == 1 and server.running, "the server ended")


async def database_away(tests, binary, rng):
    """For longer than the lease."""
    async with stored(binary, lease=4) as (postgres, server), Playing(tests, server, rng) as playing:
        watcher = await Client.connect(server.ws)
        await postgres.kill()
        tests.check(await server.ended() == AWAY, f"it ended with {server.ends}")
        tests.check(await watcher.wait_closed() == 1012, f"a session was closed with {watcher.close_code}")
        try:
            await server.start()
            tests.check(False, "it started without a database")
        except Ended as ended:
            tests.check(ended.status == AWAY and "can't connect to the database" in ended.text, f"{ended}")
        await postgres.start()
        await server.start()
        await playing.more()


async def second_server(tests, binary, rng):
    """It waits; a server that freezes for longer than its lease is replaced, and ends when it wakes up."""
    async with stored(binary, lease=5) as (postgres, first), Playing(tests, first, rng) as playing:
        connection = f"{postgres.address} dbname=jaipur"
        async with StoringServer(binary, connection, lease=5, name="second") as second:
            await second.launch()
            await second.says("another server uses the database")
            await asyncio.sleep(6)
            tests.check(second.running and "listening" not in second.log_text(), "it didn't wait")
            second.process.send_signal(signal.SIGTERM)
            tests.check(await within(second.process.wait()) == 0, "SIGTERM while it waits")
            await playing.more()
            await second.launch()
            first.process.send_signal(signal.SIGSTOP)
            await second.listening()
            first.process.send_signal(signal.SIGCONT)
            tests.check(await first.ended() == AWAY, f"the frozen server ended with {first.ends}")
            status, _ = await second.stop()
            tests.check(status == 0, f"SIGTERM: {status}")
        await first.start()
        await playing.more()


async def primary_lost(tests, binary, rng):
    """Nothing acknowledged is only on the primary; and the server waits until the new one has a standby as well."""
    async with contextlib.AsyncExitStack() as stack:
        primary = await stack.enter_async_context(Postgres("synchronous_commit=on"))
        primary.create_database("jaipur")
        second = await primary.standby("second")
        stack.push_async_callback(second.close)
        both = f"host={primary.folder},{second.folder} user=jaipur dbname=jaipur"
        server = await stack.enter_async_context(StoringServer(binary, both, lease=120, single=False))
        await server.start()
        async with Playing(tests, server, rng) as playing:
            await primary.kill()
            await server.says("the database is out of reach")
            await second.promote()
            stack.push_async_callback((await second.standby("third")).close)
            await server.says("the database is back")
            await playing.more()
            tests.check(server.starts == 1 and server.running, "the server ended")
        tests.check(int(second.sql("select count(*) from jaipur.replay", "jaipur")) > 0, "no replay")


async def standby_given_up(tests, binary, rng):
    """The database no longer waits for its standby: the server doesn't use it until it does."""
    async with contextlib.AsyncExitStack() as stack:
        primary = await stack.enter_async_context(Postgres("synchronous_commit=on"))
        connection = primary.create_database("jaipur")
        stack.push_async_callback((await primary.standby("standby")).close)

        def wait_for(standby):
            primary.sql(f"alter system set synchronous_standby_names = '{standby}'")
            primary.sql("select pg_reload_conf()")

        server = await stack.enter_async_context(StoringServer(binary, connection, lease=120, single=False))
        await server.start()
        async with Playing(tests, server, rng) as playing:
            wait_for("")
            await server.says("no synchronous standby")
            wait_for("standby")
            await server.says("the database is back")
            await playing.more()
            tests.check(server.starts == 1 and server.running, "the server ended")


async def former_primary(tests, binary, rng):
    """It is back, and accepts connections sooner than the new one, but has no standby: the server goes on to the new one."""
    async with contextlib.AsyncExitStack() as stack:
        former, primary = [
            await stack.enter_async_context(Postgres("synchronous_commit=on", "log_connections=on", tcp=True))
            for _ in range(2)
        ]
        for each in (former, primary):
            each.create_database("jaipur")
        await former.kill()
        stack.push_async_callback((await primary.standby("standby")).close)
        wire = await stack.enter_async_context(Wire(primary.port))
        both = f"host=127.0.0.1,127.0.0.1 port={former.port},{wire.port} user=jaipur dbname=jaipur"
        server = await stack.enter_async_context(StoringServer(binary, both, single=False))
        await server.start()
        async with Playing(tests, server, rng) as playing:
            await former.start()
            wire.delay = 0.05
            tests.check(wire.reset() > 0, "the server had no connection")
            await server.says("the database is out of reach")
            await server.says("the database is back")
            tests.check("connection authorized" in former.log_text(), "the former primary was never asked")
            wire.delay = 0
            await playing.more()
            tests.check(server.starts == 1 and server.running, "the server ended")


# ---- starts that fail


async def refused(binary, connection, *options, environment=()):
    process = await asyncio.create_subprocess_exec(
        *[binary, "--listen=127.0.0.1:0", "--store", connection, *options],
        env=dict(environment),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    text, _ = await within(process.communicate())
    return process.returncode, text.decode()


async def bad_starts(tests, binary, _):
    async with Postgres() as postgres:
        connection, one = postgres.create_database("jaipur"), "--store-single-database"

        async def ends(code, part, where, *options):
            status, text = await refused(binary, where, *options)
            tests.check(status == code and part in text, f"expected {code} and '{part}': {status} {text}")
            tests.check("s3cret" not in text, f"the password is shown: {text}")

        await ends(73, "no synchronous standby", connection)
        await ends(AWAY, "does not exist", f"{postgres.address} dbname=none", one)
        await ends(AWAY, "can't connect to the database", "postgresql://me:s3cret@127.0.0.1:1/none", one)
        await ends(73, "not a connection string", "postgresql://me:s3cret%zz@host/none", one)
        await ends(64, "expected postgresql://", "s3cret", one)
        with_password = f"{connection} password=s3cret"
        postgres.sql("alter role jaipur password 's3cret'")
        rules = postgres.data / "pg_hba.conf"
        trusting = rules.read_text()
        rules.write_text("local all all scram-sha-256\n")
        await postgres.kill()
        rules_apply = asyncio.create_task(postgres.start())
        await eventually(lambda: postgres.log_text().count("ready to accept connections") == 2, "no start")
        await ends(AWAY, "password", f"{connection} password=wrong", one)
        await ends(73, "no synchronous standby", with_password)
        rules.write_text(trusting)
        postgres.process.send_signal(signal.SIGHUP)
        await rules_apply
        for setting in ("synchronous_commit = local", "synchronous_commit = off"):
            postgres.sql(f"alter database jaipur set {setting}")
            await ends(73, setting, connection, one)
        postgres.sql("alter database jaipur reset synchronous_commit")
        async with StoringServer(binary, with_password) as server:
            await server.start()
            printed = await run_tool(*server.command(), "--print-config")
            tests.check("password=***" in printed[1], f"{printed}")
            tests.check((await server.stop())[0] == 0, "SIGTERM")
            tests.check("s3cret" not in server.log_text() + printed[1], "the password is in the log")
        postgres.sql("insert into jaipur.schema_version values(99)", "jaipur")
        await ends(78, "newer server", connection, one)


CASES = [
    server_killed,
    database_killed,
    database_frozen,
    database_away,
    second_server,
    primary_lost,
    standby_given_up,
    former_primary,
    bad_starts,
]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
