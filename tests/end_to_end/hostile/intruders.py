"""Test cases for threats_test: strangers on a private server, and people who know its password but not its limits."""

import asyncio
import contextlib
import pathlib
import random
import tempfile
import time
from collections import Counter

from cases import Suite
from guessing import FIRST, SECOND, compared, end, medians_of
from raw_socket import RawSocket
from server_process import within
from threats import client_of
from world_values import new_token

suite = Suite("intruders")
PASSWORD = "open sesame"


@contextlib.asynccontextmanager
async def private(context, *options):
    """A private server with a password, behind a proxy that it trusts."""
    with tempfile.TemporaryDirectory(prefix="jaipur-private-") as folder:
        file = pathlib.Path(folder) / "password"
        file.write_text(PASSWORD + "\n")
        more = ("--admit=invited", f"--server-password-file={file}", *options)
        async with context.behind_proxy(*more) as server:
            yield server


async def enter(server, address, secret_pass=None, **proof):
    """The code of the reply on a new connection; "ok" if it was let in."""
    client = await client_of(server, address)
    reply = await client.request("enter", **{"pass": secret_pass or new_token()}, **proof)
    await client.close()
    return reply.code or "ok"


@suite.case("guesses of the server's password, and of invitations, count like wrong joins")
async def guesses(context):
    async with private(context) as server:
        wrong = [{"password": "sesame"}, {"invitation": new_token()}, {"password": "x" * 64}]
        codes = [await enter(server, FIRST, **proof) for proof in wrong * 5]
        expected = ["wrong_password", "invitation_over", "wrong_password"] * 4
        assert codes == expected[:10] + ["rate_limited"] * 5, codes
        known = new_token()
        assert await enter(server, FIRST, known, password=PASSWORD) == "ok"  # in the slow lane
        assert await enter(server, SECOND, password="sesame") == "wrong_password"
        assert await enter(server, FIRST, known) == "ok"
        crowd = [await client_of(server, "198.51.100.9") for _ in range(25)]
        sent = [await client.send("enter", **{"pass": new_token()}, password="x") for client in crowd for _ in range(2)]
        counts = Counter([(await within(reply)).code for reply in sent])
        assert counts == {"wrong_password": 10, "rate_limited": 40}, counts
        context.did["wrong joins"] += 65
        for client in crowd:
            await client.close()


@suite.case("a neighbour's guesses don't keep a friend out, and a pass works at once")
async def neighbours(context):
    async with private(context) as server:
        known = new_token()
        assert await enter(server, FIRST, known, password=PASSWORD) == "ok"
        crowd = [await client_of(server, FIRST) for _ in range(10)]
        flood = [asyncio.create_task(guess_on(client)) for client in crowd]
        for wait in (0.2, 2, 5):
            await asyncio.sleep(wait)
            assert await enter(server, FIRST, password=PASSWORD) == "ok", f"after {wait} s"
            assert await enter(server, FIRST, known) == "ok", f"after {wait} s"
        counts = sum([await end(task) for task in flood], Counter())
        # Ten guesses in ten minutes; on a busy machine, time for one more passes, and for few that are refused.
        assert 10 <= counts["wrong_password"] <= 12 and counts["rate_limited"] >= 10, counts
        context.did["wrong joins"] += sum(counts.values())
        for client in crowd:
            await client.close()


async def guess_on(client):
    """Guesses until cancelled; returns how often it got which code."""
    codes = Counter()
    try:
        while True:
            codes[(await client.request("enter", **{"pass": new_token()}, password="sesame")).code] += 1
            await asyncio.sleep(0.25)
    except asyncio.CancelledError:
        return codes


@suite.case("any number of addresses share the server's budget for guesses of its password")
async def many_addresses(context):
    async with private(context, "--wrong-joins-in-total", "100") as server:
        crowd = [await client_of(server, f"10.{n}.{n}.{n}") for n in range(200)]
        begin = time.monotonic()
        sent = [await client.send("enter", **{"pass": new_token()}, invitation=new_token()) for client in crowd]
        counts = Counter([(await within(reply)).code for reply in sent])
        most = 50 + (time.monotonic() - begin) * 100 / 3600 + 1
        assert 45 <= counts["invitation_over"] <= most, counts
        assert counts["invitation_over"] + counts["rate_limited"] == 200, counts
        context.did["wrong joins"] += 200
        for client in crowd:
            await client.close()


@suite.case("to a stranger, a right and a wrong room get the same reply, in the same time")
async def one_answer(context):
    async with private(context, "--no-limits") as server:
        host = await client_of(server, label="host")
        await host.ok("enter", **{"pass": new_token()}, password=PASSWORD)
        rooms = [(await host.ok("create_room", name="Asha", options={"password": "sesame"}))["room"]]
        for options in ({"public": True}, {}):
            other = await client_of(server, label="host")
            await other.ok("enter", **{"pass": new_token()}, password=PASSWORD)
            rooms.append((await other.ok("create_room", name="Ravi", options=options))["room"])
        raw = await RawSocket.connect(server.port)
        ways = [
            {"type": "join_room", "name": "Eve"},
            {"type": "join_room", "name": "Eve", "password": "sesame"},
            {"type": "spectate"},
            {"type": "invitation", "password": "wrong"},
        ]
        rng, count = random.Random(4711), 150 if context.long else 40
        for way in ways:
            answers = set()

            async def measure(times):
                await compare_rooms(raw, rng, way, [*rooms, "222222", "0"], count, times, answers)

            apart, times = await compared(measure)
            assert len(answers) == 1 and "server_locked" in next(iter(answers)), answers
            assert not apart, f"{way}: told apart by time, medians in ms {medians_of(times)}"
            context.did["replies compared"] += sum(map(len, times.values()))
        raw.abort()


async def compare_rooms(raw, rng, way, rooms, count, times, answers):
    """Adds the times of the replies for each room, and the different replies."""
    for _ in range(count):
        for room in rng.sample(rooms, len(rooms)):
            begin = time.perf_counter()
            raw.request(way["type"], **{name: value for name, value in way.items() if name != "type"}, room=room)
            answer = await raw.reply()
            times[room].append(time.perf_counter() - begin)
            answers.add(str({name: value for name, value in answer.items() if name != "re"}))


@suite.case("floods of passes: an address gets so many, and the passes of others go on")
async def floods(context):
    async with private(context, "--passes-per-address=4", "--passes=6", "--request-burst=0") as server:
        friend = new_token()
        assert await enter(server, SECOND, friend, password=PASSWORD) == "ok"
        knowing = await client_of(server, FIRST)
        mine = [new_token() for _ in range(8)]
        codes = [(await knowing.request("enter", **{"pass": token}, password=PASSWORD)).code for token in mine]
        assert codes == [None] * 4 + ["rate_limited"] * 4, codes
        assert (await knowing.request("enter", **{"pass": mine[0]}, password=PASSWORD)).ok  # a repeat
        assert await enter(server, SECOND, friend) == "ok"
        other = await client_of(server, "198.51.100.10")
        for _ in range(4):
            await other.ok("enter", **{"pass": new_token()}, password=PASSWORD)
        # The oldest ones went; with the password, their owners enter again.
        assert await enter(server, SECOND, friend) == "server_locked"
        assert await enter(server, SECOND, friend, password=PASSWORD) == "ok"
        context.did["passes"] += 9
        for client in (knowing, other):
            await client.close()
