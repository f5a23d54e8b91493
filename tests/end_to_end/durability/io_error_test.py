#!/usr/bin/python3
"""P6: the disk fails. strace lets fdatasync, fsync, pwrite64 fail with EIO, once or from then on, while rooms are played.

After the failed call no request that writes may be answered `ok`; the server ends with 74; started again on the same directory,
all that was acknowledged is there, and play goes on. The answers are read from the same recording as the failure.
"""

import argparse
import asyncio
import random
import re
import sys
import time
from collections import Counter

from client import traffic
from disk_model import answers
from durable_server import DurableServer, Ended
from report import Tests, print_tally
from server_process import default_binary
from syscalls_test import Scenario
from tracing import counts, whole

TRACED = "fsync,fdatasync,pwrite64,sendmsg,sendto"


def around(trace, inject=None):
    command = ["strace", "-D", "-f", "-yy", "-xx", "-s", "300", "-o", str(trace), "-e", f"trace={TRACED}"]
    return command + (["-e", f"inject={inject}"] if inject else [])


def oks_after_failure(text, facts):
    """What the server still said `ok` to after the injected failure, of what had to be written."""
    failed = re.search(r"^\d+.*\(INJECTED\)", text, re.MULTILINE)
    assert failed, "nothing was injected"
    after = text[failed.end() :]
    said = [what for line in after.splitlines() if " send" in line for _, _, what in answers(line.partition("(")[2], 0)]
    return [facts[what] for what in said if what in facts]


async def one_failure(binary, call, number, lasting, seed, tally):
    async with DurableServer(binary, name=f"eio-{call}-{number}") as server:
        scenario = Scenario(server, seed, tally)
        inject = f"{call}:error=EIO:when={number}{'+' if lasting else ''}"
        try:
            await server.start(*around(scenario.trace, inject))
            await scenario.play_until_it_falls()
        except Ended:
            tally["failed while starting"] += 1
        status = server.ends[-1]
        assert status == 74, f"status {status}, 74 was due: {server.log_text()[-400:]}"
        text = await whole(scenario.trace)
        late = oks_after_failure(text, server.facts)
        late = [(room.code, kind, seat, seq) for room, kind, seat, seq, _ in late]
        assert not late, f"said ok after the disk had failed: {late}"
        await scenario.recover()
    tally[f"{call} failed {'for good' if lasting else 'once'}"] += 1


async def all_failures(arguments, tests):
    tally = Counter()
    rng = random.Random(arguments.seed)
    async with DurableServer(arguments.server, name="eio-profile") as server:
        scenario = Scenario(server, 1, tally)
        await server.start(*around(scenario.trace))
        before = counts(scenario.trace.read_text())
        await scenario.play(20)
        await server.kill()
        most = counts(await whole(scenario.trace))
    print("calls counted:", most)
    cases = []
    for index in range(arguments.points):
        calls = [call for call in ("fdatasync", "fsync", "pwrite64") if most.get(call)]
        call = calls[index % len(calls)]
        first = before.get(call, 0) + 1 if most[call] > before.get(call, 0) + 3 and index % 5 else 1
        cases.append((call, rng.randint(first, most[call]), bool(index % 2)))
    gate = asyncio.Semaphore(4)

    async def one(index, case):
        async with gate:
            what = f"{case[0]} number {case[1]} {'lastingly' if case[2] else 'once'} (--seed {arguments.seed})"
            await tests.attempt(what, one_failure(arguments.server, *case, arguments.seed + index, tally), 120)

    await asyncio.gather(*(one(index, case) for index, case in enumerate(cases)))
    print_tally(tally)
    happened = sum(count for key, count in tally.items() if " failed " in key)
    tests.check(happened == arguments.points, f"{happened} failures of {arguments.points}")


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
