"""One connection of the soak: as cheap as can be, and able to end in every way in which lines end.

Nothing is checked here but what a visit asks for: other tests hold each message against its schema.
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

# How a line may end: as the protocol says; without a word; by a reset; in the middle of a message, either way; never answering again.
DROPS = ("close", "end", "reset", "half a message, end", "half a message, reset", "silence")


ADDRESSES = itertools.cycle(range(2**17))


def an_address():
    """Of 198.18.0.0/15, each in its turn: none comes twice within a limit's window."""
    number = next(ADDRESSES)
    return f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"


class Ended(Exception):
    """The server ended the line; `code` is that of its close frame, None if there was none."""

    def __init__(self, code):
        super().__init__(f"the server ended a line, close code {code}")
        self.code = code


class Guest(RawSocket):
    there = set()  # all whose line is open, so that none is forgotten

    def __init__(self, wire):
        super().__init__(wire)
        Guest.there.add(self)
        self.inbox = deque()
        self.asked = 0

    @classmethod
    async def arrive(cls, port, address=None, **more):
        """`address`: what a proxy would say that this visitor's is; else it is this machine's."""
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

    # What is said

    async def _next(self, timeout):
        end = time.monotonic() + timeout  # whatever pings come meanwhile
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
        """The reply; pushes that came before it are still to be heard."""
        self.asked += 1
        self.request(kind, self.asked, **fields)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                message = await self._next(end - time.monotonic())
            except asyncio.TimeoutError:
                raise AssertionError(f"{kind} {fields} was not answered") from None
            if message["type"] in ("ok", "error"):
                if message["re"] != self.asked:
                    raise AssertionError(f"{kind}: a reply to {message['re']}, {self.asked} was asked")
                return message
            self.inbox.append(message)

    async def ok(self, kind, **fields):
        reply = await self.ask(kind, **fields)
        if reply["type"] != "ok":
            raise AssertionError(f"{kind} {fields} was {reply}")
        return reply

    # How it ends

    async def drop(self, how):
        """All but "silence", which takes as long as the server lets it: see `fall_silent`."""
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
        """Answers nothing more, till the server gives it up."""
        await self.ended(at_most)
        self.wire.transport.close()
