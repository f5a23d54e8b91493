"""Cases of hostile_test: broken frames, broken handshakes, floods, and peers that do not read."""

import asyncio
import json
import struct
import time

from cases import Suite
from client import Client
from http_get import http_get
from raw_socket import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Gone, RawSocket, frame_bytes, handshake_bytes

suite = Suite("frames")


def padded_ping(size):
    """A well-formed text of exactly `size` bytes; refused for its form only."""
    head = '{"type":"ping","id":1,"x":"'
    return head + "x" * (size - len(head) - 2) + '"}'


async def closes(context, code, *frames):
    raw = await RawSocket.connect(context.port)
    for frame in frames:
        raw.write(frame)
    begin = time.monotonic()
    got = await raw.closed_with()
    assert got == code, f"{[frame[:12] for frame in frames]}: closed with {got}, {code} was due"
    raw.frame(CLOSE, struct.pack(">H", code))
    await raw.ended(8)
    assert time.monotonic() - begin < 8
    raw.abort()


@suite.case("binary frames: 1003")
async def binary(context):
    await closes(context, 1003, frame_bytes(BINARY, b'{"type":"ping","id":1}'))
    await closes(context, 1003, frame_bytes(BINARY))
    await closes(context, 1003, frame_bytes(BINARY, b"x" * 100, fin=False), frame_bytes(CONTINUATION, b"y"))


@suite.case("invalid UTF-8: 1007")
async def invalid_utf8(context):
    bad = [b"\xff", b"\xc0\xaf", b"\xc1\x81", b"\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf0\x80\x80\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xc3"]
    for piece in bad:
        await closes(context, 1007, frame_bytes(TEXT, b'{"type":"ping","id":1,"x":"' + piece + b'"}'))
    await closes(context, 1007, frame_bytes(TEXT, b'"\xe2\x82'))
    await closes(context, 1007, frame_bytes(TEXT, b'{"x":"\xc3', fin=False), frame_bytes(CONTINUATION, b'"}'))


@suite.case("UTF-8 cut between two frames is sound")
async def split_utf8(context):
    raw = await RawSocket.connect(context.port)
    data = '{"type":"ping","id":1,"x":"€😀"}'.encode()
    for cut in range(len(data) - 12, len(data)):
        raw.frame(TEXT, data[:cut], fin=False)
        raw.frame(CONTINUATION, data[cut:])
        answer = await raw.reply()
        assert answer["code"] == "bad_request", answer
    raw.abort()


@suite.case("4096 bytes are read, 4097 are too large: 1009")
async def sizes(context):
    raw = await RawSocket.connect(context.port)
    raw.text(padded_ping(4096))
    answer = await raw.reply()
    assert (answer["code"], answer["re"]) == ("bad_request", 1), answer
    raw.text('{"type":"ping","id":2}' + " " * (4096 - 22))
    assert (await raw.reply())["re"] == 2
    whole = padded_ping(4096).encode()
    for start in range(0, 4096, 512):
        raw.frame(TEXT if start == 0 else CONTINUATION, whole[start : start + 512], fin=start == 3584)
    assert (await raw.reply())["code"] == "bad_request"
    raw.abort()
    await closes(context, 1009, frame_bytes(TEXT, padded_ping(4097).encode()))
    await closes(context, 1009, frame_bytes(TEXT, b"x" * 4096, fin=False), frame_bytes(CONTINUATION, b"x"))
    await closes(context, 1009, frame_bytes(TEXT, b"x", length=70_000))
    await closes(context, 1009, frame_bytes(TEXT, b"x", length=2**31))


@suite.case("broken frames: 1002")
async def broken(context):
    ping = b'{"type":"ping","id":1}'
    for frames in [
        [frame_bytes(TEXT, ping, masked=False)],
        [frame_bytes(TEXT, ping, reserved=4)],
        [frame_bytes(TEXT, ping, reserved=2)],
        [frame_bytes(TEXT, ping, reserved=1)],
        [frame_bytes(3, ping)],
        [frame_bytes(7, ping)],
        [frame_bytes(11, b"")],
        [frame_bytes(15, b"")],
        [frame_bytes(CONTINUATION, ping)],
        [frame_bytes(CONTINUATION, ping, fin=False)],
        [frame_bytes(TEXT, ping, fin=False), frame_bytes(TEXT, ping)],
        [frame_bytes(PING, b"", fin=False)],
        [frame_bytes(PING, b"x" * 126)],
        [frame_bytes(CLOSE, b"x")],
        [frame_bytes(CLOSE, struct.pack(">H", 999))],
        [frame_bytes(CLOSE, struct.pack(">H", 1005))],
        [frame_bytes(CLOSE, struct.pack(">H", 1006))],
        [frame_bytes(CLOSE, struct.pack(">H", 1016))],
        [frame_bytes(CLOSE, struct.pack(">H", 2999))],
        [frame_bytes(PING, b"", masked=False)],
    ]:
        await closes(context, 1002, *frames)


@suite.case("a length with its highest bit set is refused")
async def absurd_length(context):
    raw = await RawSocket.connect(context.port)
    raw.write(bytes([0x81, 0xFF]) + struct.pack(">Q", 2**63 + 5) + b"\0\0\0\0x")
    assert await raw.closed_with() in (1002, 1009)
    raw.abort()


@suite.case("a close is answered with a close")
async def polite_close(context):
    for payload in (b"", struct.pack(">H", 1000), struct.pack(">H", 1001) + b"bye", struct.pack(">H", 4999)):
        raw = await RawSocket.connect(context.port)
        raw.frame(CLOSE, payload)
        got = await raw.closed_with()
        assert got is not None, f"{payload!r}"
        await raw.ended(8)
        raw.abort()


@suite.case("fragments, pings between them, empty fragments, one byte at a time")
async def fragments(context):
    raw = await RawSocket.connect(context.port)
    data = b'{"type":"ping","id":9}'
    for index, byte in enumerate(data):
        raw.frame(TEXT if index == 0 else CONTINUATION, bytes([byte]), fin=False)
        if index == 5:
            raw.frame(PING, b"between")
    raw.frame(CONTINUATION, b"")
    seen = [await raw.read_frame(), await raw.read_frame()]
    assert (PONG, b"between") in seen, seen
    assert any(json.loads(payload)["re"] == 9 for opcode, payload in seen if opcode == TEXT), seen
    for byte in frame_bytes(TEXT, b'{"type":"ping","id":10}'):
        raw.write(bytes([byte]))
        await asyncio.sleep(0.002)
    assert (await raw.reply())["re"] == 10
    raw.write(b"".join(frame_bytes(TEXT, b'{"type":"ping","id":%d}' % i) for i in range(11, 31)))
    for number in range(11, 31):
        assert (await raw.reply())["re"] == number
    raw.abort()


@suite.case("subprotocols: without jaipur.v1 400 with a text that names it, none is served")
async def subprotocols(context):
    for offer in ("chat", "jaipur.v2", "jaipur.v10, x", "JAIPUR.V1"):
        raw = await RawSocket.open(context.port)
        status, _, body = await raw.shake(subprotocol=offer)
        assert status == 400 and b"jaipur.v1" in body, f"{offer}: {status} {body}"
        raw.abort()
    for offer, chosen in ((None, None), ("jaipur.v1", "jaipur.v1"), ("chat, jaipur.v1", "jaipur.v1"), ("jaipur.v1,x", "jaipur.v1")):
        raw = await RawSocket.open(context.port)
        status, headers, _ = await raw.shake(subprotocol=offer)
        assert (status, headers.get("sec-websocket-protocol")) == (101, chosen), f"{offer}: {status} {headers}"
        assert "sec-websocket-extensions" not in headers, headers
        raw.request("ping")
        assert (await raw.reply())["type"] == "ok"
        raw.abort()


@suite.case("no compression even where it is offered")
async def compression(context):
    raw = await RawSocket.open(context.port)
    status, headers, _ = await raw.shake(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits")
    assert status == 101 and "sec-websocket-extensions" not in headers, f"{status} {headers}"
    raw.abort()


@suite.case("a foreign Origin: 403")
async def origins(context):
    for origin in ("http://example.org", "https://evil.test", "null", "http://127.0.0.1.evil.test", f"http://127.0.0.1:{context.port}.evil.test", "", "file://", "http://evil.test/127.0.0.1"):
        raw = await RawSocket.open(context.port)
        status, _, _ = await raw.shake(origin=origin, host=f"127.0.0.1:{context.port}")
        assert status == 403, f"Origin {origin!r}: {status}"
        raw.abort()
    for origin in (f"http://127.0.0.1:{context.port}", None):
        raw = await RawSocket.open(context.port)
        status, _, _ = await raw.shake(origin=origin, host=f"127.0.0.1:{context.port}")
        assert status == 101, f"Origin {origin!r}: {status}"
        raw.abort()


@suite.case("/ws without an upgrade: 426; other paths and methods")
async def plain_http(context):
    status, _, _ = await http_get(context.port, "/ws")
    assert status == 426, status
    status, _, _ = await http_get(context.port, "/healthz")
    assert status == 200, status
    for path in ("/replays/" + "00" * 16, "/replays/", "/replays/../../etc/passwd", "/replays/%2e%2e/x", "/replays/" + "x" * 3000, "/nowhere", "/ws/", "/healthz/x", "/replays/%00"):
        status, _, body = await http_get(context.port, path)
        assert status in (400, 404, 414, 431), f"{path[:50]}: {status}"
        assert b"root:" not in body
    for method in ("POST", "PUT", "DELETE", "BREW"):
        raw = await RawSocket.open(context.port)
        raw.write(f"{method} /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        status, _, _ = await raw.read_response()
        assert status is None or 400 <= status < 500, f"{method}: {status}"
        raw.abort()


@suite.case("handshakes that are none do not become a connection")
async def bad_handshakes(context):
    for change in [
        {"Sec_WebSocket_Key": None},
        {"Sec_WebSocket_Version": "12"},
        {"Sec_WebSocket_Version": None},
        {"Upgrade": None},
        {"Upgrade": "h2c"},
        {"Connection": "close"},
        {"path": "/other"},
        {"method": "POST"},
    ]:
        raw = await RawSocket.open(context.port)
        status, _, _ = await raw.shake(**change)
        assert status is None or 400 <= status < 500, f"{change}: {status}"
        raw.abort()
    for garbage in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\r\n\r\n", b"GET\r\n\r\n", b"\0" * 100 + b"\r\n\r\n", b"GET /ws HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
        raw = await RawSocket.open(context.port)
        raw.write(garbage)
        await raw.ended(8)
        raw.abort()


@suite.case("slow handshakes are ended after 5 s, endless headers before they grow")
async def slow_handshakes(context):
    async def silent():
        raw = await RawSocket.open(context.port)
        begin = time.monotonic()
        await raw.ended(9)
        assert 3.5 < time.monotonic() - begin < 7, f"a silent peer was ended after {time.monotonic() - begin:.1f} s"

    async def dripping():
        raw = await RawSocket.open(context.port)
        begin = time.monotonic()
        drip = asyncio.create_task(feed(raw, handshake_bytes(), 1, 0.2))
        await raw.ended(9)
        drip.cancel()
        assert 3.5 < time.monotonic() - begin < 7, f"a dripping peer was ended after {time.monotonic() - begin:.1f} s"

    async def endless():
        raw = await RawSocket.open(context.port)
        raw.write(b"GET /ws HTTP/1.1\r\nHost: x\r\n")
        flood = asyncio.create_task(feed(raw, b"X-More: " + b"x" * 500 + b"\r\n", None, 0.001))
        begin = time.monotonic()
        rest = await raw.ended(9)
        flood.cancel()
        assert time.monotonic() - begin < 3, f"endless headers were read for {time.monotonic() - begin:.1f} s"
        assert rest == b"" or rest.split()[1][:1] == b"4", rest[:80]

    async def feed(raw, data, step, pause):
        try:
            position = 0
            while step is None or position < len(data):
                raw.write(data if step is None else data[position : position + step])
                position += step or 0
                await asyncio.sleep(pause)
        except ConnectionError:
            pass

    await asyncio.gather(silent(), dripping(), endless())


@suite.case("a message has to be whole within 10 s", limit=30)
async def dripping_message(context):
    raw = await RawSocket.connect(context.port)
    begin = time.monotonic()
    raw.frame(TEXT, b'{"type":', fin=False)
    await asyncio.sleep(5)
    raw.frame(CONTINUATION, b'"ping",', fin=False)
    await raw.ended(15)
    assert 8 < time.monotonic() - begin < 16, f"ended after {time.monotonic() - begin:.1f} s"


@suite.case("half a frame, then silence or the end")
async def half_frames(context):
    whole = frame_bytes(TEXT, b'{"type":"ping","id":1}')
    for cut in range(1, len(whole), 3):
        raw = await RawSocket.connect(context.port)
        raw.write(whole[:cut])
        await asyncio.sleep(0)
        raw.abort()


@suite.case("a reader of nothing is closed, costs little memory, and its seat can be resumed", limit=90)
async def reader_of_nothing(context):
    await asyncio.gather(*(sleeper(context, flood) for flood in (flood_by_own_requests, flood_by_chat)))


async def sleeper(context, flood):
    raw = await RawSocket.connect(context.port, receive_buffer=4096)
    raw.request("create_room", name="Sleeper")
    created = await raw.reply()
    before = context.server.resident_bytes()
    raw.sleep()
    await flood(context, raw, created["room"])
    await asyncio.sleep(13)
    grown = context.server.resident_bytes() - before
    raw.wake()
    read = time.monotonic()
    code = await raw.closed_with(20)
    assert code in (4002, None), f"closed with {code}"
    context.notes.append(
        f"a reader of nothing, {flood.__name__}: closed with {code} {time.monotonic() - read:.1f} s after it read again,"
        f" the server's memory +{grown // 1024} KiB"
    )
    assert grown < 4 * 2**20, f"the server grew by {grown} bytes"
    raw.abort()
    again = await Client.connect(context.server.ws, label="woken")
    await again.ok("resume", room=created["room"], token=created["token"])
    await again.wait_view()
    await again.close()


async def flood_by_own_requests(_context, raw, _code):
    """Asks for 100 MB and does not read the answers, until the server reads no more."""
    request = frame_bytes(TEXT, b'{"type":"list_rooms","id":1}') * 50
    try:
        for _ in range(300):
            raw.write(request)
            await asyncio.wait_for(raw.drained(), 2)
    except (asyncio.TimeoutError, Gone):
        pass


async def flood_by_chat(context, _raw, code):
    """Somebody else talks 16 MB while it sleeps."""
    talker = await RawSocket.connect(context.port)
    talker.request("join_room", room=code, name="Talker")
    assert (await talker.reply())["type"] == "ok"
    text = json.dumps({"type": "chat", "id": 1, "text": "😀" * 200}, ensure_ascii=False).encode()
    for _ in range(160):
        talker.write(frame_bytes(TEXT, text) * 30)
        for _ in range(30):
            assert (await talker.reply())["type"] == "ok"
    talker.abort()


@suite.case("many connections that say nothing, and many that hang up at once")
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
