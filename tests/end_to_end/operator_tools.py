"""The operator's side of the tests: `jaipur-server admin`, and the socket behind it."""

import asyncio
import json

from client import Client
from server_process import within


async def admin(server, *words, status=0):
    """Runs the command with --json; returns its answer. `status`: the exit status that is due."""
    process = await asyncio.create_subprocess_exec(
        server.binary, "admin", "--data", str(server.data), "--json", *words,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, error = await within(process.communicate())
    assert process.returncode == status, f"{words}: {process.returncode}, {out} {error}"
    return json.loads(out) if out else {"message": error.decode()}


async def in_words(server, *words):
    """What people read."""
    process = await asyncio.create_subprocess_exec(
        server.binary, "admin", "--data", str(server.data), *words,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await within(process.communicate())
    assert process.returncode == 0, words
    return out.decode()


def trail_of(server):
    """A line for each command: a file next to the data, or else in the server's log."""
    file = server.data / "admin.log"
    if file.exists():
        return file.read_text()
    return "\n".join(line for line in server.log_text().splitlines() if '"event":"admin"' in line)


class Match:
    """Two players at a table, from the given addresses if the server trusts this machine as a proxy."""

    def __init__(self, server):
        self.server = server
        self.players = []
        self.room = ""
        self.password = {}
        self.tokens = []

    async def connect(self, address=None):
        more = {"extra_headers": {"X-Forwarded-For": address}} if address else {}
        return await Client.connect(self.server.ws, **more)

    async def begin(self, *addresses, password="open sesame", **options):
        """A hash of a password costs a processor 50 ms."""
        host, guest = [await self.connect(address) for address in addresses or (None, None)]
        self.players = [host, guest]
        self.password = {"password": password} if password else {}
        seat = await host.ok("create_room", name="Asha", options={**self.password, **options})
        self.room = seat["room"]
        other = await guest.ok("join_room", room=self.room, name="Bharat", **self.password)
        self.tokens = [seat["token"], other["token"]]
        for player in self.players:
            await player.ok("ready")
        for player in self.players:
            await player.wait_view(lambda view: view["phase"] == "playing")
        return self
