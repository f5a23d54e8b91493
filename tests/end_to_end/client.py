"""A small client of jaipur.v1: numbers its requests, pairs replies in order, keeps pushes in order of arrival.

It checks what every client may rely on: one JSON object per text frame without duplicate keys, replies in order, `ok` with
exactly the promised fields, only the four kinds of pushes, and every message against its schema.
"""

import asyncio
import itertools
import json
from collections import deque

import websockets

from schema_check import Traffic
from server_process import PATIENCE, within

SUBPROTOCOL = "jaipur.v1"
PUSHES = {"room", "table", "view", "chat"}
TIMEOUT = PATIENCE

traffic = Traffic()


class ProtocolFault(AssertionError):
    """The server did something that the protocol forbids."""


class Closed(Exception):
    def __init__(self, code):
        super().__init__(f"closed with {code}")
        self.code = code


def _object_without_repeats(pairs):
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ProtocolFault(f"duplicate key in {[key for key, _ in pairs]}")
    return result


def _no_float(text):
    raise ProtocolFault(f"not an integer: {text}")


_decode = json.JSONDecoder(
    object_pairs_hook=_object_without_repeats, parse_float=_no_float, parse_constant=_no_float
).decode


class Push:
    """An unsolicited message. `arrival` numbers all messages of the connection, `size` is in bytes."""

    __slots__ = ("message", "arrival", "size")

    def __init__(self, message, arrival, size):
        self.message = message
        self.arrival = arrival
        self.size = size


class Reply:
    __slots__ = ("message", "arrival")

    def __init__(self, message, arrival):
        self.message = message
        self.arrival = arrival

    @property
    def ok(self):
        return self.message["type"] == "ok"

    @property
    def code(self):
        return self.message.get("code")

    def __getitem__(self, name):
        return self.message[name]

    def __repr__(self):
        return json.dumps(self.message)


class Client:
    def __init__(self, socket, label=""):
        self.socket = socket
        self.label = label
        self.pushes = deque()
        self.fault = None
        self.close_code = None
        self.tamper = None
        self._outstanding = deque()
        self._ids = itertools.count(1)
        self._arrivals = itertools.count()
        self._news = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, url, *, label="", subprotocols=(SUBPROTOCOL,), **more):
        socket = await websockets.connect(
            url,
            subprotocols=list(subprotocols) or None,
            compression=None,
            ping_interval=None,
            max_size=2**20,
            close_timeout=TIMEOUT,
            open_timeout=TIMEOUT,
            **more,
        )
        return cls(socket, label)

    # Requests

    async def send(self, kind, *, schema=True, **fields):
        """Sends a request; returns a future of its reply. `schema=False` for one that is malformed on purpose."""
        message = {"type": kind, "id": next(self._ids), **fields}
        if schema:
            traffic.sent(message)
        waiting = asyncio.get_running_loop().create_future()
        self._outstanding.append((message["id"], kind, waiting))
        try:
            await self.socket.send(json.dumps(message, ensure_ascii=False))
        except websockets.ConnectionClosed as closed:
            await self._reader
            raise self.fault or Closed(self.close_code) from closed
        return waiting

    async def request(self, kind, *, schema=True, **fields):
        waiting = await self.send(kind, schema=schema, **fields)
        return await within(waiting, TIMEOUT)

    async def ok(self, kind, **fields):
        reply = await self.request(kind, **fields)
        if not reply.ok:
            raise ProtocolFault(f"{self.label}: {kind} {fields} should be ok, was {reply}")
        return reply

    async def refused(self, kind, *codes, schema=True, **fields):
        reply = await self.request(kind, schema=schema, **fields)
        if reply.ok or reply.code not in codes:
            raise ProtocolFault(f"{self.label}: {kind} {fields} should be refused with {codes}, was {reply}")
        return reply

    async def send_text(self, text):
        """Sends any text; read the replies with `stray`."""
        await self.socket.send(text)

    # Incoming messages

    async def _read(self):
        try:
            async for frame in self.socket:
                self._take(frame)
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        except ProtocolFault as fault:
            self.fault = fault
        self.close_code = self.socket.close_code
        for _, _, waiting in self._outstanding:
            if not waiting.done():
                waiting.set_exception(self.fault or Closed(self.close_code))
                waiting.exception()
        self._news.set()

    def _take(self, frame):
        if not isinstance(frame, str):
            raise ProtocolFault("a binary frame")
        message = _decode(frame)
        for one in self.tamper(message) if self.tamper else [message]:
            self._take_message(one, len(frame.encode()))

    def _take_message(self, message, size):
        arrival = next(self._arrivals)
        kind = message.get("type")
        if kind in ("ok", "error"):
            self._take_reply(message, arrival)
        elif kind in PUSHES:
            if "re" in message:
                raise ProtocolFault(f"a push with re: {message}")
            traffic.received(message)
            self.pushes.append(Push(message, arrival, size))
        else:
            raise ProtocolFault(f"a message of type {kind!r}")

    def _take_reply(self, message, arrival):
        if message.get("re") is None:
            traffic.received(message)
            self.pushes.append(Push(message, arrival, 0))
            return
        if not self._outstanding:
            raise ProtocolFault(f"a reply to nothing: {message}")
        expected, kind, waiting = self._outstanding.popleft()
        if message["re"] != expected or type(message["re"]) is not int:
            raise ProtocolFault(f"a reply out of order: {message}, {expected} was due")
        traffic.received(message, kind)
        if not waiting.done():
            waiting.set_result(Reply(message, arrival))

    async def wait_push(self, kind=None, *, timeout=TIMEOUT):
        """Removes and returns the next push (of a kind, skipping others)."""
        deadline = asyncio.get_running_loop().time() + timeout
        while True:
            while self.pushes:
                push = self.pushes.popleft()
                if kind is None or push.message["type"] == kind:
                    return push
            await self.wait_news(deadline)

    async def wait_view(self, until=lambda view: True, *, timeout=TIMEOUT):
        """The next view for which `until` holds, skipping everything else."""
        while True:
            view = (await self.wait_push("view", timeout=timeout)).message
            if until(view):
                return view

    async def wait_room(self, until=lambda room: True, *, timeout=TIMEOUT):
        while True:
            room = (await self.wait_push("room", timeout=timeout)).message
            if until(room):
                return room

    async def wait_news(self, deadline):
        """Returns when a message has arrived; raises what ended the connection, or TimeoutError."""
        if self.fault:
            raise self.fault
        if self._reader.done() and not self.pushes:
            raise Closed(self.close_code)
        self._news.clear()
        left = deadline - asyncio.get_running_loop().time()
        try:
            await within(self._news.wait(), max(left, 0.001))
        except asyncio.TimeoutError:
            raise asyncio.TimeoutError(f"{self.label}: nothing arrived") from None

    async def barrier(self):
        """Afterwards, everything that the server sent before it read this has arrived."""
        await self.ok("ping")

    def drain(self):
        taken = [push.message for push in self.pushes]
        self.pushes.clear()
        return taken

    async def wait_closed(self, timeout=TIMEOUT):
        """The server's close code; 1006 if it sent none."""
        await within(asyncio.shield(self._reader), timeout)
        if self.fault:
            raise self.fault
        return self.close_code

    # Ending

    async def close(self):
        await self.socket.close()
        await self._reader
        if self.fault:
            raise self.fault

    async def cut(self):
        """Drops the connection without a closing handshake."""
        self.socket.transport.abort()
        await self._reader
        if self.fault:
            raise self.fault
