"""Test cases for threats_test: quiet games behind proxies, peers that go silent, endless messages."""

import asyncio
import time

from cases import Suite
from raw_socket import CONTINUATION, PING, PONG, TEXT, Gone, RawSocket, frame_bytes
from server_process import Server
from threats import client_of, start_match

suite = Suite("silence")


async def listen(raw, begin, *, pings):
    """Answers `pings` pings and then stops (0: reads to the end). Returns (the server's pings, seconds from `begin` to the end)."""
    came = 0
    try:
        while came < pings or not pings:
            opcode, payload = await raw.read_frame()
            came += opcode == PING
            if opcode == PING and pings:
                raw.frame(PONG, payload)
    except Gone:
        return came, time.monotonic() - begin
    return came, None


async def answering_and_silent(server, pings):
    """`listen` on a connection that answers this many pings and must stay open, and on a silent one."""
    begin = time.monotonic()
    answering, silent = [await RawSocket.connect(server.port) for _ in range(2)]
    answered, unanswered = await asyncio.gather(listen(answering, begin, pings=pings), listen(silent, begin, pings=0))
    assert answered == (pings, None), f"a responsive client was dropped after {answered}"
    answering.request("ping")
    assert (await answering.reply())["type"] == "ok"
    answering.abort()
    return unanswered


@suite.case("a quiet connection is pinged and stays open; a silent one is dropped")
async def quiet(context):
    async with context.server("--ping-interval", "1s", "--silence-timeout", "5s") as server:
        pings, dropped = await answering_and_silent(server, 7)
        assert pings >= 1 and dropped > 4, f"the silent client was dropped after {dropped:.1f} s and {pings} pings"


@suite.case("by default the server pings every 15 s and drops silent clients after 30 s")
async def by_default(context):
    async with Server(context.binary, name="threats") as server:
        pings, dropped = await answering_and_silent(server, 2)
        assert pings >= 1 and dropped > 28, f"the silent client was dropped after {dropped:.1f} s and {pings} pings"


@suite.case("a player who went silent keeps the seat and can resume it")
async def fallen_silent(context):
    async with context.server("--ping-interval", "1s", "--silence-timeout", "12s") as server:
        first, second, code, tokens = await start_match(server)
        raw = await RawSocket.connect(server.port)
        begin = time.monotonic()  # silent from here on
        raw.request("resume", room=code, token=tokens[1])
        assert (await raw.reply())["type"] == "ok"
        assert await second.wait_closed() == 4001
        await first.wait_room(lambda room: room["players"][1]["connected"] is False)
        assert time.monotonic() - begin > 11, f"told after {time.monotonic() - begin:.1f} s"
        again = await client_of(server)
        await again.ok("resume", room=code, token=tokens[1])
        await first.wait_room(lambda room: room["players"][1]["connected"] is True)
        for client in (first, again):
            await client.close()


async def drip(raw, pieces, pause):
    """Returns the seconds until the server closed, and the code."""
    begin = time.monotonic()

    async def feed():
        for opcode, payload in pieces:
            raw.frame(opcode, payload, fin=False)
            await asyncio.sleep(pause)

    feeding = asyncio.create_task(feed())
    code = await raw.closed_with()
    feeding.cancel()
    return time.monotonic() - begin, code


def endless(payload):
    yield TEXT, b'{"type":"ping","id":'
    while True:
        yield CONTINUATION, payload


@suite.case("dripping fragments: 1008 after 10 s")
async def endless_fragments(context):
    async with context.server() as server:
        lines = [await RawSocket.connect(server.port) for _ in range(3)]
        ends = await asyncio.gather(
            drip(lines[0], endless(b" "), 1), drip(lines[1], endless(b""), 0.01), drip(lines[2], endless(b""), 0.2)
        )
        for seconds, code in ends:
            assert seconds > 9.5 and code == 1008, f"{code} after {seconds:.1f} s, expected 1008 after 10 s: {ends}"
        context.did["connections"] += 3


@suite.case("a frame at one byte per second isn't complete within 10 s: 1008")
async def slow_frame(context):
    async with context.server() as server:
        raw = await RawSocket.connect(server.port)
        begin = time.monotonic()

        async def feed():
            for byte in bytes([0x81, 0xA0, 0, 0, 0, 0]) + b" " * 32:
                raw.write(bytes([byte]))
                await asyncio.sleep(1)

        feeding = asyncio.create_task(feed())
        code = await raw.closed_with()
        feeding.cancel()
        assert code == 1008 and time.monotonic() - begin > 9.5, f"{code} after {time.monotonic() - begin:.1f} s"


@suite.case("a hundred thousand one-byte fragments are one message that is too large: 1009")
async def many_fragments(context):
    async with context.server() as server:
        raw = await RawSocket.connect(server.port)
        raw.frame(TEXT, b" ", fin=False)
        piece, sent = b"".join(frame_bytes(CONTINUATION, b" ", fin=False) for _ in range(1000)), 1
        try:
            for _ in range(100):
                raw.write(piece)
                sent += 1000
                await raw.drained()
        except Gone:
            pass
        assert sent > 4096
        code = await raw.closed_with()
        assert code in (1009, None), code
        context.did["fragments"] += sent


@suite.case("endless empty fragments: 1008 before they take anybody's time")
async def empty_fragments(context):
    # We never answer its close; without the last option, it would read on for two minutes.
    async with context.server("--message-timeout=1h", "--closing-timeout=5s") as server:
        raw = await RawSocket.connect(server.port)
        raw.frame(TEXT, b"", fin=False)
        piece, sent = frame_bytes(CONTINUATION, b"", fin=False) * 1000, 0
        try:
            while True:
                raw.write(piece)
                sent += 1000
                await raw.drained()
        except Gone:
            pass
        assert sent > 8192
        code = await raw.closed_with()
        assert code == 1008, code
        context.did["fragments"] += sent
        raw.abort()
