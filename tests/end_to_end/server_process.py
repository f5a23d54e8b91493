"""Starts and stops the real server, with its own port and data directory.

The binary is --server, else $JAIPUR_SERVER, else build/release/bin/jaipur-server of the repository.
"""

import asyncio
import functools
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import ssl
import tempfile
import time

from storage import stored_in

ROOT = pathlib.Path(__file__).resolve().parents[2]

PATIENCE = 60  # seconds; however busy the machine is, only a hang takes longer


async def within(awaitable, seconds=PATIENCE):
    """The result of the awaitable, or TimeoutError. Unlike asyncio.wait_for in Python 3.11, it never loses a
    cancellation: a task that loses one continues forever."""
    task, limit = asyncio.current_task(), asyncio.timeout(seconds)
    cancelled = task.cancelling()
    try:
        async with limit:
            return await awaitable
    except asyncio.CancelledError:
        # In a task that was cancelled before, Python 3.11.2 doesn't turn its own cancellation into a TimeoutError.
        if limit.expired() and task.cancelling() == cancelled:
            raise asyncio.TimeoutError from None
        raise


async def eventually(condition, complaint, seconds=PATIENCE):
    """Returns when it holds. `complaint` is text, or makes it."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(complaint() if callable(complaint) else complaint)
        await asyncio.sleep(0.05)


def default_binary():
    return os.environ.get("JAIPUR_SERVER", str(ROOT / "build" / "release" / "bin" / "jaipur-server"))


@functools.cache
def sanitized(binary=None):
    """Whether it is built with a sanitizer, which changes memory, times and exit codes."""
    path = pathlib.Path(binary or default_binary())
    program = path.read_bytes() if path.exists() else b""
    return b"__asan_init" in program or b"__tsan_init" in program


def slowness(binary=None):
    """How many times longer than a release build it may take."""
    return 10 if sanitized(binary) else 1


def kernel_says(process, file, name):
    """Bytes; `process` is its folder in /proc."""
    for line in (process / file).read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise RuntimeError(f"no {name}")


def reserved(port):
    """Reserves the port until this program ends. False if another program that uses this function has it."""
    name = socket.socket(socket.AF_UNIX)
    try:
        name.bind(f"\0jaipur-test-port-{port}")
    except OSError:
        name.close()
        return False
    reservations.append(name)
    return True


reservations = []


def free_port():
    """A free port below those that the kernel gives to clients: nothing else takes it before a server starts, nor between two
    of its runs."""
    lowest = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    ports = range(1024, lowest)
    while True:
        port = random.choice(ports)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if reserved(port):
            return port


tls_ports = set()  # of running servers


def tls_of(port):
    """The context with which a careful client connects to this port; None if it isn't one for TLS."""
    return ssl.create_default_context() if port in tls_ports else None


class Server:
    """`async with Server(binary, "--no-limits") as server`. Keeps its log in `logs` after a failure."""

    def __init__(self, binary, *options, name="server", listen="127.0.0.1:0", descriptors=None):
        """`descriptors`: the process's limit of open descriptors."""
        self.binary = binary
        self.options = options
        self.name = name
        self.listen = listen
        self.descriptors = descriptors
        self.failed = False
        self.secrets = set()
        self.process = None
        self.directory = None
        self.port = None
        self.log = None

    @property
    def http(self):
        return f"http{self.secure}://127.0.0.1:{self.port}"

    @property
    def ws(self):
        return f"ws{self.secure}://127.0.0.1:{self.port}/ws"

    @property
    def secure(self):
        return "s" if any(option.startswith("--tls-cert") for option in self.options) else ""

    async def __aenter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="jaipur-e2e-"))
        self.log = open(self.directory / "server.log", "wb")
        keeps = [] if "--in-memory" in self.options else stored_in(self.directory / "data")
        self.process = await asyncio.create_subprocess_exec(
            self.binary,
            *["--listen", self.listen, "--bot-time=0", *keeps, *self.options],
            stdout=asyncio.subprocess.PIPE,
            stderr=self.log,
            stdin=asyncio.subprocess.DEVNULL,
            preexec_fn=self.restrict,
        )
        try:
            self.port = await within(self._read_port())
        except BaseException:
            await self.kill()
            self.log.close()
            raise
        if self.secure:
            tls_ports.add(self.port)
        self._drain = asyncio.create_task(self._drain_stdout())
        return self

    async def says(self, before):
        """The port in a later line that begins so, such as `metrics on 127.0.0.1:9100`."""
        for _ in range(20 * PATIENCE):
            if found := re.search(rf"^{before} \S+:(\d+)$", self.log_text(), re.MULTILINE):
                return int(found.group(1))
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server doesn't say '{before}'")

    def restrict(self):
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))

    async def _read_port(self):
        while True:
            line = await self.process.stdout.readline()
            if not line:
                self.log.flush()
                text = (self.directory / "server.log").read_text(errors="replace")
                raise RuntimeError(f"the server ended before it listened:\n{text[-2000:]}")
            self.log.write(line)
            found = re.search(rb"listening on \S+:(\d+)\s", line)
            if found:
                return int(found.group(1))

    async def _drain_stdout(self):
        while line := await self.process.stdout.readline():
            self.log.write(line)

    @property
    def running(self):
        return self.process.returncode is None

    @property
    def proc(self):
        return pathlib.Path(f"/proc/{self.process.pid}")

    def resident_bytes(self):
        """The process's resident memory now."""
        return kernel_says(self.proc, "status", "VmRSS")

    def own_bytes(self):
        """Its share of memory. Only root can read this and its descriptors, unless it has `--core-dumps`."""
        return kernel_says(self.proc, "smaps_rollup", "Pss")

    def open_descriptors(self):
        return len(list((self.proc / "fd").iterdir()))

    def processor_seconds(self):
        fields = (self.proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log_text(self):
        self.log.flush()
        return (self.directory / "server.log").read_text(encoding="utf-8", errors="replace")

    def leaks(self):
        """The secrets in the log: tokens, nonces, passwords, chat."""
        text = self.log_text()
        return [secret for secret in self.secrets if secret in text]

    def terminate(self):
        self.process.send_signal(signal.SIGTERM)

    async def stop(self):
        """SIGTERM; returns (exit status, seconds it took)."""
        begin = time.monotonic()
        if self.running:
            self.terminate()
        status = await within(self.process.wait())
        return status, time.monotonic() - begin

    async def kill(self):
        if self.process and self.running:
            self.process.kill()
            await self.process.wait()

    async def __aexit__(self, kind, value, trace):
        tls_ports.discard(self.port)
        crashed = not self.running and self.process.returncode != 0
        if self.running:
            try:
                status, _ = await self.stop()
                crashed = status != 0
            except asyncio.TimeoutError:
                crashed = True
                await self.kill()
        await within(self._drain)
        self.log.close()
        if self.failed or crashed or kind:
            self.keep_log()
        shutil.rmtree(self.directory, ignore_errors=True)
        if crashed and not kind:
            raise RuntimeError(f"the server ended with status {self.process.returncode}")

    def keep_log(self):
        folder = pathlib.Path(os.environ.get("JAIPUR_LOGS", tempfile.gettempdir()))
        target = folder / f"jaipur-{self.name}-{os.getpid()}.log"
        shutil.copyfile(self.directory / "server.log", target)
        print(f"log of the server: {target}")
