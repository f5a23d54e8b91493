#!/usr/bin/python3
"""P2: an action takes effect at most once, however often or late it is sent, over any number of connections, even with crashes.

Every reply to a copy must be `ok`. The final state is compared with a run without faults: the match that the proof's deals
and the actions, played once each, produce (World.check_proof).
"""

import argparse
import asyncio
import json
import random
import sys
from collections import Counter

import random_play
from durable_server import DurableServer
from form import by_form
from kill_test import Kills
from raw_socket import TEXT, frame_bytes
from report import print_tally, run_seeded
from server_process import within
from steady_match import SteadyMatch
from steady_seat import LOST
from world_values import must


class NoisyMatch(SteadyMatch):
    async def act(self, seat, action):
        fields = {"ply": self.match.ply, "action": action, "match": self.match.id}
        noise = self.rng.choice(
            [None, None, self.copies, self.on_two_connections, self.too_late, self.old_ones, self.on_many_connections]
        )
        if noise:
            try:
                await noise(seat, fields)
            except LOST:
                await self.lost(self.players[seat])
        await super().act(seat, action)

    async def ask(self, seat, kind, done=None, **fields):
        reply = await super().ask(seat, kind, done, **fields)
        if kind == "reveal":
            await super().ask(seat, kind, done, **fields)
            self.tally["repeats of a reveal"] += 1
        return reply

    async def must_be_ok(self, client, seat, waiting):
        reply = await within(waiting)
        must(reply.ok, f"{self.label}: {self.code} the reply to a copy was {reply}")
        self.note(client, reply, "act", seat)

    async def copies(self, seat, fields):
        """Several copies at once on one connection."""
        client = await self.connection(seat)
        for waiting in [await client.send("act", **fields) for _ in range(self.rng.randint(2, 4))]:
            await self.must_be_ok(client, seat, waiting)
            self.tally["copies on one connection"] += 1

    async def on_two_connections(self, seat, fields):
        """Sends on a connection that is replaced before the reply, then again on the new one."""
        old = await self.connection(seat)
        await old.send("act", **fields)
        self.players[seat].client = None
        new = await self.connection(seat)
        self.tally["connections replaced, closed with %s" % await old.wait_closed()] += 1
        await self.must_be_ok(new, seat, await new.send("act", **fields))

    async def on_many_connections(self, seat, fields):
        """Several connections resume the seat at the same time and send; the last one keeps it."""

        async def one():
            client = await self.connect(f"{seat} many")
            try:
                reply = await client.request("resume", room=self.code, token=self.players[seat].token)
                must(reply.ok, f"resume {reply}")
                await self.must_be_ok(client, seat, await client.send("act", **fields))
                self.tally["answered on one of many connections"] += 1
            finally:
                await self.end(client)

        results = await asyncio.gather(*(one() for _ in range(3)), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, LOST):
                raise result
        await self.lost(self.players[seat])

    async def too_late(self, seat, fields):
        """Another action for this ply, whose second half arrives after its connection was replaced: it has no effect."""
        other = random_play.legal_action(self.rng, self.match.round, seat, "even")
        frame = frame_bytes(TEXT, json.dumps({"type": "act", "id": 9, **fields, "action": other}).encode())
        half = self.rng.randrange(1, len(frame))
        old = await self.connection(seat)
        old.socket.transport.write(frame[:half])
        self.players[seat].client = None
        new = await self.connection(seat)
        old.socket.transport.write(frame[half:])
        await self.must_be_ok(new, seat, await new.send("act", **fields))
        await self.end(old)
        self.tally["halves that came too late"] += 1

    async def old_ones(self, seat, _fields):
        """A repeated action is ok for the seat that played it, and stale for the other."""
        if not self.match.actions:
            return
        ply, who, action = self.rng.choice(self.match.actions)
        for asker in (0, 1):
            client = await self.connection(asker)
            try:
                reply = await client.request("act", ply=ply, action=action, match=self.match.id)
            except LOST:
                await self.lost(self.players[asker])
                continue
            due = "ok" if asker == who else "stale_ply"
            must(
                ("ok" if reply.ok else reply.code) == due,
                f"{self.label}: a repeat of ply {ply} was {reply}, expected {due}",
            )
            self.tally[f"old action: {due}"] += 1


async def play(room, matches, kills):
    """Plays `matches` matches, and more until the last kill: kills are triggered by requests, so someone must keep sending them."""
    await room.open({"seals": room.rng.choice([1, 2])})
    while True:
        await room.play_match([True, room.rng.random() < 0.5])
        matches -= 1
        if matches <= 0 and kills.over:
            break
        await room.ask_rematch()
    await room.close()


async def test(arguments, tests):
    tally = Counter()
    async with DurableServer(arguments.server, name="repeats") as server:
        await server.start()
        kills = Kills(server, random.Random(arguments.seed), arguments.kills, tally)
        rooms = [
            NoisyMatch(server, random.Random(arguments.seed * 1000 + i), f"seed {arguments.seed} room {i}", tally)
            for i in range(arguments.rooms)
        ]
        killing = asyncio.create_task(kills.run())
        await tests.all_of(
            [killing] + [asyncio.create_task(play(room, arguments.matches, kills)) for room in rooms], server
        )
        status, _ = await server.stop()
        tests.check(status == 0, f"SIGTERM: {status}")
    for need in (
        "copies on one connection",
        "connections replaced, closed with 4001",
        "answered on one of many connections",
    ):
        tests.check(tally[need] > 0, f"this never happened: {need}")
    for need in ("halves that came too late", "old action: ok", "old action: stale_ply", "replays checked"):
        tests.check(tally[need] > 0, f"this never happened: {need}")
    killed = tally["kills while playing"] + tally["kills while starting"]
    tests.check(killed == arguments.kills, f"{killed} kills, expected {arguments.kills}")
    copies = sum(
        count
        for key, count in tally.items()
        if key.startswith(("copies", "answered on", "halves", "old action", "repeats"))
    )
    tests.shows(
        "P2", "repeats", f"{copies:,} copies, {killed} kills, {tally['replays checked']} matches with the same end"
    )
    print_tally(tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=by_form(6, 12))
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--kills", type=int, default=4)
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
