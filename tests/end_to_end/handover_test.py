#!/usr/bin/python3
"""A listening socket that outlives the server, as systemd passes it to a service with a socket unit: a restart refuses no
connection."""

import asyncio
import contextlib
import pathlib
import re
import signal
import socket
import subprocess
import tempfile

from cases import Suite, arguments_of, finish
from http_get import http_get
from server_process import within

suite = Suite("handover")

# As systemd starts it: the socket is descriptor 3, and the variables are for exactly this process.
START = 'exec 3<&"$1"; shift; export LISTEN_PID="${LISTEN_PID-$$}"; exec "$@"'


@contextlib.contextmanager
def listening(family=socket.AF_INET, address="127.0.0.1"):
    with socket.socket(family) as passed:
        passed.bind((address, 0))
        passed.listen(4096)
        yield passed


async def start(context, passed, *options, environment=()):
    return await asyncio.create_subprocess_exec(
        *["bash", "-c", START, "bash", str(passed.fileno()), context.binary, "--log-level=error"],
        *["--listen=127.0.0.1:0", *(options or ["--in-memory"])],
        env={"PATH": "/usr/bin:/bin", "LISTEN_FDS": "1", **dict(environment)},
        pass_fds=[passed.fileno()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


async def stop(server):
    server.send_signal(signal.SIGTERM)
    await within(server.communicate())
    assert server.returncode == 0, server.returncode


async def where(server):
    line = (await within(server.stdout.readline())).decode()
    return re.fullmatch(r"listening on (\S+)\n", line).group(1)


class Attempts:
    """Connections, one after another, until told to stop."""

    def __init__(self, port):
        self.port = port
        self.wanted = True
        self.answered = self.cut = self.refused = 0

    async def make(self):
        while self.wanted:
            try:
                status, _, _ = await http_get(self.port, "/healthz")
                self.answered += status == 200
            except ConnectionRefusedError:
                self.refused += 1
            except OSError:
                self.cut += 1  # a request that the old server had read when it was stopped


@suite.case("a restart refuses no connection")
async def restart(context):
    with listening() as passed, tempfile.TemporaryDirectory() as data:
        port = passed.getsockname()[1]
        attempts = Attempts(port)
        everybody = [asyncio.create_task(attempts.make()) for _ in range(20)]
        stops = 5
        for _ in range(stops):
            server = await start(context, passed, "--data", data)
            assert await where(server) == f"127.0.0.1:{port}"
            before = attempts.answered
            while attempts.answered < before + 200:
                await asyncio.sleep(0.01)
            await stop(server)
            await asyncio.sleep(0.2)  # nobody accepts connections, and some wait
        server = await start(context, passed, "--data", data)
        attempts.wanted = False
        await within(asyncio.gather(*everybody))
        await stop(server)
    print(f"{attempts.answered} answered, {attempts.cut} cut off by a stop, {attempts.refused} refused")
    assert attempts.refused == 0
    assert attempts.cut <= stops * len(everybody)


@suite.case("IPv6")
async def ipv6(context):
    with listening(socket.AF_INET6, "::1") as passed:
        server = await start(context, passed)
        assert await where(server) == f"[::1]:{passed.getsockname()[1]}"
        await stop(server)


@suite.case("variables for another process, or broken ones, pass no socket")
async def for_others(context):
    for environment in ({"LISTEN_PID": "1"}, {"LISTEN_FDS": "0"}, {"LISTEN_FDS": "x"}, {"LISTEN_FDS": "-1"}):
        with listening() as passed:
            server = await start(context, passed, environment=environment)
            assert await where(server) != f"127.0.0.1:{passed.getsockname()[1]}"
            await stop(server)


@suite.case("a socket that doesn't listen, or several, are an error")
async def wrong(context):
    with socket.socket() as unbound, socket.socket(socket.AF_UNIX) as local, listening() as passed:
        local.bind("")
        local.listen()
        for descriptor, environment in ((unbound, {}), (local, {}), (passed, {"LISTEN_FDS": "2"})):
            server = await start(context, descriptor, environment=environment)
            _, error = await within(server.communicate())
            assert server.returncode == 69, server.returncode
            assert b"can't listen" in error, error


class Context:
    def __init__(self, binary):
        self.binary = str(pathlib.Path(binary).resolve())


async def main(arguments):
    return await suite.run(Context(arguments.server), arguments.only)


if __name__ == "__main__":
    passed, failures = asyncio.run(main(arguments_of(__doc__)))
    finish(passed, len(failures))
