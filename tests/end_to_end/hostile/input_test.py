#!/usr/bin/python3
"""Hostile input of every kind gets the documented answer while others keep playing; then the server stops cleanly."""

import asyncio
import random
import sys

import floods
import forms
import frames
import handshakes
import json_texts
import readers
import words_and_keys
from cases import arguments_of, finish
from certificates import Authority
from client import Client
from context import Bystanders, Context
from proof import proved
from server_process import PATIENCE, Server, within

UNLIMITED = [json_texts.suite, forms.suite, words_and_keys.suite, frames.suite, handshakes.suite, readers.suite]


async def with_bystanders(server, context, suites, only, *, playing):
    bystanders = Bystanders(server, random.randrange(10**9))
    tasks = [asyncio.create_task(bystanders.measure(0.25))]
    if playing:
        tasks.append(asyncio.create_task(bystanders.play()))
    results = await asyncio.gather(*(suite.run(context, only) for suite in suites))
    passed, failed = sum(good for good, _ in results), sum(len(failures) for _, failures in results)
    bystanders.stop = True
    await within(asyncio.gather(*tasks), 2 * PATIENCE)
    print(bystanders.sum_up())
    for fault in bystanders.faults:
        print(f"FAILED those who played at the same time: {fault}")
    return passed + 1, failed + bool(bystanders.faults)


async def without_limits(arguments, tls):
    async with Server(arguments.server, "--no-limits", *tls, name="hostile") as server:
        context = Context(server)
        shown = [await Client.connect(server.ws, label="shown") for _ in range(50)]
        for client in shown:
            await client.ok("create_room", name="x" * 20, options={"public": True})
        host = await Client.connect(server.ws, label="host")
        context.open_room = (await host.ok("create_room", name="Host"))["room"]
        passed, failed = await with_bystanders(server, context, UNLIMITED, arguments.only, playing=True)
        for note in context.notes:
            print(note)
        if context.talkative or not server.running:
            print(f"FAILED error texts that vary: {context.talkative}, running {server.running}")
            failed += 1
        for client in [host, *shown]:
            await client.close()
        server.failed = failed > 0
    return passed, failed


async def with_limits(arguments, tls):
    async with Server(arguments.server, *tls, name="floods") as server:
        passed, failed = await with_bystanders(server, Context(server), [floods.suite], arguments.only, playing=False)
        server.failed = failed > 0
    return passed, failed


async def main():
    arguments = arguments_of(__doc__, ("--tls", {"action": "store_true", "help": "all of it over TLS"}))
    authority = Authority() if arguments.tls else None  # until the end: its files go with it
    tls = authority.options("hostile") if authority else []
    results = await asyncio.gather(without_limits(arguments, tls), with_limits(arguments, tls))
    passed, failed = (sum(numbers) for numbers in zip(*results))
    if not failed and not arguments.only and not tls:
        proved("threats", "hostile input", f"{passed} cases while others played")
    finish(passed, failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
