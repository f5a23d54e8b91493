"""Test cases for input_test: broken, foreign or slow handshakes, and plain HTTP."""

import asyncio
import time

from cases import Suite
from http_get import http_get
from raw_socket import RawSocket, handshake_bytes

suite = Suite("handshakes")


@suite.case("subprotocols: without jaipur.v1 the server refuses with 400 and a text that names it")
async def subprotocols(context):
    for offer in ("chat", "jaipur.v2", "jaipur.v10, x", "JAIPUR.V1"):
        raw = await RawSocket.open(context.port)
        status, _, body = await raw.shake(subprotocol=offer)
        assert status == 400 and b"jaipur.v1" in body, f"{offer}: {status} {body}"
        raw.abort()
    for offer, chosen in (
        (None, None),
        ("jaipur.v1", "jaipur.v1"),
        ("chat, jaipur.v1", "jaipur.v1"),
        ("jaipur.v1,x", "jaipur.v1"),
    ):
        raw = await RawSocket.open(context.port)
        status, headers, _ = await raw.shake(subprotocol=offer)
        assert (status, headers.get("sec-websocket-protocol")) == (101, chosen), f"{offer}: {status} {headers}"
        assert "sec-websocket-extensions" not in headers, headers
        raw.request("ping")
        assert (await raw.reply())["type"] == "ok"
        raw.abort()


@suite.case("no compression, even if the client offers it")
async def compression(context):
    raw = await RawSocket.open(context.port)
    status, headers, _ = await raw.shake(Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits")
    assert status == 101 and "sec-websocket-extensions" not in headers, f"{status} {headers}"
    raw.abort()


@suite.case("a foreign Origin: 403")
async def origins(context):
    for origin in (
        "http://example.org",
        "https://evil.test",
        "null",
        "http://127.0.0.1.evil.test",
        f"http://127.0.0.1:{context.port}.evil.test",
        "",
        "file://",
        "http://evil.test/127.0.0.1",
    ):
        raw = await RawSocket.open(context.port)
        status, _, _ = await raw.shake(origin=origin, host=f"127.0.0.1:{context.port}")
        assert status == 403, f"Origin {origin!r}: {status}"
        raw.abort()
    for origin in (context.server.http, None):
        raw = await RawSocket.open(context.port)
        status, _, _ = await raw.shake(origin=origin, host=f"127.0.0.1:{context.port}")
        assert status == 101, f"Origin {origin!r}: {status}"
        raw.abort()


@suite.case("/ws without an upgrade: 426; other paths and methods are refused")
async def plain_http(context):
    status, _, _ = await http_get(context.port, "/ws")
    assert status == 426, status
    status, _, _ = await http_get(context.port, "/healthz")
    assert status == 200, status
    for path in (
        "/replays/" + "00" * 16,
        "/replays/",
        "/replays/../../etc/passwd",
        "/replays/%2e%2e/x",
        "/replays/" + "x" * 3000,
        "/nowhere",
        "/ws/",
        "/healthz/x",
        "/replays/%00",
    ):
        status, _, body = await http_get(context.port, path)
        assert status in (400, 404, 414, 431), f"{path[:50]}: {status}"
        assert b"root:" not in body
    for method in ("POST", "PUT", "DELETE", "BREW"):
        raw = await RawSocket.open(context.port)
        raw.write(f"{method} /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        status, _, _ = await raw.read_response()
        assert status is None or 400 <= status < 500, f"{method}: {status}"
        raw.abort()


@suite.case("an unclear Transfer-Encoding gets 400 and ends the connection: what follows is not a request")
async def unclear_bodies(context):
    hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    for encoding in (
        "gzip",
        "chunked, gzip",
        "chunked,",
        ", chunked",
        "identity",
        "x",
        "",
        "chunked\r\nContent-Length: 4",
    ):
        raw = await RawSocket.open(context.port)
        raw.write(f"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: {encoding}\r\n\r\n".encode() + hidden)
        status, _, _ = await raw.read_response()
        assert status == 400, f"{encoding!r}: {status}"
        rest = await raw.ended()
        assert not rest, f"{encoding!r}: the hidden request was answered: {rest}"
        raw.abort()


@suite.case("invalid handshakes don't become connections")
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
    for garbage in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\0" * 100 + b"\r\n\r\n",
        b"GET /ws HTTP/9.9\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ):
        raw = await RawSocket.open(context.port)
        raw.write(garbage)
        await raw.ended()
        raw.abort()


@suite.case("slow handshakes are ended after 5 s, endless headers before they use much memory")
async def slow_handshakes(context):
    async def silent():
        begin = time.monotonic()
        raw = await RawSocket.open(context.port)
        await raw.ended()
        assert time.monotonic() - begin > 3.5, f"a silent peer was ended after {time.monotonic() - begin:.1f} s"

    async def dripping():
        begin = time.monotonic()
        raw = await RawSocket.open(context.port)
        drip = asyncio.create_task(feed(raw, handshake_bytes(), 1, 0.2))
        await raw.ended()
        drip.cancel()
        assert time.monotonic() - begin > 3.5, f"a dripping peer was ended after {time.monotonic() - begin:.1f} s"

    async def endless():
        raw = await RawSocket.open(context.port)
        raw.write(b"GET /ws HTTP/1.1\r\nHost: x\r\n")
        flood = asyncio.create_task(feed(raw, b"X-More: " + b"x" * 500 + b"\r\n", None, 0.001))
        rest = await raw.ended()
        flood.cancel()
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
