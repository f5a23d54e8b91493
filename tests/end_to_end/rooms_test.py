#!/usr/bin/python3
"""Rooms: opening, finding, watching and leaving them; clocks, absence, the fair start, the bot."""

import asyncio
import json
import random
import sys
import time

import fair
import rooms_chat
import rooms_fair
import rooms_found
import rooms_repeated
import rooms_seats
import rooms_timed
import rooms_watched
from bot_match import AgainstBot
from cases import Suite, arguments_of, finish
from client import traffic
from rooms_play import CLOCK, Context, play_some
from server_process import Server

suite = Suite("rooms")


@suite.case("no clock runs between rounds")
async def stopped_clock(context):
    world = await context.world("stopped clock", clock={"initial": 8, "increment": 0}, seals=3)
    await world.start_match([True, True])
    while world.match.phase == "playing":
        await play_some(world, 1)
    await asyncio.sleep(max(world.clock["remaining_ms"]) / 1000 + 0.5)
    await world.next_round()
    await world.close()


@suite.case("whole matches against the bot agree with the proof")
async def bot(context):
    for number, contributes in enumerate((True, False, True)):
        rng = random.Random(number)
        client = await context.client("against the bot")
        created = await client.ok("create_room", name="A", options={"opponent": {"bot": "easy"}, "seals": 1 + number})
        room = await client.wait_room()
        assert room["players"][1]["bot"] == "easy" and room["players"][1]["connected"] is True, room
        assert room["players"][0]["bot"] is None
        late = await context.client("late")
        await late.refused("join_room", "room_full", room=created["room"], name="B")
        await late.close()
        contribution = fair.Contribution(0, room["fair"]) if contributes else None
        match = AgainstBot(context.client, created, rng)
        await match.play(client, contribution)
        proof = match.views[-1][0]["result"]["proof"]
        assert not fair.faults_of_proof(proof), fair.faults_of_proof(proof)
        assert proof["nonces"] == [contribution.nonce.hex() if contribution else "", ""]
        status, _, body = await context.replay(room["fair"]["match"])
        assert status == 200
        replay = json.loads(body)
        traffic.http("replay", replay)
        assert replay["starter"] == fair.deal_round(proof, 1).start
        match.check(replay, 1 + number)
        await match.client.ok("rematch")
        await match.client.wait_view(lambda view: view["phase"] == "waiting")
        await match.client.close()


@suite.case("ping returns the time")
async def pings(context):
    client = await context.client("ping")
    begin = time.time()
    reply = await client.ok("ping")
    assert begin - CLOCK <= reply["at"] / 1000 <= time.time() + CLOCK, reply
    await client.close()


SUITES = [suite] + [
    each.suite for each in (rooms_found, rooms_seats, rooms_chat, rooms_watched, rooms_fair, rooms_repeated)
]


async def main():
    arguments = arguments_of(__doc__)
    async with Server(arguments.server, "--no-limits", name="rooms") as server:
        async with Server(arguments.server, "--no-limits", *rooms_timed.SHORTENED, name="rooms-timed") as hasty:
            results = await asyncio.gather(
                *(each.run(Context(server), arguments.only) for each in SUITES),
                rooms_timed.suite.run(Context(hasty), arguments.only, 40),
            )
            server.failed = hasty.failed = any(failures for _, failures in results)
    finish(sum(passed for passed, _ in results), sum(len(failures) for _, failures in results))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
