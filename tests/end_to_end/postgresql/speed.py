#!/usr/bin/python3
"""How fast moves are durable in PostgreSQL with a synchronous standby, next to SQLite on the same disk.

A measurement, not a test: tests/bench/README.md says what it prints. Both databases have their own data folders in
`--directory`; servers take turns. Give several builds with `--server` to compare them.
"""

import argparse
import asyncio
import json
import operator
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
KIT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(KIT), str(KIT / "durability")]

from durable_server import DurableServer  # noqa: E402
from postgres import Postgres, knows_postgresql, programs  # noqa: E402
from server_process import PATIENCE, default_binary, within  # noqa: E402
from throughput_test import load_generator  # noqa: E402

SQLITE = "SQLite"
MOST_P50_MS, MOST_P99_MS = 2, 10  # more than SQLite's
LEAST_MOVES = 8000  # per second


class Contestant:
    """A build of the server with one of the stores, and what was measured of it, by the rate that was asked for."""

    def __init__(self, name, binary, primary=None):
        """`primary`: of the database that it stores in."""
        self.name, self.binary, self.primary, self.rounds = name, binary, primary, {}

    def server(self, arguments, database):
        server = DurableServer(self.binary, "--no-limits", "--log-level=warning", base=arguments.directory)
        if self.primary:
            store = f"--store={self.primary.create_database(database)}"
            server.command = lambda: [server.binary, "--listen=127.0.0.1:0", store, *server.options]
        return server


def processor_time(*pids):
    """In seconds, of all their threads."""
    spent = 0
    for pid in pids:
        for task in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"):
            spent += int(task.read_text().split()[0])
    return spent / 1e9


class Spent:
    """The processor time of the server and of both databases since now."""

    def __init__(self, server, databases):
        self.parts = {"server": [server.process.pid]}
        for name, database in databases.items():
            self.parts[name] = database.processes()
        self.before = self.now()

    def now(self):
        return {name: processor_time(*pids) for name, pids in self.parts.items()}

    def microseconds(self, moves):
        now = self.now()
        return {name: 1e6 * (now[name] - self.before[name]) / max(1, moves) for name in now}


async def measure(arguments, contestant, databases, rate, index):
    """One run on a fresh server with a fresh database."""
    database = f"speed{index}"
    async with contestant.server(arguments, database) as server:
        await server.start(*(("taskset", "--cpu-list", "0") if arguments.apart else ()))
        command = [arguments.load, server.port, arguments.rooms, arguments.seconds, rate]
        process = await asyncio.create_subprocess_exec(*map(str, command), stdout=asyncio.subprocess.PIPE)
        ready = await within(process.stdout.readline(), 2 * PATIENCE)
        assert ready == b"ready\n", ready
        spent = Spent(server, databases if contestant.primary else {})
        numbers = json.loads(await within(process.stdout.readline(), arguments.seconds + PATIENCE))
        numbers |= spent.microseconds(numbers["moves"])
        assert await process.wait() == 0
        numbers["rate"] = numbers["moves"] / numbers["seconds"]
        await server.stop()
    if contestant.primary:
        contestant.primary.sql(f"drop database {database}")
    contestant.rounds.setdefault(rate, []).append(numbers)
    cpu = " + ".join(f"{name} {numbers[name]:.0f}" for name in spent.parts)
    asked = f"of {rate} asked for" if rate else "at full load"
    print(
        f"{contestant.name:16} {numbers['rate']:6.0f} moves/s {asked}, p50 {numbers['p50']:.2f} ms, p99"
        f" {numbers['p99']:.2f} ms; {cpu} µs of processor a move; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def rows(rate):
    """Of the table: title, rate that was asked for, what was measured, digits after the point."""
    paced = [("p50, ms", "p50", 2), ("p99, ms", "p99", 2)]
    cpu = [(f"{name}, µs of processor a move", name, 0) for name in ("server", "primary", "standby")]
    return [
        *[(f"{rate} moves/s: {title}", rate, what, digits) for title, what, digits in paced + cpu],
        ("full load: moves/s", 0, "rate", 0),
        *[(f"full load: {title}", 0, what, digits) for title, what, digits in paced[:1] + cpu],
    ]


def compared(contestant, base, rate, what, how):
    """The median of the comparisons of each round."""
    pairs = zip(contestant.rounds[rate], base.rounds[rate])
    return statistics.median(how(mine[what], theirs[what]) for mine, theirs in pairs)


def cell(contestant, contestants, rate, what, digits):
    """A median; in brackets, the ratio to the first one that knows this value."""
    knowing = [one for one in contestants if what in one.rounds[rate][0]]
    if contestant not in knowing:
        return ""
    median = statistics.median(numbers[what] for numbers in contestant.rounds[rate])
    if contestant is knowing[0]:
        return f"{median:.{digits}f}"
    return f"{median:.{digits}f} ({compared(contestant, knowing[0], rate, what, operator.truediv):.2f})"


def report(rate, contestants):
    print(f"\n| | {' | '.join(one.name for one in contestants)} |\n| --- |{' ---: |' * len(contestants)}")
    for title, asked, what, digits in rows(rate):
        print(f"| {title} | {' | '.join(cell(one, contestants, asked, what, digits) for one in contestants)} |")
    print()
    for one in contestants[1:]:
        for what, most in (("p50", MOST_P50_MS), ("p99", MOST_P99_MS)):
            more = compared(one, contestants[0], rate, what, operator.sub)
            say_goal(one, f"{what} {more:+.2f} ms, at most {most:+}", more <= most)
        moves, spent = (statistics.median(numbers[what] for numbers in one.rounds[0]) for what in ("rate", "server"))
        say_goal(one, f"{moves:.0f} moves/s, at least {LEAST_MOVES}", moves >= LEAST_MOVES)
        print(f"{one.name}: a core that only the server uses is busy at {1e6 / spent:.0f} moves/s")


def say_goal(contestant, text, met):
    print(f"{contestant.name}: {text}: {'met' if met else 'not met'}")


def slow_down(folder, milliseconds):
    """Makes syncs of all programs that this one starts take longer."""
    library = folder / "slow_sync.so"
    source = KIT / "postgresql" / "slow_sync.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    os.environ |= {"LD_PRELOAD": str(library), "JAIPUR_SYNC_US": f"{1000 * milliseconds:.0f}"}


async def run(arguments):
    if arguments.apart:
        os.sched_setaffinity(0, os.sched_getaffinity(0) - {0})  # children inherit it
    with tempfile.TemporaryDirectory(prefix="jaipur-speed-", dir=arguments.directory) as folder:
        folder = pathlib.Path(folder)
        folder.chmod(0o711)  # PostgreSQL's user must reach its own folders
        arguments.load = load_generator(arguments.load, folder)
        if arguments.sync_ms:
            slow_down(folder, arguments.sync_ms)
        async with Postgres("synchronous_commit=on", *arguments.setting, folder=folder / "primary") as primary:
            standby = await primary.standby("standby", folder / "standby")
            try:
                databases = {"primary": primary, "standby": standby}
                names = [f"PostgreSQL {i + 1}" if i else "PostgreSQL" for i in range(len(arguments.server))]
                contestants = [Contestant(SQLITE, arguments.server[0])]
                contestants += [Contestant(n, binary, primary) for n, binary in zip(names, arguments.server)]
                await alternate(arguments, contestants, databases)
                report(arguments.rate, contestants)
            finally:
                await standby.close()


async def alternate(arguments, contestants, databases):
    index = 0
    for turn in range(arguments.rounds):
        for rate in (arguments.rate, 0):
            for contestant in contestants if turn % 2 == 0 else contestants[::-1]:
                await measure(arguments, contestant, databases, rate, index)
                index += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", action="append", help="built with PostgreSQL; several are compared")
    parser.add_argument("--load", default="", help="the load generator")
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--rate", type=int, default=1000, help="moves per second for the latency")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--apart", action="store_true", help="the server has the first core, everything else the others"
    )
    parser.add_argument("--sync-ms", type=float, default=0, help="make each sync take this much longer: other disks")
    parser.add_argument("--directory", default=None, help="on the disk to measure")
    parser.add_argument("--setting", action="append", default=[], help="of both databases, such as wal_compression=on")
    arguments = parser.parse_args()
    arguments.server = arguments.server or [default_binary()]
    if not programs():
        sys.exit("PostgreSQL isn't installed: ./jaipur setup postgresql")
    for binary in arguments.server:
        if not knows_postgresql(binary):
            sys.exit(f"{binary} was built without PostgreSQL")
    asyncio.run(run(arguments))


if __name__ == "__main__":
    main()
