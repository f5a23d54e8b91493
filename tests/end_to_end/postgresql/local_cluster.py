#!/usr/bin/python3
"""Three servers on this machine that share a PostgreSQL with a synchronous standby, behind HAProxy, until Ctrl-C.

Everything is in a temporary folder, and everything ends and is removed with this program. What somebody kills starts
again some seconds later, so that one can see what the others do meanwhile.
"""

import argparse
import asyncio
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import sys
import tempfile

sys.dont_write_bytecode = True
KIT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "durability")]

from durable_server import DurableServer, Ended  # noqa: E402
from http_get import http_get  # noqa: E402
from postgres import USER, Postgres, programs, write_secret  # noqa: E402
from server_process import PATIENCE, ROOT, default_binary, eventually  # noqa: E402

FIRST_PORT = 7790
NAMES = ("first", "second", "third")
AGAIN = 10  # seconds; longer than the servers' leases
PR_SET_PDEATHSIG = 1
# Ctrl-C doesn't reach the process, and it ends when this program is killed.
APART = ("setpriv", "--pdeathsig", "KILL", "setsid")


def say(text):
    print(f"jaipur: {text}", flush=True)


def how(status):
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit code {status}"


class Ports:
    """Ten in a row: the one to open, and three each for players, for other servers and for metrics."""

    def __init__(self, first):
        self.all = range(first, first + 10)
        self.open = first

    def of(self, index):
        return (self.open + 1 + index + 3 * use for use in range(3))

    def check(self):
        for port in self.all:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError as error:
                    raise SystemExit(
                        f"jaipur: can't use port {port} ({error.strerror}). Maybe another `./jaipur cluster` uses it:"
                        f" end it, or choose ten other ports with --ports FIRST"
                    ) from None


class LocalServer(DurableServer):
    def __init__(self, binary, folder, name, ports, sharing):
        super().__init__(binary, *sharing, f"--cluster-name={name}", name=name)
        self.directory = folder / name
        self.directory.mkdir()
        self.port, address, metrics = ports
        self.options += (f"--cluster-address=127.0.0.1:{address}", f"--metrics=127.0.0.1:{metrics}")

    def command(self, data=None):
        listen = [f"--listen=127.0.0.1:{self.port}", "--trusted-proxy=127.0.0.1"]
        return [self.binary, *listen, f"--admin-socket={self.directory}/admin.sock", *self.options]

    async def keep(self):
        """Starts it again whenever it ends."""
        while True:
            status = await self.ended(timeout=None)
            say(f"server {self.name} has ended ({how(status)}); it starts again in {AGAIN} s")
            await asyncio.sleep(AGAIN)
            with contextlib.suppress(Ended):
                await self.start(*APART)
                say(f"server {self.name} is back, process {self.process.pid}")


class LocalDatabase(Postgres):
    def become(self):
        os.setsid()
        super().become()
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


class Databases:
    """A primary and its synchronous standby; when the primary ends, the standby takes over and gets a new standby."""

    def __init__(self, folder):
        self.primary, self.standby = (
            LocalDatabase("synchronous_commit=on", folder=folder / name) for name in ("database1", "database2")
        )
        self.connection = f"host={self.primary.folder},{self.standby.folder} user={USER} dbname=jaipur"

    async def start(self):
        await self.primary.__aenter__()
        self.primary.create_database("jaipur")
        await self.follow()

    async def follow(self):
        self.standby = await self.primary.standby("standby", self.standby.folder)

    async def keep(self):
        while True:
            waits = [asyncio.create_task(database.process.wait()) for database in (self.primary, self.standby)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
            if self.primary.process.returncode is None:
                say(f"the standby of the database has ended; moves wait for it, and it starts again in {AGAIN} s")
                await asyncio.sleep(AGAIN)
                await self.standby.start()
                say(f"the standby of the database is back, process {self.standby.process.pid}")
                continue
            say("the database's primary has ended; the standby takes over and gets a new standby")
            self.primary, self.standby = self.standby, self.primary
            await self.primary.promote()
            await eventually(self.forgotten, "the old primary doesn't end")
            await self.follow()
            say(f"database: primary {self.primary.process.pid}, standby {self.standby.process.pid}")

    def forgotten(self):
        """Its last processes may still write."""
        shutil.rmtree(self.standby.folder, ignore_errors=True)
        return not self.standby.folder.exists()

    async def close(self):
        for database in (self.standby, self.primary):
            await database.close()


class Proxy:
    def __init__(self, folder, port, servers):
        self.log, self.port, self.process = folder / "haproxy.log", port, None
        self.addresses = {"JAIPUR_BIND": f"127.0.0.1:{port}"}
        self.addresses |= {f"JAIPUR_{server.name.upper()}": f"127.0.0.1:{server.port}" for server in servers}

    async def start(self):
        with open(self.log, "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *[*APART, haproxy(), "-db", "-f", ROOT / "docker" / "cluster" / "haproxy.cfg"],
                env={**os.environ, **self.addresses},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def keep(self):
        while True:
            say(f"HAProxy has ended ({how(await self.process.wait())}); it starts again in {AGAIN} s")
            await asyncio.sleep(AGAIN)
            await self.start()

    async def close(self):
        if self.process and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()


def haproxy():
    return shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


async def ready(port):
    for _ in range(10 * PATIENCE):
        with contextlib.suppress(OSError):
            if (await http_get(port, "/readyz"))[0] == 200:
                return
        await asyncio.sleep(0.1)
    raise RuntimeError(f"nothing is ready at port {port}")


def make_folder():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="jaipur-cluster-"))
    folder.chmod(0o711)  # PostgreSQL's user must reach its own folders
    return folder


async def run(binary, ports, more):
    async with contextlib.AsyncExitStack() as ending:
        folder = make_folder()
        ending.callback(shutil.rmtree, folder, ignore_errors=True)
        databases = Databases(folder)
        ending.push_async_callback(databases.close)
        say("starting PostgreSQL with a synchronous standby")
        await databases.start()

        say(f"starting {len(NAMES)} servers and HAProxy")
        sharing = [
            *more,
            f"--store={databases.connection}",
            f"--cluster-secret={write_secret(folder / 'secret')}",
        ]
        servers = [LocalServer(binary, folder, name, ports.of(i), sharing) for i, name in enumerate(NAMES)]
        ending.push_async_callback(stop, servers)
        await asyncio.gather(*(server.start(*APART) for server in servers))
        proxy = Proxy(folder, ports.open, servers)
        ending.push_async_callback(proxy.close)
        await proxy.start()
        for port in (*(server.port for server in servers), ports.open):
            await ready(port)
        explain(ports, servers, databases)
        await asyncio.gather(*(each.keep() for each in (*servers, databases, proxy)))


async def stop(servers):
    await asyncio.gather(*(server.stop() for server in servers if server.process))


def explain(ports, servers, databases):
    print(
        f"Open http://127.0.0.1:{ports.open}/ or run ./jaipur play 127.0.0.1:{ports.open}. Press Ctrl-C to stop everything."
    )
    for server in servers:
        print(f"  server {server.name:8} process {server.process.pid}, also at 127.0.0.1:{server.port}")
    print(f"  database        primary {databases.primary.process.pid}, standby {databases.standby.process.pid}")
    print(f"To see a takeover, kill a server, and play on:  kill -9 {servers[0].process.pid}")
    print(f"The same with the database:                     kill -9 {databases.primary.process.pid}")
    print(f"Or stop a server as for an update:              kill {servers[1].process.pid}")
    print(
        f"Servers that end start again after {AGAIN} s. Logs, until the end: {servers[0].directory.parent}", flush=True
    )


async def until_a_signal(coroutine):
    """Runs it to its end, or cancels it at the first SIGINT, SIGTERM or SIGHUP; it may then clean up."""
    task, loop, came = asyncio.ensure_future(coroutine), asyncio.get_running_loop(), []

    def end():
        if not came:
            say("stopping everything")
            came.append(task.cancel())

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, end)
    try:
        await task
    except asyncio.CancelledError:
        if not came:
            raise


def main():
    parser = argparse.ArgumentParser(prog=os.environ.get("JAIPUR_HELP", "").removesuffix(" --help") or None)
    parser.description = f"{__doc__.splitlines()[0]} Other options are passed on to the servers."
    parser.add_argument(
        "--ports",
        type=int,
        default=FIRST_PORT,
        metavar="FIRST",
        help="use this port and nine more (default: %(default)s)",
    )
    parser.add_argument(
        "--server", default=default_binary(), metavar="FILE", help="use this server, built with PostgreSQL"
    )
    arguments, more = parser.parse_known_args()
    if not 1 <= arguments.ports <= 65526:
        parser.error("--ports must be from 1 to 65526")
    for what, there in (("PostgreSQL", programs()), ("HAProxy", haproxy())):
        if not there:
            raise SystemExit(f"jaipur: {what} isn't installed: ./jaipur setup postgresql cluster")
    ports = Ports(arguments.ports)
    ports.check()
    try:
        asyncio.run(until_a_signal(run(arguments.server, ports, more)))
    except (Ended, RuntimeError, AssertionError) as error:
        raise SystemExit(f"jaipur: {error}") from None


if __name__ == "__main__":
    main()
