#!/usr/bin/python3
"""P4: a resume is exact. A proxy cuts both players' connections at every message and in the middle of frames, in either
direction; each view, first or not, must equal the model's, which is what an uninterrupted client has.

Each room has an uninterrupted spectator, and in the end the players' own pictures (all events, the last view) must equal its picture.
"""

import argparse
import asyncio
import random
import sys
from collections import Counter

from client import Client
from cutting_proxy import Cut, CuttingProxy
from durable_server import DurableServer
from form import by_form
from jaipur_model import masked, masked_events
from report import print_tally, run_seeded
from server_process import within
from steady_match import SteadyMatch
from viewer import differences
from world_values import must

# A resume is followed by ok, room, view, and then the game. 0 cuts within the first message.
DOWN = [(frames, part) for frames in (0, 1, 2, 3, 4, 5, 6, 7, 9, 12) for part in (0.0, 0.02, 0.5, 0.97)]
UP = [(frames, part) for frames in (0, 1, 2, 3, 4) for part in (0.0, 0.1, 0.5, 0.97)]


def plans(rng):
    cuts = [Cut("down", *cut) for cut in DOWN] + [Cut("up", *cut) for cut in UP]
    while True:
        rng.shuffle(cuts)
        yield from cuts


class CutMatch(SteadyMatch):
    proxy = None

    async def connect(self, role):
        client = await Client.connect(self.proxy.ws, label=f"{self.label} {role}")
        return client

    def check_view(self, player, view):
        """Updates the player's picture: all events of each round, collected from views; a first view restarts the round."""
        first = player.shown is None
        super().check_view(player, view)
        pictures = self.__dict__.setdefault("pictures", [{}, {}])
        key = (view["match"], view["round"])
        before = [] if first else pictures[player.index].get(key, [])
        pictures[player.index][key] = before + view["events"]


class Watcher:
    """Sees everything on one connection that is never cut."""

    def __init__(self, server, room):
        self.server = server
        self.room = room
        self.events = {}
        self.last = None

    async def run(self):
        client = await Client.connect(self.server.ws, label="watcher")
        await client.ok("spectate", room=self.room.code)
        while True:
            self.last = await client.wait_view(timeout=300)
            key = (self.last["match"], self.last["round"])
            self.events[key] = self.events.get(key, []) + self.last["events"]
            if self.last["phase"] == "match_over":
                break
        await client.close()

    def compare(self):
        """The spectator's picture must be the players', without what a spectator may not know."""
        must(self.room.pictures, "nothing was seen")
        for picture in self.room.pictures:
            for key, events in self.events.items():
                if key[1]:
                    shown = masked_events(picture.get(key, []), None)
                    found = differences(masked_events(events, None), shown)
                    must(not found, f"{self.room.label}: the cut picture of round {key}: {found[:4]}")
        entry = self.room.history[-1]
        due = masked(entry.full, None, self.last["events"]) | {"room": self.room.code, "seq": entry.seq}
        due |= {"clock": None, "move_in": self.last["move_in"]}
        must(not differences(due, self.last), "the last view of the spectator")


async def one_room(server, proxy, seed, tally):
    room = CutMatch(server, random.Random(seed), f"seed {seed}", tally)
    room.proxy = proxy
    await room.open({"seals": 1})
    watcher = Watcher(server, room)
    watching = asyncio.create_task(watcher.run())
    try:
        await room.play_match([True, True])
        await within(watching, 60)
    finally:
        watching.cancel()
    watcher.compare()
    tally["pictures compared"] += 2
    await room.close()


async def test(arguments, tests):
    tally = Counter()
    async with DurableServer(arguments.server, name="resume") as server:
        await server.start()
        cuts = plans(random.Random(arguments.seed))
        async with CuttingProxy(server, lambda _line: next(cuts)) as proxy:
            tasks = [
                asyncio.create_task(one_room(server, proxy, arguments.seed + i, tally)) for i in range(arguments.rooms)
            ]
            await tests.all_of(tasks, server)
        happened = Counter((cut.direction, cut.frames, cut.part) for cut in proxy.cuts)
        status, _ = await server.stop()
        tests.check(status == 0, f"SIGTERM: {status}")
    wanted = [("down", *cut) for cut in DOWN] + [("up", *cut) for cut in UP]
    # An acting player sends only a few frames per connection, so only the first upstream cuts are certain to happen.
    missing = [cut for cut in wanted if not happened[cut] and (cut[0] == "down" and cut[1] < 8 or cut[1] < 2)]
    tests.check(not missing, f"cuts that never happened: {missing}")
    middle = sum(count for cut, count in happened.items() if cut[2])
    tests.check(middle >= arguments.rooms * 10, f"only {middle} cuts in the middle of a frame")
    print_tally(tally)
    tests.shows(
        "P4",
        "connections cut",
        (
            f"{len(proxy.cuts):,} cuts, {middle:,} in the middle of a frame, {tally['pictures compared']:,} pictures"
            " compared"
        ),
    )
    print(f"{len(proxy.cuts)} cuts, {middle} in the middle of a frame, {len(happened)} kinds of {len(wanted)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=by_form(6, 10))
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
