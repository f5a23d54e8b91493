#!/usr/bin/python3
"""P2: a request for a seat takes one seat, although the server is killed before its answer arrives. The client has chosen the
seat's token, and repeats the request once the server is back.
"""

import argparse
import asyncio
import random
import sys
from collections import Counter

from client import Client
from durable_server import DurableServer
from report import print_tally, run_seeded
from world_values import must, new_token

KINDS = ("create_room", "join_room", "quick_match")
WHEN = ("stored", "not stored")


class Entering:
    def __init__(self, server, seed, number, tally):
        self.server = server
        self.rng = random.Random(seed * 1000 + number)
        self.kind = KINDS[number % len(KINDS)]
        self.name = f"Ravi {number}"
        self.clock = {"initial": 1000 + number, "increment": 0}
        self.tally = tally

    async def run(self):
        fields = {"name": self.name, "token": new_token()}
        if self.kind == "create_room":
            fields["options"] = {"public": True}
        else:
            host = await Client.connect(self.server.ws, label="host")
            options = {"public": True, "clock": self.clock}
            room = (await host.ok("create_room", name="Host", options=options))["room"]
            fields |= {"room": room} if self.kind == "join_room" else {"clock": self.clock}
        lost = await Client.connect(self.server.ws, label="lost")
        await lost.send(self.kind, **fields)
        await asyncio.sleep(self.rng.choice([0, 0.001, 0.003, 0.03]) * self.rng.random())
        await self.server.restart_after_kill()
        client = await Client.connect(self.server.ws, label="again")
        stored = await self.seats(client)
        must(stored <= 1, f"{self.kind}: {stored} seats")
        self.tally[f"{self.kind}, {'stored' if stored else 'not stored'} before the kill"] += 1
        if stored and self.rng.random() < 0.5:
            reply = await client.ok("resume", token=fields["token"])
        else:
            reply = await client.ok(self.kind, **fields)
            must(reply["token"] == fields["token"], f"{self.kind}: {reply}")
        view = await client.wait_view()
        must(view["you"] == reply["seat"], f"{self.kind}: {view}")
        must(await self.seats(client) == 1, f"{self.kind}: not one seat")
        await client.ok("leave_room")
        await client.close()

    async def seats(self, client):
        """How many seats in public rooms have our name."""
        count, after = 0, {}
        while True:
            reply = await client.ok("list_rooms", **after)
            count += sum(room["names"].count(self.name) for room in reply["rooms"])
            if reply["next"] is None:
                return count
            after = {"after": reply["next"]}


def happened(tally, when):
    return any(key.endswith(f", {when} before the kill") for key in tally)


async def test(arguments, tests):
    tally = Counter()
    async with DurableServer(arguments.server, name="entering") as server:
        await server.start()
        # Which comes first, the kill or the disk, is chance; on a busy machine it may take more attempts to see both.
        for number in range(20 * arguments.kills):
            if number >= arguments.kills and all(happened(tally, when) for when in WHEN):
                break
            await Entering(server, arguments.seed, number, tally).run()
        status, _ = await server.stop()
        tests.check(status == 0, f"SIGTERM: {status}")
    for when in WHEN:
        tests.check(happened(tally, when), f"this never happened: a request that was {when} before the kill")
    tests.shows("P2", "lost answers to requests for a seat", f"{tally.total()} kills, one seat each")
    print_tally(tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=12)
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
