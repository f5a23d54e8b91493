"""Finished matches of every kind on the real server, and the real client that reads their replays."""

import asyncio
import contextlib
import json
import os
import random

import fair
from bot_match import AgainstBot
from client import Client, traffic
from http_get import http_get
from random_play import legal_action
from server_process import within
from terminal import environment
from world import World


class Context:
    def __init__(self, server, client, folder):
        self.server = server
        self.binary = client
        self.folder = folder
        self.files = 0
        self.matches = {}  # title: (id, bytes)

    async def client(self, label=""):
        return await Client.connect(self.server.ws, label=label)

    async def run(self, *arguments, typed=b"", limit=30):
        """Returns (exit status, standard output, standard error)."""
        process = await asyncio.create_subprocess_exec(
            self.binary,
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(),
        )
        try:
            out, err = await within(process.communicate(typed), limit)
            with contextlib.suppress(ConnectionError):  # if the client ended before it had read everything
                await within(process.stdin.wait_closed())
        except asyncio.TimeoutError:
            process.kill()
            raise
        return process.returncode, out.decode(), err.decode()

    def file(self, content):
        self.files += 1
        path = self.folder / f"replay-{self.files}.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    async def verdict(self, content):
        path = self.file(content)
        result = await self.run("verify", path)
        os.unlink(path)
        return result

    async def fetched(self, match):
        status, _, body = await http_get(self.server.port, f"/replays/{match}")
        assert status == 200, status
        traffic.http("replay", json.loads(body))
        return match, body


async def played(context, title, *, ending="seals", contributions=(True, True), seals=2, rematch=False):
    world = World(context.server, random.Random(title), title)
    await world.create("Asha", {"seals": seals})
    await world.join("Bharat")
    for again in range(2 if rematch else 1):
        if again:
            await world.ask_rematch()
        await world.start_match(list(contributions))
        await played_to(world, ending)
    replay = await context.fetched(world.fair["match"])
    await world.close()
    return replay


async def played_to(world, ending):
    while world.match.phase != "match_over":
        if world.match.phase == "round_over":
            if ending == "between":
                await world.resign(1)
                continue
            await world.next_round()
        if ending == "resigned" and world.match.ply > 12:
            await world.resign(0)
            continue
        seat = world.match.round.turn
        await world.act(seat, legal_action(world.rng, world.match.round, seat, "trader"))


async def played_by_bot(context):
    client = await context.client("against the bot")
    created = await client.ok("create_room", name="Zoë", options={"opponent": {"bot": "easy"}, "seals": 1})
    room = await client.wait_room()
    match = AgainstBot(context.client, created, random.Random(3))
    await match.play(client, fair.Contribution(0, room["fair"]))
    replay = await context.fetched(room["fair"]["match"])
    await match.client.close()
    return replay


async def play_all(context):
    plans = {
        "seals": played(context, "seals", seals=2),
        "three seals": played(context, "three seals", seals=3, contributions=(True, False)),
        "server alone": played(context, "server alone", seals=1, contributions=(False, False)),
        "rematch": played(context, "rematch", seals=1, rematch=True),
        "resigned": played(context, "resigned", ending="resigned"),
        "between": played(context, "between", ending="between"),
        "bot": played_by_bot(context),
    }
    context.matches = dict(zip(plans, await asyncio.gather(*plans.values())))
