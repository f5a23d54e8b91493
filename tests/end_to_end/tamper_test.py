#!/usr/bin/python3
"""Shows that the independent client can fail: each match has one message altered on its way in; each must be found.

It alters single leaves (a number by one, a null replaced, two elements swapped) and fields (one more, one less), and loses
or doubles views, tables and chats. It leaves alone only what no client can know: times, lags, texts of errors.
"""

import asyncio
import copy
import random
import sys
from collections import Counter

import client
import viewer
from cases import arguments_of
from client import traffic
from form import by_form
from random_player import Budget, Player
from server_process import Server, slowness

SPOILT_MATCHES = by_form(30, 80)
UNKNOWABLE = {"lag_ms", "claim_in", "at", "message", "token", "remaining_ms", "running", "move_in"}


def knowable(node):
    if isinstance(node, dict):
        return {key: knowable(value) for key, value in node.items() if key not in UNKNOWABLE}
    return [knowable(value) for value in node] if isinstance(node, list) else node


class Tamper:
    """Alters one message; without `rng`, none."""

    def __init__(self, rng):
        self.rng = rng
        self.left = int(rng.expovariate(1 / 120)) if rng else float("inf")
        self.spoilt = None
        self.room = None

    def __call__(self, message):
        self.left -= 1
        # If a repeated `room` tells the next state early, nobody can call that a fault.
        repeated = message["type"] == "room" and knowable(message) == self.room
        if message["type"] == "room":
            self.room = knowable(message)
        if self.left >= 0 or self.spoilt or repeated:
            return [message]
        kind = self.rng.randrange(8)
        # Nobody acts on a view of a waiting room, and a newer one may replace it before anybody looks at it: it can be lost
        # or altered unnoticed.
        is_looked_at = message["type"] != "view" or message.get("phase") != "waiting"
        if kind < (2 if is_looked_at else 1) and message["type"] in ("view", "table", "chat"):
            self.spoilt = f"{'lost' if kind else 'twice'}: {message}"
            return [] if kind else [message, message]
        if not is_looked_at:
            return [message]
        return [self.change(copy.deepcopy(message))]

    def change(self, message):
        node, path = message, message["type"]
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            keys = [key for key in keys if key not in UNKNOWABLE]
            inner = [key for key in keys if isinstance(node[key], (dict, list)) and node[key]]
            if not inner or self.rng.random() < 0.25:
                break
            step = self.rng.choice(inner)
            node, path = node[step], f"{path}.{step}"
        kind = self.rng.randrange(5)
        if isinstance(node, dict) and kind == 0:
            node["more"] = 1
            self.spoilt = f"{path} got more"
        elif isinstance(node, dict) and kind == 1 and keys and (node is not message):
            key = self.rng.choice(keys)
            del node[key]
            self.spoilt = f"{path} lost {key}"
        elif isinstance(node, list) and kind < 3 and len(node) > 1 and node[0] != node[-1]:
            node[0], node[-1] = node[-1], node[0]
            self.spoilt = f"{path} swapped"
        elif keys:
            key = self.rng.choice(keys)
            before = node[key]
            node[key] = self.other(before)
            self.spoilt = f"{path}.{key}: {before!r} became {node[key]!r}"
        return message

    def other(self, value):
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.rng.choice([-1, 1])
        if isinstance(value, str):
            return value + "x" if self.rng.random() < 0.5 else None
        if value is None:
            return self.rng.choice([0, 1, {}, "gold"])
        return None


async def play(server, seed, tamper):
    await Player(server, seed, Budget(0), Counter(), tamper).run()


async def main():
    arguments = arguments_of(__doc__)
    tally = Counter()
    missed = []
    too_slow = []
    seed = random.SystemRandom().randrange(10**9)
    print(f"seeds from {seed}")
    gate = asyncio.Semaphore(8)

    async def spoil(server, number):
        async with gate:
            tamper = Tamper(random.Random(seed + number))
            faults_before = len(traffic.faults)
            try:
                await play(server, seed + number, tamper)
            except Exception as fault:
                if tamper.spoilt:
                    tally["found"] += 1
                elif isinstance(fault, (TimeoutError, viewer.Late)):
                    too_slow.append(number)
                else:
                    tally["failed unspoilt"] += 1
                    print(f"nothing was altered, but: {type(fault).__name__} {fault}")
                return
            if tamper.spoilt is None:
                tally["over before it came to it"] += 1
            elif len(traffic.faults) > faults_before:
                tally["found"] += 1
            else:
                missed.append(tamper.spoilt)

    async with Server(arguments.server, "--no-limits", name="tamper") as server:
        # A lost message is noticed only by waiting for it.
        patience = viewer.SETTLE_TIMEOUT, client.TIMEOUT
        viewer.SETTLE_TIMEOUT = 3 * slowness(arguments.server)
        client.TIMEOUT = 6 * slowness(arguments.server)
        await asyncio.gather(*(spoil(server, number) for number in range(SPOILT_MATCHES)))
        viewer.SETTLE_TIMEOUT, client.TIMEOUT = patience
        # A busy machine may take longer than that; then the match passes if nobody hurries it.
        for number in too_slow:
            try:
                await play(server, seed + number, Tamper(None))
                tally["slow, but passed"] += 1
            except Exception as fault:
                tally["failed unspoilt"] += 1
                print(f"nothing was altered, but: {type(fault).__name__} {fault}")
        server.failed = bool(missed or tally["failed unspoilt"])
    print(dict(tally))
    for text in missed:
        print(f"MISSED {text}")
    failed = len(missed) + tally["failed unspoilt"] + (tally["found"] + len(too_slow) < SPOILT_MATCHES // 2)
    print(f"{tally['found']} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
