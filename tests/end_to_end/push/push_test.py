#!/usr/bin/python3
"""Push messages: the real server, and a push service of this test's own."""

import asyncio
import contextlib
import pathlib
import re
import tempfile
import time

from cases import Suite, arguments_of, finish
from client import Client
from durable_server import DurableServer
from http_get import http_get
from push_service import SUBJECT, PushService
from server_process import free_port

suite = Suite("push")


class Table:
    """A match over days of two players, each with a browser."""

    def __init__(self, server, service):
        self.server = server
        self.service = service
        self.clients = [None, None]
        self.tokens = [None, None]
        self.browsers = [service.browser(), service.browser()]
        self.room = None
        self.views = [None, None]

    async def begin(self, *, subscribed=(0, 1)):
        host = self.clients[0] = await Client.connect(self.server.ws, label="host")
        created = await host.ok("create_room", name="Asha", options={"patience": 3 * 86400})
        self.room = created["room"]
        guest = self.clients[1] = await Client.connect(self.server.ws, label="guest")
        joined = await guest.ok("join_room", room=self.room, name="Ravi")
        self.tokens = [created["token"], joined["token"]]
        for seat in subscribed:
            await self.subscribe(seat)
        for client in self.clients:
            await client.ok("ready")
        await self.looked()
        return self

    async def subscribe(self, seat):
        await self.clients[seat].ok("push_subscribe", **self.browsers[seat].subscription())

    async def looked(self):
        """Takes the newest view of everybody who is there."""
        for seat, client in enumerate(self.clients):
            if client:
                await client.barrier()
                while client.pushes:
                    push = client.pushes.popleft().message
                    if push["type"] == "view":
                        self.views[seat] = push

    @property
    def turn(self):
        return next(view["turn"] for seat, view in enumerate(self.views) if view and self.clients[seat])

    async def leave(self, seat):
        await self.clients[seat].close()
        self.clients[seat] = None
        await asyncio.sleep(0)
        await self.seen(seat, connected=False)

    async def come_back(self, seat):
        client = self.clients[seat] = await Client.connect(self.server.ws, label=f"again {seat}")
        await client.ok("resume", room=self.room, token=self.tokens[seat])
        await self.seen(seat, connected=True)  # or the next departure would seem to have been seen
        await self.looked()

    async def seen(self, seat, connected):
        """The other player has heard that this one is there, or not."""
        if other := self.clients[1 - seat]:
            await other.wait_room(lambda room: room["players"][seat]["connected"] == connected)

    async def play(self):
        """The player to act, who must be there, acts."""
        await self.looked()
        seat = self.turn
        view = self.views[seat]
        legal = view["legal"]
        if legal["take_camels"]:
            action = {"type": "take_camels"}
        elif legal["take"]:
            action = {"type": "take", "card": legal["take"][0]}
        else:
            good, bounds = next(iter(legal["sell"].items()))
            action = {"type": "sell", "good": good, "count": bounds["min"]}
        await self.clients[seat].ok("act", ply=view["ply"], action=action)
        await self.looked()

    async def away(self):
        """The seat of a player who goes while the other one is to act."""
        seat = 1 - self.turn
        await self.leave(seat)
        return seat

    async def close(self):
        for client in self.clients:
            if client:
                await client.close()


async def results(server):
    """How many messages ended how."""
    _, _, body = await http_get(server.metrics, "/metrics")
    found = re.findall(r'jaipur_push_messages_total\{result="(\w+)"\} (\d+)', body.decode())
    assert len(found) == 5, body
    return {name: int(number) for name, number in found if number != "0"}


async def until_results(server, due):
    for _ in range(600):
        if await results(server) == due:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{await results(server)} instead of {due}")


@contextlib.asynccontextmanager
async def push_server(context, *options, allow="127.0.0.1", **of_service):
    """(server, service)"""
    with tempfile.TemporaryDirectory(prefix="jaipur-push-") as directory:
        async with PushService(pathlib.Path(directory), **of_service) as service:
            metrics = free_port()
            options = [
                *["--no-limits", f"--push-subject={SUBJECT}", f"--push-certificates={service.ca}", "--push-pause=0"],
                *[f"--push-allow={allow}", f"--metrics=127.0.0.1:{metrics}", *options],
            ]
            async with DurableServer(context.server, *options, name="push") as server:
                server.metrics = metrics
                await server.start()
                yield server, service
                text = server.log_text()
                for browser in service.browsers.values():
                    assert browser.path not in text, "an endpoint is in the log"


@suite.case("a player who is away is told once that it's their turn; a player who is there isn't told")
async def told(context):
    async with push_server(context) as (server, service):
        table = await Table(server, service).begin()
        for _ in range(4):
            await table.play()
        away = await table.away()
        await table.play()
        browser = table.browsers[away]
        await service.until(lambda: browser.shown)
        (message, headers) = browser.shown[0]
        assert message == {"room": table.room, "what": "turn"}, message
        assert headers["ttl"] == str(7 * 86400) and table.room not in str(headers), headers
        key = (await table.clients[1 - away].ok("push_key"))["push_key"]
        assert service.senders == {key}, "somebody else's key"
        await table.come_back(away)
        await table.clients[1 - away].ok("resign")
        await table.looked()
        await table.leave(away)
        await table.clients[1 - away].ok("rematch")
        await service.until(lambda: len(browser.shown) == 2)
        assert browser.shown[1][0]["what"] == "rematch", browser.shown
        assert len({headers["topic"] for _, headers in browser.shown}) == 1, "a newer one doesn't replace an older one"
        assert len({len(body) for body in service.bodies}) == 1, "their length tells messages apart"
        await until_results(server, {"sent": 2})
        assert service.requests == 2, "a player who was there was told"
        await table.close()


@suite.case("a player whose match is over, or who subscribed no longer, is told that, or nothing")
async def ends(context):
    async with push_server(context) as (server, service):
        table = await Table(server, service).begin()
        away = await table.away()
        await table.clients[1 - away].ok("resign")
        await service.until(lambda: table.browsers[away].shown)
        assert table.browsers[away].shown[0][0]["what"] == "over"
        second = await Table(server, service).begin()
        seat = 1 - second.turn
        await second.clients[seat].ok("push_unsubscribe")
        await second.leave(seat)
        await second.play()
        third = await Table(server, service).begin()
        gone = await third.away()
        await third.play()
        await service.until(lambda: third.browsers[gone].shown)
        assert not second.browsers[seat].shown
        await until_results(server, {"sent": 2})


@suite.case("410 and 404 end a subscription, until the player subscribes again")
async def gone(context):
    async with push_server(context) as (server, service):
        for number, status in enumerate((410, 404)):
            service.answers = [status]
            table = await Table(server, service).begin()
            away = await table.away()
            await table.play()
            await until_results(server, {"gone": number + 1} | ({"sent": number} if number else {}))
            before = service.requests
            await table.come_back(away)
            await table.play()
            await table.leave(away)
            await table.play()
            await table.clients[1 - away].ok("push_key")
            assert service.requests == before, "told after the subscription's end"
            await table.come_back(away)
            await table.subscribe(away)
            await table.play()
            await table.leave(away)
            await table.play()
            await service.until(lambda: service.requests == before + 1)
            await until_results(server, {"gone": number + 1, "sent": number + 1})
            await table.close()


@suite.case("kill -9 loses no acknowledged subscription, and the key stays the same")
async def killed(context):
    async with push_server(context) as (server, service):
        table = await Table(server, service).begin(subscribed=())
        keys = {(await table.clients[0].ok("push_key"))["push_key"]}
        away = 1 - table.turn
        await table.subscribe(away)
        assert await server.kill() == -9, "it wasn't killed"
        await server.start()
        table.clients = [None, None]
        await table.come_back(1 - away)
        keys.add((await table.clients[1 - away].ok("push_key"))["push_key"])
        await table.play()
        await service.until(lambda: table.browsers[away].shown)
        assert keys == service.senders and len(keys) == 1, keys
        await table.close()


@suite.case("endpoints in private networks are refused, by address and by name")
async def private(context):
    async with push_server(context, allow="127.0.0.2") as (server, service):
        table = await Table(server, service).begin(subscribed=())
        seat = 1 - table.turn
        sound = table.browsers[seat].subscription()
        for host in (
            *["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
            *["224.0.0.1", "255.255.255.255", "[::1]", "[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[fe80::1]"],
            *["[fd00::1]", "[2002:a00:1::1]", "[ff02::1]", "127.0.0.1:443", f"127.0.0.1:{service.port}"],
        ):
            url = f"https://{host}/x"
            await table.clients[seat].refused("push_subscribe", "bad_request", **sound | {"endpoint": url})
        await table.subscribe(seat)  # its name is localhost
        await table.leave(seat)
        await table.play()
        await until_results(server, {"forbidden": 1})
        assert service.connections == 0, "the server connected to an address that isn't allowed"
        await table.close()


@suite.case("a redirection isn't followed, and an answer without end is cut off")
async def tricks(context):
    written = 0

    async def endless(writer):
        nonlocal written
        writer.write(b"HTTP/1.1 201 Created\r\n")
        while not writer.transport.is_closing():
            writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
            await writer.drain()  # returns at once, and lets nothing else run, if nothing waits to be sent
            await asyncio.sleep(0)
            written += 1010

    async with push_server(context, "--push-retry=60s") as (server, service):
        service.answers = [(307, f"Location: {service.origin}/elsewhere\r\n")]
        table = await Table(server, service).begin()
        away = await table.away()
        await table.play()
        await until_results(server, {"failed": 1})
        assert service.requests == 1, "it followed"
        await table.come_back(away)
        await table.play()
        service.answers = [endless]
        await table.leave(away)
        await table.play()
        await service.until(lambda: service.requests == 2 and not service.open)
        assert 8000 < written < 16_000_000, written
        assert server.running and await results(server) == {"failed": 1}
        await table.close()


@suite.case("a service that isn't who its name says gets no message")
async def impostor(context):
    async with push_server(context, "--push-retry=1ms", certified_for="elsewhere.example") as (server, service):
        table = await Table(server, service).begin()
        await table.away()
        await table.play()
        await until_results(server, {"failed": 1})
        assert service.connections == 5, f"{service.connections} attempts"
        assert service.requests == 0, "a message for an impostor"
        await table.close()


@suite.case("a service that is busy is asked again, and one that is too busy isn't")
async def busy(context):
    async with push_server(context, "--push-retry=20ms") as (server, service):
        service.answers = [429, 503, (500, "Retry-After: 0\r\n")]
        table = await Table(server, service).begin()
        away = await table.away()
        await table.play()
        await service.until(lambda: table.browsers[away].shown)
        assert service.requests == 4
        await table.come_back(away)
        await table.play()
        service.answers = [503] * 9
        await table.leave(away)
        await table.play()
        await until_results(server, {"sent": 1, "failed": 1})
        assert service.requests == 4 + 5, service.requests
        await table.close()


@suite.case("a message that is out of date isn't sent again")
async def outdated(context):
    async with push_server(context, "--push-retry=1s") as (server, service):
        service.answers = [503]
        table = await Table(server, service).begin()
        away = await table.away()
        await table.play()
        await service.until(lambda: service.requests == 1)
        await table.come_back(away)
        await asyncio.sleep(2)
        assert service.requests == 1, "told to come when they were there"
        await table.close()


@suite.case("services that never answer delay no table, and no stop")
async def slow(context):
    hanging = 0

    async def hang(_):
        nonlocal hanging
        hanging += 1
        await asyncio.sleep(600)

    async with push_server(context, "--push-timeout=60s") as (server, service):
        service.answers = [hang] * 50
        waiting = [await Table(server, service).begin() for _ in range(10)]
        for table in waiting:
            await table.away()
            await table.play()
        await service.until(lambda: hanging == 2)  # at most so many at once to a host
        table = await Table(server, service).begin(subscribed=())
        longest = 0
        for _ in range(20):
            begin = time.monotonic()
            await table.play()
            longest = max(longest, time.monotonic() - begin)
        assert hanging == 2, "the services answered"
        # Far below the services' timeout of a minute: no move and no stop waits for them.
        assert longest < 30, f"a move took {longest:.2f} s"
        status, seconds = await server.stop()
        assert status == 0 and seconds < 30, (status, seconds)


async def main():
    arguments = arguments_of(__doc__)
    finish(*await run(arguments))


async def run(arguments):
    passed, failures = await suite.run(arguments, arguments.only, at_once=4)
    return passed, len(failures)


if __name__ == "__main__":
    asyncio.run(main())
