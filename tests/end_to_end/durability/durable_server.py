"""A server that can be killed, stopped and restarted on one data directory and one port, optionally under strace.

`up` is set while it serves: disconnected clients wait for it before they reconnect.
"""

import asyncio
import os
import pathlib
import re
import shutil
import signal
import tempfile
import time

from http_get import http_get
from server_process import PATIENCE, free_port, within
from storage import stored_in


# LeakSanitizer needs ptrace, which strace already uses; it would exit with an error.
WITHOUT_LEAKS = "detect_leaks=0"


class Ended(RuntimeError):
    """The server ended with `status` before it listened."""

    def __init__(self, status, text):
        super().__init__(f"the server ended with {status} before it listened: {text[-2000:]}")
        self.status = status
        self.text = text


class DurableServer:
    """`async with DurableServer(binary) as server`, then start, kill and stop it any number of times."""

    several = False  # whether others answer at the same address, too

    def __init__(self, binary, *options, name="durable", base=None, data=None):
        self.binary = str(pathlib.Path(binary).resolve())
        self.options = options or ("--no-limits",)
        self.name = name
        self.base = base
        self.data = pathlib.Path(data) if data else None
        self.directory = None
        self.port = free_port()
        self.process = None
        self.up = asyncio.Event()
        self.failed = False
        self.secrets = set()
        self.starts = 0
        self.ends = []  # the exit status of each run
        self.watch = None
        self.requests = 0  # sent by clients, in total
        self.answers = 0  # replies that made progress
        self.alarms = []  # (at which count, future)
        self.facts = {}  # what each ok acknowledges, by (port of the client, id)

    def count_request(self):
        self.requests += 1
        for alarm in [alarm for alarm in self.alarms if alarm[0] <= self.requests]:
            self.alarms.remove(alarm)
            if not alarm[1].done():
                alarm[1].set_result(None)

    def after_requests(self, count):
        """A future that completes when clients have sent `count` more requests."""
        future = asyncio.get_running_loop().create_future()
        self.alarms.append((self.requests + count, future))
        return future

    @property
    def ws(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def log_path(self):
        return self.directory / "server.log"

    async def __aenter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="jaipur-durable-", dir=self.base))
        self.data = self.data or self.directory / "data"
        return self

    def command(self, data=None):
        return [self.binary, "--listen", f"127.0.0.1:{self.port}", *stored_in(data or self.data), *self.options]

    async def start(self, *prefix, wait=True, traced=False):
        """`prefix` precedes the command (strace); `traced`: strace will attach. Raises Ended if it ends before it listens."""
        await self.launch(*prefix, traced=traced)
        if wait:
            await self.listening()
        return self

    async def launch(self, *prefix, traced=False):
        self.starts += 1
        log = open(self.log_path, "ab")
        log.write(f"--- start {self.starts}\n".encode())
        log.flush()
        environment = dict(os.environ)
        if prefix or traced:
            environment["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), WITHOUT_LEAKS)))
        self.began = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            *prefix,
            *self.command(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            env=environment,
        )
        log.close()

    async def listening(self):
        """Waits for `listening on`; then drains the rest of the output and watches for the end."""
        try:
            await within(self._read_port())
        except BaseException:
            await self.kill()
            raise
        self.up.set()
        self.watch = asyncio.create_task(self._watch(self.process))

    def heard(self, line):
        """Gets every line that it writes to stdout, for subclasses."""

    async def _read_port(self):
        while True:
            line = await self.process.stdout.readline()
            if not line:
                status = await self.process.wait()
                self.ends.append(status)
                raise Ended(status, self.log_text().rpartition("--- start")[2])
            self.heard(line)
            found = re.search(rb"listening on 127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                return

    async def _watch(self, process):
        while line := await process.stdout.readline():
            self.heard(line)
        status = await process.wait()
        self.up.clear()
        self.ends.append(status)
        with open(self.log_path, "a", encoding="utf-8") as log:
            log.write(f"--- ended with {status}\n")

    @property
    def running(self):
        return self.process is not None and self.process.returncode is None

    def log_text(self):
        return self.log_path.read_text(encoding="utf-8", errors="replace") if self.log_path.exists() else ""

    async def ended(self, timeout=PATIENCE):
        """Waits until it ends without a signal from us; returns the exit status."""
        status = await within(self.process.wait(), timeout)
        await self._watched()
        return status

    async def _watched(self):
        if self.watch:
            await within(self.watch)
            self.watch = None

    async def kill(self):
        """SIGKILL; returns the exit status (-9, unless it had ended before)."""
        self.up.clear()
        if self.running:
            self.process.send_signal(signal.SIGKILL)
        status = await self.process.wait()
        await self._watched()
        return status

    async def stop(self, timeout=PATIENCE):
        """SIGTERM; returns (exit status, seconds it took). The status is None if it didn't end and had to be killed."""
        begin = time.monotonic()
        self.up.clear()
        if self.running:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = await within(self.process.wait(), timeout)
        except asyncio.TimeoutError:
            status = None
            await self.kill()
        await self._watched()
        return status, time.monotonic() - begin

    async def restart_after_kill(self):
        await self.kill()
        return await self.start()

    async def healthy(self):
        """Polls /healthz until it returns 200. Returns the seconds since exec."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                status, _, _ = await http_get(self.port, "/healthz")
                if status == 200:
                    return time.monotonic() - self.began
            except OSError:
                pass
            await asyncio.sleep(0.005)
        raise TimeoutError("never healthy")

    async def __aexit__(self, kind, value, trace):
        if self.running:
            await self.kill()
        elif self.watch:
            await self._watched()
        if self.failed or kind:
            self.keep()
        shutil.rmtree(self.directory, ignore_errors=True)

    def keep(self):
        """Keeps the log and data directory of a failure for inspection."""
        folder = pathlib.Path(os.environ.get("JAIPUR_LOGS", tempfile.gettempdir()))
        target = folder / f"kept-{self.name}-{os.getpid()}-{self.directory.name}"
        sockets = shutil.ignore_patterns("*.sock")
        shutil.copytree(self.directory, target, ignore=sockets, ignore_dangling_symlinks=True, dirs_exist_ok=True)
        print(f"kept: {target}")


async def run_tool(*command, timeout=PATIENCE, environment=None):
    """Runs a program to its end; returns (exit status, stdout and stderr). `environment`: ours, unless given."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=environment,
    )
    try:
        text, _ = await within(process.communicate(), timeout)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
        raise
    return process.returncode, text.decode(errors="replace")
