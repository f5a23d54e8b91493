"""Several servers, each with its own network and clock, and a database with a synchronous standby: all of that can fail."""

import atexit
import datetime
import functools
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cluster import Cluster, Node
from durable_server import Ended
from faults_test import AWAY
from postgres import Postgres
from server_process import free_port
from wire import Wire

HERE = pathlib.Path(__file__).resolve().parent


@functools.cache
def clock_library():
    """Compiled once in this program; removed at its end."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="jaipur-clock-"))
    atexit.register(shutil.rmtree, folder)
    library = folder / "other_clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "other_clock.c"], check=True)
    return library


class FaultyNode(Node):
    """Others reach it through `inner`, and it reaches the database through `wire`."""

    def __init__(self, cluster, name, *options, wire, inner):
        super().__init__(cluster, name, *options, address=inner.port, listen=inner.target)
        self.connection = f"host=127.0.0.1 port={wire.port} user=jaipur dbname={cluster.database}"
        self.single = not cluster.has_standby
        self.wire, self.inner = wire, inner
        self.choose, self.versions = lambda: cluster.rng.choice(cluster.binaries), ()

    def command(self, data=None):
        self.binary = self.choose()
        self.versions = tuple(sorted({*self.versions, self.binary}))
        return super().command(data)

    async def start(self, *prefix, wait=True, traced=False):
        """As what supervises servers would: again while the database doesn't answer."""
        while True:
            try:
                return await super().start(*prefix, wait=wait, traced=traced)
            except Ended as ended:
                if ended.status != AWAY:
                    raise

    async def launch(self, *prefix, traced=False):
        self.clock_file = self.directory / "clock"
        self.clock_file.write_bytes(bytes(8))
        other_clock = ["env", f"LD_PRELOAD={clock_library()}", f"JAIPUR_OTHER_CLOCK={self.clock_file}"]
        await super().launch(*prefix, *other_clock, traced=traced)

    def set_clock(self, by):
        """Seconds by which its time of day differs from now on; a running process sees that at once."""
        with open(self.clock_file, "r+b", buffering=0) as file:
            file.write(by.to_bytes(8, sys.byteorder, signed=True))

    async def clock(self):
        """By how many seconds its time of day differs: as its log says."""
        before = self.said('"reloaded"')
        self.process.send_signal(signal.SIGHUP)
        await self.says('"reloaded"', before + 1)
        line = [line for line in self.log_text().splitlines() if '"reloaded"' in line][-1]
        said = datetime.datetime.fromisoformat(json.loads(line)["time"].replace("Z", "+00:00"))
        return said.timestamp() - time.time()


class FaultyCluster(Cluster):
    def __init__(self, binary, lease, other_binary, rng, standby=True):
        super().__init__(binary, lease, Postgres("synchronous_commit=on", tcp=True), anywhere=True)
        self.has_standby = standby
        self.binaries = [path for path in (binary, other_binary) if path]
        self.rng, self.wires = rng, []

    async def open_database(self):
        await super().open_database()
        if self.has_standby:
            await self.add_standby()

    async def add_standby(self):
        self.standby = await self.postgres.standby("standby")
        self.closing.push_async_callback(self.standby.close)

    async def server(self, name, *options):
        wire, inner = [await self.closing.enter_async_context(Wire(port)) for port in (self.postgres.port, free_port())]
        self.wires.append(wire)
        return FaultyNode(self, name, *options, wire=wire, inner=inner)

    async def fail_over(self):
        """The standby becomes the primary, with a new standby; from now on, new connections lead there."""
        await self.standby.promote()
        self.postgres = self.standby
        for wire in self.wires:
            wire.target = self.postgres.port
        self.end_psql()
        await self.add_standby()

    def cut_clients(self, node):
        """Ends the connections of all players to this server; says how many."""
        seated = [player for room in self.rooms for player in room.players if player and player.client]
        there = [player.client.socket for player in seated if player.client.socket.remote_address[1] == node.port]
        for socket in there:
            socket.transport.abort()
        return len(there)

    # ---- epochs

    def record_epochs(self):
        """From now on, the database takes down every record that it gets; a snapshot has the number of the last record that it replaces.
        And every lease that somebody takes from a server before it has ended, unless that server's successor does."""
        self.postgres.sql(
            "create table public.seen(slot char(1), number bigint, epoch bigint);"
            "create function public.see() returns trigger language plpgsql as "
            "$$begin insert into public.seen values(new.slot, new.number, new.epoch); return new; end$$;"
            "create trigger see after insert on jaipur.record for each row "
            """when (new.body not like '%"kind":"snapshot"%') execute function public.see();"""
            "create table public.taken_early(slot char(1), owner text);"
            "create function public.take() returns trigger language plpgsql as "
            "$$begin insert into public.taken_early select old.slot, name from jaipur.server where owner = old.owner; "
            "return new; end$$;"
            "create trigger take after update on jaipur.lease for each row "
            "when (old.until >= now() and new.owner not in ('', old.owner)) execute function public.take()",
            "jaipur",
        )

    def epochs(self):
        """How many records there were: each number was used once, epochs grew with the numbers, and leases lasted to their end."""
        twice = self.postgres.sql("select slot, number from public.seen group by 1, 2 having count(*) > 1", "jaipur")
        assert not twice, f"used twice: {twice}"
        astray = self.postgres.sql(
            "select slot, number, epoch, before from (select *, lag(epoch) over (partition by slot order by number) before "
            "from public.seen) numbered where epoch < before",
            "jaipur",
        )
        assert not astray, f"epochs interleave: {astray}"
        early = self.taken_early()
        assert not early, f"taken from their owners: {early}"
        return int(self.postgres.sql("select count(*) from public.seen", "jaipur"))

    def taken_early(self):
        return self.postgres.sql("select distinct slot, owner from public.taken_early", "jaipur").splitlines()
