"""Shared by the cases of threats_test: separate servers, crowds of connections, and counts of everything done."""

import asyncio
from collections import Counter

from client import Client
from raw_socket import RawSocket, upgrade_each
from server_process import PATIENCE, Server


TIMEOUTS = ("--upgrade-timeout", "--write-timeout", "--silence-timeout", "--closing-timeout")


class Threats:
    def __init__(self, binary, long):
        self.binary = binary
        self.long = long
        self.did = Counter()
        self.notes = []

    def server(self, *options, **more):
        """A server that is patient with slow clients (this machine may be busy), unless `options` say otherwise."""
        named = {option.partition("=")[0] for option in options}
        patient = [f"{name}=2min" for name in TIMEOUTS if name not in named]
        return Server(self.binary, *options, *patient, name="threats", **more)

    def behind_proxy(self, *options, **more):
        """A server that trusts this machine's X-Forwarded-For."""
        return self.server("--trusted-proxy", "127.0.0.1", *options, **more)


async def arrive(port, count, *, xff=None, host="127.0.0.1", source=None):
    """Makes this many upgrades, one after the other. Returns (count of each HTTP status, the accepted connections).
    `xff`: the X-Forwarded-For, as text or as a function of the connection's number."""

    def handshake(number):
        return {"X_Forwarded_For": xff(number) if callable(xff) else xff}

    return await upgrade_each(count, lambda: RawSocket.open(port, host=host, source=source), handshake)


def refused(statuses):
    return sum(count for status, count in statuses.items() if status in (429, 503))


async def alive(connections):
    """Checks that the server still serves each of them."""
    for number, raw in enumerate(connections):
        raw.request("ping", number)
        answer = await raw.reply()
        assert answer["type"] == "ok" and answer["re"] == number, answer


async def replies_and_pings(crowd, host, pause):
    """Returns (the replies to what each of this crowd has asked, how many pings of `host` were answered meanwhile).
    `pause`: seconds between pings."""
    replies = asyncio.gather(*(raw.reply() for raw in crowd))
    pings = 0
    while not replies.done():
        await host.ok("ping")
        pings += 1
        await asyncio.sleep(pause)
    return await replies, pings


async def until(condition, what, timeout=PATIENCE, every=0.25):
    deadline = asyncio.get_running_loop().time() + timeout
    while True:
        result = await condition()
        if result:
            return result
        assert asyncio.get_running_loop().time() < deadline, f"not within {timeout} s: {what}"
        await asyncio.sleep(every)


async def client_of(server, address=None, label=""):
    headers = {"X-Forwarded-For": address} if address else {}
    return await Client.connect(server.ws, label=label or str(address), extra_headers=headers)


async def start_match(server, **fields):
    """(first, second, code, tokens): two clients in a running match."""
    first, second = [await client_of(server, label=name) for name in "AB"]
    created = await first.ok("create_room", name="A", **fields)
    joined = await second.ok("join_room", room=created["room"], name="B")
    for client in (first, second):
        await client.ok("ready")
    await first.wait_view(lambda view: view["phase"] == "playing")
    return first, second, created["room"], (created["token"], joined["token"])
