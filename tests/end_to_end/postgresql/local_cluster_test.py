#!/usr/bin/python3
"""`./jaipur cluster` as a person runs it: matches through HAProxy go on while a server and the database's primary are killed,
a second one beside it says what is wrong, and after Ctrl-C nothing is left.
"""

import asyncio
import glob
import os
import pathlib
import re
import shutil
import signal
import socket
import sys
import tempfile
from collections import Counter

from client import Client
from durable_server import DurableServer, run_tool
from faults_test import Playing
from local_cluster import NAMES, haproxy
from seeded_cases import main
from server_process import PATIENCE, ROOT, eventually, free_port, within
from steady_seat import LOST
from waiting import end


class Run:
    """`async with Run(binary) as run`, in a separate session, as on a terminal. `folder` is where it may put files."""

    def __init__(self, binary):
        self.ports = range(first := self.ten_ports(), first + 10)
        self.command = [ROOT / "jaipur", "cluster", f"--server={binary}", f"--ports={first}", "--no-limits"]
        self.text = ""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="jaipur-local-"))
        self.folder.chmod(0o711)  # also for PostgreSQL's user

    @staticmethod
    def ten_ports():
        while True:
            first = free_port()
            try:
                for port in range(first, first + 10):
                    with socket.socket() as probe:
                        probe.bind(("127.0.0.1", port))
                return first
            except (OSError, OverflowError):
                continue

    async def __aenter__(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "TMPDIR": str(self.folder)},
            start_new_session=True,
        )
        self.reading = asyncio.create_task(self.read())
        return self

    async def read(self):
        while line := await self.process.stdout.readline():
            self.text += line.decode(errors="replace")

    async def says(self, pattern):
        """The groups of the pattern in what it has said, or will say."""
        found = []

        def there():
            found[:] = re.findall(pattern, self.text)
            return found or self.process.returncode is not None

        await eventually(there, lambda: f"it never says '{pattern}': {self.text}", 5 * PATIENCE)
        assert found, f"it has ended with {self.process.returncode}: {self.text}"
        return found[-1]

    async def interrupt(self):
        """Ctrl-C; returns its exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        status = await within(self.process.wait(), 2 * PATIENCE)
        await within(self.reading)
        return status

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            self.process.kill()  # its children end with it
            await self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def processes(folder):
    """The command lines with this folder."""
    found = []
    for file in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            line = pathlib.Path(file).read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(folder) in line:
            found.append(line)
    return found


def nothing_left(tests, run):
    tests.check(not processes(run.folder), f"processes are left: {processes(run.folder)}")
    tests.check(not list(run.folder.iterdir()), f"files are left: {list(run.folder.iterdir())}")
    for port in run.ports:
        with socket.socket() as probe:
            tests.check(probe.connect_ex(("127.0.0.1", port)) != 0, f"port {port} is still in use")


def at(port):
    """What rooms know of a server that they reach there."""
    server = DurableServer("/nowhere")
    server.port, server.several = port, True
    server.up.set()
    return server


async def used(tests, binary, rng):
    async with Run(binary) as run:
        await run.says(r"Logs, until the end: ")
        servers = {name: int((await run.says(rf"server {name} +process (\d+)"))) for name in NAMES}
        primary, standby = map(int, await run.says(r"primary (\d+), standby (\d+)"))
        tests.check(f"Open http://127.0.0.1:{run.ports[0]}/ " in run.text, f"no address: {run.text}")
        tests.check(len(processes(run.folder)) >= 5, f"processes: {processes(run.folder)}")

        status, said = await run_tool(*run.command)
        tests.check(
            status == 1 and f"can't use port {run.ports[0]}" in said, f"a second one beside it: {status} {said}"
        )

        async with Playing(tests, at(run.ports[0]), rng) as playing:
            killed = rng.choice(NAMES)
            os.kill(servers[killed], signal.SIGKILL)
            await run.says(f"server {killed} has ended \\(killed by SIGKILL\\)")
            await playing.more(100)
            tests.check(
                int(await run.says(rf"server {killed} is back, process (\d+)")) != servers[killed], "it never ended"
            )
            os.kill(primary, signal.SIGKILL)
            tests.check(
                int((await run.says(r"database: primary (\d+)"))) == standby, "another primary than the standby"
            )
            await playing.more(100)
        tests.check(await run.interrupt() == 0, f"Ctrl-C: {run.process.returncode} {run.text}")
        nothing_left(tests, run)


class Sitter:
    """Sits in a room, and comes back whenever its connection is closed, as fast as clients do."""

    def __init__(self, port, rng):
        self.url, self.rng, self.closed, self.away = f"ws://127.0.0.1:{port}/ws", rng, 0, False

    async def sit(self):
        self.client = await Client.connect(self.url)
        self.made = await self.client.ok("create_room", name="Asha")
        return self

    async def stay(self):
        while True:
            await self.client.wait_closed(timeout=None)
            self.closed, self.away = self.closed + 1, True
            while self.away:
                await asyncio.sleep(self.rng.uniform(0.05, 0.15))
                try:
                    self.client = await Client.connect(self.url)
                    reply = await self.client.request("resume", room=self.made["room"], token=self.made["token"])
                    assert reply.ok, f"{self.made['room']}: {reply}"
                    self.away = False
                except LOST:  # it isn't back yet
                    pass


async def drained(tests, binary, rng):
    """While a server hands over its rooms, HAProxy leads nobody to it, to be closed again when it ends."""
    async with Run(binary) as run:
        await run.says(r"Logs, until the end: ")
        servers = {name: int((await run.says(rf"server {name} +process (\d+)"))) for name in NAMES}
        sitters = [await Sitter(run.ports[0], rng).sit() for _ in range(150)]
        staying = [asyncio.create_task(sitter.stay()) for sitter in sitters]
        for name in NAMES[:2]:
            socket_file = next(run.folder.glob(f"jaipur-cluster-*/{name}/admin.sock"))
            if name == "first":
                status, said = await run_tool(binary, "admin", "--socket", socket_file, "drain")
                tests.check(status == 0 and "take over" in said, f"drain: {status} {said}")
            else:
                os.kill(servers[name], signal.SIGTERM)
            await run.says(f"server {name} has ended \\(exit code 0\\)")
            await asyncio.sleep(1)
            await eventually(lambda: not any(sitter.away for sitter in sitters), "not everybody comes back")
            closed = Counter(sitter.closed for sitter in sitters)
            print(f"  {name}: so many were closed so often: {dict(closed)}", flush=True)
            tests.check(closed[1] > 0 and set(closed) <= {0, 1}, f"closed more than once, or nobody: {closed}")
            await run.says(f"server {name} is back")
            await asyncio.sleep(3)  # it takes its share, which moves rooms
            for sitter in sitters:
                sitter.closed = 0
        await end(staying)
        for sitter in sitters:
            await sitter.client.cut()
        tests.check(await run.interrupt() == 0, f"Ctrl-C: {run.process.returncode} {run.text}")


async def interrupted_while_starting(tests, binary, rng):
    for said in (r"starting PostgreSQL", r"starting 3 servers"):
        async with Run(binary) as run:
            await run.says(said)
            await asyncio.sleep(rng.random())
            tests.check(list(run.folder.glob("jaipur-cluster-*")), "it had no folder yet")
            tests.check(await run.interrupt() == 0, f"Ctrl-C: {run.process.returncode} {run.text}")
            nothing_left(tests, run)


CASES = [used, drained, interrupted_while_starting]


if __name__ == "__main__":
    if not haproxy():
        print("SKIPPED: HAProxy isn't installed: ./jaipur setup cluster")
        sys.exit(0)
    sys.exit(main(__doc__, CASES))
