"""A small load of everything that a server does. Its players and visitors don't give up, and record every connection that they lose.

Two rooms like those of `durability/` (each view compared with everything acknowledged), and a visitor who lists, watches, uses HTTP
and leaves politely. Deliberately ended connections don't count as lost.
"""

import asyncio
import random

from client import Client
from http_get import http_get
from steady_match import SteadyMatch
from steady_seat import LOST, Refused
from syscalls_test import some_moves

ROOMS = 2


class FaultyMatch(SteadyMatch):
    """Repeats requests refused for a full disk: they have changed nothing."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.losses = []  # the close codes of connections that nobody here ended
        self.newest = None  # the newest client

    async def connect(self, role):
        self.newest = await super().connect(role)
        return self.newest

    async def lost(self, player):
        client = player.client
        ended = client is not None and client.close_code is not None
        await super().lost(player)
        if ended:
            self.losses.append(client.close_code)

    async def come_back(self, player):
        try:
            await super().come_back(player)
        except LOST as error:
            if self.server.up.is_set():
                self.losses.append(getattr(error, "code", type(error).__name__))
            raise

    async def seat_down(self, seat, name, kind, **fields):
        while True:
            try:
                reply = await super().seat_down(seat, name, kind, **fields)
            except AssertionError as refused:
                if "storage_full" not in str(refused):
                    raise
                self.tally["storage_full"] += 1
                await self.newest.cut()
                continue
            if reply is None and self.server.up.is_set():
                self.losses.append("before a seat")
            return reply

    async def ask(self, seat, kind, done=None, **fields):
        while True:
            try:
                return await super().ask(seat, kind, done, **fields)
            except Refused as refused:
                if refused.code != "storage_full":
                    raise
                self.tally["storage_full"] += 1
                await asyncio.sleep(0.05)

    async def chat(self, seat, text):
        try:
            await super().chat(seat, text)
        except Refused as refused:
            if refused.code != "storage_full":
                raise
            self.tally["storage_full"] += 1

    async def say(self, seat):
        self.lines += 1
        await self.chat(seat, f"line {self.lines} of {self.label}")

    async def change_lines(self, seat):
        """Leaves politely, drops the connection, or connects a second time; then resumes."""
        await self.connection(seat)
        player = self.players[seat]
        client, player.client = player.client, None
        how = self.rng.randrange(3)
        if how == 0:
            await client.cut()
        elif how == 1:
            await client.close()
        await self.connection(seat)  # an old connection that still exists is replaced: 4001
        if how == 2:
            await client.cut()


class Load:
    def __init__(self, server, seed, tally):
        self.server = server
        self.tally = tally
        self.rng = random.Random(seed)
        self.rooms = [FaultyMatch(server, random.Random(seed * 10 + i), f"room {i}", tally) for i in range(ROOMS)]
        self.visits = 0
        self.visits_failed = 0

    @property
    def losses(self):
        return [code for room in self.rooms for code in room.losses] + ["a visit"] * self.visits_failed

    async def play(self, moves):
        for result in await asyncio.gather(
            *(self.play_room(room, moves) for room in self.rooms), self.visit(), return_exceptions=True
        ):
            if isinstance(result, BaseException):
                raise result

    async def play_room(self, room, moves):
        if room.code is None:
            await room.open({"seals": 1}, password="sesame" if room is self.rooms[0] else None)
        await some_moves(room, moves // 2)
        await room.say(0)
        await room.change_lines(self.rng.randrange(2))
        await some_moves(room, moves - moves // 2)

    async def visit(self):
        """Repeats the visit until one connection has survived all of it."""
        while True:
            await self.server.up.wait()
            try:
                await self.visit_once()
                return
            except LOST:
                self.visits_failed += self.server.up.is_set()
                await asyncio.sleep(0.02)

    async def visit_once(self):
        """The second visit shows a password, and every fifth after it: hashing takes longer than the rest of a visit."""
        watched, password = (self.rooms[0], {"password": "sesame"}) if self.visits % 5 == 1 else (self.rooms[1], {})
        self.visits += 1
        client = await Client.connect(self.server.ws, label="visitor")
        try:
            await client.ok("list_rooms")
            if watched.code:
                await client.ok("spectate", room=watched.code, **password)
                await client.wait_view()
                await client.ok("leave_room")
                self.tally["visits with a password"] += bool(password)
            await client.close()
        finally:
            await client.cut()
        for path, due in (("/healthz", 200), ("/replays/" + "00" * 16, 404), ("/ws", 426)):
            status, _, _ = await http_get(self.server.port, path)
            assert status == due, f"{path}: {status}"

    async def check(self):
        for room in self.rooms:
            await room.check_room()
            await room.check_chat()

    async def go(self):
        """Everybody leaves politely."""
        for room in self.rooms:
            for player in room.players:
                if player and player.client:
                    client, player.client = player.client, None
                    await client.close()
