#!/usr/bin/python3
"""Hostile input of every kind, answered as written, while others keep playing; then the server still stops cleanly."""

import asyncio
import random
import sys
import time
from collections import Counter

import hostile_floods
import hostile_frames
import hostile_requests
from cases import arguments_of, finish
from client import Client
from independent_client import Budget, Player
from server_process import Server


class Context:
    def __init__(self, server):
        self.server = server
        self.port = server.port
        self.open_room = None
        self.messages = {}
        self.notes = []

    def saw(self, answer):
        """Messages are constant texts; they never repeat what a client sent."""
        assert hostile_requests.CANARY not in str(answer), f"repeats the client's bytes: {answer}"
        if answer["type"] == "error":
            self.messages.setdefault(answer["code"], set()).add(answer["message"])


class Bystanders:
    """Matches that go on meanwhile, every view checked, and a client that measures how long a ping takes."""

    def __init__(self, server, seed):
        self.server = server
        self.seed = seed
        self.stop = False
        self.faults = []
        self.matches = 0
        self.pings = []
        self.longest = 0

    async def play(self):
        seed = self.seed
        while not self.stop and not self.faults:
            seed += 1
            try:
                await Player(self.server, seed, Budget(0), Counter()).run()
                self.matches += 1
            except Exception as fault:
                self.faults.append(f"seed {seed}: {type(fault).__name__} {fault}")

    async def measure(self, pause):
        client = await Client.connect(self.server.ws, label="measuring")
        while not self.stop:
            begin = time.monotonic()
            await client.ok("ping")
            self.pings.append(time.monotonic() - begin)
            await asyncio.sleep(pause)
        await client.close()


async def with_bystanders(server, context, suites, only, *, playing):
    bystanders = Bystanders(server, random.randrange(10**9))
    tasks = [asyncio.create_task(bystanders.measure(0.25))]
    if playing:
        tasks.append(asyncio.create_task(bystanders.play()))
    passed, failed = 0, 0
    for suite in suites:
        good, failures = await suite.run(context, only)
        passed += good
        failed += len(failures)
    bystanders.stop = True
    await asyncio.wait_for(asyncio.gather(*tasks), 60)
    pings = sorted(bystanders.pings)
    print(
        f"meanwhile {bystanders.matches} matches were played and {len(pings)} pings answered,"
        f" 99 of 100 within {pings[int(len(pings) * 0.99)] * 1000:.0f} ms"
    )
    for fault in bystanders.faults:
        print(f"FAILED those who played meanwhile: {fault}")
    return passed + 1, failed + bool(bystanders.faults)


async def main():
    arguments = arguments_of(__doc__)
    passed, failed = 0, 0
    async with Server(arguments.server, "--no-limits", name="hostile") as server:
        context = Context(server)
        shown = [await Client.connect(server.ws, label="shown") for _ in range(50)]
        for client in shown:
            await client.ok("create_room", name="x" * 20, options={"public": True})
        host = await Client.connect(server.ws, label="host")
        context.open_room = (await host.ok("create_room", name="Host"))["room"]
        suites = [hostile_requests.suite, hostile_frames.suite]
        good, bad = await with_bystanders(server, context, suites, arguments.only, playing=True)
        passed, failed = passed + good, failed + bad
        for note in context.notes:
            print(note)
        talkative = {code: texts for code, texts in context.messages.items() if len(texts) > 12}
        if talkative or not server.running:
            print(f"FAILED error texts that vary: {talkative}, running {server.running}")
            failed += 1
        for client in [host, *shown]:
            await client.close()
        server.failed = failed > 0
    async with Server(arguments.server, name="floods") as server:
        context = Context(server)
        good, bad = await with_bystanders(server, context, [hostile_floods.suite], arguments.only, playing=False)
        passed, failed = passed + good, failed + bad
        server.failed = failed > 0
    finish(passed, failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
