"""Test cases for threats_test: stolen tokens, and two clients fighting for one seat."""

import asyncio
import time

from cases import Suite
from client import Closed
from connection import Connection, request
from server_process import PATIENCE
from threats import client_of, start_match

suite = Suite("strangers")


@suite.case("a stolen token takes the seat; its owner is told, gets no more replies, and takes it back")
async def stolen(context):
    async with context.server() as server:
        first, second, code, tokens = await start_match(server)
        thief = await client_of(server, label="thief")
        await thief.ok("resume", room=code, token=tokens[0])
        assert await first.wait_closed() == 4001
        try:
            await first.request("chat", text="still here")
            raise AssertionError("a replaced connection got a reply")
        except Closed as closed:
            assert closed.code == 4001
        owner = await client_of(server, label="owner")
        await owner.ok("resume", room=code, token=tokens[0])
        assert await thief.wait_closed() == 4001
        await owner.ok("resign")
        over = await second.wait_view(lambda view: view["phase"] == "match_over")
        assert over["result"]["winner"] == 1
        for client in (owner, second):
            await client.close()


@suite.case("requests in flight on a replaced connection change nothing after its end")
async def in_the_pipe(context):
    async with context.server("--no-limits") as server:
        first, second, code, tokens = await start_match(server)
        owner = await client_of(server, label="owner")
        waiting = [await first.send("chat", text=f"{number}") for number in range(50)]
        await owner.ok("resume", room=code, token=tokens[0])
        assert await first.wait_closed() == 4001
        answered = sum(future.done() and not future.exception() for future in waiting)
        await second.barrier()
        heard = sum(message["type"] == "chat" for message in second.drain())
        assert answered <= heard <= 50, f"{answered} got replies, {heard} arrived"
        await owner.ok("chat", text="after")
        for client in (owner, second):
            await client.close()


@suite.case("two hundred resumes of one seat: one gets it in the end, the opponent plays on")
async def storm(context):
    async with context.server() as server:
        first, second, code, tokens = await start_match(server)
        resume, connections = request("resume", room=code, token=tokens[0]), []
        for number in range(200):
            connection = Connection(server.port, None)
            assert connection.shake()
            connection.write(resume)
            connections.append(connection)
            if number % 20 == 0:
                await second.ok("chat", text=f"{number}")
                await asyncio.sleep(0.25)
        deadline = time.monotonic() + PATIENCE
        while sum(connection.open for connection in connections) > 1 and time.monotonic() < deadline:
            for connection in connections:
                connection.read()
            await asyncio.sleep(0.02)
        assert await first.wait_closed() == 4001
        assert all(connection.oks["ok"] == 1 for connection in connections), "one of the resumes got no reply"
        assert sum(connection.refusals["closed 4001"] for connection in connections) == 199
        assert second.close_code is None
        owner = await client_of(server, label="owner")
        await owner.ok("resume", room=code, token=tokens[0])
        await owner.ok("chat", text="mine")
        await second.wait_push("chat")
        context.did["resumes"] += 200
        for client in (owner, second):
            await client.close()


@suite.case("a storm of resumes from one address is soon refused")
async def storm_refused(context):
    async with context.behind_proxy() as server:
        first, second, code, tokens = await start_match(server)
        resume, refused, resumed = request("resume", room=code, token=tokens[0]), 0, 0
        for _ in range(150):
            connection = Connection(server.port, "198.51.100.1")
            if connection.shake():
                connection.write(resume)
                resumed += 1
            refused += sum(connection.refusals.values())
        assert refused >= 50, f"{refused} refused of 150"
        assert second.close_code is None
        await second.ok("ping")
        context.did["resumes"] += resumed
        for client in (first, second):
            await client.close()
