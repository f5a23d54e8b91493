"""A WebSocket client that can do everything wrong: send any handshake, any frame, and not read."""

import asyncio
import base64
import json
import os
import socket
import struct
from collections import Counter

from client import traffic
from server_process import PATIENCE, tls_of, within

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


def handshake_bytes(*, path="/ws", host="127.0.0.1", method="GET", subprotocol="jaipur.v1", origin=None, **replace):
    """The upgrade request; `replace` changes a header (underscores for hyphens), None drops it."""
    headers = {
        "Host": host,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Protocol": subprotocol,
        "Origin": origin,
    }
    headers |= {name.replace("_", "-"): value for name, value in replace.items()}
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return "\r\n".join(lines + ["", ""]).encode()


def frame_bytes(opcode, payload=b"", *, fin=True, masked=True, reserved=0, length=None):
    """`length` replaces the true length of the payload."""
    length = len(payload) if length is None else length
    first = (0x80 if fin else 0) | (reserved << 4) | opcode
    flag = 0x80 if masked else 0
    if length < 126:
        head = struct.pack(">BB", first, flag | length)
    elif length < 2**16:
        head = struct.pack(">BBH", first, flag | 126, length)
    else:
        head = struct.pack(">BBQ", first, flag | 127, length)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    size = len(payload)
    whole = (mask * (size // 4 + 1))[:size]
    hidden = int.from_bytes(payload, "little") ^ int.from_bytes(whole, "little")
    return head + mask + hidden.to_bytes(size, "little")


class Gone(Exception):
    """The server ended the TCP connection without a close frame."""


class Wire(asyncio.Protocol):
    """The bytes of a connection. Unlike asyncio's streams, it keeps what arrived before a reset."""

    HIGH_WATER = 2**17

    def __init__(self):
        self.buffer = bytearray()
        self.ended = False
        self.asleep = False
        self.news = asyncio.Event()
        self.writable = asyncio.Event()
        self.writable.set()

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.buffer += data
        if len(self.buffer) > self.HIGH_WATER:
            self.transport.pause_reading()
        self.news.set()

    def connection_lost(self, _exception):
        self.ended = True
        self.news.set()
        self.writable.set()

    def pause_writing(self):
        self.writable.clear()

    def resume_writing(self):
        self.writable.set()

    async def more(self):
        if self.ended:
            raise Gone
        if not self.transport.is_reading() and not self.asleep:
            self.transport.resume_reading()
        self.news.clear()
        await self.news.wait()

    async def exactly(self, count):
        while len(self.buffer) < count:
            await self.more()
        taken = bytes(self.buffer[:count])
        del self.buffer[:count]
        return taken

    async def until(self, mark):
        while mark not in self.buffer:
            await self.more()
        return await self.exactly(self.buffer.index(mark) + len(mark))

    async def rest(self):
        taken = b""
        try:
            while True:
                taken += bytes(self.buffer)
                self.buffer.clear()
                await self.more()
        except Gone:
            return taken + bytes(self.buffer)


class RawSocket:
    def __init__(self, wire):
        self.wire = wire

    @classmethod
    async def open(cls, port, *, receive_buffer=None, host="127.0.0.1", source=None, plain_only=False):
        """Only the TCP connection, and TLS if the server's port has it; `source` is its local address."""
        tls = None if plain_only else tls_of(port)
        plain = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        plain.setblocking(False)
        if receive_buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source:
            plain.bind((source, 0))
        loop = asyncio.get_running_loop()
        await loop.sock_connect(plain, (host, port))
        _, wire = await loop.create_connection(Wire, sock=plain, ssl=tls, server_hostname=host if tls else None)
        return cls(wire)

    @classmethod
    async def connect(cls, port, *, receive_buffer=None, **handshake):
        """Connects with a handshake; raises if the server refuses it."""
        raw = await cls.open(port, receive_buffer=receive_buffer)
        status, headers, body = await raw.shake(**handshake)
        if status != 101:
            raise AssertionError(f"handshake: {status} {headers} {body!r}")
        return raw

    async def shake(self, **handshake):
        self.write(handshake_bytes(**handshake))
        return await self.read_response()

    async def read_response(self, timeout=PATIENCE):
        """(status, {header: value}, body) of an HTTP response; status None if the connection ended instead."""
        try:
            head = await within(self.wire.until(b"\r\n\r\n"), timeout)
        except Gone:
            return None, {}, b""
        first, *rest = head.decode("latin-1").strip().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        body = b""
        if int(first.split()[1]) != 101 and fields.get("content-length"):
            body = await within(self.wire.exactly(int(fields["content-length"])), timeout)
        return int(first.split()[1]), fields, body

    def write(self, data):
        if not self.wire.ended and not self.wire.transport.is_closing():
            self.wire.transport.write(data)

    async def drained(self):
        """Waits until nearly everything written has been sent; raises Gone if it never will be."""
        await self.wire.writable.wait()
        if self.wire.ended:
            raise Gone

    def sleep(self):
        """Stops reading until `wake`."""
        self.wire.asleep = True
        self.wire.transport.pause_reading()

    def wake(self):
        self.wire.asleep = False
        self.wire.transport.resume_reading()

    def frame(self, opcode, payload=b"", **more):
        self.write(frame_bytes(opcode, payload, **more))

    def text(self, text):
        self.frame(TEXT, text.encode() if isinstance(text, str) else text)

    def request(self, kind, number=1, **fields):
        self.text(json.dumps({"type": kind, "id": number, **fields}, ensure_ascii=False))

    async def read_frame(self, timeout=PATIENCE):
        """(opcode, payload)."""
        return self._next_frame() or await within(self._read_frame(), timeout)

    async def _read_frame(self):
        while not (frame := self._next_frame()):
            await self.wire.more()
        return frame

    def _next_frame(self):
        """A frame that has arrived, or None."""
        here = self.wire.buffer
        if len(here) < 2:
            return None
        first, second = here[:2]
        if second & 0x80 or first & 0x70:
            raise AssertionError("the server masked a frame or set reserved bits")
        length, begin = second & 0x7F, 2
        if length >= 126:
            begin += 2 if length == 126 else 8
            length = int.from_bytes(here[2:begin], "big")
        if len(here) < begin + length:
            return None
        payload = bytes(here[begin : begin + length])
        del here[: begin + length]
        return first & 0x0F, payload

    async def message(self, timeout=PATIENCE):
        """The next text message, decoded; answers pings on the way."""
        while True:
            opcode, payload = await self.read_frame(timeout)
            if opcode == PING:
                self.frame(PONG, payload)
            elif opcode == TEXT:
                message = json.loads(payload.decode("utf-8"))
                if message["type"] != "ok":
                    traffic.received(message, text=payload)
                return message
            elif opcode == CLOSE:
                raise AssertionError(f"closed with {close_code(payload)}")

    async def reply(self, timeout=PATIENCE):
        """The next `ok` or `error`, skipping pushes."""
        while True:
            message = await self.message(timeout)
            if message["type"] in ("ok", "error"):
                return message

    async def closed_with(self, timeout=PATIENCE):
        """The code of the server's close frame, skipping everything before it; None if the server just hung up."""
        deadline = asyncio.get_running_loop().time() + timeout
        try:
            while True:
                opcode, payload = await self.read_frame(deadline - asyncio.get_running_loop().time())
                if opcode == CLOSE:
                    return close_code(payload)
        except Gone:
            return None

    async def ended(self, timeout=PATIENCE):
        """Waits until the server has ended the TCP connection; returns what it still sent."""
        return await within(self.wire.rest(), timeout)

    def abort(self):
        self.wire.transport.abort()


def close_code(payload):
    return struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005


async def upgrade_each(count, connect, handshake):
    """Makes this many upgrades, one after the other. `connect()` opens a socket, `handshake(number)` is what `shake` takes.
    Returns (count of each HTTP status, the accepted connections)."""
    statuses, inside = Counter(), []
    for number in range(count):
        raw = await connect()
        status, _, _ = await raw.shake(**handshake(number))
        statuses[status] += 1
        if status == 101:
            inside.append(raw)
        else:
            raw.abort()
    return statuses, inside
