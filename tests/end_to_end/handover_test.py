#!/usr/bin/python3
"""Listening sockets that outlive the server, as systemd passes them to a service with socket units: a restart refuses no
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
from certificates import NAME, Authority
from http_get import http_get
from server_process import within

suite = Suite("handover")

# As systemd starts it: the sockets are descriptors 3 and 4, and the variables are for exactly this process.
START = 'exec 3<&"$1" 4<&"$2"; shift 2; export LISTEN_PID="${LISTEN_PID-$$}"; exec "$@"'


@contextlib.contextmanager
def listening(family=socket.AF_INET, address="127.0.0.1"):
    with socket.socket(family) as passed:
        passed.bind((address, 0))
        passed.listen(4096)
        yield passed


async def start(context, passed, *options, second=None, environment=()):
    sockets = [str((each or passed).fileno()) for each in (passed, second)]
    return await asyncio.create_subprocess_exec(
        *["bash", "-c", START, "bash", *sockets, context.binary, "--log-level=warning"],
        *["--listen=127.0.0.1:0", *(options or ["--in-memory"])],
        env={"PATH": "/usr/bin:/bin", "LISTEN_FDS": "2" if second else "1", **dict(environment)},
        pass_fds=map(int, sockets),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


async def stop(server):
    server.send_signal(signal.SIGTERM)
    await within(server.communicate())
    assert server.returncode == 0, server.returncode


async def line_of(server):
    return (await within(server.stdout.readline())).decode().rstrip("\n")


async def where(server):
    return re.fullmatch(r"listening on (.+)", await line_of(server)).group(1)


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


@suite.case("a socket with the name redirect redirects, with --redirect or without, wherever it is in the list")
async def redirect(context):
    authority = Authority()
    options = ["--in-memory", *authority.options("shared")]
    with listening() as game, listening() as plain:
        for order, names, more in (
            ((game, plain), "jaipur-server.socket:redirect", []),
            ((plain, game), "redirect:unknown", ["--redirect=127.0.0.1:0"]),
        ):
            names = {"LISTEN_FDNAMES": names}
            server = await start(context, order[0], *options, *more, second=order[1], environment=names)
            port = game.getsockname()[1]
            assert await where(server) == f"127.0.0.1:{port} with TLS for {NAME}"
            assert await line_of(server) == f"redirecting from 127.0.0.1:{plain.getsockname()[1]}"
            status, headers, _ = await http_get(plain.getsockname()[1], "/rooms")
            assert status == 308 and headers["location"].endswith(f":{port}/rooms"), headers
            await stop(server)


@suite.case("without TLS, a socket with the name redirect is only warned about")
async def redirect_without_tls(context):
    with listening() as game, listening() as plain:
        server = await start(context, game, second=plain, environment={"LISTEN_FDNAMES": "game:redirect"})
        assert await where(server) == f"127.0.0.1:{game.getsockname()[1]}"
        server.terminate()
        _, logged = await within(server.communicate())
        assert server.returncode == 0
        assert b"nobody answers on the socket `redirect`" in logged, logged


@suite.case("variables for another process, or broken ones, pass no socket")
async def for_others(context):
    for environment in ({"LISTEN_PID": "1"}, {"LISTEN_FDS": "0"}, {"LISTEN_FDS": "x"}, {"LISTEN_FDS": "-1"}):
        with listening() as passed:
            server = await start(context, passed, environment=environment)
            assert await where(server) != f"127.0.0.1:{passed.getsockname()[1]}"
            await stop(server)


@suite.case("a socket that doesn't listen, or several for one purpose, are an error")
async def wrong(context):
    with socket.socket() as unbound, socket.socket(socket.AF_UNIX) as local, listening() as passed:
        local.bind("")
        local.listen()
        for descriptor, second, names in ((unbound, None, ""), (local, None, ""), (passed, passed, ""),
                                          (passed, passed, "a:b"), (passed, passed, "redirect:redirect")):  # fmt: skip
            server = await start(context, descriptor, second=second, environment={"LISTEN_FDNAMES": names})
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
