#!/usr/bin/python3
"""Three real servers that share a real PostgreSQL with a synchronous standby, while one fault follows the other; matches go on.

Afterwards everything that was acknowledged is in the replays once, nobody has seen anything else under the same number
(durability/steady_match.py), `verify` accepts all, and the epochs of a slot never interleave. Each fault must have happened.

By default, each kind of fault happens once; in the quick form, only the worst ones and some others. `--faults 1000` takes about an hour.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter, defaultdict

from cluster import SLOTS, Playing
from faulty_cluster import FaultyCluster
from form import by_form
from report import run_seeded
from seeded_cases import can_store
from server_process import eventually

LEASE = 4  # seconds
NAMES = ("first", "second", "third")


async def cut_for(wire, seconds):
    """From when something has been held up."""
    held = wire.held
    wire.cut()
    await eventually(lambda: wire.held > held, "nothing was sent")
    await asyncio.sleep(seconds)
    wire.reconnect()


async def all_serve(cluster):
    """A server may have leases, and not yet their rooms."""
    for node in cluster.nodes.values():
        for _ in range(600):
            if await node.ready():
                break
            await asyncio.sleep(0.1)
        else:
            raise AssertionError(f"{node.name} is never ready")


class Faults:
    """Each method is one: it makes it happen, sees that it did, and heals it."""

    def __init__(self, cluster, playing, rng, pauses):
        """`pauses`: gets for how many seconds players could not go on, by fault."""
        self.cluster, self.playing, self.rng, self.pauses = cluster, playing, rng, pauses

    def take_pauses(self, what, slots=SLOTS):
        """The pauses since the last time, in rooms of these slots."""
        self.pauses[what] += [seconds for slot, seconds in self.cluster.pauses if slot in slots]
        self.cluster.pauses = []

    def others(self, node):
        return [name for name in NAMES if name != node.name]

    async def server_killed(self, node):
        """The others take over; nobody helps them."""
        slots = {slot for slot, name in self.cluster.owners.items() if name == node.name}
        self.take_pauses("before")
        assert await node.kill() == -9, "the server had already ended"
        await self.cluster.settles(*self.others(node))
        await self.playing.more()
        self.take_pauses("server_killed, in its rooms", slots)
        await node.start()

    async def server_killed_and_restarted(self, node):
        """At once: it is known on this machine that the process is dead."""
        assert await node.kill() == -9, "the server had already ended"
        await node.start()

    async def server_frozen(self, node):
        """For longer than its lease."""
        before = node.said("slots lost")
        await node.freeze()
        await self.cluster.settles(*self.others(node))
        node.thaw()
        await node.says("slots lost", before + 1)

    async def server_frozen_briefly(self, node):
        await node.freeze()
        await asyncio.sleep(self.rng.uniform(0.1, 1.5))
        node.thaw()

    async def server_drained(self, node):
        status, said = await node.admin("drain")
        assert status == 0, f"drain: {status} {said}"
        assert await node.ended() == 0, f"it ended with {node.ends}"
        await node.start()

    async def server_stopped(self, node):
        status, _ = await node.stop()
        assert status == 0, f"SIGTERM: {status}"
        await node.start()

    async def clock_jumps(self, node):
        """By an hour."""
        by = self.rng.choice([-3600, 3600])
        node.set_clock(by)
        assert abs(await node.clock() - by) < 600, f"the clock differs by {await node.clock()}"
        await self.playing.more()
        node.set_clock(0)
        assert abs(await node.clock()) < 600, "the clock didn't come back"

    async def cut_from_clients(self, node):
        await eventually(lambda: self.cluster.cut_clients(node) > 0, "nobody was connected")

    async def cut_from_database(self, node):
        """For longer than its lease."""
        before, held = node.said("slots lost"), node.wire.held
        node.wire.cut()
        await self.cluster.settles(*self.others(node))
        await node.says("slots lost", before + 1)
        assert node.wire.held > held, "nothing was cut"
        node.wire.reconnect()

    async def cut_from_database_briefly(self, node):
        await cut_for(node.wire, self.rng.uniform(0, 2))

    async def connection_to_database_ends(self, node):
        assert node.wire.reset() > 0, "it had none"

    async def cut_from_servers(self, node):
        """What others relay to it doesn't arrive, or late."""
        await cut_for(node.inner, self.rng.uniform(0, 3))

    async def relays_end(self, node):
        """Those to this server, or to another one if nobody is relayed to this one."""
        nodes = sorted(self.cluster.nodes.values(), key=lambda each: each is not node)
        await eventually(lambda: any(each.inner.reset() > 0 for each in nodes), "nothing was relayed")

    async def database_is_slow(self, node):
        """By 50 ms each way."""
        delayed, node.wire.delay = node.wire.delayed, 0.05
        await eventually(lambda: node.wire.delayed > delayed + 40, "nothing was delayed")
        node.wire.delay = 0

    async def database_killed(self, _):
        """And started again."""
        await self.cluster.postgres.kill()
        await asyncio.sleep(self.rng.uniform(0, 3))
        await self.cluster.postgres.start()

    async def database_frozen(self, _):
        self.cluster.postgres.freeze()
        await self.out_of_reach()
        await asyncio.sleep(self.rng.choice([0, LEASE]))
        self.cluster.postgres.thaw()

    async def standby_killed(self, _):
        """Without it nothing is acknowledged."""
        await self.cluster.standby.kill()
        await self.out_of_reach()
        await self.cluster.standby.start()

    async def standby_frozen(self, _):
        self.cluster.standby.freeze()
        await self.out_of_reach()
        self.cluster.standby.thaw()

    async def out_of_reach(self):
        """A server notices; the next fault finds it out again."""
        texts = {node: node.said("out of reach") for node in self.cluster.nodes.values()}
        await eventually(
            lambda: any(node.said("out of reach") > before for node, before in texts.items()),
            "nobody missed the database",
        )

    async def primary_killed(self, _):
        await self.cluster.postgres.kill()
        await self.cluster.fail_over()

    async def primary_frozen(self, _):
        """When it wakes up, it is too late."""
        old = self.cluster.postgres
        old.freeze()
        await self.out_of_reach()
        await self.cluster.fail_over()
        old.thaw()
        await self.playing.more()
        await old.close()


ALL = [name for name, method in vars(Faults).items() if asyncio.iscoroutinefunction(method) and name != "out_of_reach"]
# A new standby takes its time: in a long run these happen rarely.
RARE = {"primary_killed": 0.1, "primary_frozen": 0.1}
WORST = ("server_killed", "server_frozen", "cut_from_database", "primary_killed")


def chosen(arguments, rng):
    kinds = [kind for kind in ALL if arguments.only in kind]
    weights = [RARE.get(kind, 1) for kind in kinds]
    wanted = arguments.faults or min(by_form(8, len(kinds)), len(kinds))
    once = sorted(rng.sample(kinds, len(kinds)), key=lambda kind: kind not in WORST)[:wanted]
    return rng.sample(once, len(once)) + rng.choices(kinds, weights, k=wanted - len(once))


async def with_faults(arguments, tests, happened, pauses):
    rng = random.Random(arguments.seed)
    async with FaultyCluster(arguments.server, LEASE, arguments.other_server, rng) as cluster:
        for name in NAMES:
            await cluster.add(name)
        await cluster.settles(*NAMES)
        cluster.record_epochs()
        async with Playing(tests, cluster, rng, arguments.rooms, arguments.pause) as playing:
            faults = Faults(cluster, playing, rng, pauses)
            for kind in chosen(arguments, rng):
                await all_serve(cluster)
                node, begin = rng.choice(list(cluster.nodes.values())), time.monotonic()
                try:
                    await getattr(faults, kind)(node)
                    await cluster.settles(*NAMES)
                    await playing.more(20)
                except Exception as error:
                    raise AssertionError(f"{kind} of {node.name}: {error}") from error
                happened[kind] += 1
                faults.take_pauses(kind)
                print(f"  {kind} of {node.name} ({time.monotonic() - begin:.1f} s)", flush=True)
        tests.check(await cluster.verified(most=10**6) > 0, "no replays")
        tests.check(cluster.epochs() > 0, "no records")
        if arguments.other_server:
            used = {path for node in cluster.nodes.values() for path in node.versions}
            tests.check(len(used) == 2, "one of the versions never ran")


def print_pauses(pauses):
    for kind, times in sorted(pauses.items()):
        if times:
            times.sort()
            half, most = times[len(times) // 2], times[int(len(times) * 0.99)]
            print(f"  {kind}: {len(times)} pauses, p50 {half:.2f} s, p99 {most:.2f} s")


async def test(arguments, tests):
    if not can_store(arguments.server):
        return
    happened, pauses = Counter(), defaultdict(list)
    try:
        await with_faults(arguments, tests, happened, pauses)
    except Exception as error:
        tests.fault("", error)
    print_pauses(pauses)
    print(f"{happened.total()} faults: {dict(happened)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other-server", help="of another version: each start uses either")
    parser.add_argument("--faults", type=int, help="how many; each kind at least once")
    parser.add_argument("--rooms", type=int, default=by_form(8, 12))
    parser.add_argument("--pause", type=float, default=by_form(0.15, 0), help="seconds before an action")
    parser.add_argument("--only", default="", help="only faults whose names contain this")
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
