"""One connection of a case: sends its steps, and lets Debian's `websockets` check every byte from the server.

`Spoken` is what the server sent, in order: ("text", bytes), ("pong", bytes), finally ("close", code). A frame that is masked, broken, badly
encoded, or after the close frame is a server fault.
"""

import asyncio

from websockets.client import ClientConnection
from websockets.frames import Close, Frame
from websockets.streams import StreamReader
from websockets.uri import parse_uri

import raw_socket
from case import CLOSE, CONT, PING, PONG, TEXT, RefusedByNow, Rounds, Send, Wait, fragments, frame
from raw_socket import Gone, RawSocket
from server_process import PATIENCE, within


class ServerFault(AssertionError):
    """The server sent something that no WebSocket server may send."""


class Tester:
    def __init__(self, raw, response):
        self.raw = raw
        self.response = response
        self.spoken = []
        self.fault = None
        self.ended = asyncio.Event()  # of the TCP connection
        self.closing = asyncio.Event()  # the server's close frame has arrived, or the end
        self.news = asyncio.Event()
        self.late = False
        self.closed_by_us = False
        self._stream = StreamReader()
        self._message = None
        self._frames = self._parse()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, port, offer=None):
        """Connects; the library checks the handshake: status, key, extensions, subprotocol."""
        client = ClientConnection(parse_uri(f"ws://127.0.0.1:{port}/ws"), subprotocols=["jaipur.v1"], max_size=None)
        request = client.connect()
        if offer:
            request.headers["Sec-WebSocket-Extensions"] = offer
        client.send_request(request)
        raw = await RawSocket.open(port)
        raw.write(b"".join(client.data_to_send()))
        head = await within(raw.wire.until(b"\r\n\r\n"), PATIENCE)
        client.receive_data(head)
        client.events_received()
        if client.handshake_exc:
            raise ServerFault(f"handshake: {client.handshake_exc!r}")
        if client.extensions or b"extensions" in head.lower():
            raise ServerFault(f"an extension was accepted: {head}")
        return cls(raw, head)

    # Receiving

    async def _read(self):
        wire = self.raw.wire
        try:
            while True:
                if wire.buffer:
                    self._stream.feed_data(bytes(wire.buffer))
                    wire.buffer.clear()
                    next(self._frames)
                    self.news.set()
                await wire.more()
        except Gone:
            if wire.buffer:
                self._stream.feed_data(bytes(wire.buffer))
                next(self._frames)
        except Exception as fault:
            self.fault = ServerFault(f"{type(fault).__name__}: {fault}")
        finally:
            self.ended.set()
            self.closing.set()
            self.news.set()

    def _parse(self):
        """Parses frame after frame; yields when it needs more bytes."""
        while True:
            got = yield from Frame.parse(self._stream.read_exact, mask=False)
            self._take(got)

    def _take(self, got):
        if self.spoken and self.spoken[-1][0] == "close":
            raise ServerFault(f"a frame after the close frame: {got.opcode}")
        if got.opcode == CLOSE:
            self.spoken.append(("close", close_code(got.data)))
            self.closing.set()
        elif got.opcode == PONG:
            self.spoken.append(("pong", bytes(got.data)))
        elif got.opcode == PING:
            self.raw.write(frame(PONG, got.data).bytes)
        else:
            if (got.opcode == CONT) != (self._message is not None):
                raise ServerFault("a fragment out of place")
            if got.opcode not in (CONT, TEXT):
                raise ServerFault("a binary frame")
            self._message = (self._message or b"") + bytes(got.data)
            if got.fin:
                self._message.decode("utf-8", "strict")
                self.spoken.append(("text", self._message))
                self._message = None

    async def until_spoken(self, count, timeout=None):
        """Waits for `count` messages, the end, or the timeout."""
        deadline = asyncio.get_running_loop().time() + (timeout or PATIENCE)
        while len(self.spoken) < count and not self.ended.is_set():
            self.news.clear()
            left = deadline - asyncio.get_running_loop().time()
            try:
                await within(self.news.wait(), max(left, 0))
            except asyncio.TimeoutError:
                return

    # Sending

    async def send(self, data, chop=None):
        """Sends all at once, or `chop` octets at a time; stops when the server has closed."""
        if not chop or chop >= len(data):
            return await self._write(data)
        for at in range(0, len(data), chop):
            if self.closing.is_set():
                return
            await self._write(data[at : at + chop])
            await asyncio.sleep(0.0005 if chop == 1 else 0)

    async def _write(self, data):
        try:
            self.raw.write(data)
            await self.raw.drained()
        except Gone:
            pass

    async def refused_by_now(self, first):
        """Whether the server has failed the connection: strictly, it must by now. Only the first check of a case counts."""
        if not first:
            return
        try:
            await within(self.closing.wait(), 1)
        except asyncio.TimeoutError:
            self.late = True

    async def play(self, steps, chop):
        whole = []
        for step in steps:
            if isinstance(step, Send) and not step.cuts:
                self.closed_by_us |= step.opcode == CLOSE
                whole.append(step.bytes)
                if chop is None:
                    continue
            if chop == "frames":
                for one in whole:
                    await self.send(one)
                    await asyncio.sleep(0.001)
            else:
                await self.send(b"".join(whole), {None: None, "octets": 1}.get(chop, chop))
            whole = []
            await self._special(step)
        await self.send(b"".join(whole))

    async def _special(self, step):
        if isinstance(step, Wait):
            await self.until_spoken(len(self.spoken) + 1, step.seconds)
        elif isinstance(step, RefusedByNow):
            await self.refused_by_now(True)
        elif isinstance(step, Rounds):
            await self._rounds(step)
        elif step.cuts:
            places = [0, *step.cuts, len(step.bytes)]
            for number, (begin, end) in enumerate(zip(places, places[1:])):
                await self.send(step.bytes[begin:end])
                await self.refused_by_now(number == 1)

    async def _rounds(self, rounds):
        for _ in range(rounds.count):
            before = len(self.spoken)
            await self.send(b"".join(f.bytes for f in fragments(TEXT, rounds.payload, rounds.fragment)))
            await self.until_spoken(before + 1)
            if self.closing.is_set():
                return

    async def say_goodbye(self):
        if not self.closing.is_set():
            self.closed_by_us = True
            await self.send(frame(CLOSE, raw_socket.struct.pack(">H", 1000)).bytes)

    async def finish(self):
        """Answers a close and waits until the server has ended the TCP connection; returns what it sent."""
        try:
            await within(self.closing.wait(), PATIENCE)
            if not self.closed_by_us and not self.ended.is_set():
                await self.send(frame(CLOSE, raw_socket.struct.pack(">H", self.spoken[-1][1])).bytes)
            await within(self.ended.wait(), PATIENCE)
        except asyncio.TimeoutError:
            raise ServerFault(f"the server doesn't end the connection; it sent {brief(self.spoken)}") from None
        finally:
            if not self.raw.wire.ended:
                self.raw.abort()
            self._reader.cancel()
        if self.fault:
            raise self.fault
        return self.spoken


def close_code(payload):
    """The code of a valid close frame. The RFC doesn't define codes above 4999; the library forbids them."""
    if len(payload) == 1:
        raise ServerFault("a close frame with half a code")
    code = raw_socket.close_code(payload)
    if code < 5000 and payload:
        Close.parse(payload)
    payload[2:].decode("utf-8", "strict")
    return code


def brief(spoken):
    """One line for the report; repeated messages are counted."""
    parts = [f"{kind} {value!r}"[:60] for kind, value in spoken]
    return ", ".join(parts[:6]) + (f" … {len(parts)} in all" if len(parts) > 6 else "")
