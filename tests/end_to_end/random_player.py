"""Plays whole matches of random actions in a world that predicts every message."""

import json
import random

import random_play
from client import traffic
from http_get import http_get
from random_steps import NAMES, TEXTS, Steps
from world import World
from world_values import must


class Player(Steps):
    """Plays whole matches in one world."""

    def __init__(self, server, seed, budget, tally, tamper=None):
        self.server = server
        self.rng = random.Random(seed)
        self.world = World(server, self.rng, f"seed {seed}")
        self.world.tamper = tamper
        self.budget = budget
        self.tally = tally
        self.temper = "even"

    def random_options(self):
        rng = self.rng
        options = {}
        if rng.random() < 0.5:
            options["seals"] = rng.choice([1, 1, 2, 2, 2, 3])
        if rng.random() < 0.7:
            options["spectators"] = rng.choice(["public", "open", "open", "none"])
        if rng.random() < 0.7:
            options["delay"] = rng.choice([2, 3, 4, 5, 8, 20])
        if rng.random() < 0.3:
            options["clock"] = {"initial": rng.randint(2000, 36000), "increment": rng.choice([0, 1, 5, 300])}
        if rng.random() < 0.3:
            options["public"] = rng.random() < 0.5
        if rng.random() < 0.2:
            options["grace"] = rng.randint(30, 3600)
        if rng.random() < 0.2:
            options["patience"] = rng.choice([300, 3600, 2592000])
        return options

    async def run(self):
        world, rng = self.world, self.rng
        # Each hash costs a processor 50 ms.
        password = rng.choice([None] * 9 + ["sesam-7f3a", "öffne dich", "p" * 64])
        await world.create(rng.choice(NAMES), self.random_options(), password)
        await self.before_the_match()
        await world.join(rng.choice(NAMES))
        while True:
            await self.maybe_spectators()
            await self.before_the_match()
            await self.play_match()
            if rng.random() < 0.55 or not self.budget.take():
                break
            await world.ask_rematch()
            self.tally["rematch"] += 1
        await world.quiet()
        await world.close()

    async def before_the_match(self):
        world, rng = self.world, self.rng
        viewer = rng.choice(world.viewers())
        if viewer.you is None:
            await world.refused(viewer, "ready", "not_a_player")
            await world.refused(viewer, "act", "not_a_player", ply=0, action={"type": "take_camels"})
            return
        await world.refused(viewer, "act", "not_playing", ply=0, action={"type": "take_camels"})
        await world.refused(viewer, "resign", "not_playing")
        await world.refused(viewer, "rematch", "not_playing")
        await world.refused(viewer, "reveal", "not_playing", nonce="00" * 32)
        await world.refused(viewer, "create_room", "already_in_room", name="A")
        await world.refused(viewer, "join_room", "already_in_room", name="A", room=world.code)

    async def play_match(self):
        world, rng = self.world, self.rng
        contributes, agrees = [[rng.random() < 0.8 for _ in (0, 1)] for _ in "ca"]
        await world.start_match(contributes, agrees)
        self.tally["agreed spectator delay"] += world.delay is not None
        self.tally["rounds"] += 1
        self.temper = rng.choice(random_play.TEMPERS)
        doom = rng.choice([None] * 7 + ["playing", "round_over"])
        while world.match.phase != "match_over":
            if world.match.phase == "round_over":
                await self.between_rounds(doom)
            elif doom == "playing" and rng.random() < 0.02:
                await self.resign()
            else:
                await self.step()
        self.tally["match " + world.match.reason] += 1
        for result in world.match.rounds:
            self.tally["round " + result["reason"]] += 1
        await self.after_the_match()

    async def between_rounds(self, doom):
        world, rng = self.world, self.rng
        await self.everybody_back()
        seat = rng.randrange(2)
        viewer = world.players[seat].viewer
        await world.refused(viewer, "act", "not_playing", ply=world.match.ply, action={"type": "take_camels"})
        await world.refused(viewer, "rematch", "not_playing")
        await self.repeat()
        if doom == "round_over" and rng.random() < 0.5:
            await self.resign()
            return
        await world.next_round()
        self.tally["rounds"] += 1
        self.temper = rng.choice(random_play.TEMPERS)

    async def resign(self):
        await self.everybody_back()
        await self.world.resign(self.rng.randrange(2))

    async def everybody_back(self):
        for seat in (0, 1):
            if self.world.players[seat].viewer is None:
                await self.world.resume(seat)

    async def after_the_match(self):
        world, rng = self.world, self.rng
        await self.everybody_back()
        viewer = world.players[rng.randrange(2)].viewer
        await world.refused(viewer, "act", "not_playing", ply=world.match.ply, action={"type": "take_camels"})
        await world.refused(viewer, "resign", "not_playing")
        await world.refused(viewer, "claim_win", "not_playing", "cannot_claim")
        await self.repeat()
        status, _, body = await http_get(world.server.port, f"/replays/{world.match.id}")
        must(status == 200, f"replay {status}")
        replay = json.loads(body)
        traffic.http("replay", replay)
        world.check_replay(replay)
        if rng.random() < 0.5:
            await world.resume(rng.randrange(2))
        if rng.random() < 0.5 and world.spectators:
            await world.chat(rng.choice(world.spectators), rng.choice(TEXTS))
        await world.quiet()


class Budget:
    """How many more matches may begin, in all worlds together."""

    def __init__(self, matches):
        self.left = matches

    def take(self):
        self.left -= 1
        return self.left >= 0
