"""One connection of the soak: as cheap as possible, and able to end in every way in which connections end.

It checks only what a visit asks for: other tests check each message against its schema.
"""

import asyncio
import itertools
import json
import os
import socket
import struct
import time
from collections import deque

from raw_socket import CLOSE, PING, PONG, TEXT, Gone, RawSocket, close_code, frame_bytes
from server_process import PATIENCE

# How a connection may end: with a closing handshake; without one; with a reset; in the middle of a message, either way; in silence.
DROPS = ("close", "end", "reset", "half a message, end", "half a message, reset", "silence")


ADDRESSES = itertools.cycle(range(2**17))


def an_address():
    """The next address of 198.18.0.0/15: none repeats within a limit's window."""
    number = next(ADDRESSES)
    return f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"


class Ended(Exception):
    """The server ended the connection; `code` is that of its close frame, None without one."""

    def __init__(self, code):
        super().__init__(f"the server ended a connection, close code {code}")
        self.code = code


class Guest(RawSocket):
    there = set()  # all with an open connection, so that none is forgotten

    def __init__(self, wire):
        super().__init__(wire)
        Guest.there.add(self)
        self.inbox = deque()
        self.asked = 0

    @classmethod
    async def arrive(cls, port, address=None, **more):
        """`address`: the visitor's address according to the proxy; default: this machine's."""
        forwarded = {"X_Forwarded_For": address} if address else {}
        raw = await cls.open(port, **more)
        status, _, _ = await raw.shake(**forwarded)
        if status != 101:
            raw.abort()
            raise Ended(status)
        return raw

    @classmethod
    def count(cls):
        Guest.there = {guest for guest in Guest.there if not guest.wire.ended}
        return len(Guest.there)

    @classmethod
    def all_go(cls):
        for guest in Guest.there:
            guest.abort()
        Guest.there = set()

    # Messages

    async def _next(self, timeout):
        end = time.monotonic() + timeout  # pings don't extend it
        try:
            while True:
                opcode, payload = await self.read_frame(end - time.monotonic())
                if opcode == TEXT:
                    return json.loads(payload)
                if opcode == PING:
                    self.frame(PONG, payload)
                elif opcode == CLOSE:
                    raise Ended(close_code(payload))
        except Gone:
            raise Ended(None) from None

    async def hear(self, timeout=PATIENCE):
        """The next push."""
        return self.inbox.popleft() if self.inbox else await self._next(timeout)

    async def ask(self, kind, **fields):
        """Sends a request and returns the reply; `hear` still returns pushes that arrived before it."""
        self.asked += 1
        self.request(kind, self.asked, **fields)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                message = await self._next(end - time.monotonic())
            except asyncio.TimeoutError:
                raise AssertionError(f"{kind} {fields} got no reply") from None
            if message["type"] in ("ok", "error"):
                if message["re"] != self.asked:
                    raise AssertionError(f"{kind}: a reply to {message['re']}, expected one to {self.asked}")
                return message
            self.inbox.append(message)

    async def ok(self, kind, **fields):
        reply = await self.ask(kind, **fields)
        if reply["type"] != "ok":
            raise AssertionError(f"{kind} {fields} was {reply}")
        return reply

    # Ending

    async def drop(self, how):
        """Every way except "silence", whose length the server decides: see `fall_silent`."""
        if how.startswith("half a message"):
            whole = frame_bytes(TEXT, b'{"type":"ping","id":1}' + b" " * 40)
            self.write(whole[: 1 + os.urandom(1)[0] % (len(whole) - 1)])
            await asyncio.sleep(0)
        if how == "close":
            await self.leave()
        elif how.endswith("reset"):
            self.reset()
        elif how.endswith("end"):
            self.wire.transport.close()
        else:
            raise ValueError(how)

    async def leave(self):
        """The closing handshake."""
        self.frame(CLOSE, struct.pack(">H", 1000))
        await self.ended(PATIENCE)
        self.wire.transport.close()

    def reset(self):
        plain = self.wire.transport.get_extra_info("socket")
        if plain is not None and not self.wire.ended:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.abort()

    async def fall_silent(self, at_most):
        """Stops answering, until the server drops it."""
        await self.ended(at_most)
        self.wire.transport.close()
