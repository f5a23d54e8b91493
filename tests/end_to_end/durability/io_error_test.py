#!/usr/bin/python3
"""P6: the disk fails. strace makes fdatasync, fsync, pwrite64 fail with EIO, once or permanently, during play.

The server may acknowledge only what is certainly on the disk: the test rebuilds the directory from the recording without
unsynced data, and everything acknowledged must be in it. The server exits with 74; restarted on the same directory, play continues.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter

from client import traffic
from disk_model import Disk, events, recorded, recording
from durable_server import DurableServer, Ended
from power_cut_test import lay_out
from recovered import hold_against
from report import Tests, print_tally
from server_process import default_binary
from syscalls_test import Scenario
from tracing import counts, whole

FAILING = ("fdatasync", "fsync", "pwrite64")
# On a new directory, the sixth sync of the thread that opens the database makes the log's directory entry durable. SQLite ignores
# its failure (and the sixth of the other thread ends the server).
THE_LOGS_PLACE = ("fdatasync", 6, False)


def counting(trace):
    return ["strace", "-D", "-f", "-o", str(trace), "-e", "trace=" + ",".join(FAILING)]


async def hold_what_is_synced(binary, data, text, facts, tally):
    """Everything acknowledged up to the end, even after the failure, must be on the disk."""
    injected = text.find("(INJECTED)")
    assert injected >= 0, "nothing was injected"
    before_it = text[: text.rfind("\n", 0, injected) + 1]
    disk = Disk(data)
    for event in events(text):
        disk.take(*event)
    before = {what for kind, _, what in events(before_it) if kind == "ok"}
    tally["ok sent after the failure, for what was synced before"] += len(disk.answered - before)
    async with DurableServer(binary, name="eio-synced") as server:
        lay_out(disk.image("none", random.Random(1)), server.data)
        held = [facts[answer] for answer in disk.answered if answer in facts]
        await server.start()
        tally["acknowledged held"] += await hold_against(server, held)
        await server.stop()


async def one_failure(binary, call, number, lasting, seed, tally):
    async with DurableServer(binary, name=f"eio-{call}-{number}") as server:
        scenario = Scenario(server, seed, tally)
        inject = f"{call}:error=EIO:when={number}{'+' if lasting else ''}"
        try:
            await server.start(*recording(scenario.trace, inject))
            await scenario.play_until_it_falls()
        except Ended:
            tally["failed while starting"] += 1
        status = server.ends[-1]
        assert status == 74, f"status {status}, expected 74: {server.log_text()[-400:]}"
        try:
            text = recorded(await whole(scenario.trace))
            facts = dict(server.facts)  # a client of the next run may get the same port
            await scenario.recover()  # and the rooms learn what was stored without a reply
            await hold_what_is_synced(binary, server.data, text, facts, tally)
        finally:
            await scenario.leave()
    tally[f"{call} failed {'for good' if lasting else 'once'}"] += 1


async def all_failures(arguments, tests):
    tally = Counter()
    rng = random.Random(arguments.seed)
    async with DurableServer(arguments.server, name="eio-profile") as server:
        scenario = Scenario(server, 1, tally)
        await server.start(*counting(scenario.trace))
        before = counts(scenario.trace.read_text())
        await scenario.play(20)
        await server.kill()
        most = counts(await whole(scenario.trace))
    print("calls counted:", most)
    cases = [THE_LOGS_PLACE]
    for index in range(arguments.points):
        calls = [call for call in FAILING if most.get(call)]
        call = calls[index % len(calls)]
        first = before.get(call, 0) + 1 if most[call] > before.get(call, 0) + 3 and index % 5 else 1
        cases.append((call, rng.randint(first, most[call]), bool(index % 2)))
    gate = asyncio.Semaphore(4)

    async def one(index, case):
        async with gate:
            what = f"{case[0]} number {case[1]} {'lastingly' if case[2] else 'once'} (--seed {arguments.seed})"
            await tests.attempt(what, one_failure(arguments.server, *case, arguments.seed + index, tally))

    await asyncio.gather(*(one(index, case) for index, case in enumerate(cases)))
    print_tally(tally)
    happened = sum(count for key, count in tally.items() if " failed " in key)
    tests.shows("P6", "EIO", f"{happened} failures, {tally['acknowledged held']:,} acknowledged held")
    tests.check(happened == len(cases), f"{happened} failures of {len(cases)}")
    tests.check(tally["acknowledged held"] > 0, "no acknowledgement was found in the recordings")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--points", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    begin = time.monotonic()
    tests = Tests()
    asyncio.run(all_failures(arguments, tests))
    print(f"{time.monotonic() - begin:.1f} s")
    return tests.finish(traffic.report())


if __name__ == "__main__":
    sys.exit(main())
