"""Shared by the cases of input_test: the server, the error texts seen, and others who play at the same time."""

import asyncio
import time
from collections import Counter

from client import Client
from random_player import Budget, Player

CANARY = "canary-7f3a"


class Context:
    def __init__(self, server):
        self.server = server
        self.port = server.port
        self.open_room = None
        self.messages = {}
        self.notes = []

    def saw(self, answer):
        """Error messages are constant; they never repeat what a client sent."""
        assert CANARY not in str(answer), f"repeats the client's bytes: {answer}"
        if answer["type"] == "error":
            self.messages.setdefault(answer["code"], set()).add(answer["message"])

    @property
    def talkative(self):
        """Codes whose texts vary with the input."""
        return {code: texts for code, texts in self.messages.items() if len(texts) > 12}


class Unhurried(Player):
    """Thinks for a moment: playing as fast as possible would take most of the processor."""

    async def step(self):
        await asyncio.sleep(0.05)
        await super().step()


class Bystanders:
    """Matches at the same time, with every view checked, and a client that measures how long a ping takes."""

    def __init__(self, server, seed):
        self.server = server
        self.seed = seed
        self.stop = False
        self.faults = []
        self.matches = 0
        self.pings = []

    async def play(self):
        seed = self.seed
        while not self.stop and not self.faults:
            seed += 1
            try:
                await Unhurried(self.server, seed, Budget(0), Counter()).run()
                self.matches += 1
            except Exception as fault:
                self.faults.append(f"seed {seed}: {type(fault).__name__} {fault}")

    async def measure(self, pause):
        client = await Client.connect(self.server.ws, label="measuring")
        while not self.stop:
            begin = time.monotonic()
            await client.ok("ping")
            self.pings.append(time.monotonic() - begin)
            await asyncio.sleep(pause)
        await client.close()

    def sum_up(self):
        pings = sorted(self.pings)
        if not pings:
            return "nobody played at the same time: the test was over before they began"
        return (
            f"at the same time {self.matches} matches were played and {len(pings)} pings answered,"
            f" 99 of 100 within {pings[int(len(pings) * 0.99)] * 1000:.0f} ms"
        )
