"""Several real servers with one PostgreSQL, and matches whose players always go to the server that has their room."""

import asyncio
import contextlib
import json
import pathlib
import random
import signal
import tempfile
import time
import weakref
from collections import Counter

from durable_server import DurableServer, run_tool
from http_get import http_get
from kill_test import play
from postgres import Postgres, programs, write_secret
from report import print_tally
from seeded_cases import more_actions
from server_process import eventually, free_port
from steady_match import SteadyMatch
from terminal import environment
from waiting import end

SLOTS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
OWNERS = "select l.slot, s.name from jaipur.lease l join jaipur.server s using (owner) where l.until >= now()"


class Node(DurableServer):
    """One of the servers. Its ports stay the same over its starts."""

    def __init__(self, cluster, name, *options, address=None, listen=None):
        """`address`, `listen`: the ports where the others reach it, and where it listens for them."""
        super().__init__(cluster.binary, *(options or ("--no-limits",)), name=name)
        self.connection, self.lease, self.secret = cluster.connection, cluster.lease, cluster.secret
        self.single = True  # the database has no standby
        self.frozen = False
        self.inner_port, self.listen = address or free_port(), listen

    def command(self, data=None):
        return [
            *[self.binary, f"--listen=127.0.0.1:{self.port}", f"--store={self.connection}"],
            *(["--store-single-database"] if self.single else []),
            *[f"--store-lease={self.lease}", f"--cluster-name={self.name}", f"--cluster-secret={self.secret}"],
            *[f"--cluster-address=127.0.0.1:{self.inner_port}"],
            *([f"--cluster-listen=127.0.0.1:{self.listen}"] if self.listen else []),
            *[f"--admin-socket={self.directory}/admin.sock", "--metrics=127.0.0.1:0", *self.options],
        ]

    def heard(self, line):
        if line.startswith(b"metrics on"):
            self.metrics_port = int(line.rpartition(b":")[2])

    async def freeze(self):
        self.frozen = True
        self.process.send_signal(signal.SIGSTOP)
        state = pathlib.Path(f"/proc/{self.process.pid}/stat")
        await eventually(lambda: state.read_text().rpartition(")")[2].split()[0] == "T", "it doesn't freeze")

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)
        self.frozen = False

    async def metrics(self):
        """Values by their names with labels."""
        _, _, body = await http_get(self.metrics_port, "/metrics")
        lines = (line for line in body.decode().splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

    async def admin(self, *words):
        return await run_tool(self.binary, "admin", "--socket", self.directory / "admin.sock", *words)

    async def ready(self):
        return (await http_get(self.port, "/readyz"))[0] == 200

    def said(self, text):
        return self.log_text().count(text)

    async def says(self, text, times=1):
        await eventually(lambda: self.said(text) >= times, f"{self.name} never said '{text}'")


class Cluster:
    """`async with Cluster(binary) as cluster`; it knows all the time who has which slot. For rooms, it is their server."""

    several = True
    database = "jaipur"

    def __init__(self, binary, lease=5, postgres=None, anywhere=False):
        """`postgres`: its own, unless it's given and runs. `anywhere`: players connect to any server, instead of the one
        that has their room."""
        self.binary, self.lease, self.postgres, self.anywhere = binary, lease, postgres or Postgres(), anywhere
        self.nodes, self.owners, self.moves, self.pause = {}, {}, 0, 0
        self.up = asyncio.Event()
        self.up.set()
        self.failed, self.requests, self.answers = False, 0, 0
        self.secrets, self.facts, self.pauses = set(), {}, []
        self.rooms = weakref.WeakSet()
        self.psql = None
        self.closing = contextlib.AsyncExitStack()

    async def __aenter__(self):
        try:
            folder = pathlib.Path(self.closing.enter_context(tempfile.TemporaryDirectory(prefix="jaipur-cluster-")))
            self.secret = write_secret(folder / "secret")
            await self.open_database()
        except BaseException:
            await self.closing.aclose()
            raise
        return self

    async def open_database(self):
        if self.postgres.process is None:
            await self.closing.enter_async_context(self.postgres)
        self.postgres.databases += 1
        if self.postgres.databases > 1:
            self.database = f"jaipur{self.postgres.databases}"
        self.postgres.create_database(self.database)

    @property
    def connection(self):
        return f"{self.postgres.address} dbname={self.database}"

    async def server(self, name, *options, **ports):
        return Node(self, name, *options, **ports)

    async def __aexit__(self, kind, value, trace):
        if kind or self.failed:
            for node in self.nodes.values():
                node.failed = True
        await self.closing.aclose()

    async def add(self, name, *options, start=True, **ports):
        node = await self.closing.enter_async_context(await self.server(name, *options, **ports))
        self.nodes[name] = node
        if start:
            await node.start()
        if len(self.nodes) == 1:
            watch = asyncio.create_task(self.watch())
            self.closing.push_async_callback(end, [watch])
        return node

    async def watch(self):
        """One psql that is asked again and again; a new one whenever the database was away."""
        while True:
            words = [programs() / "psql", "-XAtq", "-d", self.connection]
            quiet = {"stdout": asyncio.subprocess.PIPE, "stderr": asyncio.subprocess.DEVNULL}
            self.psql = psql = await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.PIPE, **quiet)
            with contextlib.suppress(OSError):
                while psql.returncode is None:
                    psql.stdin.write(f"{OWNERS};\n\\echo end\n".encode())
                    await psql.stdin.drain()
                    seen = {}
                    while (line := (await psql.stdout.readline()).decode().strip()) not in ("end", ""):
                        slot, _, name = line.partition("|")
                        seen[slot] = name
                    if line == "":
                        break
                    self.moves += sum(name != self.owners.get(slot) for slot, name in seen.items())
                    self.owners = seen
                    await asyncio.sleep(0.05)
            psql.stdin.close()
            with contextlib.suppress(OSError):
                await psql.stdin.wait_closed()
            await psql.wait()
            await asyncio.sleep(0.2)

    def end_psql(self):
        with contextlib.suppress(ProcessLookupError):
            self.psql.kill()

    def spread(self):
        """How many slots each has, by name."""
        return dict(Counter(self.owners.values()))

    async def settles(self, *names):
        """All slots are spread evenly over these."""

        def even():
            counts = self.spread()
            each = [counts.get(name, 0) for name in names]
            return sum(each) == len(SLOTS) and max(each) - min(each) <= 1 and len(counts) == len(names)

        await eventually(even, lambda: f"the slots never came to {names}: {self.spread()}")

    def count_request(self):
        self.requests += 1

    def server_of(self, room):
        """The node that has the room; for a new one, or if players connect anywhere, any."""
        if self.anywhere:
            name = random.choice(
                [name for name, node in self.nodes.items() if node.running and not node.frozen] or [None]
            )
        else:
            name = self.owners.get(room.code[0]) if room.code else random.choice(list(self.spread()) or [None])
        if name not in self.nodes:
            raise OSError("nobody has this slot, or no server runs")
        return self.nodes[name]

    async def verified(self, most=12):
        """How many replays are in the database; `verify` accepts some of them."""
        client = pathlib.Path(self.binary).with_name("jaipur-client")
        replays = self.postgres.sql("select replay from jaipur.replay", self.database).splitlines()
        for i, text in enumerate(random.sample(replays, min(most, len(replays)))):
            file = self.postgres.folder / f"replay-{i}.json"
            file.write_text(text)
            status, said = await run_tool(client, "verify", file, environment=environment())
            assert status == 0, f"verify: {status} {said} {json.loads(text)['match']}"
        return len(replays)


class RoomsServer:
    """What a room takes for its server: the one that has it at the moment."""

    def __init__(self, cluster, room):
        self.__dict__.update(cluster=cluster, room=room)

    def __getattr__(self, name):
        return getattr(self.cluster, name)

    def __setattr__(self, name, value):
        setattr(self.cluster, name, value)

    @property
    def port(self):
        return self.cluster.server_of(self.room).port

    @property
    def ws(self):
        return self.cluster.server_of(self.room).ws


class Match(SteadyMatch):
    """Measures for how long a lost connection kept its players from going on."""

    waits_out = ("shutting_down", "storage_full")

    def __init__(self, server, rng, label, tally):
        cluster = server.cluster if isinstance(server, RoomsServer) else server
        super().__init__(RoomsServer(cluster, self), rng, label, tally)
        self.cluster, self.lost_at = cluster, None
        cluster.rooms.add(self)

    async def act(self, seat, action):
        await asyncio.sleep(self.cluster.pause)
        await super().act(seat, action)

    async def lost(self, player):
        if player.client and self.lost_at is None:
            self.lost_at = time.monotonic()
        await super().lost(player)

    def note(self, client, reply, kind, seat):
        super().note(client, reply, kind, seat)
        if self.lost_at is not None:
            self.cluster.pauses.append((self.code[0], time.monotonic() - self.lost_at))
            self.lost_at = None

    async def close(self):
        await super().close()
        self.lost_at = None


class Playing:
    """Rooms in which matches go on until the end of the block; then their last matches end, and are compared with their replays."""

    def __init__(self, tests, cluster, rng, rooms=16, pause=0):
        """`pause`: for how many seconds players think before an action, until the end of the block."""
        self.tests, self.cluster, self.over, self.tally = tests, cluster, False, Counter()
        cluster.pause = pause
        self.rooms = [Match(cluster, random.Random(rng.random()), f"room {i}", self.tally) for i in range(rooms)]
        self.tasks = [asyncio.create_task(play(room, self)) for room in self.rooms]

    async def more(self, actions=40):
        """Until there are that many more; a fault in a room ends it."""
        await more_actions(self.tally, self.tasks, actions)
        for task in self.tasks:
            if task.done():
                task.result()

    def pauses(self, what):
        """Prints and forgets the pauses since the last time."""
        pauses, self.cluster.pauses = sorted(seconds for _, seconds in self.cluster.pauses), []
        if pauses:
            half, most = pauses[len(pauses) // 2], pauses[-1]
            print(f"  {what}: {len(pauses)} pauses, half up to {half:.2f} s, all up to {most:.2f} s", flush=True)
        return pauses

    async def __aenter__(self):
        await self.more()
        return self

    async def __aexit__(self, kind, *_):
        self.over = True
        self.cluster.pause = 0
        if kind:
            self.cluster.failed = True
            await end(self.tasks)
            return
        await self.tests.all_of(self.tasks, self.cluster)
        self.tests.check(self.tally["replays checked"] > 0, "no match ended")
        print_tally(self.tally)
