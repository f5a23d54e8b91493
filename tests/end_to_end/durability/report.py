"""The report of a test program of this folder: named checks, counts, and a last line `N passed, N failed`."""

import asyncio
import random
import time
import traceback

from client import traffic
from proof import not_shown, proved
from server_process import default_binary, slowness
from waiting import end, waits

SILENCE = 75  # seconds without any reply, after which there will be none; other limits are shorter
HANG = 600  # seconds for one case: however busy the machine is, only a hang takes longer


class Tests:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.shown = []
        self.skipped = []

    def check(self, holds, text):
        """Counts the check; prints `text` if it failed."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {text}", flush=True)
        return bool(holds)

    def fault(self, what, error):
        self.failed += 1
        print(f"FAILED {what}: {describe(error)}", flush=True)

    async def all_of(self, tasks, server):
        """Runs tasks to their end, or to the first fault; it is a fault, too, if the server stops replying to all of them."""
        whole = asyncio.gather(*tasks)
        try:
            await while_answered(whole, server)
            self.passed += len(tasks)
        except Exception as error:
            self.fault("", error)
            server.failed = True
        finally:
            await end([*tasks, whole])

    async def attempt(self, what, coroutine):
        """One named case."""
        task, limit = asyncio.ensure_future(coroutine), HANG * slowness()
        try:
            await asyncio.wait({task}, timeout=limit)
            if not task.done():
                raise AssertionError(f"not done within {limit} s: {waits()}")
            await task
            self.passed += 1
            return True
        except Exception as error:
            self.fault(what, error)
            return False
        finally:
            await end([task])

    def shows(self, promise, test, how_much):
        """What this program has shown, provided that nothing fails."""
        self.shown.append((promise, test, how_much))

    def cannot_show(self, promise, test, why):
        """What this machine can't show: neither a failure nor a proof."""
        print(f"SKIPPED, so this was not shown: {promise} {test}: {why}")
        self.skipped.append((promise, test, why))

    def finish(self, faults_of_schemas=0):
        self.failed += 1 if faults_of_schemas else 0
        if not self.failed:
            for each in self.shown:
                proved(*each)
            for each in self.skipped:
                not_shown(*each)
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0


async def while_answered(whole, server):
    answers, since, most = server.answers, time.monotonic(), SILENCE * slowness(server.binary)
    while not whole.done():
        await asyncio.wait({whole}, timeout=1)
        if server.answers != answers:
            answers, since = server.answers, time.monotonic()
        elif not whole.done() and time.monotonic() > since + most:
            raise AssertionError(f"no answer for {most} s: {waits()}")
    await whole


def describe(error):
    if isinstance(error, AssertionError) and str(error):
        return f"{type(error).__name__}: {error}"
    return "".join(traceback.format_exception(error, limit=-5))


def print_tally(tally):
    print(", ".join(f"{key} {count}" for key, count in sorted(tally.items())))


def run_seeded(parser, test):
    """Runs a program with a random seed: `test` gets the arguments and the Tests."""
    parser.add_argument("--server", default=default_binary())
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    begin = time.monotonic()
    tests = Tests()
    asyncio.run(test(arguments, tests))
    print(f"{time.monotonic() - begin:.1f} s")
    return tests.finish(traffic.report())
