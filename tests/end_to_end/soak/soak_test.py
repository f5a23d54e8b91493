#!/usr/bin/python3
"""A server doesn't degrade over time: all kinds of visitors, whose connections end in all kinds of ways, keep it busy while it is
sampled. Memory, descriptors, rooms, the log and the cost of a request stay level. When everyone is gone, nothing is left but the
replays of their matches."""

import argparse
import asyncio
import pathlib
import sys
import tempfile
import time

import nuisances
import verdict
from company import Company
from durable_server import DurableServer
from guest import Guest
from report import run_seeded
from retention import Retention
from samples import Samples
from throughput_test import load_generator
from visits import listen

SILENCE = 12
EMPTY_ROOM_DIES_AFTER = 3
# Times short enough for rooms, seats and connections to expire within the run. Request limits leave room for the load generator; per-address
# limits apply to visitors who claim other addresses.
OPTIONS = (
    "--log-level=info --metrics=127.0.0.1:0 --trusted-proxy=127.0.0.1 --request-burst=600 --request-rate=200"
    f" --wrong-joins-window=30s --wrong-joins-in-total=0 --seat-freed-after=2s --empty-room-dies-after={EMPTY_ROOM_DIES_AFTER}s"
    f" --abandoned-after=4s --ready-taken-after=2s --reveal-timeout=2s --ping-interval=3s --silence-timeout={SILENCE}s"
    " --message-timeout=3s --upgrade-timeout=3s --write-timeout=5s"
).split()
PLANTED = ("client", "rooms")


def options_of(arguments):
    return (
        [option.replace(f"dies-after={EMPTY_ROOM_DIES_AFTER}s", "dies-after=1h") for option in OPTIONS]
        if arguments.plant == "rooms"
        else OPTIONS
    )


async def keep_busy(arguments, tests, server, samples, program):
    """Runs the load; returns the company, and the seconds that the samples cover."""
    times = {
        "silence": SILENCE,
        "empty_room_dies_after": EMPTY_ROOM_DIES_AFTER,
        "pause": arguments.pause,
        "patience": 6,
    }
    company = Company(server.port, arguments.seed, **times)
    company.start(arguments.workers, (program, arguments.bout, arguments.rooms, arguments.rate) if program else None)
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end and server.running and company.goes_on:
        await asyncio.sleep(min(arguments.every, max(0.1, end - time.monotonic())))
        try:
            await samples.take(company.counts["actions"])
        except OSError as error:  # has it ended?
            company.fault(f"can't take a sample: {error}")
        Guest.count()
    till = samples.all[-1]["seconds"]
    tests.check(server.running, "the server ended")
    if server.running and company.finished and not company.counts["replays read"]:
        await nuisances.http(company)  # in a short run, chance may have left it out
    await company.stop(min(20, arguments.seconds / 3))
    tests.failed += company.faults
    return company, till


async def until_quiet(arguments, samples, before, actions):
    """Samples until nothing is left over, or a time limit; returns what is left and the last sample."""
    end = time.monotonic() + arguments.quiet
    while True:
        row = await samples.take(actions)
        left = verdict.left_over(before, row)
        if not left or time.monotonic() > end:
            return left, row
        await asyncio.sleep(0.5)


def print_counts(counts):
    for start, title in (
        ("drop: ", "connections dropped"),
        ("visit: ", "visits"),
        ("refused ", "refused"),
        ("closed: ", "closed for"),
        ("", "and"),
    ):
        chosen = [key for key in sorted(counts) if key.startswith(start)]
        print(f"{title}: " + ", ".join(f"{key[len(start):]} {counts.pop(key):,}" for key in chosen))


async def restarted(tests, server, samples, before):
    """Restarts the server on the same data: no rooms, no more descriptors than at first, and only young enough replays."""
    retention = Retention(server.data)
    server.options = [*server.options, "--retain=1"]
    await server.start()
    await samples.start()
    row = await samples.take(samples.all[-1]["actions"])
    left = verdict.left_over(before, row)
    tests.check(not left, f"after a restart there is {left}")
    if not left:  # a leftover room would store its match again
        await retention.judge(tests)
    print(f"after a restart: {row['resident'] / verdict.MIB:.1f} MiB resident, {row['fds']} descriptors")


async def soak(arguments, tests, program):
    async with DurableServer(arguments.server, *options_of(arguments), name="soak") as server:
        await server.start()
        samples = Samples(server, arguments.samples)
        await samples.start()
        before = await samples.take(0)
        planted = None
        if arguments.plant == "client":
            planted = asyncio.create_task(listen(await Guest.arrive(server.port), 1e6))
            Guest.there.clear()
        company, till = await keep_busy(arguments, tests, server, samples, program)
        if not server.running:
            server.failed = True
            return
        counts = company.counts
        left, row = await until_quiet(arguments, samples, before, counts["actions"])
        tests.check(not left, f"left when all were gone: {left}")
        drops = sum(count for key, count in counts.items() if key.startswith("drop: "))
        levels = verdict.judge_levels(tests, samples, till, arguments.judge_from)
        lines = verdict.judge_bounds(tests, samples, server)
        print(f"resident after the load: {row['resident'] / verdict.MIB:.1f} MiB")
        if planted:
            planted.cancel()
        status, _ = await server.stop()
        tests.check(status == 0, f"stopped with {status}")
        verdict.judge_database(tests, server.data, row["finished"])
        await restarted(tests, server, samples, before)
        samples.close()
        await server.stop()
        actions, rooms = counts["actions"], counts["rooms opened"]
        for name in (
            "actions",
            "resumed",
            "rematches asked for",
            "silent ones given up",
            "replays read",
            "came and went",
        ):
            tests.check(counts[name] > 0 or arguments.plant, f"this never happened: {name}")
        numbers = (
            f"{till:,.0f} s, {actions:,} actions, {row['requests']:,} requests, {row['finished']:,} matches,"
            f" {rooms:,} rooms, {row['connections']:,} connections, {drops:,} drops, {lines} lines of log"
        )
        print_counts(counts)
        print(numbers)
        memory = f", memory {3600 * levels[0][3].slope / verdict.MIB:+.2f} MiB an hour" if levels else ""
        tests.shows("P22", "soak", numbers + memory)
        server.failed = tests.failed > 0


async def test(arguments, tests):
    with tempfile.TemporaryDirectory() as folder:
        program = load_generator(arguments.load, folder, "-O0") if arguments.rate > 0 else None
        await soak(arguments, tests, program)
    print(f"samples: {arguments.samples}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=25, help="of load")
    parser.add_argument("--every", type=float, default=1, help="seconds between samples")
    parser.add_argument("--workers", type=int, default=50, help="concurrent visitors")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds before an action, at most")
    parser.add_argument("--rate", type=float, default=450, help="actions a second of the load generator; 0: without it")
    parser.add_argument("--rooms", type=int, default=60, help="rooms of the load generator")
    parser.add_argument("--bout", type=float, default=5, help="seconds before the load generator drops all connections")
    parser.add_argument("--quiet", type=float, default=60, help="seconds at most until everything is gone")
    parser.add_argument(
        "--judge-from", type=float, default=600, help="seconds of load from which slopes are judged: less is noise"
    )
    parser.add_argument("--load", default="", help="the load generator")
    parser.add_argument("--samples", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "jaipur-soak.tsv")
    parser.add_argument("--plant", choices=PLANTED, help="a fault that the soak must find")
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
