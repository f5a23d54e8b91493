#!/usr/bin/python3
"""Several servers that share a database behave like one: the cases of rooms_test.py, with each connection to any of three servers."""

import asyncio
import sys

import rooms_test
from cases import arguments_of, finish
from cluster import Cluster
from relays import Anyone
from rooms_play import Context

NAMES = ("first", "second", "third")
# What people would notice if a server lost its rooms meanwhile: here, none does.
LEASE = 60
# The buffers between two servers take all that it sends.
NOT_HERE = ["unsent views are joined: seq jumps, and the view has all their events"]


class OfAnyone(Context):
    async def replay(self, match):
        """The server that had the match stores its replay in a moment; then all have it."""
        for _ in range(600):
            answer = await super().replay(match)
            if answer[0] == 200:
                break
            await asyncio.sleep(0.1)
        return answer


async def main():
    arguments = arguments_of(__doc__)
    async with Cluster(arguments.server, LEASE) as cluster:
        for name in NAMES:
            await cluster.add(name, "--no-limits", "--bot-time=0")
        await cluster.settles(*NAMES)
        for each in rooms_test.SUITES:
            each.cases = [case for case in each.cases if case[0] not in NOT_HERE]
        context = OfAnyone(Anyone(cluster))
        results = await asyncio.gather(*(each.run(context, arguments.only) for each in rooms_test.SUITES))
        cluster.failed = any(failures for _, failures in results)
        metrics = [await node.metrics() for node in cluster.nodes.values()]
        for node, figures in zip(cluster.nodes.values(), metrics):
            print(f"{node.name}: {figures['jaipur_relays_begun_total']:.0f} relays begun")
            assert figures["jaipur_relays_lost_total"] == 0, f"{node.name} lost relays"
    finish(sum(passed for passed, _ in results), sum(len(failures) for _, failures in results))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
