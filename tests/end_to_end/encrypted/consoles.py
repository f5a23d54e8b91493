"""Console clients for these tests, each with its user's home."""

import asyncio
import contextlib
import re
import signal

from issuer import Issuer
from server_process import within
from terminal import environment
from terminator import Terminator


def environment_of(home, **more):
    """Only `home` and `more` say which certificates to trust, besides the system."""
    kept = environment(HOME=str(home), XDG_STATE_HOME=str(home), XDG_CONFIG_HOME=str(home))
    return {name: value for name, value in kept.items() if not name.startswith("SSL_")} | more


class Context:
    def __init__(self, server, client, folder):
        self.server = server
        self.binary = client
        self.folder = folder
        self.issuer = Issuer(folder)
        self.good = self.issuer.certificate("127.0.0.1", "localhost")
        self.homes = 0

    def home(self):
        self.homes += 1
        path = self.folder / f"home-{self.homes}"
        path.mkdir()
        return path

    async def start(self, home, *words, **more):
        """A client of the user who has this home. Standard error goes to standard output."""
        return await asyncio.create_subprocess_exec(
            self.binary,
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env=environment_of(home, **more),
        )

    async def run(self, *words, home=None, typed=b"", **more):
        """Returns (exit code, what it says)."""
        process = await self.start(home or self.home(), *words, **more)
        out, _ = await within(process.communicate(typed))
        return process.returncode, out.decode()

    async def trusting(self, *words, **more):
        return await self.run("--ca", str(self.issuer.ca), *words, **more)

    def tls(self, certificate=None, **more):
        return Terminator(self.server.port, certificate or self.good, **more)


class Console:
    """A client in plain mode that reads a pipe."""

    def __init__(self, process):
        self.process = process
        self.said = ""

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    async def until(self, pattern):
        """Reads on until a line matches; returns the match."""
        while True:
            line = (await within(self.process.stdout.readline())).decode()
            assert line, f"{pattern!r} was not said: {self.said[-2000:]}"
            self.said += line
            if found := re.search(pattern, line):
                return found

    async def end(self):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        await within(self.process.communicate())

    async def kill(self):
        """Its seat stays."""
        self.process.kill()
        await within(self.process.communicate())


async def opened_room(context, tls, home=None, **more):
    """A console that has opened a room and waits there, and the room's code."""
    words = ["--ca", str(context.issuer.ca), "--server", tls.url, "--plain", "--name", "Asha", "new", "--seals", "1"]
    console = Console(await context.start(home or context.home(), *words, **more))
    code = await console.until(r"^Room code: ((\w ?){6})\.")
    return console, code[1].replace(" ", "")
