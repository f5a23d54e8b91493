#!/usr/bin/python3
"""Matches of random legal and illegal actions against the real server, every message predicted."""

import argparse
import asyncio
import json
import random
import sys
import time
import traceback
from collections import Counter

import random_play
from client import ProtocolFault, traffic
from form import by_form
from http_get import http_get
from proof import proved
from server_process import Server, default_binary
from viewer import statistics
from world import World
from world_values import must

NAMES = ["Asha", "Bharat", "Zoë", "李雷", "O'Neil <b>", "x" * 20, "🐪", "a b"]
TEXTS = ["hello", "नमस्ते", '"quoted" \\ back', "<img onerror=alert(1)>", "😀" * 200, "x", "canary of the chat"]


class Player:
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

    async def maybe_spectators(self):
        if self.world.options["spectators"] == "none" or len(self.world.spectators) > 2:
            return
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            await self.world.spectate(self.rng.choice(NAMES + [None]))

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

    # One step of a running round

    async def step(self):
        rng = self.rng
        await rng.choices(
            [
                self.play,
                self.play_illegal,
                self.wrong_turn,
                self.stale,
                self.repeat,
                self.chat,
                self.reconnect,
                self.watch,
                self.misplaced,
            ],
            [60, 12, 6, 6, 6, 3, 3, 3, 2],
        )[0]()

    def to_act(self):
        return self.world.match.round.turn

    async def play(self):
        world, rng = self.world, self.rng
        seat = self.to_act()
        if world.players[seat].viewer is None:
            await world.resume(seat)
            self.tally["resumed"] += 1
        action = random_play.legal_action(rng, world.match.round, seat, self.temper)
        if rng.random() < 0.03 and world.clock is None and not world.match.round.would_end(action):
            took_effect = await world.act_unanswered(seat, action)
            self.tally[f"answer lost, {'done' if took_effect else 'not done'}"] += 1
            return
        copies = rng.choice([1] * 9 + [2, 3])
        await world.act(seat, action, with_match=rng.random() < 0.5, copies=copies)
        self.tally["actions"] += 1
        self.tally[action["type"]] += 1
        self.tally["repeats"] += copies - 1

    async def play_illegal(self):
        world = self.world
        seat = self.to_act()
        if world.players[seat].viewer is None:
            return
        action, codes = random_play.illegal_action(self.rng, world.match.round, seat)
        reply = await world.refused(world.players[seat].viewer, "act", *codes, ply=world.match.ply, action=action)
        self.tally["refused " + reply.code] += 1

    async def wrong_turn(self):
        world, seat = self.world, 1 - self.to_act()
        if world.players[seat].viewer is None:
            return
        action = random_play.any_action(self.rng, world.match.round, seat)
        await world.refused(world.players[seat].viewer, "act", "not_your_turn", ply=world.match.ply, action=action)
        self.tally["refused not_your_turn"] += 1

    async def stale(self):
        """A ply that isn't the view's, or another match, from either seat."""
        world, rng = self.world, self.rng
        seat = rng.randrange(2)
        if world.players[seat].viewer is None:
            return
        action = random_play.any_action(rng, world.match.round, seat)
        ply = rng.choice([world.match.ply + 1, world.match.ply - 1, 0, 2**53 - 1, world.match.ply])
        fields = {"ply": max(ply, 0), "action": action}
        if fields["ply"] == world.match.ply:
            fields["match"] = rng.choice(["00" * 16, "", "x" * 40])
        elif world.match.stands_at(seat, fields["ply"], action):
            return
        await world.refused(world.players[seat].viewer, "act", "stale_ply", **fields)
        self.tally["refused stale_ply"] += 1

    async def repeat(self):
        """A repeated action is ok for the seat that played it, and stale for the other."""
        world, rng = self.world, self.rng
        if not world.match.actions:
            return
        ply, seat, action = rng.choice(world.match.actions[-3:] + [rng.choice(world.match.actions)])
        if world.players[seat].viewer is not None:
            match = {"match": world.match.id} if rng.random() < 0.5 else {}
            shuffled = dict(rng.sample(sorted(action.items()), len(action)))
            await world.ok(world.players[seat].viewer, "act", ply=ply, action=shuffled, **match)
            self.tally["repeats"] += 1
        other = world.players[1 - seat].viewer
        if other is not None:
            code = "stale_ply" if world.match.phase == "playing" else "not_playing"
            await world.refused(other, "act", code, ply=ply, action=action)

    async def chat(self):
        world, rng = self.world, self.rng
        speakers = [viewer for viewer in world.viewers() if viewer.name]
        if speakers:
            await world.chat(rng.choice(speakers), rng.choice(TEXTS))
            self.tally["chats"] += 1

    async def reconnect(self):
        world, rng = self.world, self.rng
        seat = rng.randrange(2)
        if world.players[seat].viewer is None or rng.random() < 0.3:
            await world.resume(seat)
            self.tally["resumed"] += 1
        else:
            await world.disconnect(seat, rng.choice(["cut", "close"]))
            self.tally["disconnected"] += 1

    async def watch(self):
        world, rng = self.world, self.rng
        if not world.spectators or rng.random() < 0.4:
            await self.maybe_spectators()
        else:
            await world.stop_spectating(rng.choice(world.spectators), rng.choice(["leave", "close", "cut"]))

    async def misplaced(self):
        """Requests that are valid at another time or for somebody else."""
        world, rng = self.world, self.rng
        viewers = world.viewers()
        if not viewers:
            return
        viewer = rng.choice(viewers)
        if viewer.you is None:
            kind, fields = rng.choice(
                [
                    ("act", {"ply": world.match.ply, "action": {"type": "take_camels"}}),
                    ("resign", {}),
                    ("ready", {}),
                    ("claim_win", {}),
                    ("rematch", {}),
                    ("list_spectators", {}),
                    ("remove", {"seat": 1}),
                    ("spectate", {"room": world.code}),
                    ("create_room", {"name": "A"}),
                ]
            )
            code = "already_in_room" if kind in ("spectate", "create_room") else "not_a_player"
            await world.refused(viewer, kind, code, **fields)
            return
        kind, codes, fields = rng.choice(
            [
                ("ready", ["not_playing"], {"commit": "ab" * 32}),
                ("rematch", ["not_playing"], {}),
                ("reveal", ["not_playing"], {"nonce": "ab" * 32}),
                ("claim_win", ["cannot_claim"], {}),
                ("spectate", ["already_in_room"], {"room": world.code}),
                ("quick_match", ["already_in_room"], {"name": "A"}),
                ("remove", ["not_owner" if viewer.you else "not_playing"], {"seat": 1 - viewer.you}),
            ]
        )
        if kind == "ready" and world.match.round_number > 1:
            await world.ok(viewer, kind, **fields)  # a repeat; the commitment is ignored
            return
        await world.refused(viewer, kind, *codes, **fields)


class Budget:
    """How many more matches may begin, in all worlds together."""

    def __init__(self, matches):
        self.left = matches

    def take(self):
        self.left -= 1
        return self.left >= 0


async def worker(server, seeds, budget, tally, failures):
    while not failures and budget.take():
        seed = next(seeds)
        try:
            await Player(server, seed, budget, tally).run()
        except Exception as fault:
            where = "" if isinstance(fault, ProtocolFault) else traceback.format_exc(limit=-4)
            failures.append(f"seed {seed}: {type(fault).__name__}: {fault} {where}")


async def play_all(server, arguments, tally):
    failures = []
    budget = Budget(arguments.matches)
    seeds = iter(range(arguments.seed, arguments.seed + 100 * arguments.matches))
    workers = [worker(server, seeds, budget, tally, failures) for _ in range(arguments.concurrent)]
    await asyncio.gather(*workers)
    return failures


def print_tally(tally, seconds):
    print(", ".join(f"{key} {count}" for key, count in sorted(tally.items())))
    print(f"checked exactly: {statistics.checked}; room pushes that repeated one: {statistics.repeated_rooms}")
    print(
        f"view of a running round: median {statistics.median_view()} bytes, largest"
        f" {max(statistics.view_sizes, default=0)}"
    )
    print(f"{seconds:.1f} s")


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--matches", type=int, default=by_form(30, 100))
    parser.add_argument("--concurrent", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    arguments = parser.parse_args()
    print(f"seeds from {arguments.seed}")
    tally = Counter()
    begin = time.monotonic()
    async with Server(arguments.server, "--no-limits", "--log-level=debug", name="independent") as server:
        server.secrets.add("canary of the chat")
        failures = await play_all(server, arguments, tally)
        failures += [f"the log contains {secret}" for secret in server.leaks()]
        server.failed = bool(failures)
        if not server.running:
            failures.append(f"the server ended with {server.process.returncode}")
    print_tally(tally, time.monotonic() - begin)
    for failure in failures:
        print(f"FAILED {failure}")
    played = sum(count for key, count in tally.items() if key.startswith("match "))
    missing = [key for key in EVERY_RUN_HAS if arguments.matches >= 100 and not tally[key]]
    if missing:
        print(f"FAILED these never happened: {missing}")
    too_large = statistics.median_view() > LARGEST_MEDIAN_VIEW
    if too_large:
        print(f"FAILED most views have more than {LARGEST_MEDIAN_VIEW} bytes")
    failed = len(failures) + len(missing) + too_large + (traffic.report() > 0)
    if not failed and played >= arguments.matches:
        proved("P16", "independent verifier", f"{played:,} finished matches dealt again from their proofs")
    print(f"{played} passed, {failed} failed")
    return 1 if failed or played < arguments.matches else 0


# Bytes. The median varies by chance: of 30 matches, 1,470 with a standard deviation of 35; of 100, half of that.
LARGEST_MEDIAN_VIEW = by_form(1680, 1600)

EVERY_RUN_HAS = [
    "round tokens",
    "round deck",
    "round stalled",
    "round resigned",
    "match seals",
    "match resigned",
    "rematch",
    "resumed",
    "repeats",
    "chats",
    "refused hand_limit",
    "refused not_in_market",
    "refused no_camels",
    "refused exchange_too_small",
    "refused exchange_unequal",
    "refused exchange_takes_camel",
    "refused exchange_same_good",
    "refused not_in_hand",
    "refused herd_too_small",
    "refused sale_too_small",
    "refused not_your_turn",
    "refused stale_ply",
]

if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
