"""Test cases for threats_test: guessing room codes and passwords, and how much of others' time a guess takes."""

import asyncio
import bisect
import collections
import itertools
import random
import statistics
import time
from collections import Counter

from cases import Suite
from form import by_form
from raw_socket import RawSocket
from server_process import within
from threats import client_of, replies_and_pings, until

suite = Suite("guessing")
FIRST, SECOND = "198.51.100.7", "198.51.100.8"
UNSEEN = 0.2  # ms by which the medians may differ: a network hides more
# The share of pairs in which one kind takes longer may differ from a half by this much. With n equal times of each kind, its
# standard deviation is 0.4 / sqrt(n); after the last measurement, the limit is more than five of them.
APART = 0.2
MOST_MEASUREMENTS = 12
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


@suite.case("ten wrong joins per address, over any number of connections; then the right one in the slow lane")
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
        assert await try_in(server, FIRST, "join_room", room=code, password="sesame") == "ok"
        assert await try_in(server, FIRST, "spectate", room=code, password="sesame") == "ok"
        assert await try_in(server, SECOND, "join_room", room=code, password="wrong") == "no_such_room"
        assert await try_in(server, SECOND, "spectate", room=code, password="sesame") == "ok"
        context.did["wrong joins"] += 23
        await host.close()


@suite.case("after the window the address may try again")
async def window(context):
    async with context.behind_proxy("--wrong-joins", "1", "--wrong-joins-window", "15s") as server:
        host, code = await locked_room(server)
        assert await try_in(server, FIRST, "join_room", room="222222") == "no_such_room"
        assert await try_in(server, FIRST, "join_room", room=code, password="wrong") == "rate_limited"
        await asyncio.sleep(15.2)

        async def again():
            return await try_in(server, FIRST, "join_room", room="222222") == "no_such_room"

        await until(again, "the window has passed", every=1)
        await host.close()


@suite.case("a hundred guesses at once count like a hundred in sequence")
async def all_at_once(context):
    async with context.behind_proxy() as server:
        host, code = await locked_room(server)
        crowd = [await client_of(server, FIRST) for _ in range(25)]
        first = [await client.send("join_room", room=code, name="Eve", password="x") for client in crowd]
        sent = first + [await client.send("join_room", room=code, name="Eve") for _ in range(3) for client in crowd]
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
        assert await try_in(server, FIRST, "spectate", room=code, password="wrong") == "rate_limited"
        await player.close()
        again = await client_of(server, FIRST)
        await again.ok("resume", room=code, token=token)
        await again.ok("leave_room")
        await again.ok("create_room", name="Bo")
        for client in (host, again):
            await client.close()


@suite.case("however a neighbour guesses, a friend's right code gets through within seconds")
async def neighbours(context):
    async with context.behind_proxy() as server:
        host = await client_of(server, label="host")
        code = (await host.ok("create_room", name="Host"))["room"]
        crowd = [await client_of(server, FIRST) for _ in range(10)]
        flood = [asyncio.create_task(guess_on(client)) for client in crowd]
        longest = 0
        for wait in (0.2, 2, 5, 15):
            await asyncio.sleep(wait)
            begin = time.monotonic()
            assert await try_in(server, FIRST, "spectate", room=code) == "ok", f"after {wait} s"
            longest = max(longest, time.monotonic() - begin)
        counts = sum([await end(task) for task in flood], Counter())
        assert 10 <= counts["no_such_room"] <= 12 and counts["rate_limited"] >= 10, counts  # as for intruders
        context.notes.append(f"a friend waited {longest:.1f} s at most, while {sum(counts.values())} guesses were sent")
        context.did["wrong joins"] += sum(counts.values())
        for client in (host, *crowd):
            await client.close()


async def guess_on(client):
    """Guesses until cancelled, slowly enough for the limit on requests. Returns how often it got which code."""
    codes = Counter()
    try:
        while True:
            codes[(await client.request("join_room", name="Eve", room="222222")).code] += 1
            await asyncio.sleep(0.25)
    except asyncio.CancelledError:
        return codes


async def end(task):
    task.cancel()
    return await task


async def guess_at_once(context, server, addresses):
    """How often each reply was given to one guess from each address, all sent before the first reply is read."""
    crowd = [await client_of(server, address) for address in addresses]
    sent = [await client.send("join_room", name="Eve", room="222222") for client in crowd]
    codes = Counter([(await within(reply)).code for reply in sent])
    context.did["wrong joins"] += len(crowd)
    for client in crowd:
        await client.close()
    assert codes["no_such_room"] + codes["rate_limited"] == len(crowd), codes
    return codes["no_such_room"]


@suite.case("a /48 with all its networks gets few guesses, and a friend elsewhere joins at once")
async def site(context):
    async with context.behind_proxy() as server:
        host, code = await locked_room(server)
        begin = time.monotonic()
        found = await guess_at_once(context, server, [f"2001:db8:1:{n:x}::1" for n in range(0, 65536, 256)])
        found += await guess_at_once(context, server, [f"2001:db8:1:{n:x}::1" for n in range(256)])
        most = 45 + (time.monotonic() - begin) * 90 / 3600 + 1  # the other half is for the slow lane
        assert 40 <= found <= most, f"{found} guesses of a /48 were checked at once, {most:.0f} at most"
        assert await try_in(server, SECOND, "spectate", room=code, password="sesame") == "ok"
        assert await try_in(server, SECOND, "join_room", room="222222") == "no_such_room"
        await host.close()


@suite.case("the server's own budget holds for any number of addresses")
async def many_addresses(context):
    async with context.behind_proxy("--wrong-joins-in-total", "100") as server:
        begin = time.monotonic()
        found = await guess_at_once(context, server, [f"10.{n}.{n}.{n}" for n in range(250)])
        most = 50 + (time.monotonic() - begin) * 100 / 3600 + 1
        assert 45 <= found <= most, f"{found} guesses were checked at once, {most:.0f} at most"


@suite.case(
    "passwords from anywhere delay a friend elsewhere by a few hashes; those of closed connections aren't hashed"
)
async def passwords(context):
    lifted = ("wrong-joins", "connections-per-address", "new-connections-per-address", "address-request-burst")
    async with context.behind_proxy(*(f"--{name}=0" for name in lifted)) as server:
        host, code = await locked_room(server)
        one = await time_of_join(server, SECOND, code)
        networks = (
            lambda n: FIRST,
            lambda n: f"2001:db8:1:{n:x}::1",
            lambda n: f"10.0.{n >> 8}.{n & 255}",
            lambda n: f"10.{n}.0.1" if n < 256 else f"11.{n - 256}.0.1",
        )
        count = by_form(100, 300)
        for address in networks:
            for _ in range(5):  # the machine may stall in one of them
                crowd = [await client_of(server, address(n)) for n in range(count)]
                for client in crowd:
                    await client.send("join_room", name="Eve", room=code, password="wrong")
                late = await time_of_join(server, SECOND, code)
                for client in crowd:
                    await client.close()
                again = await time_of_join(server, SECOND, code)
                context.notes.append(
                    f"a friend joined in {one:.2f} s, among {count} passwords in {late:.2f}, then {again:.2f}"
                )
                context.did["wrong joins"] += count
                # Before most of them: all these hashes would take many times as long.
                if soon := late < 20 * one and again < 20 * one:
                    break
            assert soon, context.notes[-5:]
        await host.close()


async def time_of_join(server, address, code):
    client = await client_of(server, address)
    begin = time.monotonic()
    await client.ok("spectate", room=code, password="sesame")
    took = time.monotonic() - begin
    await client.close()
    return took


async def time_of(raw, **fields):
    begin = time.perf_counter()
    raw.request("join_room", name="Eve", **fields)
    answer = await raw.reply()
    return time.perf_counter() - begin, answer["code"], answer["message"]


def part_above(ones, others):
    """How often one of `ones` is larger than one of `others`: 0.5 if they can't be told apart."""
    others = sorted(others)
    pairs = sum(bisect.bisect_left(others, one) + bisect.bisect_right(others, one) for one in ones)
    return pairs / 2 / len(ones) / len(others)


def medians_of(times):
    """In milliseconds. `times`: seconds by kind."""
    return {what: round(statistics.median(taken) * 1000, 3) for what, taken in times.items()}


def told_apart(times, share):
    """Whether the times of two kinds can be told apart, and the medians differ by more than a network hides, and than this
    share of the shortest."""
    medians = medians_of(times).values()
    parts = [part_above(one, other) for one, other in itertools.combinations(times.values(), 2)]
    unseen = max(UNSEEN, share * min(medians))
    return max(abs(part - 0.5) for part in parts) > APART and max(medians) - min(medians) > unseen


async def compared(measure, share=0):
    """Returns (whether the kinds are told apart, the times): as told_apart, of all that `measure` has added to the times.
    Other programs disturb single times, and a few times can differ by chance; then it measures more."""
    times = collections.defaultdict(list)
    for _ in range(MOST_MEASUREMENTS):
        await measure(times)
        if not told_apart(times, share):
            return False, times
    return True, times


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
        rng, long = random.Random(4711), context.long
        for group, least, count in ((asked, 0.02, 100 if long else 10), (unlocked, 0, 400 if long else 120)):
            answers = set()

            async def measure(times):
                await compare(raw, rng, group, count, times, answers)

            # A hash takes so long that other programs disturb it: its median varies by a few percent.
            apart, times = await compared(measure, share=0.05)
            medians = medians_of(times)
            number = len(next(iter(times.values())))
            context.notes.append(f"medians of {number} replies in ms {medians}")
            assert answers == {("no_such_room", next(iter(answers))[1])}, answers
            assert not apart, f"told apart by time: medians of {number} replies in ms {medians}"
            assert min(medians.values()) > least * 1000, f"the hash isn't slow: {medians}"
            context.did["wrong joins"] += number * len(group)
        assert without != code
        raw.abort()
        for client in (host, opened):
            await client.close()


async def compare(raw, rng, group, count, times, answers):
    """Adds the times and replies of `count` of each kind, in random order."""
    for _ in range(count):
        for what in rng.sample(list(group), len(group)):
            seconds, *answer = await time_of(raw, **group[what])
            times[what].append(seconds)
            answers.add(tuple(answer))


@suite.case("thirty passwords at once delay nobody else")
async def hashing(context):
    async with context.server("--no-limits") as server:
        host, code = await locked_room(server)
        guessers = [await RawSocket.connect(server.port) for _ in range(30)]
        for raw in guessers:
            raw.request("join_room", room=code, name="Eve", password="wrong")
        replies, pings = await replies_and_pings(guessers, host, 0.002)
        assert {reply["code"] for reply in replies} == {"no_such_room"}
        assert pings >= 10, f"only {pings} pings were answered while thirty passwords were hashed"
        context.notes.append(f"{pings} pings answered while thirty passwords were hashed")
        context.did["wrong joins"] += 30
        for raw in guessers:
            raw.abort()
        await host.close()
