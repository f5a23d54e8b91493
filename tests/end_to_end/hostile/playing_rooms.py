"""Rooms in which two players play endlessly: counts the moves, and measures how long each takes to the opponent's view.

The clients are bare protocols that take the time in data_received, so that Python adds little to it.
"""

import asyncio
import json
import random
import struct
import time

from bot_match import SeenBySeat0
from random_play import legal_action
from raw_socket import TEXT, frame_bytes, handshake_bytes
from server_process import tls_of, within


class Seat(asyncio.Protocol):
    """One connection; gives `room` every view, with the arrival time of its bytes."""

    def __init__(self, room):
        self.room = room
        self.buffer = b""
        self.open = False
        self.opened = asyncio.get_running_loop().create_future()
        self.replies = asyncio.Queue()

    def connection_made(self, transport):
        self.transport = transport
        transport.write(handshake_bytes())

    def data_received(self, data):
        now = time.perf_counter()
        self.buffer += data
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.open, self.buffer = True, rest
            self.opened.set_result(None)
        while (frame := self.next_frame()) is not None:
            self.take(*frame, now)

    def next_frame(self):
        data = self.buffer
        if len(data) < 2:
            return None
        length, start = data[1] & 0x7F, 2
        if length == 126:
            if len(data) < 4:
                return None
            length, start = struct.unpack(">H", data[2:4])[0], 4
        elif length == 127:
            raise AssertionError("a frame of more than 64 KiB")
        if len(data) < start + length:
            return None
        self.buffer = data[start + length :]
        return data[0] & 0x0F, data[start : start + length]

    def take(self, opcode, payload, now):
        if opcode == 9:
            self.transport.write(frame_bytes(10, payload))
        if opcode != TEXT:
            return
        message = json.loads(payload)
        if message["type"] == "view":
            self.room.saw(self, message, now)
        elif message["type"] in ("ok", "error"):
            assert message["type"] == "ok", message
            self.replies.put_nowait(message)

    async def ask(self, kind, **fields):
        self.transport.write(frame_bytes(TEXT, json.dumps({"type": kind, "id": 1, **fields}).encode()))
        return await within(self.replies.get())


class Room:
    def __init__(self, number, samples):
        self.rng = random.Random(number)
        self.samples = samples
        self.moves = 0
        self.seats = []
        self.views = [None, None]
        self.sent_at = None
        self.news = asyncio.Event()

    async def open(self, port):
        loop = asyncio.get_running_loop()
        for _ in range(2):
            _, seat = await loop.create_connection(lambda: Seat(self), "127.0.0.1", port, ssl=tls_of(port))
            self.seats.append(seat)
            await seat.opened
        self.code = (await self.seats[0].ask("create_room", name="A", options={"seals": 3}))["room"]
        await self.seats[1].ask("join_room", name="B", room=self.code)
        for seat in self.seats:
            await seat.ask("ready")

    def saw(self, seat, view, now):
        index = self.seats.index(seat)
        self.views[index] = view
        if self.sent_at is not None and view["ply"] == self.due_ply and index == self.opponent:
            self.samples.append(now - self.sent_at)
            self.moves += 1
            self.sent_at = None
        self.news.set()

    async def until(self, condition):
        while not condition():
            self.news.clear()
            await within(self.news.wait())

    async def play(self, pause):
        await asyncio.sleep(self.rng.random() * pause)
        while True:
            await self.until(lambda: all(self.views) and self.views[0]["seq"] == self.views[1]["seq"])
            phase = self.views[0]["phase"]
            if phase == "match_over":
                for seat in self.seats:
                    await seat.ask("rematch")
                await self.until(lambda: self.views[0]["phase"] == "waiting" == self.views[1]["phase"])
            if phase in ("round_over", "match_over"):
                for seat in self.seats:
                    await seat.ask("ready")
                await self.until(lambda: self.views[0]["phase"] == "playing" == self.views[1]["phase"])
                continue
            if phase == "playing":
                self.move()
                await within(self.seats[1 - self.opponent].replies.get())
                await self.until(lambda: self.sent_at is None)
            await asyncio.sleep(pause * (0.5 + self.rng.random()))

    def move(self):
        turn = self.views[0]["turn"]
        view = self.views[turn]
        mine = {**view, "players": [view["players"][turn]]}
        action = legal_action(self.rng, SeenBySeat0(mine), 0, "even")
        self.opponent = 1 - turn
        self.due_ply = view["ply"] + 1
        frame = frame_bytes(TEXT, json.dumps({"type": "act", "id": 1, "ply": view["ply"], "action": action}).encode())
        self.sent_at = time.perf_counter()
        self.seats[turn].transport.write(frame)
