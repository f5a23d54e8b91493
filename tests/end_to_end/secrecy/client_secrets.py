"""What others on its machine can see of the console client: command line, environment, output, requests, files."""

import asyncio
import json
import os
import pathlib
import re
import stat
import tempfile

from canaries import Searcher, files_below
from watched_match import CHATS, NAMES, PASSWORD, SecretServer
from server_process import PATIENCE, within


class Heads:
    """A proxy that records the HTTP request of each client connection."""

    def __init__(self, port):
        self.server_port = port
        self.heads = []

    async def __aenter__(self):
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.listener.close()

    async def serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.heads.append(head)
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self.server_port)
            server_writer.write(head)
            await asyncio.gather(pass_on(reader, server_writer), pass_on(server_reader, writer))
        except (OSError, asyncio.IncompleteReadError):
            writer.close()


async def pass_on(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


class Console:
    """`jaipur-client --plain`; keeps its output. The password is in the environment, as operators may do."""

    def __init__(self, binary, home, port, name, *arguments):
        self.command = [binary, "--plain", "--server", f"127.0.0.1:{port}", "--name", name, *arguments]
        self.home = pathlib.Path(home)
        self.environment = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "JAIPUR_PASSWORD": PASSWORD,
        }
        self.environment |= {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
        self.said = b""
        self.seen = {}

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command,
            env=self.environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self.reading = asyncio.create_task(self.read())
        return self

    async def read(self):
        while data := await self.process.stdout.read(65536):
            self.said += data

    async def until(self, pattern, timeout=PATIENCE):
        deadline = asyncio.get_running_loop().time() + timeout
        while True:
            if found := re.search(pattern, self.said):
                return found
            assert asyncio.get_running_loop().time() < deadline, f"no {pattern} in {self.said[-600:]}"
            await asyncio.sleep(0.02)

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def look(self):
        for name in ("cmdline", "comm", "environ"):
            self.seen[name] = pathlib.Path(f"/proc/{self.process.pid}/{name}").read_bytes()

    async def end(self):
        self.type("quit")
        self.process.stdin.close()
        await within(self.process.wait())
        await self.reading


def seat_of(home, tests):
    """The token in the only seat file; checks that only its user may read the file and its directory."""
    seats = [path for path in files_below(home) if path.endswith(".seat")]
    assert len(seats) == 1, seats
    for path in files_below(home):
        mode = stat.S_IMODE(os.stat(path).st_mode)
        tests.check(mode == 0o600, f"{path} has mode {mode:o}")
    folder = stat.S_IMODE(os.stat(os.path.dirname(seats[0])).st_mode)
    tests.check(folder == 0o700, f"{os.path.dirname(seats[0])} has mode {folder:o}")
    with open(seats[0], encoding="utf-8") as file:
        return re.search(r"(?<![\w-])[\w-]{43}(?![\w-])", file.read()).group()


async def look_at_clients(server_binary, client_binary, search):
    client_binary = client_binary or str(pathlib.Path(server_binary).resolve().parent / "jaipur-client")
    assert os.access(client_binary, os.X_OK), f"no client at {client_binary}"
    os.umask(0o022)
    async with SecretServer(server_binary, "--no-limits", "--log-level", "debug", name="secrets-client") as server:
        await server.start()
        with tempfile.TemporaryDirectory(prefix="jaipur-homes-") as homes:
            async with Heads(server.port) as heads:
                await with_clients(client_binary, homes, heads, server, search)
        await server.stop()


async def with_clients(binary, homes, heads, server, search):
    folders = [os.path.join(homes, name) for name in NAMES]
    for folder in folders:
        os.mkdir(folder, 0o755)
    first = await Console(binary, folders[0], heads.port, NAMES[0], "new").start()
    code = (await first.until(rb"\b([2-9A-HJ-NP-Z]{6})\b")).group(1).decode()
    second = await Console(binary, folders[1], heads.port, NAMES[1], "join", code).start()
    await second.until(NAMES[0].encode())
    second.type(f"say {CHATS[1]}")
    await first.until(CHATS[1].encode())
    await asyncio.sleep(0.3)
    for console in (first, second):
        console.look()
    searcher = Searcher()
    for seat, folder in enumerate(folders):
        searcher.token(f"token {seat}", seat_of(folder, search.tests))
    for seat, (console, folder) in enumerate(zip((first, second), folders)):
        for name, data in console.seen.items():
            search.none(searcher, f"client's /proc: {name}", data)
        whole = b"".join(pathlib.Path(path).read_bytes() for path in files_below(folder))
        search.there(searcher, "the client's files", whole, f"token {seat}")
        search.none(searcher, "client's files", whole, but=(f"token {seat}",))
    for console in (first, second):
        await console.end()
    searcher.text("password", PASSWORD)
    for console in (first, second):
        search.none(searcher, "client's words", console.said)
        search.none(searcher, "client's command line", console.seen["cmdline"] + console.seen["comm"])
    for name in NAMES + CHATS:
        searcher.text("name or chat", name)
    assert len(heads.heads) >= 2 and all(head.startswith(b"GET /ws HTTP/1.1") for head in heads.heads), json.dumps(
        [str(h) for h in heads.heads]
    )
    search.none(searcher, "client's HTTP", b"".join(heads.heads))
    search.none(searcher, "log: with clients", server.log_path.read_bytes() + server.said)
