"""Test cases for input_test that need the default limits: floods of requests and control frames."""

import asyncio
import time

from cases import Suite
from raw_socket import PING, PONG, Gone, RawSocket

suite = Suite("floods")


async def answers(raw, count):
    return [await raw.reply() for _ in range(count)]


@suite.case("20 requests at once, then rate_limited; 5 more each second")
async def burst(context):
    raw = await RawSocket.connect(context.port)
    for number in range(30):
        raw.request("ping", number)
    begin = time.monotonic()
    replies = await answers(raw, 30)
    granted = 5 * (time.monotonic() - begin) + 1  # meanwhile
    assert [reply["re"] for reply in replies] == list(range(30)), replies
    kinds = [reply["type"] if reply["type"] == "ok" else reply["code"] for reply in replies]
    assert kinds[:20] == ["ok"] * 20, kinds
    assert kinds[20:].count("rate_limited") >= max(1, 10 - granted), kinds
    begin = time.monotonic()
    await asyncio.sleep(1.1)
    for number in range(15):
        raw.request("ping", number)
    kinds = [reply["type"] for reply in await answers(raw, 15)]
    most = 5 * (time.monotonic() - begin) + 1
    assert 5 <= kinds.count("ok") <= most and kinds[:5] == ["ok"] * 5, f"{kinds}, {most:.1f} at most"
    raw.abort()


@suite.case("everything counts towards the limit, even malformed messages")
async def everything_counts(context):
    raw = await RawSocket.connect(context.port)
    for number in range(24):
        raw.text("{" if number % 2 else '{"type":"nonsense","id":1}')
    codes = [reply["code"] for reply in await answers(raw, 24)]
    assert set(codes[:20]) == {"bad_json", "unknown_type"}, codes
    assert set(codes[21:]) == {"rate_limited"}, codes
    raw.abort()


@suite.case("100 refused requests: 1008")
async def refused_too_often(context):
    raw = await RawSocket.connect(context.port)
    for number in range(200):
        raw.request("ping", number)
    limited = 0
    while True:
        opcode, payload = await raw.read_frame()
        if opcode == 8:
            assert payload[:2] == b"\x03\xf0", payload
            break
        limited += b"rate_limited" in payload
    assert 99 <= limited <= 101, f"{limited} were refused before the close"
    raw.abort()


@suite.case("a flood ends the connection even if the client doesn't read")
async def flood_unread(context):
    raw = await RawSocket.connect(context.port)
    try:
        for number in range(5000):
            raw.request("ping", number)
            await raw.drained()
            await asyncio.sleep(0)
    except Gone:
        pass
    code = await raw.closed_with()
    assert code in (1008, None), code
    raw.abort()


@suite.case("10 control frames in 10 s are allowed, more are not: 1008")
async def control_frames(context):
    for opcode in (PING, PONG):
        raw = await RawSocket.connect(context.port)
        for _ in range(10):
            raw.frame(opcode, b"x")
        raw.request("ping", 5)
        assert (await raw.reply())["re"] == 5
        raw.frame(opcode, b"x")
        raw.frame(opcode, b"x")
        code = await raw.closed_with()
        assert code == 1008, f"opcode {opcode}: {code}"
        raw.abort()


@suite.case("control frames spread over time are allowed")
async def spread(context):
    raw = await RawSocket.connect(context.port)
    for number in range(10):
        raw.frame(PING, b"x")
        await asyncio.sleep(1.6)
    raw.request("ping", 1)
    assert (await raw.reply())["type"] == "ok"
    raw.abort()
