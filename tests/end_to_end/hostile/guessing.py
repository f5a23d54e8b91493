"""Test cases for threats_test: guessing room codes and passwords, and how much of others' time a guess takes."""

import asyncio
import random
import statistics
import time

from cases import Suite
from raw_socket import RawSocket
from threats import client_of

suite = Suite("guessing")
FIRST, SECOND = "198.51.100.7", "198.51.100.8"
UNSEEN = 0.2  # ms by which the medians may differ: a network hides more
WAYS = {"join_room": {"name": "Eve"}, "spectate": {}}


async def locked_room(server):
    host = await client_of(server, label="host")
    created = await host.ok("create_room", name="Host", options={"password": "sesame"})
    return host, created["room"]


async def try_in(server, address, kind, **fields):
    """The error code on a new connection; "ok" if it was let in."""
    client = await client_of(server, address)
    reply = await client.request(kind, **WAYS[kind], **fields)
    await client.close()
    return reply.code or "ok"


@suite.case("ten wrong joins per address, over any number of connections; then rate_limited, even for a right one")
async def ten_wrong(context):
    async with context.behind_proxy() as server:
        host, code = await locked_room(server)
        guesses = [("join_room", {"room": "222222"}), ("spectate", {"room": "333333"})]
        guesses += [
            ("join_room", {"room": code, "password": "wrong"}),
            ("spectate", {"room": code, "password": "x"}),
            ("join_room", {"room": code}),
        ]
        codes = [await try_in(server, FIRST, kind, **fields) for kind, fields in guesses * 4]
        assert codes == ["no_such_room"] * 10 + ["rate_limited"] * 10, codes
        assert await try_in(server, FIRST, "join_room", room=code, password="sesame") == "rate_limited"
        assert await try_in(server, FIRST, "spectate", room=code, password="sesame") == "rate_limited"
        assert await try_in(server, SECOND, "join_room", room=code, password="wrong") == "no_such_room"
        assert await try_in(server, SECOND, "spectate", room=code, password="sesame") == "ok"
        context.did["wrong joins"] += 23
        await host.close()


@suite.case("after the window the address may try again")
async def window(context):
    async with context.behind_proxy("--wrong-joins", "1", "--wrong-joins-window", "15s") as server:
        host, code = await locked_room(server)
        assert await try_in(server, FIRST, "join_room", room="222222") == "no_such_room"
        assert await try_in(server, FIRST, "join_room", room=code, password="sesame") == "rate_limited"
        await asyncio.sleep(15.2)
        assert await try_in(server, FIRST, "join_room", room=code, password="sesame") == "ok"
        await host.close()


@suite.case("a hundred guesses at once count like a hundred in sequence")
async def all_at_once(context):
    async with context.behind_proxy() as server:
        host, code = await locked_room(server)
        crowd = [await client_of(server, FIRST) for _ in range(25)]
        sent = [
            await client.send("join_room", room=code, name="Eve", password=f"{n}") for n in range(4) for client in crowd
        ]
        codes = [(await reply).code for reply in sent]
        assert codes.count("no_such_room") == 10, f"{codes.count('no_such_room')} of 100 guesses were checked"
        assert codes.count("rate_limited") == 90, codes
        context.did["wrong joins"] += 100
        for client in [host, *crowd]:
            await client.close()


@suite.case("right joins don't count, and a player may reconnect however often others guess")
async def right_ones(context):
    async with context.behind_proxy("--wrong-joins", "3") as server:
        host, code = await locked_room(server)
        for _ in range(8):
            assert await try_in(server, FIRST, "spectate", room=code, password="sesame") == "ok"
        player = await client_of(server, FIRST)
        token = (await player.ok("join_room", room=code, name="Bo", password="sesame"))["token"]
        for _ in range(5):
            await try_in(server, FIRST, "join_room", room="222222")
        assert await try_in(server, FIRST, "spectate", room=code, password="sesame") == "rate_limited"
        await player.close()
        again = await client_of(server, FIRST)
        await again.ok("resume", room=code, token=token)
        await again.ok("leave_room")
        await again.ok("create_room", name="Bo")
        for client in (host, again):
            await client.close()


async def time_of(raw, **fields):
    begin = time.perf_counter()
    raw.request("join_room", name="Eve", **fields)
    answer = await raw.reply()
    return time.perf_counter() - begin, answer["code"], answer["message"]


def part_above(ones, others):
    """How often one of `ones` is larger than one of `others`: 0.5 if they can't be told apart."""
    return sum((one > other) + 0.5 * (one == other) for one in ones for other in others) / len(ones) / len(others)


@suite.case("a missing room and a wrong password get the same reply, in the same time")
async def one_answer(context):
    async with context.server("--no-limits") as server:
        host, code = await locked_room(server)
        opened = await client_of(server, label="open")
        without = (await opened.ok("create_room", name="Open", options={"spectators": "none"}))["room"]
        raw = await RawSocket.connect(server.port)
        asked = {
            "no room": {"room": "222222", "password": "wrong"},
            "a malformed code": {"room": "0", "password": "wrong"},
            "a wrong password": {"room": code, "password": "wrong"},
        }
        unlocked = {"no room, no password": {"room": "222222"}, "no password": {"room": code}}
        rng, count = random.Random(4711), 400 if context.long else 120
        for group, least in ((asked, 0.001), (unlocked, 0)):
            for attempt in range(3):  # other programs may disturb an attempt
                worst, medians, answers = await compare(raw, rng, group, count)
                assert answers == {("no_such_room", next(iter(answers))[1])}, answers
                apart = abs(worst - 0.5) > 0.15 and max(medians.values()) - min(medians.values()) > UNSEEN
                if not apart:
                    break
            context.notes.append(
                f"told apart by time in {worst:.2f} of pairs (0.5: not at all), medians in ms {medians}, try"
                f" {attempt + 1}"
            )
            assert not apart, f"told apart by time: {worst:.2f}, medians in ms {medians}"
            assert min(medians.values()) > least * 1000, f"the hash isn't slow: {medians}"
        context.did["wrong joins"] += count * 5
        assert without != code
        raw.abort()
        for client in (host, opened):
            await client.close()


async def compare(raw, rng, group, count):
    """(the share furthest from a half, medians, the replies) of `count` of each kind, in random order."""
    times = {what: [] for what in group}
    answers = set()
    for _ in range(count):
        for what in rng.sample(list(group), len(group)):
            seconds, *answer = await time_of(raw, **group[what])
            times[what].append(seconds)
            answers.add(tuple(answer))
    names = list(times)
    parts = [part_above(times[one], times[other]) for i, one in enumerate(names) for other in names[i + 1 :]]
    medians = {what: round(statistics.median(taken) * 1000, 3) for what, taken in times.items()}
    return max(parts, key=lambda part: abs(part - 0.5)), medians, answers


@suite.case("sixty passwords at once delay nobody else")
async def hashing(context):
    async with context.server("--no-limits") as server:
        host, code = await locked_room(server)
        guessers = [await RawSocket.connect(server.port) for _ in range(60)]
        for raw in guessers:
            raw.request("join_room", room=code, name="Eve", password="wrong")
        replies = asyncio.gather(*(raw.reply() for raw in guessers))
        pings = 0
        while not replies.done():
            await host.ok("ping")
            pings += 1
            await asyncio.sleep(0.002)
        assert {reply["code"] for reply in await replies} == {"no_such_room"}
        assert pings >= 10, f"only {pings} pings were answered while sixty passwords were hashed"
        context.notes.append(f"{pings} pings answered while sixty passwords were hashed")
        context.did["wrong joins"] += 60
        for raw in guessers:
            raw.abort()
        await host.close()
