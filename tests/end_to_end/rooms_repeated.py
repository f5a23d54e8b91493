"""Test cases for rooms_test about requests for a seat that are repeated because their answer was lost."""

import asyncio
import random

from cases import Suite
from world_values import new_token

suite = Suite("repeated")

CLOCKS = iter(range(20001, 30000))  # no other case waits with one of these


async def one_of_each(context, number):
    """Requests for a seat, each with a token, and the client that waits in the room of all but the first."""
    clock = {"initial": next(CLOCKS), "increment": 0}
    name = f"R{number} {clock['initial']}"
    host = await context.client("host")
    options = {"public": True, "clock": clock}
    room = (await host.ok("create_room", name="Host", options=options))["room"]
    yield "create_room", {"name": name, "options": options | {"clock": None}}, None
    yield "join_room", {"name": name, "room": room}, host
    await host.ok("leave_room")
    room = (await host.ok("create_room", name="Host", options=options))["room"]
    yield "quick_match", {"name": name, "clock": clock}, host
    await host.close()


async def rooms_of(client, name):
    """How many public rooms have this player."""
    count, after = 0, {}
    while True:
        reply = await client.ok("list_rooms", **after)
        count += sum(name in room["names"] for room in reply["rooms"])
        if reply["next"] is None:
            return count
        after = {"after": reply["next"]}


@suite.case("a request whose connection is cut before the answer takes one seat when it is repeated")
async def cut(context):
    rng = random.Random("cut")
    for number in range(12):
        async for kind, fields, _ in one_of_each(context, number):
            fields["token"] = new_token()
            for _ in range(rng.randint(1, 3)):
                lost = await context.client("lost")
                await lost.send(kind, **fields)
                if rng.random() < 0.7:
                    await asyncio.sleep(rng.random() * 0.01)
                await lost.cut()
            client = await context.client("again")
            reply = await client.ok(kind, **fields)
            assert reply["token"] == fields["token"] and reply["seat"] == (kind != "create_room"), reply
            room = await client.wait_room()
            assert room["players"][reply["seat"]]["name"] == fields["name"], room
            view = await client.wait_view()
            assert view["you"] == reply["seat"], view
            assert await rooms_of(client, fields["name"]) == 1
            await client.ok("leave_room")
            await client.close()


@suite.case("a repeated request has the effect of resume, on any connection")
async def moved(context):
    async for kind, fields, host in one_of_each(context, 100):
        fields["token"] = new_token()
        first = await context.client("first")
        reply = await first.ok(kind, **fields)
        same = {key: reply[key] for key in ("room", "seat", "token")}
        again = await first.ok(kind, **fields)
        assert {key: again[key] for key in same} == same, again
        second, third = await context.client("second"), await context.client("third")
        # Nothing but the token counts.
        moved_to = await second.ok(kind, **(fields | {"name": "Somebody else"}))
        assert {key: moved_to[key] for key in same} == same, moved_to
        assert await first.wait_closed() == 4001
        room = await second.wait_room()
        assert room["players"][same["seat"]]["name"] == fields["name"], room
        by_token = await third.ok("resume", token=same["token"])
        assert (by_token["room"], by_token["seat"]) == (same["room"], same["seat"]), by_token
        assert await second.wait_closed() == 4001
        if host:
            await third.refused("join_room", "already_in_room", room=same["room"], name="A", token=new_token())
            other = await context.client("other")
            await other.refused("join_room", "bad_token", room="222222", name="A", token=same["token"])
            await other.close()
        await third.ok("leave_room")
        # The seat is free, so the same request takes one again.
        reply = await third.ok(kind, **fields)
        assert reply["token"] == same["token"], reply
        assert (kind == "create_room") == (reply["room"] != same["room"]), reply
        await third.ok("leave_room")
        await third.refused("resume", "bad_token", token=same["token"])
        await third.close()


@suite.case("a seat in a running match is found by its token")
async def in_a_match(context):
    world = await context.world("by token", seals=1)
    await world.start_match([True, False])
    for seat in (0, 1):
        player = world.players[seat]
        client = await context.client("by token")
        kind = {"create_room": {}, "join_room": {"room": world.code}}
        for each, fields in kind.items():
            reply = await client.ok(each, name="?", token=player.token, **fields)
            assert (reply["room"], reply["seat"]) == (world.code, seat), reply
        assert (await client.wait_view())["phase"] == "playing"
        await client.close()
