#!/usr/bin/python3
"""P11: any operation may fail. strace makes the N-th call of one kind fail, while two rooms are played, watched, left and resumed.

Then either the server survives, loses at most the connection in question, and everybody plays on; or it exits with a
documented status and a reason. After a restart, everything acknowledged is there. When everyone has left, it has as many descriptors
as before. In a storm of failures its memory doesn't grow.
"""

import argparse
import asyncio
import dataclasses
import random
import re
import sys
import time
from collections import Counter

from durable_server import Ended
from fault_load import Load
from fault_server import FaultServer, strace
from fault_points import CALLS, FOUND, SANITIZERS_OWN, SYSTEM, UNHEARD, Point, fault_of_end, points_of, sampled
from form import by_form
from report import print_tally, run_seeded
from server_process import PATIENCE, sanitized
from storm import storm
from tracing import counts, paths_of, whole

MOVES = 8
HANG = PATIENCE / 2  # shorter than the clients'
# A failed epoll_ctl or timerfd_settime may lose a wake-up; the next event, within a ping interval, makes up for it.
# (Without core dumps, only root could count the process's descriptors.)
OPTIONS = ("--no-limits", "--ping-interval", "1s", "--core-dumps", "--bot-threads", "2")


async def one_point(binary, point, seed, tally):
    """Runs vary a little: if there was no such call, uses the call before."""
    begin = time.monotonic()
    while not await fail_and_recover(binary, point, seed, tally):
        if point.number == point.first:
            tally[f"did not come: {point}"] += 1
            return
        point = dataclasses.replace(point, number=max(point.first, point.number - max(1, point.number // 5)))
    tally["points"] += 1
    tally["seconds", str(point)] = time.monotonic() - begin


async def fail_and_recover(binary, point, seed, tally):
    """False if there was no such call."""
    async with FaultServer(binary, *OPTIONS, name=f"fault-{point}".replace(":", "-")) as server:
        trace = server.directory / "trace"
        load = Load(server, seed, tally)
        if point.call == "write":
            server.asked_for = True
        playing = None
        try:
            await server.start(
                *strace(trace, [point.call], point.inject), *(paths_of(server.data) if point.call == "fcntl" else [])
            )
            before = server.descriptors()
            playing = asyncio.create_task(load.play(MOVES))
            await until_done_or_ended(server, playing)
            if server.running:
                await load.go()
                # An injected failure of close closes nothing; a real one would have.
                await server.back_to(
                    lambda: before + (trace.read_text().count("(INJECTED)") if point.call == "close" else 0)
                )
                await stopped(server, point)
        except Ended:
            pass
        text = await whole(trace)
        if "(INJECTED)" not in text and server.ends[-1] == 0:
            return False
        judge(server, point, text, load, tally)
        server.asked_for = False
        await recover(server, load, playing)
        return True


async def until_done_or_ended(server, playing):
    ended = asyncio.create_task(server.ended(120))
    done, _ = await asyncio.wait([playing, ended], return_when=asyncio.FIRST_COMPLETED, timeout=HANG)
    assert done, f"somebody has waited for {HANG} s"
    if not ended.done():
        ended.cancel()
        await playing


async def stopped(server, point):
    """SIGTERM, once; again if a failure may have swallowed it."""
    for _ in range(3 if point.call in UNHEARD else 1):
        server.up.clear()
        server.process.terminate()
        try:
            return await server.ended(4 if point.call in UNHEARD else 20)
        except asyncio.TimeoutError:
            pass
    raise AssertionError("it did not stop")


def judge(server, point, text, load, tally):
    injected = text.count("(INJECTED)")
    assert injected, f"nothing was injected: {text[-300:]}"
    status = server.ends[-1]
    said = server.log_text()
    if status == 0:
        assert (
            len(load.losses) <= injected
        ), f"{injected} failed, and {len(load.losses)} connections were lost: {load.losses}"
        assert all(
            code in (1006, "a visit", "before a seat") or not isinstance(code, int) for code in load.losses
        ), load.losses
        tally["lived, and lost a connection" if load.losses else "lived"] += 1
    else:
        fault = fault_of_end(point, status, said)
        assert fault is None, fault
        tally[
            f"ended with {status} {'at its start' if server.starts == 1 and not load.rooms[0].code else ''}".strip()
        ] += 1
    tally["injected"] += injected


async def recover(server, load, playing):
    """After a restart, everything is there and play continues."""
    await server.start()
    if playing:
        await playing
    await load.play(2)
    await load.check()
    await load.go()
    status, _ = await server.stop()
    assert status == 0, f"SIGTERM: status {status}"


async def profile(binary, tally):
    """The number of calls of each kind until it listens, and in total."""
    async with FaultServer(binary, *OPTIONS, name="fault-profile") as server:
        trace = server.directory / "trace"
        await server.start(*strace(trace, CALLS))
        begun = counts(trace.read_text())
        load = Load(server, 1, tally)
        await load.play(MOVES)
        await load.go()
        await server.stop()
        text = await whole(trace)
        ended = counts(text)
        refused = not re.search(r"io_uring_register.* = 0", text)
        assert refused or ended.get("io_uring_enter"), "nothing was sent with io_uring"
    return {call: (begun.get(call, 0), count) for call, count in ended.items()}


async def test(arguments, tests):
    tally, rng = Counter(), random.Random(arguments.seed)
    found = await profile(arguments.server, tally)
    print("calls, at the start and in all:", dict(sorted(found.items())))
    points = list(points_of(found, 20))
    if sanitized(arguments.server):
        points = [point for point in points if point.phase == "play" and point.call not in {*SYSTEM, *SANITIZERS_OWN}]
    if arguments.points:
        known = [Point(*found, first=found[3] // 2 + 1) for found in FOUND if not sanitized(arguments.server)]
        points = known + sampled(points, arguments.points - len(known), rng)
    if arguments.only:
        wanted = arguments.only.split(":")
        points = (
            [Point(*wanted[:3], int(wanted[3]))]
            if len(wanted) == 4
            else [p for p in points if str(p).startswith(arguments.only)]
        )
    gate = asyncio.Semaphore(arguments.at_once)

    async def guarded(index, point):
        async with gate:
            what = f"--seed {arguments.seed} --only {point}"
            return await tests.attempt(what, one_point(arguments.server, point, arguments.seed + index, tally))

    works = [guarded(index, point) for index, point in enumerate(points)]
    if not arguments.only:
        works.append(tests.attempt("a storm of failures", storm(arguments.server, OPTIONS, arguments.storm, tally)))
    await asyncio.gather(*works)
    failed = tests.failed
    tests.check(
        failed or tally["points"] >= 0.9 * len(points), f"only {tally['points']} failures at {len(points)} points"
    )
    tests.check(failed or tally["visits with a password"], "nobody showed a password")
    times = {key[1]: tally.pop(key) for key in list(tally) if key[0] == "seconds"}
    print(
        "longest:",
        ", ".join(
            f"{point} {seconds:.1f} s" for point, seconds in sorted(times.items(), key=lambda item: -item[1])[:5]
        ),
    )
    print_tally(tally)
    if not arguments.only:
        lived = tally["lived"] + tally["lived, and lost a connection"]
        how = (
            f"{tally['points']} points, {lived} lived, {tally['points'] - lived} ended as documented;"
            f" {tally['storm: injected']} failures in a storm"
        )
        tests.shows("P11", "failing calls", how)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--points",
        type=int,
        default=by_form(14, 25),
        help="how many, chosen by the seed; 0: the first 20 of every operation",
    )
    parser.add_argument("--storm", type=int, default=by_form(20, 40), help="visits in each quarter of the storm")
    parser.add_argument("--at-once", type=int, default=6)
    parser.add_argument("--only", default="", help="PHASE:CALL:ERROR:NUMBER, or a prefix of it")
    return run_seeded(parser, test)


if __name__ == "__main__":
    sys.exit(main())
