#!/usr/bin/python3
"""Matches of random legal and illegal actions against the real server, every message predicted."""

import argparse
import asyncio
import random
import sys
import time
import traceback
from collections import Counter

from client import ProtocolFault, traffic
from form import by_form
from proof import proved
from random_player import Budget, Player
from server_process import Server, default_binary
from viewer import statistics


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
