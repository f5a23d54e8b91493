"""Test cases for input_test: peers that don't read, never finish, or stay silent."""

import asyncio
import json
import time

from cases import Suite
from client import Client
from raw_socket import CONTINUATION, TEXT, Gone, RawSocket, frame_bytes, handshake_bytes
from server_process import Server, sanitized, slowness, within

suite = Suite("readers")


@suite.case("a message must be complete within 10 s")
async def dripping_message(context):
    raw = await RawSocket.connect(context.port)
    begin = time.monotonic()
    raw.frame(TEXT, b'{"type":', fin=False)
    await asyncio.sleep(5)
    raw.frame(CONTINUATION, b'"ping",', fin=False)
    await raw.ended()
    assert time.monotonic() - begin > 8, f"ended after {time.monotonic() - begin:.1f} s"


@suite.case("half a frame, then silence or the end")
async def half_frames(context):
    whole = frame_bytes(TEXT, b'{"type":"ping","id":1}')
    for cut in range(1, len(whole), 3):
        raw = await RawSocket.connect(context.port)
        raw.write(whole[:cut])
        await asyncio.sleep(0)
        raw.abort()


@suite.case("a client that doesn't read is closed, costs little memory, and can resume its seat")
async def reader_of_nothing(context):
    await asyncio.gather(*(with_sleeper(context, flood) for flood in (flood_by_own_requests, flood_by_chat)))


async def with_sleeper(context, flood):
    """On a separate server: the memory of other cases, sometimes megabytes, would hide what this one uses."""
    async with Server(context.server.binary, "--no-limits", "--seat-freed-after=1h", name=flood.__name__) as server:
        await sleeper(context, server, flood)


async def sleeper(context, server, flood):
    raw = await RawSocket.connect(server.port, receive_buffer=4096)
    raw.request("create_room", name="Sleeper")
    created = await raw.reply()
    before = server.resident_bytes()
    raw.sleep()
    await flood(server, raw, created["room"])
    await asyncio.sleep(13)
    grown = server.resident_bytes() - before
    raw.wake()
    read = time.monotonic()
    code = await raw.closed_with()
    assert code in (4002, None), f"closed with {code}"
    context.notes.append(
        f"a non-reading client, {flood.__name__}: closed with {code} {time.monotonic() - read:.1f} s after it read"
        f" again, the server's memory +{grown // 1024} KiB"
    )
    assert sanitized(server.binary) or grown < 2**20, f"the server grew by {grown} bytes"
    raw.abort()
    again = await Client.connect(server.ws, label="woken")
    await again.ok("resume", room=created["room"], token=created["token"])
    await again.wait_view()
    await again.close()


async def flood_by_own_requests(_server, raw, _code):
    """Requests 100 MB without reading the replies, until the server stops reading."""
    request = frame_bytes(TEXT, b'{"type":"list_rooms","id":1}') * 50
    try:
        for _ in range(300):
            raw.write(request)
            await within(raw.drained(), 2)
    except (asyncio.TimeoutError, Gone):
        pass


async def flood_by_chat(server, _raw, code):
    """Somebody else chats 16 MB while it sleeps."""
    talker = await RawSocket.connect(server.port)
    talker.request("join_room", room=code, name="Talker")
    assert (await talker.reply())["type"] == "ok"
    text = json.dumps({"type": "chat", "id": 1, "text": "😀" * 200}, ensure_ascii=False).encode()
    for _ in range(160 // slowness(server.binary)):
        talker.write(frame_bytes(TEXT, text) * 30)
        for _ in range(30):
            assert (await talker.reply())["type"] == "ok"
    talker.abort()


@suite.case("many silent connections, and many that hang up at once, do no harm")
async def crowd(context):
    idle = [await RawSocket.connect(context.port) for _ in range(60)]
    for raw in idle[::2]:
        raw.abort()
    for number, raw in enumerate(idle[1::2]):
        raw.request("ping", number)
        assert (await raw.reply())["re"] == number
        raw.abort()
    for _ in range(40):
        raw = await RawSocket.open(context.port)
        raw.write(handshake_bytes())
        raw.abort()
