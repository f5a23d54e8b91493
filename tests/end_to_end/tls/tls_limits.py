"""Cases of tls_test: clients that are slow or silent in the handshake, and limits on handshakes."""

import asyncio
import ssl
import time

from cases import Suite
from client import Client
from http_get import http_get, metrics_of
from raw_socket import RawSocket
from server_process import Server, eventually

suite = Suite("tls limits")


def hello():
    """The first message of a client."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


async def handshakes(server, result):
    """How many there were."""
    metrics = await metrics_of(server)
    named = f'jaipur_tls_handshakes_total{{result="{result}"}}'
    line = next(line for line in metrics.splitlines() if line.startswith(named))
    return int(line.split()[1])


@suite.case("a handshake must be over within the time for the upgrade, however slowly it comes")
async def slow_handshakes(context):
    options = [*context.authority.options("slow"), "--no-limits", "--upgrade-timeout=1500ms", "--metrics=127.0.0.1:0"]
    async with Server(context.server.binary, *options, name="tls-slow") as server:
        before = await handshakes(server, "failed")
        silent = [await RawSocket.open(server.port, plain_only=True) for _ in range(20)]
        dripping = [await RawSocket.open(server.port, plain_only=True) for _ in range(5)]
        stopped = [await RawSocket.open(server.port, plain_only=True) for _ in range(5)]
        begin = time.monotonic()
        for raw in stopped:
            raw.write(hello())  # and never answers the server's messages
        player = await Client.connect(server.ws)  # is not disturbed

        async def drip(raw):
            for byte in hello():
                raw.write(bytes([byte]))
                await asyncio.sleep(0.1)

        drips = [asyncio.create_task(drip(raw)) for raw in dripping]
        for raw in [*silent, *dripping, *stopped]:
            await raw.ended()
        took = time.monotonic() - begin
        assert 1.3 < took < 20, took
        for task in drips:
            task.cancel()
        await player.ok("ping")
        await player.close()
        assert await handshakes(server, "failed") - before == 30, await handshakes(server, "failed")
        assert await handshakes(server, "done") >= 1


@suite.case("connections that haven't shaken hands count towards the limit")
async def half_open(context):
    options = [
        *context.authority.options("half"),
        "--connections=10",
        "--upgrade-timeout=1h",
        "--connections-per-address=0",
    ]
    async with Server(context.server.binary, *options, name="tls-half") as server:
        most = 10 + 2 * 64  # connections, with the reserve for this machine
        open_ones = [await RawSocket.open(server.port, plain_only=True) for _ in range(most)]
        await asyncio.sleep(0.5)
        refused = await RawSocket.open(server.port, plain_only=True)
        await refused.ended()
        open_ones[0].abort()
        for _ in range(100):  # until the server has noticed
            try:
                client = await Client.connect(server.ws)
                break
            except Exception:
                await asyncio.sleep(0.1)
        await client.ok("ping")
        await client.close()
        for raw in open_ones:
            raw.abort()


@suite.case("garbage instead of a handshake ends only that connection")
async def garbage(context):
    for text in (
        b"\x16\x03\x01\xff\xff" + b"x" * 70000,
        b"\x00" * 1000,
        b"\x80\x2e\x01\x03\x01" + b"y" * 100,
        hello()[:50] + b"z" * 1000,
    ):
        raw = await RawSocket.open(context.port, plain_only=True)
        raw.write(text)
        if len(text) > 1000 or text[0] != 0x16:
            await raw.ended(20)
        raw.abort()
    assert (await http_get(context.port, "/healthz"))[0] == 200


@suite.case("a client that doesn't read is closed, and one that reads slowly gets everything")
async def readers(context):
    options = [*context.authority.options("readers"), "--no-limits", "--write-timeout=10s", "--upgrade-timeout=1h"]
    async with Server(context.server.binary, *options, "--core-dumps", name="tls-readers") as server:
        before = server.open_descriptors()
        _, _, page = await http_get(server.port, "/")
        asked = 2**25 // len(page)  # more than the kernel's buffers hold
        await eventually(lambda: server.open_descriptors() == before, "the page's connection is open")
        raw = await RawSocket.open(server.port, receive_buffer=4096)
        raw.sleep()
        raw.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * asked)
        await eventually(lambda: server.open_descriptors() > before, "it has never connected")
        await eventually(lambda: server.open_descriptors() == before, "it wasn't closed")
        raw.wake()
        assert (await raw.ended()).count(page) < asked
        slow = await RawSocket.open(server.port, receive_buffer=4096)
        slow.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert (await slow.ended()).partition(b"\r\n\r\n")[2] == page
