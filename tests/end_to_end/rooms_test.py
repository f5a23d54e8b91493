#!/usr/bin/python3
"""Rooms: opening, finding, watching and leaving them; clocks, absence, the fair start, the bot."""

import asyncio
import json
import random
import sys
import time

import fair
import rooms_fair
import rooms_repeated
import rooms_timed
import rooms_watched
from bot_match import AgainstBot
from cases import Suite, arguments_of, finish
from client import traffic
from rooms_play import Context, play_out, play_some
from server_process import Server
from world_values import new_token

CLOCK = 10  # seconds by which the server's clock may differ from ours: it read the time of day only when it started
suite = Suite("rooms")


# Finding rooms


async def all_rooms(client):
    """Page by page; returns (rooms, sizes of the pages)."""
    rooms, pages, after = [], [], {}
    while True:
        reply = await client.ok("list_rooms", **after)
        rooms += reply["rooms"]
        pages.append(len(reply["rooms"]))
        if reply["next"] is None:
            return rooms, pages
        after = {"after": reply["next"]}


@suite.case("list_rooms shows only public rooms, waiting and playing, 50 at a time")
async def listing(context):
    hosts = []
    clock = {"initial": 600, "increment": 3}
    for number in range(112):
        host = await context.client(f"host {number}")
        options = {"public": number < 105, "seals": 1 + number % 3}
        options |= {"clock": clock} if number % 2 else {}
        options |= {"password": "x"} if number % 25 == 0 else {}  # takes 50 ms to hash
        code = (await host.ok("create_room", name=f"host {number}", options=options, trader=number % 6))["room"]
        hosts.append((host, code, options))
    looker = await context.client("looker")
    watched = hosts[1][1]
    spectators = [await context.client("w") for _ in range(3)]
    for spectator in spectators:
        await spectator.ok("spectate", room=watched)
    guest = await context.client("guest")
    await guest.ok("join_room", room=hosts[3][1], name="guest", trader=4)
    rooms, pages = await all_rooms(looker)
    by_code = {room["room"]: room for room in rooms}
    assert len(by_code) == len(rooms), "a room is listed twice"
    assert pages[0] == 50 and pages[1] == 50 and all(size <= 50 for size in pages), pages
    for number, (_, code, options) in enumerate(hosts):
        if not options["public"]:
            assert code not in by_code, f"{code} is private"
            continue
        due = {
            "room": code,
            "names": [f"host {number}", "guest" if number == 3 else None],
            "phase": "waiting",
            "clock": options.get("clock"),
            "seals": options["seals"],
            "spectators": 3 if number == 1 else 0,
            "has_password": "password" in options,
            "spectator_mode": options.get("spectators", "public"),
            "patience": options.get("patience", 600),
            "traders": [number % 6, 4 if number == 3 else None],
            "bots": [None, None],
        }
        assert by_code[code] == due, f"{by_code[code]}, expected {due}"
    await hosts[3][0].ok("ready")
    await guest.ok("ready")
    await guest.wait_view(lambda view: view["phase"] == "playing")
    rooms, _ = await all_rooms(looker)
    assert [room["phase"] for room in rooms if room["room"] == hosts[3][1]] == ["playing"]
    await guest.ok("resign")
    rooms, _ = await all_rooms(looker)
    assert hosts[3][1] not in [room["room"] for room in rooms], "a finished match is listed"
    for client in [host for host, _, _ in hosts] + spectators + [guest, looker]:
        await client.close()


@suite.case("quick_match joins the oldest waiting room with the same clock, or opens one")
async def quick(context):
    clock = {"initial": 777, "increment": 7}
    clients = [await context.client(f"quick {n}") for n in range(8)]
    with_password = await clients[0].ok(
        "create_room", name="A", options={"public": True, "clock": clock, "password": "x"}
    )
    private = await clients[1].ok("create_room", name="A", options={"clock": clock})
    first = await clients[2].ok("quick_match", name="B", clock=clock)
    assert first["seat"] == 0 and first["room"] not in (with_password["room"], private["room"])
    room = await clients[2].wait_room()
    assert room["options"]["public"] is True and room["options"]["clock"] == clock, room
    other_clock = await clients[3].ok("quick_match", name="C", clock=clock | {"increment": 8})
    assert other_clock["seat"] == 0
    second = await clients[4].ok("create_room", name="D", options={"public": True, "clock": clock})
    joined = await clients[5].ok("quick_match", name="E", clock=clock)
    assert (joined["room"], joined["seat"]) == (first["room"], 1), f"{joined}, the oldest is {first}"
    joined = await clients[6].ok("quick_match", name="F", clock=clock)
    assert (joined["room"], joined["seat"]) == (second["room"], 1), f"{joined}, now the oldest is {second}"
    opened = await clients[7].ok("quick_match", name="G", clock=clock)
    assert opened["seat"] == 0
    await clients[7].ok("leave_room")
    for client in clients:
        await client.close()


@suite.case("an invitation tells what a room offers, to those who could join it")
async def invitation(context):
    host, guest, reader = [await context.client(label) for label in ("host", "guest", "reader")]
    options = {"seals": 1, "clock": {"initial": 300, "increment": 5}, "password": "sesam", "spectators": "none"}
    code = (await host.ok("create_room", name="A", options=options, trader=2))["room"]
    room = await host.wait_room()

    async def offer():
        reply = await reader.ok("invitation", room=code, password="sesam")
        assert reply["options"] == room["options"], reply
        assert reply["owner_trader"] == (2 if reply["owner"] == "A" else None), reply
        return reply["owner"], reply["phase"], reply["free"]

    await reader.refused("invitation", "no_such_room", room=code)
    assert await offer() == ("A", "waiting", True)
    await guest.ok("join_room", room=code, name="B", password="sesam")
    assert await offer() == ("A", "waiting", False)
    await host.ok("ready")
    await guest.ok("ready")
    await guest.wait_view(lambda view: view["phase"] == "playing")
    assert await offer() == ("A", "playing", False)
    await guest.ok("resign")
    assert await offer() == ("A", "match_over", False)
    await host.ok("leave_room")
    assert await offer() == ("B", "match_over", True)
    assert not any(push.message["type"] == "room" for push in reader.pushes), "it entered the room"
    for client in (host, guest, reader):
        await client.close()


# Seats


@suite.case("leaving before the match frees the seat and invalidates its token")
async def leaving_early(context):
    first, second, third = [await context.client(label) for label in ("first", "second", "third")]
    created = await first.ok("create_room", name="A")
    joined = await second.ok("join_room", room=created["room"], name="B")
    await first.ok("ready")
    await second.wait_room(lambda room: room["players"][0] and room["players"][0]["ready"])
    await first.ok("leave_room")
    room = await second.wait_room(lambda room: room["players"][0] is None)
    assert room["players"][1]["name"] == "B", room
    await first.refused("resume", "bad_token", room=created["room"], token=created["token"])
    await first.refused("ready", "not_in_room")
    again = await third.ok("join_room", room=created["room"], name="C")
    assert again["seat"] == 0 and again["token"] != created["token"]
    room = await second.wait_room(lambda room: room["players"][0] is not None)
    assert room["players"][0]["name"] == "C" and room["players"][0]["ready"] is False, room
    assert joined["seat"] == 1
    await first.ok("create_room", name="A")
    for client in (first, second, third):
        await client.close()


@suite.case("leaving keeps the seat during a match, and frees it afterwards")
async def leaving_late(context):
    world = await context.world("leaving", seals=1)
    await world.start_match([True, True])
    leaver = world.players[1].viewer.client
    await leaver.ok("leave_room")
    world.players[1].viewer = None
    world.step += 1
    world.room_changed()
    await world.settle()
    await leaver.refused("act", "not_in_room", ply=0, action={"type": "take_camels"})
    await world.resume(1, client=leaver)
    await play_out(world)
    token = world.players[1].token
    leaver = world.players[1].viewer.client
    await leaver.ok("leave_room")
    host = world.players[0].viewer.client
    room = await host.wait_room(lambda room: room["players"][1] is None)
    assert room["phase"] == "match_over" or room["phase"] == "waiting", room
    await leaver.refused("resume", "bad_token", room=world.code, token=token)
    joined = await leaver.ok("join_room", room=world.code, name="C")
    assert joined["seat"] == 1
    await leaver.close()
    await host.close()


@suite.case("resuming elsewhere closes the old connection with 4001, any number of times")
async def taken_over(context):
    world = await context.world("taken over")
    await world.start_match([False, True])
    for _ in range(5):
        await world.resume(0)
        await play_some(world, 1)
    await world.close()


@suite.case("a seat moves to another device with a key, once, and its old token no longer works")
async def moved(context):
    world = await context.world("moved")
    await world.start_match([True, False])
    await play_some(world, 3)
    for _ in range(3):
        await world.move_seat(0)
        await play_some(world, 2)
    await play_out(world)
    await world.close()


@suite.case("without --push-subject, the server has no key for push messages and takes no subscription")
async def no_push(context):
    world = await context.world("no push", patience=259200)
    client = world.players[0].viewer.client
    assert (await client.ok("push_key"))["push_key"] is None
    subscription = {"endpoint": "https://push.example/", "p256dh": "A" * 87, "auth": "A" * 22}
    await client.refused("push_subscribe", "bad_request", **subscription)
    await client.ok("push_unsubscribe")
    await world.close()


@suite.case("games tells how the games of several seats stand, and enters none")
async def games(context):
    world = await context.world("games", patience=259200, seals=1)
    reader = await context.client("reader")
    seats = [{"room": world.code.lower(), "token": world.players[0].token}, {"token": world.players[1].token}]
    wrong = [{"token": new_token()}, {"room": "222222", "token": world.players[0].token}, {"token": ""}]

    async def ask():
        reply = (await reader.ok("games", seats=seats + wrong))["games"]
        assert reply[2:] == [None] * 3, reply
        for seat, game in enumerate(reply[:2]):
            due = {
                "room": world.code,
                "seat": seat,
                "name": world.players[seat].name,
                "opponent": world.players[1 - seat].name,
                "opponent_trader": world.players[1 - seat].trader,
                "opponent_bot": None,
            }
            assert {name: game[name] for name in due} == due, game
        first, second = [
            {**game, "seat": 0, "name": 0, "opponent": 0, "opponent_trader": 0, "move_in": 0} for game in reply[:2]
        ]
        assert first == second, reply
        return reply[0]

    game = await ask()
    assert (game["phase"], game["round"], game["turn"], game["move_in"]) == ("waiting", 0, None, None), game
    assert game["last_move"] is None, game
    await world.start_match([True, True])
    begin = time.time()
    await play_some(world, 3)
    game = await ask()
    assert (game["phase"], game["turn"], game["seals"]) == ("playing", world.match.round.turn, [0, 0]), game
    assert game["round"] == 1, game
    assert (
        259_000_000 < game["move_in"] <= 259_200_000
        and begin - CLOCK <= game["last_move"] / 1000 <= time.time() + CLOCK
    ), game
    await play_out(world)
    game = await ask()
    assert game["phase"] == "match_over" and game["winner"] == world.match.winner, game
    assert game["seals"] == [int(seat == world.match.winner) for seat in (0, 1)], game
    await world.quiet()
    await world.close()
    await reader.close()


@suite.case("the loser of the last match starts the rematch, and chat reaches the right people")
async def rematches(context):
    world = await context.world("rematch", seals=1, spectators="open", delay=3)
    await world.spectate("Watcher")
    for speaker in (world.players[0].viewer, world.spectators[0]):
        await world.chat(speaker, "before the match")
    for _ in range(3):
        await world.start_match([True, True])
        await play_some(world, 5)
        for speaker in (world.players[1].viewer, world.spectators[0]):
            await world.chat(speaker, "while it runs")
        await play_out(world)
        for speaker in (world.players[1].viewer, world.spectators[0]):
            await world.chat(speaker, "after it")
        await world.ask_rematch()
    await world.start_match([True, True])
    await world.resign(0)
    await world.ask_rematch()
    await world.start_match([False, False])
    assert world.match.round.starter == 0
    await world.quiet()
    await world.close()


@suite.case("the owner says who may chat, and everybody sees it")
async def owned_chat(context):
    host = await context.client("host")
    code = (await host.ok("create_room", name="A", options={"chat": "players"}))["room"]
    guest, watcher = await context.client("guest"), await context.client("watcher")
    await guest.ok("join_room", room=code, name="B")
    await watcher.ok("spectate", room=code, name="C")
    assert (await watcher.wait_push("room")).message["options"]["chat"] == "players"
    await guest.ok("chat", text="only players")
    await watcher.refused("chat", "chat_off", text="let me")
    await guest.refused("set_chat", "not_owner", **{"from": "everyone"})
    for allowed, answers in (("nobody", (False, False)), ("everyone", (True, True)), ("players", (True, False))):
        for _ in range(2):  # a repeat changes nothing
            await host.ok("set_chat", **{"from": allowed})
        for client, may in zip((host, watcher), answers):
            await (client.ok("chat", text="hi") if may else client.refused("chat", "chat_off", text="hi"))
    for client in (host, guest, watcher):
        await client.close()


@suite.case("a new player gets no earlier chat, not even by reconnecting")
async def no_history(context):
    first, second, third, again = [await context.client(label) for label in ("first", "second", "third", "again")]
    code = (await first.ok("create_room", name="A"))["room"]
    await second.ok("join_room", room=code, name="B")
    await first.ok("chat", text="between the two of us")
    await second.ok("leave_room")
    joined = await third.ok("join_room", room=code, name="C")
    await first.ok("chat", text="for all three")
    await third.wait_push("chat")
    await again.ok("resume", room=code, token=joined["token"], chat_after=0)
    await again.ok("ping")
    texts = [push.message["text"] for push in again.pushes if push.message["type"] == "chat"]
    assert texts == ["for all three"], texts
    for client in (first, second, third, again):
        await client.close()


@suite.case("a spectator may watch without a name; its chat, if allowed, has no name")
async def nameless(context):
    host = await context.client("host")
    code = (await host.ok("create_room", name="A"))["room"]
    watcher = await context.client("nameless")
    await watcher.ok("spectate", room=code)
    room = await host.wait_room(lambda room: room["spectators"] == 1)
    assert room["players"][1] is None
    reply = await watcher.request("chat", text="boo")
    if reply.ok:
        message = (await host.wait_push("chat")).message
        assert (message["seat"], message["name"], message["text"]) == (None, None, "boo"), message
    await watcher.close()
    await host.wait_room(lambda room: room["spectators"] == 0)
    await host.close()


@suite.case("no clock runs between rounds")
async def stopped_clock(context):
    world = await context.world("stopped clock", clock={"initial": 8, "increment": 0}, seals=3)
    await world.start_match([True, True])
    while world.match.phase == "playing":
        await play_some(world, 1)
    await asyncio.sleep(max(world.clock["remaining_ms"]) / 1000 + 0.5)
    await world.next_round()
    await world.close()


# The bot, the pings


@suite.case("whole matches against the bot agree with the proof")
async def bot(context):
    for number, contributes in enumerate((True, False, True)):
        rng = random.Random(number)
        client = await context.client("against the bot")
        created = await client.ok("create_room", name="A", options={"opponent": {"bot": "easy"}, "seals": 1 + number})
        room = await client.wait_room()
        assert room["players"][1]["bot"] == "easy" and room["players"][1]["connected"] is True, room
        assert room["players"][0]["bot"] is None
        late = await context.client("late")
        await late.refused("join_room", "room_full", room=created["room"], name="B")
        await late.close()
        contribution = fair.Contribution(0, room["fair"]) if contributes else None
        match = AgainstBot(context.client, created, rng)
        await match.play(client, contribution)
        proof = match.views[-1][0]["result"]["proof"]
        assert not fair.faults_of_proof(proof), fair.faults_of_proof(proof)
        assert proof["nonces"] == [contribution.nonce.hex() if contribution else "", ""]
        status, _, body = await context.replay(room["fair"]["match"])
        assert status == 200
        replay = json.loads(body)
        traffic.http("replay", replay)
        assert replay["starter"] == fair.deal_round(proof, 1).start
        match.check(replay, 1 + number)
        await match.client.ok("rematch")
        await match.client.wait_view(lambda view: view["phase"] == "waiting")
        await match.client.close()


@suite.case("ping returns the time")
async def pings(context):
    client = await context.client("ping")
    begin = time.time()
    reply = await client.ok("ping")
    assert begin - CLOCK <= reply["at"] / 1000 <= time.time() + CLOCK, reply
    await client.close()


async def main():
    arguments = arguments_of(__doc__)
    async with Server(arguments.server, "--no-limits", name="rooms") as server:
        async with Server(arguments.server, "--no-limits", *rooms_timed.SHORTENED, name="rooms-timed") as hasty:
            suites = [suite, rooms_watched.suite, rooms_fair.suite, rooms_repeated.suite]
            results = await asyncio.gather(
                *(each.run(Context(server), arguments.only) for each in suites),
                rooms_timed.suite.run(Context(hasty), arguments.only, 40),
            )
            server.failed = hasty.failed = any(failures for _, failures in results)
    finish(sum(passed for passed, _ in results), sum(len(failures) for _, failures in results))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
