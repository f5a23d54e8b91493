#!/usr/bin/python3
"""Strangers at the port that servers of a cluster have for each other, and other servers that misbehave."""

import asyncio
import contextlib
import json
import os
import pathlib
import sys

from client import Client
from cluster import Cluster
from relay_peer import Peer, frame, introduction
from seeded_cases import main
from server_process import kernel_says

SEVERAL = 2000  # connections
MIB = 2**20


class Attacked:
    """A server with an honest player, whose moves it answers all the time."""

    def __init__(self, tests, binary):
        self.tests, self.cluster = tests, Cluster(binary, lease=60)

    async def __aenter__(self):
        await self.cluster.__aenter__()
        self.node = await self.cluster.add("first")
        await self.cluster.settles("first")
        self.secret = self.cluster.secret.read_text().strip()
        self.player = await Client.connect(self.node.ws)
        await self.player.ok("create_room", name="Asha")
        return self

    async def __aexit__(self, *failure):
        try:
            if not failure[0]:
                self.tests.check(self.node.running and self.node.starts == 1, "the server ended")
                self.tests.check((await self.player.request("chat", text="still here")).ok, "no answer to the player")
                await self.player.close()
        finally:
            await self.cluster.__aexit__(*failure)

    async def peer(self):
        return await Peer.connect(self.node.inner_port)

    async def refused(self):
        return (await self.node.metrics())["jaipur_relays_refused_total"]

    def memory(self):
        return kernel_says(pathlib.Path(f"/proc/{self.node.process.pid}"), "status", "VmRSS")


async def strangers(tests, binary, rng):
    """Whatever they send instead of an introduction, the server hangs up, counts it, and stays."""
    async with Attacked(tests, binary) as server:
        wrong = "x" * 40
        first = await server.peer()
        recorded = introduction(await first.challenge(), server.secret)
        sends = {
            "nothing": lambda challenge: [],
            "garbage": lambda challenge: [os.urandom(rng.randrange(1, 4000))],
            "HTTP": lambda challenge: [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"],
            "another kind first": lambda challenge: [frame(b"t", b'{"type":"ping","id":1}')],
            "an empty introduction": lambda challenge: [frame(b"h")],
            "a wrong secret": lambda challenge: [frame(b"h", introduction(challenge, wrong))],
            "a recorded introduction": lambda challenge: [frame(b"h", recorded)],
            "an introduction that is too long": lambda challenge: [frame(b"h", length=2**24 - 1), b"x" * 10000],
            "another version": lambda challenge: [frame(b"h", introduction(challenge, server.secret, version=99))],
            "an introduction to another server": lambda challenge: [
                frame(b"h", introduction(challenge, server.secret, to="second"))
            ],
            "no client": lambda challenge: [frame(b"h", introduction(challenge, server.secret, about="x y"))],
            "half of it": lambda challenge: [frame(b"h", introduction(challenge, server.secret))[:100]],
        }
        before = await server.refused()
        for what, bytes_of in sends.items():
            peer = await server.peer()
            peer.send(*bytes_of(await peer.challenge()))
            if what in ("nothing", "half of it"):
                continue  # until the server loses patience
            await peer.ended()
        for _ in range(600):
            if (count := await server.refused()) >= before + len(sends):
                break
            await asyncio.sleep(0.1)
        tests.check(count >= before + len(sends), f"refused {count - before} of {len(sends)}")
        for why in ("wrong proof", "wrong version", "malformed", "hung up", "for another server"):
            tests.check(why in server.node.log_text(), f"the log doesn't say '{why}'")
        log = server.node.log_text()
        tests.check(server.secret not in log and wrong not in log, "the secret is in the log")
        peer = await server.peer()
        tests.check(
            await peer.introduced(server.secret, more="later-versions say more\n"), "an honest server is refused"
        )
        peer.send(frame(b"?", b"a kind of a later version"), frame(b"t", b'{"type":"ping","id":7}'))
        kind, text = await peer.frame()
        tests.check(kind == b"t" and json.loads(text)["re"] == 7, f"{kind} {text}")
        await peer.close()


async def crowd(tests, binary, _):
    """Thousands that connect and say nothing cost little memory, and no place of a player or of an honest server."""
    async with Attacked(tests, binary) as server:
        before = server.memory()
        silent = []
        for _ in range(SEVERAL):
            with contextlib.suppress(OSError):
                silent.append(await server.peer())
        tests.check(len(silent) > SEVERAL / 2, f"only {len(silent)} connected")
        tests.check(await server.refused() > SEVERAL / 4, f"refused {await server.refused()}")
        more = server.memory() - before
        print(f"  {len(silent)} silent connections: {more / MIB:.1f} MiB", flush=True)
        tests.check(more < 32 * MIB, f"{more / MIB:.0f} MiB")
        tests.check((await server.player.request("chat", text="hello")).ok, "no answer to the player")
        honest = await server.peer()
        tests.check(await honest.introduced(server.secret), "no place for an honest server")
        for peer in silent:
            await peer.close()


async def bad_server(tests, binary, _):
    """Knows the secret, and yet: messages that are too long, that it doesn't read, and ten thousand at once."""
    async with Attacked(tests, binary) as server:
        peer = await server.peer()
        tests.check(await peer.introduced(server.secret), "refused")
        peer.send(frame(b"t", length=2**24 - 1), b"x" * 10000)
        await peer.ended()
        deaf = await server.peer()
        tests.check(await deaf.introduced(server.secret), "refused")
        before = server.memory()
        ask = json.dumps({"type": "list_rooms", "id": 1}).encode()
        for _ in range(200):
            deaf.send(*[frame(b"t", ask)] * 500)
            await asyncio.sleep(0)
        await asyncio.sleep(2)
        more = server.memory() - before
        tests.check(more < 16 * MIB, f"{more / MIB:.0f} MiB for a server that doesn't read")
        await deaf.close()


CASES = [strangers, crowd, bad_server]


if __name__ == "__main__":
    sys.exit(main(__doc__, CASES))
