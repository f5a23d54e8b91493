"""Shared by the cases of rooms_test: clients and rooms on one server, and matches played in them."""

import random

from client import Client
from http_get import http_get
from random_play import legal_action
from world import World

CLOCK = 10  # seconds by which the server's clock may differ from ours: it read the time of day only when it started


class Context:
    def __init__(self, server):
        self.server = server
        self.port = server.port

    async def replay(self, match):
        """The answer over HTTP: status, headers and text."""
        return await http_get(self.port, f"/replays/{match}")

    async def client(self, label=""):
        return await Client.connect(self.server.ws, label=label)

    async def world(self, label, *, seed=None, **options):
        """A world with both seats taken."""
        world = World(self.server, random.Random(seed if seed is not None else label), label)
        await world.create("Asha", options)
        await world.join("Bharat")
        return world


async def play_some(world, count):
    for _ in range(count):
        if world.match.phase != "playing":
            return
        seat = world.match.round.turn
        await world.act(seat, legal_action(world.rng, world.match.round, seat, "even"))


async def play_out(world):
    while world.match.phase != "match_over":
        if world.match.phase == "round_over":
            await world.next_round()
        await play_some(world, 1)
