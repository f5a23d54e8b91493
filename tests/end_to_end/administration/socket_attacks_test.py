#!/usr/bin/python3
"""Attacks on the admin socket: other users, garbage, floods, and tricks with its path. Meanwhile, a match goes on."""

import asyncio
import contextlib
import json
import os
import shutil
import socket
import stat
import sys
import tempfile

from cases import Skipped, Suite, run_program
from durable_server import DurableServer, Ended
from operator_tools import Match, admin
from server_process import within

suite = Suite("attacks on the admin socket")
NOBODY = 65534
STALL = 20  # seconds that a busy machine may take for nothing


@contextlib.asynccontextmanager
async def running(binary, *options):
    """A server with a match, which must answer quickly until the end."""
    async with DurableServer(binary, "--no-limits", *options, name="attacked") as server:
        await server.start()
        match = await Match(server).begin()
        slowest = 0.0
        done = False

        async def watch():
            nonlocal slowest
            while not done:
                begin = asyncio.get_running_loop().time()
                await match.players[0].ok("ping")
                slowest = max(slowest, asyncio.get_running_loop().time() - begin)
                await asyncio.sleep(0.02)

        watching = asyncio.create_task(watch())
        yield server
        done = True
        await within(watching)
        assert slowest < STALL, f"a player waited {slowest:.2f} s"
        assert (await admin(server, "status"))["playing"] == 1


async def connected(server):
    return await asyncio.open_unix_connection(server.data / "admin.sock")


async def said(server, data):
    """What the server says to these bytes until it hangs up."""
    reader, writer = await connected(server)
    with contextlib.suppress(ConnectionError):
        writer.write(data)
        await writer.drain()
        writer.write_eof()
    with contextlib.suppress(ConnectionError):
        return await within(reader.read())
    return b""


@suite.case("garbage is refused line by line, and the connection stays usable")
async def garbage(binary):
    async with running(binary) as server:
        lines = [
            b"",
            b"\0",
            b"{}",
            b"[" * 5000,
            b"\xff\xfe",
            b'{"command":"status","x":1}',
            b"GET / HTTP/1.1\r",
            os.urandom(500).replace(b"\n", b""),
        ]
        answers = (await said(server, b"\n".join(lines) + b'\n{"command":"limits"}\n')).splitlines()
        assert len(answers) == len(lines) + 1, answers
        assert all(json.loads(line)["error"] == "bad_request" for line in answers[:-1]), answers
        assert json.loads(answers[-1])["ok"]
        log = (server.data / "admin.log").read_text()
        assert log.isascii() and all(json.loads(line) for line in log.splitlines())


@suite.case("a line of 100 MB costs no memory")
async def long_line(binary):
    async with running(binary) as server:
        before = resident(server)
        answer = await said(server, b"x" * (100 << 20))
        assert b"too long" in answer or answer == b"", answer[:100]
        assert resident(server) - before < 4 << 20, (before, resident(server))


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


@suite.case("1,000 connections, silent and half-open ones, are refused or hung up on")
async def crowd(binary):
    async with running(binary) as server:
        crowd = []
        for number in range(1000):
            reader, writer = await connected(server)
            if number % 2:
                with contextlib.suppress(ConnectionError):
                    writer.write(b'{"command":')
            crowd.append((reader, writer))
        for _ in range(200):  # those that are served give up after ten seconds
            try:
                assert (await admin(server, "status"))["ok"]
                break
            except AssertionError:
                await asyncio.sleep(0.2)
        else:
            raise AssertionError("the operator can't get through any more")
        for _, writer in crowd:
            writer.close()


@suite.case("another user gets nothing")
async def other_user(binary):
    if os.geteuid() != 0:
        raise Skipped("only root can become another user")
    folder = tempfile.mkdtemp(prefix="jaipur-open-")
    os.chmod(folder, 0o755)
    path = os.path.join(folder, "a.sock")
    async with running(binary, "--admin-socket", path) as server:
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        assert await as_nobody(path) == "PermissionError"
        os.chmod(path, 0o666)  # by mistake
        assert "permission_denied" in await as_nobody(path)
        os.chmod(path, 0o600)
        await admin_at(server, path)
        os.symlink(path, server.data / "admin.sock")  # so that `running` can ask at the end
    shutil.rmtree(folder)


async def admin_at(server, path):
    process = await asyncio.create_subprocess_exec(server.binary, "admin", "--socket", path, "status")
    assert await within(process.wait()) == 0


async def as_nobody(path):
    """What another user's process gets from the socket: an answer, or the name of the error."""
    program = """
import contextlib, socket, sys
s = socket.socket(socket.AF_UNIX)
try:
    s.connect(sys.argv[1])
except OSError as error:
    sys.exit(print(type(error).__name__))
with contextlib.suppress(BrokenPipeError):  # it has hung up already
    s.sendall(b"{}\\n")
print(s.recv(4096).decode())
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, path, stdout=asyncio.subprocess.PIPE, user=NOBODY, group=NOBODY, extra_groups=[]
    )
    out, _ = await within(process.communicate())
    return out.decode().strip()


@suite.case("tricks with the path: a symlink, a directory, a dead and a live socket, a path that is too long")
async def paths(binary):
    async with DurableServer(binary, "--no-limits", name="paths") as server:
        await server.start()
        await server.stop()
        place = server.data / "admin.sock"
        precious = server.directory / "precious"
        precious.write_text("text")
        for prepare in (lambda: place.symlink_to(precious), place.mkdir):
            prepare()
            await server.start()  # it runs, without the socket that nobody asked for
            assert '"no admin socket"' in server.log_path.read_text()
            await server.stop()
            assert precious.read_text() == "text"
            place.rmdir() if place.is_dir() and not place.is_symlink() else place.unlink()
        await server.start()
        await server.kill()
        assert place.is_socket()
        await server.start()  # replaces what it left
        assert (await admin(server, "status"))["ok"]
        await server.stop()
    for path in (f"/tmp/{'x' * 120}", "/nowhere/a.sock", str(live := await live_socket())):
        async with DurableServer(binary, "--admin-socket", path, name="paths") as server:
            try:
                await server.start()
                raise AssertionError(f"it runs with {path}")
            except Ended as ended:
                assert ended.status == 73, (path, ended.status)
    os.remove(live)
    os.remove(live + ".lock")


async def live_socket():
    path = tempfile.mktemp(prefix="jaipur-live-")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen()
    live_socket.kept = listening
    return path


@suite.case("of several servers that start with the same socket at once, one gets it")
async def race(binary):
    path = tempfile.mktemp(prefix="jaipur-race-")
    left = socket.socket(socket.AF_UNIX)
    left.bind(path)
    left.close()
    async with contextlib.AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(DurableServer(binary, "--admin-socket", path, name=f"race{n}"))
            for n in range(6)
        ]
        ends = await asyncio.gather(*(server.start() for server in servers), return_exceptions=True)
        started = [end for end in ends if not isinstance(end, BaseException)]
        assert len(started) == 1 and all(end.status == 73 for end in ends if end not in started), ends
        await admin_at(started[0], path)
        await started[0].stop()
    assert not os.path.exists(path)
    os.remove(path + ".lock")


if __name__ == "__main__":
    run_program(suite, __doc__, at_once=2)
